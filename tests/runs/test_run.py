"""One run and the next: idempotent, in order, nothing lost, nothing obeyed that is not proved."""

import os
import subprocess
import sys
from datetime import datetime

import pytest
from runs.story import MADRID, Story

from mailer.errors import BusyError, CampaignError
from mailer.ledger.ledger import open_ledger
from mailer.lock import hold

LUIS, MARTA, ALBA = "luis@example.com", "marta@example.com", "alba@example.com"


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path / "campaign")


def states(story):
    return [row[0] for row in story.rows("select state from letters order by id")]


def test_a_letter_is_read_and_answered_once(story):
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    first = story.run("2026-01-16 10:05")
    assert (first.accepted, first.exit_code) == (1, 0)
    assert len(story.mails("luis", "receipt")) == 1
    second = story.run("2026-01-16 10:10")
    assert second.is_idle
    assert len(story.mails("luis", "receipt")) == 1


def test_the_same_letter_delivered_twice_acts_once(story):
    raw = story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    story.run("2026-01-16 10:05")
    again = b"Received: from elsewhere.example.net by mx.example.org; Fri, 16 Jan 2026 10:30:00 +0100\r\n" + raw
    story.put(again, datetime(2026, 1, 16, 10, 30, tzinfo=MADRID))
    report = story.run("2026-01-16 10:35")
    assert (report.accepted, report.repeats) == (0, 1)
    assert story.rows("select count(*) from orders") == [(1,)]
    assert len(story.mails("luis", "receipt")) == 1


def test_a_day_is_closed_in_the_first_run_after_its_turnover_and_only_once(story):
    assert story.run("2026-01-15 22:59").days == []
    assert story.run("2026-01-15 23:00").days == [0]
    assert story.run("2026-01-15 23:10").days == []
    assert len(story.mails("alba", "digest")) == 1


def test_missed_days_are_closed_one_by_one_in_order(story):
    story.run("2026-01-15 23:05")
    report = story.run("2026-01-18 23:05")
    assert report.days == [1, 2, 3]
    assert [row[0] for row in story.rows("select day from days order by day")] == [0, 1, 2, 3]
    first, both = story.texts("alba", "digest")
    assert "LOS DÍAS QUE FALTABAN" not in first
    assert "16 de Escarcha ·" in both and "17 de Escarcha ·" in both


def test_orders_count_for_the_day_in_which_the_server_had_them(story):
    """The machine was off: both letters are read in one run, each before the turnover that followed it."""
    story.letter("owen@example.com", "2026-01-16 12:00", "Maren buys 2 torches.")
    story.letter("owen@example.com", "2026-01-17 12:00", "Maren buys 3 torches.")
    story.run("2026-01-18 09:00")
    bought = story.rows("select day, json_extract(data, '$.quantity') from events where kind = 'bought' order by id")
    assert bought == [(1, 2), (2, 3)]


def test_the_date_header_does_not_decide_what_is_later(story):
    raw = story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    assert b"Date: Fri, 16 Jan 2026" in raw
    (path,) = (story.folder / "mail" / "in" / "new").iterdir()
    path.write_bytes(raw.replace(b"Date: Fri, 16 Jan 2026 10:00:00", b"Date: Mon, 16 Jan 2034 10:00:00"))
    story.run("2026-01-16 23:05")
    assert story.rows("select received from orders") == [(1440 + 600,)]


def test_a_rehearsal_shows_and_leaves_no_trace(story):
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    report = story.run("2026-01-16 23:05", is_rehearsal=True)
    assert (report.accepted, report.days) == (1, [1])
    assert states(story) == []
    assert len(list((story.folder / "mail" / "in" / "new").iterdir())) == 1
    assert len(story.mails("luis")) == 2  # the welcome, and the day


def test_nobody_is_obeyed_without_proof(story):
    story.letter(LUIS, "2026-01-16 10:00", "Exploramos hacia el fondo.", proof="fail")
    report = story.run("2026-01-16 10:05")
    assert (report.accepted, report.held) == (0, 1)
    assert story.rows("select count(*) from orders") == [(0,)]
    (question,) = story.mails("luis", "held_confirmation")
    assert question["To"].endswith(f"<{LUIS}>")


