"""What a run says under cron, and what it writes into its log: what was done; no secret and nobody's words."""

import base64
import os
import re
import subprocess
import sys
from datetime import date, timedelta

import pytest
from runs.story import Story
from servers.scripted import Scripted
from servers.smtpd import FaultSMTP

from mailer.gate.tokens import make_token
from mailer.ledger.ledger import open_ledger

PASSWORD = "correct-horse-battery"
WORDS = ("Zarzamora", "Quitasol", "Palimpsesto")  # of a letter's body, its subject, its head
LUIS, ALBA = "luis@example.com", "alba@example.com"


@pytest.fixture
def story(tmp_path, monkeypatch):
    monkeypatch.setenv("ESTAFETA_LOG_PASSWORD", PASSWORD)
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 12:00")
    return story


def letter(story, at="2026-01-15 13:00", words="Duric compra 2 antorchas."):
    story.letter(LUIS, at, f"{words}\n{WORDS[0]} con cuidado.", subject=WORDS[1], Organization=WORDS[2])


def runs(story, at, *more, program=("-m", "mailer")):
    """A run of its own, as cron has it: what it says on both its ways out and into its log, and its code."""
    log = story.folder / "run.log"
    words = [sys.executable, *program, "run", "-C", str(story.folder), "--now", f"{at}:00+01:00", *more]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LC_ALL": "C.UTF-8"}
    done = subprocess.run([*words, "--log", str(log)], capture_output=True, text=True, check=False, env=env)
    return done.returncode, done.stdout + done.stderr + log.read_text() if log.exists() else done.stderr, log


def planted(story):
    """Whatever must stand in no log: passwords, tokens, the secrets of dice, and what people wrote."""
    ledger = open_ledger(story.folder / "ledger.db")
    secret = ledger.get("secret")
    days = [row[0] for row in ledger.db.execute("select secret from days")]
    players = [row[0] for row in ledger.db.execute("select id from players")]
    ledger.close()
    end = date(2026, 2, 1) + timedelta(days=60)
    tokens = [
        make_token(secret.encode(), one, expires=end + timedelta(days=n)) for one in players for n in range(-3, 4)
    ]
    coded = base64.b64encode(f"\0estafeta\0{PASSWORD}".encode()).decode()
    return [PASSWORD, base64.b64encode(PASSWORD.encode()).decode(), coded, secret, *days, *tokens, *WORDS]


def holds_none(story, said):
    found = [one for one in planted(story) if one.lower() in said.lower()]
    assert found == [], said


def smtp(story, server, *, has_login=True):
    line = f'kind = "smtp"\nhost = "{server.host}"\nport = {server.port}\nsecurity = "plain"\n'
    login = 'user = "estafeta"\npassword = { env = "ESTAFETA_LOG_PASSWORD" }\n' if has_login else ""
    story.set('kind = "maildir"\npath = "mail/out"', line + login)


def imap(story, server):
    text = (story.folder / "campaign.toml").read_text()
    box = (f'[[inbox]]\nkind = "imap"\nhost = "{server.host}"\nport = {server.port}\nuser = "estafeta"\n'
           'password = { env = "ESTAFETA_LOG_PASSWORD" }\nsecurity = "plain"\n')  # fmt: skip
    changed = re.sub(r"\[\[inbox\]\].*?(?=\n\[)", box, text, count=1, flags=re.DOTALL)
    assert changed != text
    (story.folder / "campaign.toml").write_text(changed)


def test_an_evening_says_what_was_done_in_one_line(story):
    letter(story)
    story.letter("stranger@example.org", "2026-01-15 13:01", f"{WORDS[0]}?", subject=WORDS[1])
    story.letter(LUIS, "2026-01-15 13:02", f"{WORDS[0]} otra vez", proof="fail")
    code, said, log = runs(story, "2026-01-15T23:05", "-v")
    assert code == 0
    (line,) = log.read_text().splitlines()
    at, _, told = line.partition(" ")
    assert at == "2026-01-15T23:05:00+01:00"
    counts = r"cartas: 3, aceptadas: 1, .*retenidas: 1, .*días cerrados: 1, correos enviados: \d+"
    assert re.fullmatch(counts, told), told
    holds_none(story, said)


def test_a_run_with_nothing_to_do_says_so(story):
    _, _, log = runs(story, "2026-01-15T12:30")
    assert log.read_text().splitlines()[-1].partition(" ")[2]


