"""Every cause of silence, made on purpose: the doctor names it, with a mend, and everything else stays well."""

import json
import sqlite3
import tomllib
from datetime import datetime, timedelta
from pathlib import Path
from string import Formatter

import pytest
from click.testing import CliRunner
from runs.story import MADRID, Story

from mailer.cli.app import estafeta
from mailer.desk.doctor import examine
from mailer.desk.finding import Finding, Health, told
from mailer.desk.peek import peek
from mailer.desk.providers import provider_of_address, provider_of_host, providers
from mailer.resources import shipped
from mailer.writing.templates import environment

NOW = datetime(2026, 1, 17, 9, 0, tzinfo=MADRID)
WORDS = tomllib.loads((shipped("data") / "doctor.toml").read_text())
CODES = [code for code, entry in WORDS.items() if "is" in entry]


@pytest.fixture
def story(tmp_path):
    """A campaign on which everything is well."""
    tmp_path.chmod(0o700)
    story = Story(tmp_path / "campaign")
    for name in ("new", "cur", "tmp"):
        (story.folder / "mail" / "out" / name).mkdir(parents=True)
    story.letter("luis@example.com", "2026-01-16T10:00", "Aseguramos la posición.")
    story.run("2026-01-16T10:05")
    story.run("2026-01-16T23:05")
    story.run("2026-01-17T08:50")
    return story


def found(story: Story, now: datetime = NOW, **options) -> dict[str, Finding]:
    seen = peek(story.folder, now=now, since=now - timedelta(days=7))
    return {one.finding.code: one.finding for one in examine(seen, **options)}


def ills(story: Story, now: datetime = NOW, **options) -> set[str]:
    return {code for code, one in found(story, now, **options).items() if one.health is Health.MEND}


def change(story: Story, statement: str, *values) -> None:
    with sqlite3.connect(story.folder / "ledger.db") as db:
        db.execute(statement, values)


def test_a_campaign_that_runs_is_well(story):
    assert ills(story) == set()
    codes = found(story).keys()
    assert {"files_whole", "mailbox_well", "trust_well", "run_fresh", "ledger_well", "backup_fresh"} <= codes
    assert {"outbox_clear", "letters_clear", "clock_well", "disk_well"} <= codes


def test_nothing_is_changed_by_looking(story):
    before = {
        path: path.read_bytes() for path in story.folder.rglob("*") if path.is_file() and path.suffix != ".db-shm"
    }
    found(story)
    after = {path: path.read_bytes() for path in story.folder.rglob("*") if path.is_file() and path.suffix != ".db-shm"}
    assert {path.name for path in after.keys() ^ before.keys()} <= {"ledger.db-wal"}
    assert all(after[path] == held for path, held in before.items() if path in after)


def test_mistakes_in_the_files_are_told_each_by_itself(story):
    story.set('turnover = "23:00"', 'turnover = "25:00"')
    story.set('player = "luis"', 'player = "lius"', "roster.toml")
    seen = peek(story.folder, now=NOW, since=NOW)
    wrong = [one.finding for one in examine(seen) if one.finding.code == "files_mistake"]
    keys = {str(one.args["told"]).split(":")[1].strip() for one in wrong}
    assert {"turnover", "characters.duric.player"} <= keys


def test_a_folder_with_an_empty_file_is_told_and_nothing_crashes(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "campaign.toml").touch()
    seen = peek(tmp_path / "empty", now=NOW, since=NOW)
    codes = {one.finding.code for one in examine(seen)}
    assert {"files_mistake", "run_never", "ledger_none"} <= codes
    assert "check_failed" not in codes


def test_the_servers_name_is_learnt_from_delivered_letters(story):
    story.set('authserv_ids = ["mx.example.org"]', "authserv_ids = []")
    seen = found(story)
    assert seen["trust_learnt"].health is Health.MEND
    assert 'authserv_ids = ["mx.example.org"]' in told(seen["trust_learnt"], "es").mend


def test_a_verdict_that_came_along_with_a_letter_is_never_proposed(story):
    story.set('authserv_ids = ["mx.example.org"]', "authserv_ids = []")
    raw = (
        b"Received: from out.example.com by mx.example.org; Sat, 17 Jan 2026 08:00:00 +0100\r\n"
        b"Authentication-Results: trust.example.net; dmarc=pass header.from=example.com\r\n"
        b"From: luis@example.com\r\nTo: estafeta@example.org\r\nMessage-ID: <f@example.com>\r\n\r\nEsperamos.\r\n"
    )
    change(story, "update letters set raw = ?", raw)
    assert "trust_unsigned" in ills(story)


