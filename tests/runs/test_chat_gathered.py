"""What one run reads of one person is answered by one message: every line in it, each to be answered by its number."""

import pytest
from runs.chat_story import ChatStory

from mailer.outbox.gathered import gathered
from mailer.replaying import changes, replay
from rules.time import Day

ANA = 7


@pytest.fixture
def marta(tmp_path, telegram):
    story = ChatStory(tmp_path / "campaign", telegram)
    story.linked(ANA, "marta", "marta@example.com")
    return story


def say(story, *words, hour="10"):
    """Each in its own minute."""
    return [story.says(ANA, f"2026-01-16 {hour}:{at:02}", text) for at, text in enumerate(words)]


def told(story):
    """What the bot said since it was linked."""
    return story.telegram.texts(ANA)[1:]


def test_questions_of_several_messages_are_answered_by_number(marta):
    say(marta, "Krom compra 2 antorchas.", "Krom compra comida.", "Krom compra 1 odre.", "Krom compra raciones.")
    marta.run("2026-01-16 10:30")
    (receipt,) = told(marta)
    assert [line[:4] for line in receipt.splitlines() if line.startswith(("✓", "?"))] == [
        "✓ 1.",
        "? 2.",
        "✓ 3.",
        "? 4.",
    ]
    assert receipt.count("Puedes cambiarlo hasta") == receipt.count("Sello") == 1
    say(marta, "2A", "4C", hour="11")
    marta.run("2026-01-16 11:30")
    texts = [row[0] for row in marta.rows("select text from orders where state = 'standing' order by id")]
    assert texts == ["Krom compra 2 antorchas", "Krom compra 1 odre", "Krom compra comida", "Krom compra raciones"]
    assert marta.rows("select count(*) from doubts where state = 'open'") == [(0,)]
    marta.run("2026-01-16 23:05")
    marta.run("2026-01-17 23:05")
    from mailer.ledger.ledger import open_ledger

    ledger = open_ledger(marta.folder / "ledger.db")
    assert changes(replay(marta.folder, ledger, first=Day(0)), first=Day(0)) == ()
    ledger.close()


def test_a_line_of_an_earlier_message_is_corrected_by_its_number(marta):
    say(marta, "Krom compra 2 antorchas.", "Krom compra 1 odre.", "Krom compra 1 cuerda.")
    marta.run("2026-01-16 10:30")
    say(marta, "2: 3 odres", hour="11")
    marta.run("2026-01-16 11:30")
    rows = marta.rows("select text, state from orders order by id")
    assert [text for text, state in rows if state == "standing"][:2] == [
        "Krom compra 2 antorchas",
        "Krom compra 1 cuerda",
    ]
    assert rows[1][1] == "replaced" and "3 odres" in rows[-1][0]


def test_a_message_changed_after_the_gathered_receipt_is_told_alone(marta):
    numbers = say(marta, "Krom compra 2 antorchas.", "Krom compra 1 odre.")
    marta.run("2026-01-16 10:30")
    marta.telegram.edits(ANA, numbers[0], "Krom compra 5 antorchas.", date=marta.at.timestamp() + 60)
    marta.run("2026-01-16 10:45")
    assert len(told(marta)) == 2 and "5 antorchas" in told(marta)[-1] and "odre" not in told(marta)[-1]


@pytest.mark.parametrize("fault", ["drop_before", "drop_after", "502", "429:30"])
def test_whatever_becomes_of_the_message_becomes_of_every_receipt(marta, fault):
    say(marta, "Krom compra 2 antorchas.", "Krom compra 1 odre.", "Krom compra 1 cuerda.")
    marta.telegram.fail("sendMessage", fault)
    marta.run("2026-01-16 10:30")
    states = marta.rows(
        "select distinct state, due, attempts from outbox where kind = 'receipt' and within is not null"
    )
    heads = marta.rows("select state, due, attempts from outbox where id in (select within from outbox)")
    assert fault == "drop_before" or states == heads
    for minute in (32, 50):
        marta.run(f"2026-01-16 10:{minute}")
    heard = [text for text in told(marta) if "odre" in text]
    assert all("antorchas" in text and "cuerda" in text for text in heard)
    assert len(heard) == (2 if fault == "drop_after" else 1)
    assert marta.rows("select count(*) from outbox where state <> 'sent'") == [(0,)]


def test_a_closed_chat_gets_each_receipt_by_mail(marta):
    say(marta, "Krom compra 2 antorchas.", "Krom compra 1 odre.")
    marta.telegram.blocked.add(ANA)
    marta.run("2026-01-16 10:30")
    marta.run("2026-01-16 10:35")
    mails = marta.texts("marta", "receipt")[-2:]
    assert "antorchas" in mails[0] and "odre" in mails[1]
    assert marta.rows("select count(*) from outbox where within is not null") == [(0,)]


def test_the_same_apology_is_made_once(marta):
    for minute in range(3):
        marta.says(ANA, f"2026-01-16 10:0{minute}", "", photo=[{"file_id": "x"}])
    say(marta, "Krom compra 2 antorchas.", hour="11")
    marta.run("2026-01-16 11:30")
    (receipt,) = told(marta)
    assert receipt.count("archivo") == 1 and "✓ Comprar 2 antorchas" in receipt


def test_what_is_told_in_between_keeps_its_place(marta):
    """Messages before and after the turnover: the day stands between their receipts."""
    marta.run("2026-01-15 23:05")
    before = len(told(marta))
    marta.says(ANA, "2026-01-16 22:50", "Krom compra 2 antorchas.")
    marta.says(ANA, "2026-01-16 23:10", "Krom compra 1 odre.")
    marta.run("2026-01-16 23:30")
    kinds = marta.rows("select kind from outbox where channel = 'telegram' and within is null order by id")
    assert [kind for (kind,) in kinds][-3:] == ["receipt", "outcome", "receipt"]
    assert len(told(marta)) == before + 3


def test_what_does_not_fit_one_message_begins_another():
    one, foot = "✓ 1. " + "x" * 300, "\n\n\x1e\x1ehasta hoy\n\n\x1esello"
    assert gathered((one + foot,) * 2, 4000) == f"{one}\n{one}\n\n\x1e\x1ehasta hoy\n\n\x1esello"
    assert gathered((one + foot,) * 20, 4000) == ""
    assert gathered(("✓ 1. A\n\n\x1e1A.\x1e\x1e", "✓ 2. B\n\n\x1e\x1ehoy\x1es"), 99).startswith(
        "✓ 1. A\n✓ 2. B\n\n\x1e1A."
    )
