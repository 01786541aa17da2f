"""Orders by chat: linked by a mailed code, read and answered like letters, changed and deleted by the house's rules."""

import pytest
from runs.chat_story import ChatStory

LUIS, MARTA, JANA, ALBA = "luis@example.com", "marta@example.com", "jana@example.net", "alba@example.com"
ANA = 7


@pytest.fixture
def story(tmp_path, telegram):
    return ChatStory(tmp_path / "campaign", telegram)


@pytest.fixture
def marta(story):
    """A story in which Marta writes by Telegram."""
    story.linked(ANA, "marta", MARTA)
    story.run("2026-01-15 23:05")
    return story


def orders(story):
    """Who ordered what, and how it stands."""
    return story.rows("select player, kind, state, rtrim(text, '.') from orders order by id")


def test_an_order_by_chat_is_read_and_answered_there(marta):
    number = marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    report = marta.run("2026-01-16 10:05")
    assert (report.accepted, report.exit_code) == (1, 0)
    assert orders(marta) == [("marta", "shop", "standing", "Krom compra 2 antorchas")]
    assert "✓" in marta.told(ANA) and "antorchas" in marta.told(ANA)
    assert marta.telegram.sent[-1]["reply_to_message"]["message_id"] == number
    assert marta.rows("select channel, state from outbox where kind = 'receipt' order by id")[1:] == [
        ("telegram", "sent")
    ]
    assert marta.run("2026-01-16 10:10").accepted == 0


def test_the_day_is_told_where_the_last_order_came_from(marta):
    marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.run("2026-01-16 23:05")
    assert "16 de Escarcha" in marta.told(ANA)
    marta.letter(MARTA, "2026-01-17 10:00", "Krom compra 1 antorcha.")
    before = len(marta.telegram.texts(ANA))
    marta.run("2026-01-17 23:05")
    assert len(marta.telegram.texts(ANA)) == before
    channels = marta.rows("select channel from outbox where player = 'marta' and kind = 'outcome' order by id")
    assert channels[-2:] == [("telegram",), ("mail",)]


def test_a_code_is_good_once_and_for_two_days(story):
    story.telegram.person(ANA)
    story.telegram.person(8, "Eva")
    story.letter(MARTA, "2026-01-15 18:00", "vincular telegram")
    story.run("2026-01-15 18:05")
    code = story.code("marta")
    assert code not in "".join(story.texts("marta", "receipt"))
    story.says(8, "2026-01-15 18:10", "/start aaaaaaaaaa")
    story.says(ANA, "2026-01-15 18:11", f"vincular {code.upper()}")
    story.says(8, "2026-01-15 18:12", f"/start {code}")
    story.run("2026-01-15 18:15")
    assert story.rows("select author, player from links") == [("7", "marta")]
    assert "vinculado" in story.told(ANA) and "no vale" in story.told(8)
    assert any("vinculado" in text for text in story.texts("marta", "chat_note"))
    story.letter(LUIS, "2026-01-16 10:00", "quiero vincular mi telegram")
    story.run("2026-01-16 10:05")
    story.says(8, "2026-01-18 10:06", f"/start {story.code('luis')}")
    story.run("2026-01-18 10:10")
    assert story.rows("select player from links") == [("marta",)]


def test_a_stranger_is_obeyed_in_nothing_and_answered_once_a_day(story):
    story.telegram.person(ANA)
    for hour in (10, 11, 12):
        story.says(ANA, f"2026-01-16 {hour}:00", "Krom compra 2 antorchas.")
        story.run(f"2026-01-16 {hour}:05")
    assert len(story.telegram.texts(ANA)) == 1
    assert "vincular Telegram" in story.told(ANA)
    story.says(ANA, "2026-01-17 12:30", "hola?")
    story.run("2026-01-17 12:35")
    assert len(story.telegram.texts(ANA)) == 2
    assert orders(story) == []