@pytest.mark.parametrize("refusal", [b"{tag} NO wrong: %s", b"{tag} NO [UNAVAILABLE] %s", b"{tag} BAD %s"])
def test_a_mailbox_that_says_our_password_back_is_quoted_without_it(story, refusal):
    words = PASSWORD.encode() + b" / " + base64.b64encode(f"\0estafeta\0{PASSWORD}".encode())
    rules = [(rb"\w+ CAPABILITY", b"* CAPABILITY IMAP4rev1\r\n{tag} OK done"), (rb"\w+ LOGIN", refusal % words)]
    with Scripted(b"* OK ready", rules) as server:
        imap(story, server)
        code, said, log = runs(story, "2026-01-15T14:00", "-v")
        assert any(b"LOGIN" in heard for heard in server.heard), (said, server.heard)
    assert code in (os.EX_NOPERM, os.EX_TEMPFAIL)
    assert "…" in log.read_text()
    holds_none(story, said)


@pytest.mark.parametrize("code", [b"535", b"454"])
def test_a_mail_server_that_says_our_password_back_is_quoted_without_it(story, code):
    words = PASSWORD.encode() + b" " + base64.b64encode(f"\0estafeta\0{PASSWORD}".encode())
    rules = [(rb"(?i)ehlo", b"250-here\r\n250 AUTH PLAIN"), (rb"(?i)auth", code + b" 5.7.8 no: " + words)]
    with Scripted(b"220 ready", rules) as server:
        smtp(story, server)
        letter(story)
        found, said, log = runs(story, "2026-01-15T14:00", "-v")
        assert any(b"AUTH" in heard for heard in server.heard)
    assert found in (os.EX_NOPERM, os.EX_TEMPFAIL)
    assert "…" in log.read_text()
    holds_none(story, said)
    (told,) = story.rows("select group_concat(reply) from outbox")[0]
    assert PASSWORD not in (told or "")


@pytest.mark.parametrize("refusal", ["550 5.7.1 spam: {}", "451 4.7.1 greylisted: {}"])
def test_mails_that_a_server_refuses_are_counted_and_not_quoted(story, refusal):
    with FaultSMTP.start(faults=[{"at": "data", "code": refusal.format(WORDS[0]), "times": -1}]) as server:
        smtp(story, server, has_login=False)
        letter(story)
        _, said, log = runs(story, "2026-01-15T14:00", "-v")
    assert re.search(r"cartas: 1, aceptadas: 1, .*: \d+$", log.read_text().splitlines()[0])
    holds_none(story, said)


BREAKS = """
import sys
import mailer.{module} as module

def fails(*_args, **_named):
    try:
        raise KeyError({words!r})
    except KeyError as error:
        raise ValueError({words!r} + " {password}") from error

module.{name} = fails
from mailer.cli import main
main()
"""


@pytest.mark.parametrize(
    ("module", "name", "code"),
    [
        ("resolving", "advance", os.EX_SOFTWARE),  # a day
        ("intake", "judge", os.EX_SOFTWARE),  # a letter
        ("writing.render", "render", os.EX_SOFTWARE),  # a mail, and with it the letter and the day
        ("welcoming", "welcome", os.EX_SOFTWARE),  # outside of everything that is caught
        ("run", "collect", os.EX_SOFTWARE),
        ("outbox.send", "send", os.EX_SOFTWARE),
    ],
)
@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "verbose"])
def test_a_mistake_of_ours_is_told_by_its_place_and_without_a_word(story, tmp_path, module, name, code, is_plain):
    letter(story)
    script = tmp_path / "breaks.py"
    script.write_text(BREAKS.format(module=module, name=name, words=" ".join(WORDS), password=PASSWORD))
    found, said, _ = runs(story, "2026-01-15T23:05", *([] if is_plain else ["-v"]), program=(str(script),))
    assert found == code, said
    if module != "intake":
        assert "ValueError" in said
    holds_none(story, said)


def test_a_template_of_the_campaigns_own_that_fails_says_where_and_nothing_else(story):
    own = story.folder / "templates" / "es"
    own.mkdir(parents=True)
    (own / "receipt.j2").write_text(
        "{% macro subject(v) %}x{% endmacro %}{% macro body(v) %}{{ v.lines[0].text.nothing.at_all }}{% endmacro %}"
    )
    letter(story)
    _, said, _ = runs(story, "2026-01-15T14:00", "-v")
    holds_none(story, said)