def test_a_held_letter_counts_once_its_owner_vouches_for_it(story):
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.", proof="")
    story.run("2026-01-16 10:05")
    text = story.texts("luis", "held_confirmation")[0]
    code = next(word for word in text.split() if len(word) == 20 and word.isalnum())
    story.letter(LUIS, "2026-01-16 11:00", f"sí {code}")
    report = story.run("2026-01-16 11:05")
    assert report.accepted == 2
    assert states(story) == ["accepted", "accepted"]
    assert story.rows("select received from orders") == [(1440 + 600,)]


def test_only_the_owner_of_a_held_letter_can_vouch_for_it(story):
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.", proof="fail")
    story.run("2026-01-16 10:05")
    code = next(word for word in story.texts("luis", "held_confirmation")[0].split() if len(word) == 20)
    story.letter(MARTA, "2026-01-16 11:00", f"sí {code}")
    story.run("2026-01-16 11:05")
    assert states(story)[0] == "held"


def test_one_question_a_day_to_an_address_however_many_forgeries(story):
    for minute in range(5):
        story.letter(LUIS, f"2026-01-16 10:0{minute}", f"Exploramos {minute}.", proof="fail")
    story.run("2026-01-16 10:10")
    assert len(story.mails("luis", "held_confirmation")) == 1


def test_strangers_get_one_answer_a_week_and_machines_none(story):
    for hour in ("09", "10"):
        story.letter("eva@example.net", f"2026-01-16 {hour}:00", f"¿Es aquí la partida? {hour}")
    story.letter("eva@example.net", "2026-01-16 11:00", "Estoy fuera.", Auto_Submitted="auto-replied")
    story.run("2026-01-16 12:00")
    assert len(story.mails(kind="stranger_answer")) == 1


def test_a_dm_settles_with_a_short_answer_to_the_digest(story):
    story.run("2026-01-15 23:05")
    for day in range(16, 22):
        story.run(f"2026-01-{day} 23:05")
        if story.rows("select 1 from decisions where state = 'open'"):
            break
    (before,) = story.rows("select id from decisions where state = 'open'")
    story.letter(ALBA, f"2026-01-{day + 1} 09:00", "D1 A")
    story.run(f"2026-01-{day + 1} 09:05")
    assert story.rows("select state, choice, answered_by from decisions where id = ?", *before)[0][::2] == (
        "answered",
        "alba",
    )


def test_a_forged_dm_settles_nothing(story):
    story.run("2026-01-15 23:05")
    for day in range(16, 22):
        story.run(f"2026-01-{day} 23:05")
        if story.rows("select 1 from decisions where state = 'open'"):
            break
    story.letter(ALBA, f"2026-01-{day + 1} 09:00", "D1 A", proof="")
    story.run(f"2026-01-{day + 1} 09:05")
    assert story.rows("select count(*) from decisions where state = 'answered'") == [(0,)]


def test_a_letter_that_crashes_us_is_shunted_and_the_others_go_on(story, monkeypatch):
    import mailer.intake as intake

    real = intake.open_letter

    def trips(raw, **options):
        if b"boom" in raw:
            raise RuntimeError("boom")
        return real(raw, **options)

    monkeypatch.setattr(intake, "open_letter", trips)
    story.letter(LUIS, "2026-01-16 10:00", "boom")
    story.letter(MARTA, "2026-01-16 10:01", "estado")
    reports = [story.run(f"2026-01-16 1{hour}:05") for hour in (0, 1, 2)]
    assert [report.failed for report in reports] == [1, 1, 0]
    assert reports[2].shunted == 1
    assert reports[0].exit_code != 0
    assert states(story) == ["shunted", "accepted"]
    story.run("2026-01-16 23:05")
    assert "boom" in story.texts("alba", "digest")[-1]


def test_a_day_waits_for_a_mailbox_that_cannot_be_read_but_not_for_ever(story):
    story.run("2026-01-15 22:00")
    mailbox = story.folder / "mail" / "in"
    mailbox.rename(story.folder / "gone")
    report = story.run("2026-01-15 23:05")
    assert report.waiting_for_mailbox
    assert report.days == []
    assert report.exit_code == os.EX_TEMPFAIL
    (story.folder / "gone").rename(mailbox)
    assert story.run("2026-01-15 23:10").days == [0]
    mailbox.rename(story.folder / "gone")
    assert story.run("2026-01-16 23:30").days == [1]  # silent for longer than a day: the campaign goes on


