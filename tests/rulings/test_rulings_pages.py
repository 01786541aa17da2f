"""What the pages on rulings show is understood, and every kind of ruling is on them."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from mailer.campaign.load import load_campaign
from mailer.reading.resolve.known import gazetteer_of
from mailer.resources import shipped
from mailer.rulings.asked import Desk, Unclear
from mailer.rulings.reading import understood
from mailer.rulings.shapes import shapes
from rules.character import Routine
from rules.names import OrderId
from rules.time import Day, Moment

DOCS = Path(__file__).resolve().parents[2] / "docs"
HANDLE = re.compile(r"[DTCXR]\d[ :]")


@pytest.fixture(scope="module")
def campaign():
    return load_campaign(shipped("data") / "example")


def examples(language):
    page = (DOCS / f"rulings.{language}.md").read_text("utf-8")
    cells = (line.split("|")[1] for line in page.splitlines() if line.startswith("| `"))
    found = [one for cell in cells for one in re.findall(r"`([^`]+)`", cell)]
    return [one for one in found if not HANDLE.match(one)]


def with_a_suspended_order(world):
    """The world in which order 12, which repeated, is suspended."""
    krom = replace(world.characters["krom"], routines=(Routine(OrderId(12), Moment(0), 3, Moment(0)),))
    return replace(world, characters={**world.characters, "krom": krom})


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_line_of_the_page_is_a_ruling(campaign, language):
    names = gazetteer_of(campaign, campaign.start)
    desk = Desk(campaign, with_a_suspended_order(campaign.start), names, language, Day(3), date(2026, 1, 18))
    for line in examples(language):
        found = understood(line, desk)
        assert found is not None and not isinstance(found, Unclear), line


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_page_shows_every_kind(language):
    page = (DOCS / f"rulings.{language}.md").read_text("utf-8")
    said = [*examples(language), *re.findall(r"`([^`]+)`", page)]
    kinds = {match.kind for line in said for match in list(shapes().matches(line))[:1]}
    assert kinds == {kind for kind, _ in shapes().kinds}
