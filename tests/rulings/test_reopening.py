"""The last day resolved again: by the same dice, from what is known now; who hears of it, and what it leaves behind."""

import os
from datetime import datetime

import pytest
from click.testing import CliRunner
from runs.story import MADRID, Story

from mailer.campaign.load import load_campaign
from mailer.cli.app import estafeta
from mailer.ledger.ledger import open_ledger
from mailer.ledger.world import load_world
from mailer.verifying import verify_day

ALBA = "alba@example.com"


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    made.letter("luis@example.com", "2026-01-16 10:00", "Duric compra 2 antorchas.\nVolvemos al exterior.")
    made.run("2026-01-16 10:05")
    made.run("2026-01-16 23:05")
    return made


def world(story):
    ledger = open_ledger(story.folder / "ledger.db")
    found = load_world(ledger, load_campaign(story.folder).start)
    ledger.close()
    return found


def say(story, at, words):
    story.letter(ALBA, at, words)
    return story.run(at[:-1] + "5")


def steps(story):
    return story.rows("select id, kind, undone from steps order by id")


def test_with_nothing_changed_nothing_is_different_and_nobody_but_the_dm_hears(story):
    before, count = world(story), len(story.mails())
    say(story, "2026-01-17 09:00", "reabre el último día")
    assert world(story) == before
    new = story.mails()[count:]
    assert {mail["To"].partition("<")[2] for mail in new} == {"alba@example.com>"}
    assert "(revisión 2)" in story.mails("alba", "digest")[-1]["Subject"]
    assert "No cambia para nadie." in story.texts("alba", "digest")[-1]
    assert story.rows("select count(*) from revisions") == [(1,)]
    assert story.rows("select d.step = max(s.id) from days d, steps s where d.day = 1 and s.kind = 'turnover'") == [
        (1,)
    ]


def test_a_ruling_given_since_counts_and_only_whom_it_touches_hears(story):
    before = {player: len(story.mails(player)) for player in ("luis", "tess", "owen")}
    say(story, "2026-01-17 09:00", "Duric: 3 po\nreabre el 16 de enero")
    say(story, "2026-01-17 09:10", "Duric: 3 po")
    assert world(story).characters["duric"].purse_cp <= 300
    assert len(story.mails("tess")) == before["tess"]
    assert len(story.mails("owen")) == before["owen"]
    assert "alba" in {row[0] for row in story.rows("select player from revisions")}


def test_a_letter_let_in_late_counts_for_its_day_and_the_party_hears_what_changes(story):
    story.letter("marta@example.com", "2026-01-17 10:00", "Krom compra 1 cuerda.")
    story.run("2026-01-17 10:05")
    story.letter("tess@example.net", "2026-01-17 12:00", "Pell buys 2 torches.", proof="")
    story.run("2026-01-17 12:05")
    story.run("2026-01-17 23:05")
    before = world(story).characters["pell"].purse_cp
    assert story.rows("select state from letters order by id desc limit 1") == [("held",)]
    say(story, "2026-01-18 09:00", "C1 sí\nreabre el último día")
    (revision,) = story.mails("tess", "revision")
    assert "17 Hoarfrost revised: what changes" in revision["Subject"]
    told = " ".join(story.texts("tess", "revision")[-1].split())
    assert "THIS HAPPENED" in told
    assert world(story).characters["pell"].purse_cp < before
    assert not story.mails("luis", "revision")
    assert "Cambia para Tess" in " ".join(story.texts("alba", "digest")[-1].split())


def test_what_an_earlier_day_had_heard_is_not_heard_again_because_this_one_ended_it(story):
    """A proposal of the day before, overruled in the day that is reopened; a limit that another took the place of."""
    story.letter("ivan@example.net", "2026-01-17 10:00", "Volvemos al exterior todos.")
    story.letter("marta@example.com", "2026-01-17 10:00", "Me retiro al 30 %.")
    story.run("2026-01-17 23:05")
    story.letter("luis@example.com", "2026-01-18 10:00", "Exploramos.")
    story.letter("marta@example.com", "2026-01-18 10:10", "Me retiro al 60 %.")
    story.run("2026-01-18 23:05")
    orders = "select id, state, overruled_by, reason, settled = heard from orders order by id"
    before, found, count = story.rows(orders), world(story), len(story.mails())
    say(story, "2026-01-19 09:00", "reabre el último día")
    assert (story.rows(orders), world(story)) == (before, found)
    assert {mail["To"] for mail in story.mails()[count:]} == {"Alba Ferrer <alba@example.com>"}
    say(story, "2026-01-19 09:10", "deshacer")
    assert (story.rows(orders), world(story)) == (before, found)


def test_it_is_taken_back_by_undo_and_the_world_is_exactly_as_it_was(story):
    story.letter("tess@example.net", "2026-01-17 12:00", "Pell buys 2 torches.", proof="")
    story.run("2026-01-17 12:05")
    story.run("2026-01-17 23:05")
    before, orders = world(story), story.rows("select id, state, settled from orders order by id")
    say(story, "2026-01-18 09:00", "C1 sí")
    say(story, "2026-01-18 09:10", "reabre el día 17")
    assert world(story) != before
    say(story, "2026-01-18 09:20", "deshacer")
    assert world(story) == before
    known = {row[0] for row in orders}
    assert [row for row in story.rows("select id, state, settled from orders order by id") if row[0] in known] == orders
    assert "THIS DID NOT HAPPEN" in story.texts("tess", "revision")[-1]
    assert story.run("2026-01-18 23:05").days == [3]