def test_what_was_said_before_the_code_is_a_strangers(story):
    story.telegram.person(ANA)
    story.letter(MARTA, "2026-01-15 18:00", "vincular telegram")
    story.run("2026-01-15 18:05")
    story.says(ANA, "2026-01-15 18:06", "Krom compra 2 antorchas.")
    story.says(ANA, "2026-01-15 18:07", f"/start {story.code('marta')}")
    story.says(ANA, "2026-01-15 18:08", "Krom compra 3 antorchas.")
    story.run("2026-01-15 18:10")
    assert [row[3] for row in orders(story)] == ["Krom compra 3 antorchas"]


def test_an_edit_before_the_day_closes_replaces_what_was_said(marta):
    number = marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.run("2026-01-16 10:05")
    marta.telegram.edits(ANA, number, "Krom compra 3 antorchas.", date=marta.at.timestamp() + 10)
    marta.telegram.edits(ANA, number, "Krom compra 4 antorchas.", date=marta.at.timestamp() + 20)
    marta.run("2026-01-16 10:10")
    assert [(row[2], row[3]) for row in orders(marta)] == [
        ("replaced", "Krom compra 2 antorchas"), ("standing", "Krom compra 4 antorchas"),
    ]  # fmt: skip
    assert "última edición" in marta.told(ANA)
    assert sum("última edición" in text for text in marta.telegram.texts(ANA)) == 1


def test_an_edit_in_which_nothing_changed_is_nothing(marta):
    number = marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.run("2026-01-16 10:05")
    said = len(marta.telegram.sent)
    marta.telegram.edits(ANA, number, None)
    marta.run("2026-01-16 10:10")
    assert len(marta.telegram.sent) == said
    assert [row[2] for row in orders(marta)] == ["standing"]


def test_an_edit_after_the_day_closed_has_no_effect_and_gets_one_notice(marta):
    number = marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.run("2026-01-16 23:05")
    before = orders(marta)
    for minute in (10, 20):
        marta.telegram.edits(ANA, number, f"Krom compra {minute} antorchas.", date=marta.at.timestamp() + minute)
        marta.run(f"2026-01-16 23:{minute}")
    assert orders(marta) == before
    notices = [text for text in marta.telegram.texts(ANA) if "ya está resuelto" in text]
    assert len(notices) == 1 and "16 de Escarcha" in notices[0]


def test_the_last_words_before_the_turnover_are_what_is_done(story):
    """An edit stamped after it, though read in the same run, does not reach back."""
    story.linked(ANA, "owen", "owen@example.com")
    story.run("2026-01-15 23:05")
    number = story.says(ANA, "2026-01-16 22:00", "Maren buys 2 torches.")
    story.telegram.edits(ANA, number, "Maren buys 4 torches.", date=story.at.timestamp() + 60)
    story.at = story.at.replace(hour=23, minute=20)
    story.telegram.edits(ANA, number, "Maren buys 9 torches.")
    story.run("2026-01-16 23:30")
    assert story.rows("select json_extract(data, '$.quantity') from events where kind = 'bought'") == [(4,)]
    assert "that day is resolved" in "".join(story.telegram.texts(ANA))


def test_an_edit_of_what_we_never_had_is_no_order(marta):
    number = marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.telegram._queue.clear()  # Telegram forgot it
    marta.telegram.edits(ANA, number, "Krom compra 3 antorchas.")
    marta.run("2026-01-16 10:05")
    assert orders(marta) == []
    assert "Mándalo otra vez" in marta.told(ANA)


def test_the_same_words_twice_in_a_moment_are_one_message(marta):
    marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.says(ANA, "2026-01-16 10:01", "Krom compra 2 antorchas.")
    report = marta.run("2026-01-16 10:05")
    assert (report.accepted, report.repeats) == (1, 1)
    assert len(orders(marta)) == 1
    assert "dos veces" in marta.told(ANA)


