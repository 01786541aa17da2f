"""Letters that share a transaction come to what each would have come to in its own, also where one of them fails."""

import sqlite3

import pytest
from runs.story import Story

import mailer.handful as handful
import mailer.intake as intake

PEOPLE = ("luis@example.com", "marta@example.com", "ivan@example.net", "owen@example.com", "alba@example.com")
WORDS = ("Retirada al {n} %.", "Compro {n} antorchas y una cuerda.", "estado", "Quizá venda algo, ya veré.", "M{n}")


def told(folder, monkeypatch, *, most, stumbles):
    """What the ledger says of some letters."""
    story = Story(folder)
    story.run("2026-01-15 23:05")
    for n in range(26):
        proof = "fail" if n % 7 == 6 else "pass"
        words = WORDS[n % 4].format(n=n)
        sender = PEOPLE[n % 5]
        story.letter(sender, f"2026-01-16 10:{n:02}", words, proof=proof, message_id=f"<{n}@example.net>")
    real = intake.open_letter

    def opened(raw, **options):
        number = int(raw.split(b"Message-ID: <")[1].split(b"@")[0])
        if number in stumbles:
            raise RuntimeError("boom")
        return real(raw, **options)

    with monkeypatch.context() as patch:
        patch.setattr(handful, "_MOST", most)
        patch.setattr(intake, "open_letter", opened)
        report = story.run("2026-01-16 11:05")
    assert report.failed == len(stumbles)
    assert report.accepted + report.held + report.ignored + report.repeats + report.failed == 26
    return everything(story.folder / "ledger.db")


ASKED = {
    "letters": "select id, received, state, reason, player, message_id, subject, effect_key, own_words, attempts,"
    " substr(error, 1, 9), sender from letters order by id",
    "lines": "select * from lines order by letter, line",
    "orders": "select * from orders order by id",
    "doubts": "select * from doubts order by id",
    "outbox": "select key, message_id, kind, player, recipient, subject, text, data from outbox order by id",
}


def everything(path):
    """All that letters write, but for the names that Maildir and the disk give."""
    with sqlite3.connect(path) as db:
        return {name: db.execute(question).fetchall() for name, question in ASKED.items()}


@pytest.mark.parametrize("stumbles", [(), (0, 19, 20), (25,)], ids=str)
def test_together_or_alone_the_ledger_is_the_same(tmp_path, monkeypatch, stumbles):
    alone = told(tmp_path / "a" / "campaign", monkeypatch, most=1, stumbles=stumbles)
    together = told(tmp_path / "b" / "campaign", monkeypatch, most=20, stumbles=stumbles)
    assert all(alone.values())
    assert together == alone


def test_few_letters_wait_for_a_commit_together(tmp_path, monkeypatch):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    commits = []
    from mailer.ledger import ledger

    real = ledger._connect

    def connected(path):
        db = real(path)
        db.set_trace_callback(lambda said: commits.append(said) if said.lower().startswith("commit") else None)
        return db

    monkeypatch.setattr(ledger, "_connect", connected)
    counts = []
    for minute, letters in ((0, 1), (1, 21)):
        for n in range(letters):
            story.letter(PEOPLE[n % 4], f"2026-01-16 1{minute}:{n:02}", f"Retirada al {n} %.")
        commits.clear()
        assert story.run(f"2026-01-16 1{minute}:50").accepted == letters
        counts.append(len(commits))
    mails = 2 * 20  # before each mail and after it
    assert counts[1] - counts[0] - mails < 10