def test_both_revisions_are_proved(story):
    say(story, "2026-01-17 09:00", "Duric: 3 pg\nreabre el último día")
    say(story, "2026-01-17 10:00", "reabre el último día")
    ledger, settings = open_ledger(story.folder / "ledger.db"), load_campaign(story.folder).settings
    found = verify_day(ledger, settings, 1)
    ledger.close()
    assert (found.wrong, found.is_sealed, found.revisions) == ((), True, 3)
    done = CliRunner().invoke(estafeta, ["verify", "-C", str(story.folder), "2026-01-16"])
    assert "3" in done.output
    assert done.exit_code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("reabre el 15 de enero", "Solo se puede reabrir el último día cerrado"),
        ("reabre el 20 de enero", "Ese día aún no se ha cerrado"),
        ("reabre el día 17", "Ese día aún no se ha cerrado"),
    ],
)
def test_an_older_day_and_one_that_is_not_closed_are_refused_with_what_to_do(story, words, told):
    before = steps(story)
    say(story, "2026-01-17 09:00", words)
    assert told in " ".join(story.texts("alba", "receipt")[-1].split())
    assert steps(story) == before


def test_at_the_terminal_with_its_reason_when_it_cannot(story):
    now = ["--now", "2026-01-17T09:00+01:00"]
    done = CliRunner().invoke(estafeta, ["reopen", "-C", str(story.folder), *now, "2026-01-16"])
    assert done.exit_code == 0, done.output
    assert story.rows("select count(*) from revisions") == [(1,)]
    done = CliRunner().invoke(estafeta, ["reopen", "-C", str(story.folder), *now, "2026-01-15"])
    assert done.exit_code == os.EX_DATAERR
    assert "estafeta replay --from" in done.output


def test_a_mail_of_that_day_that_is_still_queued_says_the_day_as_it_is_now(tmp_path):
    from mailer import run as running

    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.letter("tess@example.net", "2026-01-16 12:00", "Pell buys 2 torches.", proof="")
    story.run("2026-01-16 12:05")
    out = story.folder / "mail" / "out"
    story.set("mails_a_day = 300", "mails_a_day = 1") if "mails_a_day = 300" in (
        story.folder / "campaign.toml"
    ).read_text() else ((story.folder / "campaign.toml").open("a").write("\n[limits]\nmails_a_day = 1\n"))
    story.run("2026-01-16 23:05")
    queued = story.rows("select count(*) from outbox where state = 'queued' and kind = 'outcome' and player = 'tess'")
    assert queued == [(1,)]
    say(story, "2026-01-17 09:00", "C1 sí\nreabre el último día")
    rows = story.rows(
        "select kind, text from outbox where player = 'tess' and key like 'step:%' order by id desc limit 2"
    )
    assert "revision" not in {row[0] for row in rows}
    assert any("torch" in row[1] for row in rows if row[0] == "outcome")
    assert out.exists() and running


def test_a_run_that_dies_before_the_day_is_resolved_again_leaves_it_to_the_next(story, monkeypatch):
    import mailer.reopening as reopening_module

    def dies(*_args, **_kwargs):
        raise KeyboardInterrupt

    story.letter(ALBA, "2026-01-17 09:00", "reabre el último día")
    monkeypatch.setattr(reopening_module, "tell_revision", dies)
    monkeypatch.setattr(reopening_module, "ASKED", "reopen")
    with pytest.raises(KeyboardInterrupt):
        story.run("2026-01-17 09:05")
    monkeypatch.undo()
    assert story.rows("select count(*) from revisions") == [(0,)]
    story.run("2026-01-17 09:15")
    assert story.rows("select count(*) from revisions") == [(1,)]
    assert story.rows(
        "select count(*) from outbox where kind = 'digest' and key like 'step:%' and text like '%Revisión 2%'"
    ) == [(1,)]


def test_days_and_letters_go_on_after_it(story):
    say(story, "2026-01-17 09:00", "Krom: 5 pg\nreabre el último día")
    assert story.run("2026-01-17 23:05").days == [2]
    say(story, "2026-01-18 09:00", "reabre el último día")
    assert story.run("2026-01-18 23:05").days == [3]
    assert datetime.now(MADRID)


def test_the_dms_settling_of_a_decision_is_taken_back_and_the_party_is_asked_again(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    for day in range(16, 22):
        story.run(f"2026-01-{day} 23:05")
        if story.rows("select 1 from decisions where state = 'open'"):
            break
    before, (asked,) = world(story), story.rows("select id from decisions where state = 'open'")
    say(story, f"2026-01-{day + 1} 09:00", "D1 A")
    assert world(story) != before
    say(story, f"2026-01-{day + 1} 09:10", "deshacer")
    after = world(story)
    assert after.characters == before.characters
    assert story.rows("select state from decisions where id = ?", *asked) == [("open",)]
    assert "Queda sin efecto «D1 A»" in story.texts("luis", "ruling")[-1]
    say(story, f"2026-01-{day + 1} 09:20", "D1 B")
    assert story.run(f"2026-01-{day + 1} 23:05").days == [day - 14]
