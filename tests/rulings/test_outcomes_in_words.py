"""What waits for the DM's word: an activity without a table, a free order; settled with what it brought or cost."""

import json

import pytest
from runs.story import Story

from mailer.campaign.load import load_campaign
from mailer.ledger.ledger import open_ledger
from mailer.ledger.world import load_world
from mailer.rulings.outcome import Outcome, outcome

ALBA = "alba@example.com"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Nadie lo vio.", Outcome()),
        ("Nadie lo vio. +12 po +50 px", Outcome(1200, 50)),
        ("Le roban; pierde 5 po y 3 pp", Outcome(-530, 0)),
        ("Gana 12 po, 50 px", Outcome(1200, 50)),
        ("Fracaso: la guardia le coge. -2 po", Outcome(-200, 0, is_success=False)),
        ("Encuentra 3 huellas y 12 po escondidas que no toca", Outcome()),
        ("Failure. He loses 1.200 gp", Outcome(-120000, 0, is_success=False)),
    ],
)
def test_figures_behind_a_sign_or_a_verb_count_and_all_others_are_tale(said, found):
    assert outcome(said, language="es") == found


def handle(story, wanted):
    handles = json.loads(story.rows("select value from meta where key = 'digest_handles'")[0][0])
    return next((name for name, means in handles.items() if wanted in means), None)


def sheet(story, name):
    ledger = open_ledger(story.folder / "ledger.db")
    found = load_world(ledger, load_campaign(story.folder).start)
    ledger.close()
    return found.characters[name], found.tasks


def test_a_free_order_waits_in_every_digest_until_the_dm_settles_it(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.letter("luis@example.com", "2026-01-16 10:00", "Duric usa la palanca para abrir el sarcófago.")
    story.run("2026-01-16 23:05")
    story.run("2026-01-17 23:05")
    assert "sarcófago" in story.texts("alba", "digest")[-1]
    assert story.rows("select count(*) from events where kind = 'for_the_dm'") == [(1,)]
    before, _ = sheet(story, "duric")
    name = handle(story, "order:")
    story.letter(ALBA, "2026-01-18 10:00", f"{name} Dentro hay un anillo. +2 po +50 px")
    story.run("2026-01-18 10:05")
    after, _ = sheet(story, "duric")
    assert (after.purse_cp - before.purse_cp, after.xp - before.xp) == (200, 50)
    told = " ".join(story.texts("luis", "ruling")[-1].split())
    assert "Dentro hay un anillo." in told
    assert "Duric gana 2 po" in told
    assert story.rows("select state, reason from orders where kind = 'free'")[0][0] == "done"
    story.letter(ALBA, "2026-01-18 11:00", "deshacer")
    story.run("2026-01-18 11:05")
    assert sheet(story, "duric")[0] == before
    assert story.rows("select state from orders where kind = 'free'") == [("standing",)]
    story.run("2026-01-18 23:05")
    assert "sarcófago" in story.texts("alba", "digest")[-1]


def test_an_activity_without_a_table_is_settled_with_what_it_brought(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.letter("tess@example.net", "2026-01-16 10:00", "Pell trains acrobatics for one day.")
    story.run("2026-01-16 10:05")
    for day in (16, 17, 18):
        story.run(f"2026-01-{day} 23:05")
    before, tasks = sheet(story, "pell")
    assert [task.waits_for_dm for task in tasks] == [True]
    name = handle(story, "task:")
    story.letter(ALBA, "2026-01-19 10:00", f"{name} Aprende a caer de pie. +30 px")
    story.run("2026-01-19 10:05")
    after, tasks = sheet(story, "pell")
    assert tasks == ()
    assert after.xp == before.xp + 30
    assert "Aprende a caer de pie." in " ".join(story.texts("tess", "ruling")[-1].split())
    story.letter(ALBA, "2026-01-19 11:00", "deshacer")
    story.run("2026-01-19 11:05")
    after, tasks = sheet(story, "pell")
    assert (after, len(tasks)) == (before, 1)
