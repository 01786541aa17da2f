"""Whatever the DM rules, by letter or at the terminal: all of it taken back, one after another, leaves what was."""

import itertools
import shutil
from dataclasses import replace

import pytest
from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rulings.test_who_may_rule import LINES
from runs.story import Story

import mailer.intake as intake
from mailer.campaign.load import load_campaign
from mailer.cli.app import estafeta
from mailer.ledger.ledger import open_ledger
from mailer.ledger.world import load_world
from rules.time import Moment

ALBA, LUIS, MARTA = "alba@example.com", "luis@example.com", "marta@example.com"
HANDLES = ["D1 A", "D1 B", "T1 Nadie lo vio. +90 po", "C1 sí", "C1 no", "X1 otra vez"]
REVIEWS = ["R8 vale", "R8: Huele a cera.", "R9 + Un cuerno.", "R9 espera", "aprueba todo", "retén los resultados"]
RULED = [line for kind, line in LINES.items() if kind != "undo"]
GONE = {"R8 vale", "aprueba todo", "X1 otra vez"}  # sent, or read, before anybody can take it back
_copies = itertools.count()


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A campaign in which something of every kind waits for the DM."""
    story = Story(tmp_path_factory.mktemp("begun") / "campaign")
    with (story.folder / "campaign.toml").open("a") as file:
        file.write("\n[review]\nhours = 10\n")
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 09:12", "Como portavoz: aseguramos la posición en la sala de las columnas.")
    story.letter(MARTA, "2026-01-16 10:00", "Krom escribe una carta a su madre y la esconde bajo una losa.")
    story.letter(MARTA, "2026-01-16 10:10", "Krom lo vende todo.", proof="fail")
    story.letter(LUIS, "2026-01-16 10:20", "tropiezo")
    real = intake.open_letter
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(intake, "open_letter", lambda raw, **more: 1 // 0 if b"tropiezo" in raw else real(raw, **more))
        for at in ("16 10:30", "16 10:40", "16 10:50", "16 23:05", "17 23:05"):
            story.run(f"2026-01-{at}")
    return story


def copied(begun: Story) -> Story:
    folder = begun.folder.parent / f"copy-{next(_copies)}"
    shutil.copytree(begun.folder, folder)
    story = Story.__new__(Story)
    story.folder = folder
    return story


def found(story: Story) -> dict[str, object]:
    """All that a ruling may change, but for the clocks: time is not rewound."""
    ledger = open_ledger(story.folder / "ledger.db")
    world = load_world(ledger, load_campaign(story.folder).start)
    ledger.close()
    return {
        "characters": world.characters,
        "parties": {name: replace(one, clock=Moment(0)) for name, one in world.parties.items()},
        "tasks": world.tasks,
        "orders": story.rows("select id from orders where state = 'standing' order by id"),
        "questions": story.rows("select id, state, choice from decisions where state <> 'expired' order by id"),
        "outcomes": story.rows(
            "select r.id, r.words, r.replaces, o.due from reviews r join outbox o on o.review = r.id"
            " where o.state = 'queued' order by o.id"
        ),
        "letters": story.rows("select id from letters where state in ('held', 'shunted') and error <> '' order by id"),
    }


def ruled(story: Story) -> int:
    (row,) = story.rows("select count(*) from rulings where kind <> 'undo' and undone_by is null")
    return row[0]


def at_the_terminal(story: Story, lines: list[str]) -> list[str]:
    args = ["rule", "-C", str(story.folder), "--now", "2026-01-18T07:30+01:00", *lines]
    done = CliRunner().invoke(estafeta, args)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done.output.splitlines()


def by_letter(story: Story, lines: list[str]) -> list[str]:
    story.letter(ALBA, "2026-01-18 07:30", "\n".join(lines))
    story.run("2026-01-18 07:35")
    return story.texts("alba", "receipt")[-1:]


def lived_on(story: Story) -> bool:
    """Whether somebody has lived through hours since, which no ruling takes back."""
    return bool(story.rows("select 1 from steps where kind = 'answer' and undone is null"))


@given(
    st.sampled_from([at_the_terminal, by_letter]),
    st.lists(st.sampled_from([*RULED, *HANDLES, *REVIEWS]), min_size=1, max_size=4, unique=True),
)
@example(at_the_terminal, ["D1 A"])
@example(by_letter, ["D1 A", "C1 sí", "R9 + Un cuerno.", "Greywick: we travel to Saltmire"])
@settings(max_examples=10, deadline=None)
def test_all_that_was_ruled_is_taken_back(begun, way, lines):
    story = copied(begun)
    before = found(story)
    way(story, lines)
    count = ruled(story)
    if count == 0 or (way is by_letter and GONE.intersection(lines)):  # what was let go has gone
        return
    said = at_the_terminal(story, ["deshacer"] * count)
    assert ruled(story) == 0, said
    after = found(story)
    kept = {"characters", "outcomes"} if lived_on(story) else set()
    assert {name: after[name] for name in after.keys() - kept} == {name: before[name] for name in after.keys() - kept}


def test_nobody_hears_of_a_death_that_was_taken_back(begun):
    """The answer to a question may kill; its outcomes wait for the DM, who takes the answer back."""
    story = copied(begun)
    at_the_terminal(story, ["D1 A"])
    waits = "select count(*) from outbox where kind = 'death' and state = 'queued'"
    assert story.rows(waits) == [(1,)]
    at_the_terminal(story, ["deshacer"])
    assert story.rows(waits) == [(0,)]
    story.run("2026-01-18 22:00")
    assert not story.mails("ivan", "death")
