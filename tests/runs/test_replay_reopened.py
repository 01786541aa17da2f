"""The days again where one of them was opened again: before it, from it, and from the day after."""

import pytest
from runs.story import Story

from mailer.ledger.ledger import open_ledger
from mailer.replaying import changes, replay
from rules.time import Day

ALBA, LUIS, MARTA = "alba@example.com", "luis@example.com", "marta@example.com"


@pytest.fixture(params=["let in late", "by the word alone", "twice"])
def story(request, tmp_path):
    """The seventeenth is resolved again on the eighteenth, and two days follow."""
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    made.letter(LUIS, "2026-01-16 10:00", "Volvemos al exterior.", proof="pass" if "alone" in request.param else "")
    made.run("2026-01-16 10:05")
    made.run("2026-01-16 23:05")
    word = "reabre el último día" if "alone" in request.param else "C1 sí\nJoram +200 po\nreabre el último día"
    made.letter(ALBA, "2026-01-17 09:00", word)
    made.run("2026-01-17 09:05")
    if request.param == "twice":
        made.letter(ALBA, "2026-01-17 10:00", "Duric pierde 5 po\nreabre el último día")
        made.run("2026-01-17 10:05")
    assert made.rows("select count(*) from revisions")[0][0] == 1 + (request.param == "twice")
    made.letter(MARTA, "2026-01-17 11:00", "Krom se retira al 50 %.")
    for day in (17, 18, 19):
        made.run(f"2026-01-{day} 23:05")
    return made


@pytest.mark.parametrize("first", range(5))
def test_with_nothing_changed_nothing_is_different(story, first):
    ledger = open_ledger(story.folder / "ledger.db")
    replayed = replay(story.folder, ledger, first=Day(first))
    assert replayed.unread == ()
    assert changes(replayed, first=Day(first)) == ()
    ledger.close()


def test_a_change_after_it_is_seen(story):
    """Other words of the morning after: the sheets of the days from there on are others."""
    ledger = open_ledger(story.folder / "ledger.db")
    other = "cast(replace(cast(raw as text), '50 %', '60 %') as blob)"
    with ledger.transaction() as db:
        db.execute(f"update letters set raw = {other} where own_words like '%50 %'")
    assert changes(replay(story.folder, ledger, first=Day(2)), first=Day(2)) != ()
    ledger.close()