def test_nobody_is_believed_and_no_letter_has_come(tmp_path):
    story = Story(tmp_path / "campaign")
    story.set('authserv_ids = ["mx.example.org"]', "authserv_ids = []")
    assert {"trust_empty", "run_never"} <= ills(story)


def test_cron_that_does_not_call(story):
    later = NOW + timedelta(days=2)
    assert {"run_old", "days_late"} <= ills(story, later)
    assert "estafeta run -C" in told(found(story, later)["run_old"], "en").mend


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("update letters set state = 'shunted', error = 'Traceback\nValueError: x'", "letters_shunted"),
        ("update letters set state = 'held', reason = 'unproved'", "letters_held"),
        ("update letters set state = 'stored', stored = '2026-01-16T09:05:00+00:00'", "letters_waiting"),
        ("update letters set received = '2026-01-16T12:00:00+00:00'", "clock_behind"),
        ("update outbox set state = 'dead', reply = '550 no such user'", "outbox_dead"),
        ("update outbox set state = 'queued', created = '2026-01-16T09:05:00+00:00'", "outbox_late"),
        ("update days set step = 4711", "ledger_damaged"),
        ("insert into runs (started, ended, exit_code) values ('2026-01-17T08:55:00+00:00', '', 75)", "run_failed"),
        (
            "insert into decisions (id, party, kind, json, opened, deadline, step)"
            " values ('x', 'los-cuatro', 'deal', '{}', 0, 60, 1)",
            "decisions_late",
        ),
    ],
)  # fmt: skip
def test_what_the_ledger_tells(story, statement, code):
    change(story, statement)
    assert code in ills(story)


def test_a_stranger_is_told_with_the_address(story):
    story.letter("eva@example.net", "2026-01-17T08:40", "Hola")
    story.run("2026-01-17T08:55")
    assert "eva@example.net" in str(found(story)["strangers"].args["who"])


def test_a_damaged_ledger_names_the_copy_that_is_good(story):
    path = story.folder / "ledger.db"
    path.write_bytes(b"no database at all" * 500)
    for more in ("ledger.db-wal", "ledger.db-shm"):
        (story.folder / more).unlink(missing_ok=True)
    damaged = found(story)["ledger_damaged"]
    assert str(damaged.args["backup"]).startswith("2026")


def test_copies_that_are_old_missing_or_damaged(story):
    *older, copy = sorted((story.folder / "backups").glob("*.db"))
    for path in older:
        path.unlink()
    assert "backup_old" in ills(story, NOW + timedelta(days=5))
    copy.write_bytes(copy.read_bytes()[:5000])
    assert "backup_damaged" in ills(story)
    copy.unlink()
    assert "backup_none" in ills(story)


def test_files_that_everybody_may_read(story):
    story.folder.parent.chmod(0o755)
    ledger = story.folder / "ledger.db"
    ledger.chmod(0o644)
    is_reachable = all(folder.stat().st_mode & 0o001 for folder in ledger.resolve().parents)
    assert ("file_open" in ills(story)) is is_reachable
    ledger.chmod(0o600)
    for copy in (story.folder / "backups").glob("*.db"):
        copy.chmod(0o600)
    assert "file_open" not in ills(story)


def test_own_templates_with_a_mistake(story):
    environment.cache_clear()  # a process reads templates once
    (story.folder / "templates" / "es").mkdir(parents=True)
    (story.folder / "templates" / "es" / "receipt.j2").write_text("{% if %}")
    assert "template_mistake" in ills(story)


def test_a_maildir_that_is_gone(story):
    story.set('path = "mail/in"', 'path = "mail/away"')
    assert "maildir_missing" in ills(story)


def test_a_run_that_is_under_way_is_no_ill(story):
    from mailer.lock import hold

    with hold(story.folder):
        assert ills(story) == set()


def test_a_check_that_fails_stops_no_other(story):
    change(story, "drop table outbox")
    seen = found(story)
    assert {"check_failed", "ledger_well", "clock_well"} <= seen.keys()