def test_a_second_run_leaves_at_once(story):
    with hold(story.folder), pytest.raises(BusyError):
        story.run("2026-01-15 22:00")


def test_mistakes_in_the_files_are_told_at_once_and_nothing_is_touched(story):
    story.set('language = "es"', 'language = "klingon"')
    with pytest.raises(CampaignError):
        story.run("2026-01-15 22:00")
    assert not (story.folder / "ledger.db").exists()


def test_the_command_line_as_cron_calls_it(story):
    """No locale, no home, no path: quiet when all is well, one line and a code when not."""
    estafeta = [sys.executable, "-c", "from mailer.cli import main; main()"]
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    run = [*estafeta, "run", "-C", str(story.folder), "--now", "2026-01-16T10:05+01:00"]
    here = {"PATH": "/usr/bin:/bin", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(run, env=here, cwd="/", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    story.set('kind = "maildir"\npath = "mail/in"', 'kind = "maildir"\npath = "nowhere"')
    done = subprocess.run(run, env=here, cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == os.EX_TEMPFAIL
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_copy_of_the_ledger_is_kept_of_every_evening_and_old_ones_go(story):
    story.set('tag = "Los Cuatro"', 'tag = "Los Cuatro"\nbackup_keep_days = 2')
    for day in (15, 16, 17):
        story.run(f"2026-01-{day} 23:05")
        story.run(f"2026-01-{day} 23:10")
    copies = sorted((story.folder / "backups").iterdir())
    assert len(copies) == 2
    copy = open_ledger(copies[-1])
    assert copy.db.execute("select max(day) from days").fetchone()[0] == 2
    assert copy.db.execute("pragma integrity_check").fetchone()[0] == "ok"
    copy.close()


def test_a_mailbox_silent_for_long_is_mailed_to_the_dm_once_a_day(story):
    story.run("2026-01-15 22:00")
    (story.folder / "mail" / "in").rename(story.folder / "gone")
    for hour in ("23", "03", "05", "07"):
        story.run(f"2026-01-{15 if hour == '23' else 16} {hour}:05")
    assert len(story.mails("alba", "alert")) == 1
    story.run("2026-01-17 08:05")
    assert len(story.mails("alba", "alert")) == 2


def test_a_question_that_arose_in_a_night_we_missed_can_still_be_answered(story):
    """The goblins' deal of 17 January is found only on the 21st: it is not answered by silence before it was put."""
    story.letter(LUIS, "2026-01-16 09:12", "Aseguramos la posición en la sala de las columnas.")
    report = story.run("2026-01-21 10:00")
    assert report.days == [0, 1, 2, 3, 4, 5]
    (row,) = story.rows("select state, deadline from decisions where kind = 'deal'")
    assert row == ("open", 6 * 1440 + 23 * 60)
    story.letter(LUIS, "2026-01-21 12:00", "Aceptamos el trato.")
    story.run("2026-01-21 12:05")
    assert story.rows("select state, answered_by from decisions where kind = 'deal'") == [("answered", "luis")]


def test_a_line_of_the_receipt_is_corrected_by_its_number(story):
    story.letter("tess@example.net", "2026-01-16 10:00", "Pell buys 2 torches.\n\nPell rests two days.")
    story.run("2026-01-16 10:05")
    story.letter("tess@example.net", "2026-01-16 11:00", "1: 5 torches")
    story.run("2026-01-16 11:05")
    assert [row[0] for row in story.rows("select state from orders order by id")] == [
        "replaced",
        "standing",
        "standing",
    ]
    story.run("2026-01-16 23:05")
    bought = story.rows(
        "select json_extract(data, '$.item'), json_extract(data, '$.quantity') from events where kind = 'bought'"
    )
    assert bought == [("torch", 5)]


def test_undo_takes_back_the_whole_last_letter(story):
    story.letter("tess@example.net", "2026-01-16 10:00", "Pell buys 2 torches.\n\nPell rests two days.")
    story.run("2026-01-16 10:05")
    story.letter("tess@example.net", "2026-01-16 11:00", "undo")
    story.run("2026-01-16 11:05")
    states = [row[0] for row in story.rows("select state from orders where kind in ('shop', 'rest') order by id")]
    assert states == ["cancelled", "cancelled"]


def test_the_digest_tells_what_followed_an_answer(story):
    """The worms come after the deal was taken; the DM hears of Ulmo's death in the evening's digest."""
    story.letter(
        LUIS,
        "2026-01-16 09:12",
        "Como portavoz: aseguramos la posición en la sala de las columnas.\n"
        "Si alguno baja del 30 % de salud, nos damos la vuelta.",
    )
    for day in (16, 17):
        story.run(f"2026-01-{day} 23:05")
    story.letter(LUIS, "2026-01-18 09:31", "Aceptamos el trato.")
    story.run("2026-01-18 09:36")
    story.run("2026-01-18 23:05")
    assert "Ulmo cae" in story.texts("alba", "digest")[-1]
    day = story.mails("luis", "outcome")[-2]["Subject"]
    assert "17 de Escarcha" in day


def test_a_campaign_that_moves_to_another_machine_reads_no_letter_again(story, tmp_path):
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    story.run("2026-01-16 10:05")
    story.folder.rename(tmp_path / "elsewhere")
    story.folder = tmp_path / "elsewhere"
    assert story.run("2026-01-16 10:10").is_idle
    assert len(story.mails("luis", "receipt")) == 1
    assert story.rows("select count(*) from letters") == [(1,)]


def test_a_new_generation_revokes_the_reply_tokens_of_one_player(story):
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    story.run("2026-01-16 10:05")
    reply_to = story.mails("luis", "receipt")[0]["Reply-To"].addresses[0].addr_spec
    story.letter(LUIS, "2026-01-16 11:00", "Retirada al 40 %.", proof="", to=reply_to)
    assert story.run("2026-01-16 11:05").accepted == 1
    story.set(
        'addresses = ["luis@example.com"]', 'addresses = ["luis@example.com"]\ntoken_generation = 1', "roster.toml"
    )
    story.letter(LUIS, "2026-01-16 12:00", "Retirada al 50 %.", proof="", to=reply_to)
    report = story.run("2026-01-16 12:05")
    assert (report.accepted, report.held) == (0, 1)
    new = story.mails("luis")[-1]["Reply-To"].addresses[0].addr_spec
    story.letter(LUIS, "2026-01-16 13:00", "Retirada al 60 %.", proof="", to=new)
    assert story.run("2026-01-16 13:05").accepted == 1


def test_a_held_letter_of_several_lines_counts_whole(story):
    """Our question about it shows its first words: they are the player's own all the same."""
    words = (
        "Compro dos antorchas y una cuerda, no más de 3 po en total.\n"
        "Descanso tres días.\nSi bajo del 40 % de vida, me retiro."
    )
    story.letter(MARTA, "2026-01-16 10:00", words, proof="")
    story.run("2026-01-16 10:05")
    asked = story.texts("marta", "held_confirmation")[0]
    assert "Compro dos antorchas" in asked
    code = next(word for word in asked.split() if len(word) == 20 and word.isalnum())
    story.letter(MARTA, "2026-01-16 11:00", f"sí {code}")
    story.run("2026-01-16 11:05")
    read = [row[0] for row in story.rows("select verdict from lines order by line")]
    assert read == ["order"] * 3


def test_everybody_is_welcomed_once_and_newcomers_too(story):
    story.run("2026-01-15 10:00")
    addresses = {mail["To"].addresses[0].addr_spec for mail in story.mails(kind="welcome")}
    assert addresses >= {LUIS, MARTA, "owen@example.com"}
    (luis,) = story.texts("luis", "welcome")
    assert "Krom" in luis or "Duric" in luis
    assert "23:00" in luis
    assert not story.mails("alba", "welcome")  # the DM knows how it is played
    story.letter(LUIS, "2026-01-15 11:00", "Retirada al 30 %.")
    story.run("2026-01-15 11:05")
    story.run("2026-01-16 23:05")
    assert len(story.mails("luis", "welcome")) == 1


def test_a_second_run_under_cron_leaves_without_a_word(story):
    from click.testing import CliRunner

    from mailer.cli import app

    story.run("2026-01-15 10:00")
    with hold(story.folder):
        quiet = CliRunner().invoke(app.estafeta, ["run", "-C", str(story.folder), "--now", "2026-01-15T11:00"])
        assert (quiet.exit_code, quiet.output) == (75, "")
        told = subprocess.run(
            [sys.executable, "-m", "mailer", "run", "-v", "-C", str(story.folder), "--now", "2026-01-15T11:00"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert told.returncode == 75
        assert "hay otra pasada en marcha" in told.stderr