def test_a_picture_or_something_forwarded_is_answered_and_not_obeyed(marta):
    marta.says(ANA, "2026-01-16 10:00", "", photo=[{"file_id": "x"}])
    marta.says(ANA, "2026-01-16 10:01", "Krom compra 2 antorchas.", forward_origin={"type": "user"})
    marta.run("2026-01-16 10:05")
    assert orders(marta) == []
    assert "archivo" in marta.told(ANA) and "reenvío" in marta.told(ANA)


def test_in_a_group_nothing_is_obeyed(marta):
    marta.telegram.group(-5)
    marta.says(ANA, "2026-01-16 10:00", "/orden Krom compra 2 antorchas.", chat=-5)
    marta.says(ANA, "2026-01-16 10:01", "/grupo", chat=-5)
    marta.run("2026-01-16 10:05")
    assert orders(marta) == []
    assert "en privado" in marta.telegram.texts(-5)[0] and "-5" in marta.telegram.texts(-5)[1]


def test_somebody_unnamed_is_nobody(marta):
    marta.telegram.person(1087968824, "Group")
    marta.says(1087968824, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.run("2026-01-16 10:05")
    assert marta.states()[-1] == ("ignored", "bot")
    assert marta.telegram.texts(1087968824) == []


def test_a_chat_that_is_closed_to_us_falls_back_to_mail(marta):
    marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.run("2026-01-16 10:05")
    marta.telegram.blocked.add(ANA)
    marta.run("2026-01-16 23:05")
    assert "16 de Escarcha" in marta.texts("marta", "outcome")[-1]
    assert marta.rows("select count(*) from outbox where state <> 'sent'") == [(0,)]
    marta.run("2026-01-17 23:05")
    assert "17 de Escarcha" in marta.texts("marta", "outcome")[-1]
    marta.telegram.blocked.clear()
    marta.says(ANA, "2026-01-18 10:00", "Krom compra 1 antorcha.")
    marta.run("2026-01-18 10:05")
    assert "antorcha" in marta.told(ANA)


def test_unlinked_by_mail_or_by_chat_is_unlinked(marta):
    marta.says(ANA, "2026-01-16 10:00", "desvincular telegram")
    marta.run("2026-01-16 10:05")
    assert marta.rows("select ended_at is null from links") == [(0,)]
    marta.says(ANA, "2026-01-16 10:10", "Krom compra 1 antorcha.")
    marta.run("2026-01-16 10:15")
    assert orders(marta) == []
    assert "todavía no sé quién eres" in marta.told(ANA)


@pytest.mark.parametrize(("rulings", "hp"), [("", 9), ("rulings = true", 5)])
def test_the_dms_word_counts_by_chat_only_where_the_campaign_says_so(tmp_path, telegram, rulings, hp):
    story = ChatStory(tmp_path / "campaign", telegram, more=rulings)
    story.linked(9, "alba", ALBA)
    story.says(9, "2026-01-16 10:00", "Krom: 5 pg")
    story.run("2026-01-16 10:05")
    kept = story.rows("select count(*) from rulings")
    assert kept == [(1 if rulings else 0,)]


def test_a_code_asked_for_in_a_chat_goes_to_the_mailbox(marta):
    marta.says(ANA, "2026-01-16 10:00", "vincular telegram")
    marta.run("2026-01-16 10:05")
    assert marta.code("marta") not in "".join(marta.telegram.texts(ANA))
    assert "marta@example.com" in marta.told(ANA)


def test_fifty_seven_waiting_messages_and_a_server_that_stumbles(marta):
    for number in range(57):
        marta.says(ANA, f"2026-01-16 10:{number:02}", f"Krom compra {number + 1} antorchas.")
    marta.telegram.fail("getUpdates", "drop_before", "502", "429:5", "drop_after")
    before = len(marta.telegram.texts(ANA))
    for minute in range(6):
        marta.run(f"2026-01-16 11:{minute:02}")
    assert [row[3] for row in orders(marta)] == [f"Krom compra {number + 1} antorchas" for number in range(57)]
    assert len(marta.rows("select 1 from outbox where kind = 'receipt' and state = 'sent'")) == 58
    told = marta.telegram.texts(ANA)[before:]
    assert len(told) <= 3 and all(len(text) <= 4000 for text in told)
    numbered = [line.split(".")[0] for text in told for line in text.splitlines() if line.startswith("✓")]
    assert numbered == [f"✓ {number}" for number in range(1, 58)]


def test_ids_that_are_drawn_anew_and_lower_lose_and_double_nothing(marta):
    marta.says(ANA, "2026-01-16 10:00", "Krom compra 1 antorcha.")
    marta.run("2026-01-16 10:05")
    marta.telegram.redraw()
    for number in (2, 3):
        marta.says(ANA, f"2026-01-17 10:0{number}", f"Krom compra {number} antorchas.")
    for minute in (10, 15, 20):
        marta.run(f"2026-01-17 10:{minute}")
    assert len(orders(marta)) == 3
    assert marta.telegram.waiting == 0


def test_a_lost_answer_is_repeated_once_and_marked(marta):
    marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.telegram.fail("sendMessage", "drop_after")
    marta.run("2026-01-16 10:05")
    marta.run("2026-01-16 10:10")
    marta.run("2026-01-16 10:25")
    first, second = [text for text in marta.telegram.texts(ANA) if "antorchas" in text]
    assert second.startswith("[ref ") and second.endswith(first)
    marta.run("2026-01-16 11:25")
    assert len([text for text in marta.telegram.texts(ANA) if "antorchas" in text]) == 2


def test_whoever_is_asked_to_wait_waits_and_nothing_overtakes(marta):
    for minute in range(5):
        marta.says(ANA, f"2026-01-16 10:0{minute}", f"Krom compra {minute + 1} antorchas.")
    marta.telegram.fail("sendMessage", "429:600")
    marta.run("2026-01-16 10:05")
    said = len(marta.telegram.texts(ANA))
    marta.run("2026-01-16 10:10")
    assert len(marta.telegram.texts(ANA)) == said
    marta.run("2026-01-16 10:20")
    (receipt,) = [text for text in marta.telegram.texts(ANA) if "omprar" in text]
    assert [line.split("omprar ")[1].split()[0] for line in receipt.splitlines() if "omprar" in line] == list("12345")


def test_nothing_of_the_token_stands_in_the_ledger(marta):
    marta.telegram.fail("getUpdates", "502")
    marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.run("2026-01-16 10:05")
    marta.run("2026-01-16 23:05")
    for path in marta.folder.glob("ledger.db*"):
        assert b"TEST-TOKEN" not in path.read_bytes()


def test_a_gap_longer_than_telegram_remembers_is_told_in_the_digest(marta):
    marta.run("2026-01-16 23:05")
    marta.run("2026-01-17 23:05")
    digest = marta.texts("alba", "digest")[-1]
    assert "Telegram" in digest


def test_a_group_that_grew_is_followed_and_hears_no_secret(story):
    story.telegram.group(-5)
    story.set('bot = "estafeta_bot"', 'bot = "estafeta_bot"\ngroups = { los-cuatro = "-5" }')
    story.run("2026-01-15 23:05")
    (said,) = story.telegram.texts(-5)
    assert "El día ha cerrado" in said
    assert not any(secret in said for secret in ("Ossur", "PG", "Sello", "retirada"))
    story.telegram.upgrade(-5, -1005)
    story.run("2026-01-16 23:05")
    story.run("2026-01-17 23:05")
    assert len(story.telegram.texts(-1005)) == 2
    assert story.rows("select count(*) from outbox where state <> 'sent'") == [(0,)]


def test_a_day_told_again_comes_where_it_was_asked(marta):
    marta.says(ANA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    marta.run("2026-01-16 23:05")
    told = marta.told(ANA)
    marta.says(ANA, "2026-01-17 10:00", "reenvíame el día 16\n¿qué tienes mío?")
    marta.run("2026-01-17 10:05")
    assert told in marta.telegram.texts(ANA)[-2:]
    assert "Telegram (Marta)" in "".join(marta.telegram.texts(ANA)[-2:])