def test_the_test_mail_goes_to_the_dm_only_when_asked(story):
    new = story.folder / "mail" / "out" / "new"
    before = len(list(new.iterdir()))
    found(story)
    assert len(list(new.iterdir())) == before
    assert found(story, send_test=True)["test_sent"].args["address"] == "alba@example.com"
    assert len(list(new.iterdir())) == before + 1


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("language", ["es", "en"])
def test_every_finding_has_words_in_both_languages_with_the_same_blanks(code, language):
    for part in WORDS[code].values():
        blanks = {name for _, name, _, _ in Formatter().parse(part[language]) if name}
        assert blanks == {name for _, name, _, _ in Formatter().parse(part["es"]) if name}
        assert part[language].strip()


def test_every_code_in_the_code_has_words_and_every_word_is_used():
    import re

    source = "".join(path.read_text() for path in Path("mailer/desk").rglob("*.py"))
    used = set(re.findall(r'\b(?:well|note|mend)\(\s*"([a-z_]+)"', source))
    assert used == set(CODES)
    mends = set(re.findall(r'\bmend\(\s*"([a-z_]+)"', source))
    assert mends <= {code for code in CODES if "mend" in WORDS[code]}


def test_the_command_line_tells_it_in_words_and_as_json(story):
    arguments = ["doctor", "-C", str(story.folder), "--now", NOW.isoformat()]
    good = CliRunner().invoke(estafeta, arguments)
    assert good.exit_code == 0
    assert "Todo en orden." in good.output
    change(story, "update letters set state = 'shunted', error = 'ValueError: x'")
    bad = CliRunner().invoke(estafeta, [*arguments, "--json"])
    assert bad.exit_code == 1
    lines = [json.loads(line) for line in bad.output.splitlines()]
    assert [line["code"] for line in lines if line["health"] == "mend"] == ["letters_shunted"]
    assert all(line["mend"] for line in lines if line["health"] == "mend")


def test_providers_are_known_by_address_and_by_server():
    assert provider_of_address("mesa@gmail.com").id == "gmail"
    assert provider_of_host("imap.gmail.com").id == "gmail"
    assert provider_of_host("outlook.office365.com").id == "outlook"
    assert provider_of_host("notgmail.com").id == "own"
    assert provider_of_address("mesa@example.org").id == "own"
    assert all(one.login["es"] and one.login["en"] for one in providers().values())


def test_the_judgement_of_the_dms_own_setting_is_that_of_the_run(story):
    story.set('authserv_ids = ["mx.example.org"]', 'authserv_ids = ["filter.example.net"]')
    raw = (
        b"Received: from out.example.com by mail.local; Sat, 17 Jan 2026 08:00:00 +0100\r\n"
        b"Authentication-Results: out.example.com; dmarc=pass header.from=example.com\r\n"
        b"Authentication-Results: filter.example.net; dmarc=pass header.from=example.com\r\n"
        b"From: luis@example.com\r\nTo: estafeta@example.org\r\nMessage-ID: <f@example.com>\r\n\r\nEsperamos.\r\n"
    )
    change(story, "update letters set raw = ?", raw)
    assert "trust_well" in found(story)


@pytest.mark.parametrize(
    ("over", "name"),
    [
        ("by 10.0.0.3 with LMTP", "filter.example.net"),
        ("from relay.example.com ([127.0.0.1])\r\n\tby box with LMTP\r\n\tid WNUuCPQ", "filter.example.net"),
        ("from relay.example.com ([10.0.0.2])\r\n\tby box (Dovecot) with LMTPS", "filter.example.net"),
        ("from with.lmtp.example.com (by-box-with-LMTP [203.0.113.9]) by box with ESMTP", ""),
    ],
)
def test_a_verdict_above_the_door_is_learnt_whatever_its_name(story, over, name):
    story.set('authserv_ids = ["mx.example.org"]', "authserv_ids = []")
    raw = (
        f"Received: {over}; Sat, 17 Jan 2026 08:00:01 +0100\r\n"
        "Authentication-Results: filter.example.net; dmarc=pass header.from=example.com\r\n"
        "Received: from out.example.com by mail.local; Sat, 17 Jan 2026 08:00:00 +0100\r\n"
        "From: luis@example.com\r\nTo: estafeta@example.org\r\nMessage-ID: <f@example.com>\r\n\r\nEsperamos.\r\n"
    ).encode()
    change(story, "update letters set raw = ?", raw)
    seen = found(story)
    assert ("trust_learnt" in seen, "trust_unsigned" in seen) == (bool(name), not name)
    assert not name or name in told(seen["trust_learnt"], "es").mend
