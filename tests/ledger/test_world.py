"""The world is rebuilt from the ledger alone, as it was after any step."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from mailer.ledger.days import StepRow, begin_step, close_day, events_of_day, last_closed_day, write_events
from mailer.ledger.ledger import open_ledger
from mailer.ledger.world import load_world, save_world
from rules.character import Character, ClassLevel
from rules.dice import Face, Throw
from rules.events import Audience, Event, EventKind
from rules.world import AtPlace, Party, World

NOW = datetime(2026, 1, 17, 22, 0, tzinfo=UTC)
KROM = Character("krom", "Krom", (ClassLevel("thief", 2),), 9, 9)
DURIC = Character("duric", "Duric", (ClassLevel("fighter", 3),), 18, 18)
FOUR = Party("los-cuatro", "Los Cuatro", ("krom",), 0, AtPlace("valdecuervo"))
START = World({"krom": KROM}, {"los-cuatro": FOUR})


@pytest.fixture
def ledger(tmp_path):
    opened = open_ledger(tmp_path / "ledger.db", create=True)
    yield opened
    opened.close()


def step(ledger, world, before=None, kind="turnover"):
    with ledger.transaction():
        number = begin_step(ledger, StepRow(1380, kind, "0.1", ""), NOW)
        save_world(ledger, number, world, before=before)
    return number


def test_before_the_first_step_the_files_speak(ledger):
    assert load_world(ledger, START) == START


def test_the_latest_sheet_counts_and_only_changes_are_written(ledger):
    step(ledger, START)
    hurt = replace(START, characters={"krom": replace(KROM, hp=1)})
    step(ledger, hurt, before=START)
    assert load_world(ledger, START) == hurt
    assert ledger.db.execute("select count(*) from parties").fetchone()[0] == 1
    assert ledger.db.execute("select count(*) from sheets").fetchone()[0] == 2


def test_a_party_that_is_no_more_does_not_come_back(ledger):
    both = replace(START, parties={"los-cuatro": FOUR, "krom-solo": replace(FOUR, id="krom-solo")})
    step(ledger, both)
    step(ledger, START, before=both)
    assert set(load_world(ledger, START).parties) == {"los-cuatro"}


def test_a_newcomer_of_the_files_joins_and_the_old_keep_their_sheets(ledger):
    hurt = replace(START, characters={"krom": replace(KROM, hp=1)})
    step(ledger, hurt)
    alone = Party("duric", "Duric", ("duric",), 0, AtPlace("valdecuervo"))
    files = World({"krom": KROM, "duric": DURIC}, {"los-cuatro": FOUR, "duric": alone})
    world = load_world(ledger, files)
    assert world.characters == {"krom": replace(KROM, hp=1), "duric": DURIC}
    assert set(world.parties) == {"los-cuatro", "duric"}


def test_events_come_back_with_their_dice(ledger):
    throw = Throw(900, "krom", "survival")
    event = Event(
        EventKind.SURVIVED, 900, "los-cuatro", ("krom",), {"roll": 62, "hp": 9}, (Face(throw, 0, 100, 62),), "R26"
    )
    secret = replace(event, kind=EventKind.REINFORCEMENTS_DUE, audience=Audience.DM, faces=())
    with ledger.transaction():
        number = begin_step(ledger, StepRow(1380, "turnover", "0.1", ""), NOW)
        write_events(ledger, number, [event, secret], turnover=1380)
        close_day(ledger, 0, number, commitment="c", secret="s", now=NOW)
    assert events_of_day(ledger, 0) == (event, secret)
    assert last_closed_day(ledger) == 0


def test_a_day_is_closed_once(ledger):
    number = step(ledger, START)
    close_day(ledger, 0, number, commitment="c", secret="s", now=NOW)
    with pytest.raises(Exception, match="UNIQUE"):
        close_day(ledger, 0, number, commitment="c", secret="s", now=NOW)
