"""A week written three ways at once, by Telegram, Matrix and mail: its ledger is that of the same week all by mail."""

import pytest
from runs.chat_story import ChatStory
from runs.story import Story

ADDRESSES = {"luis": "luis@example.com", "marta": "marta@example.com", "jana": "jana@example.net",
             "ivan": "ivan@example.net", "owen": "owen@example.com"}  # fmt: skip
LUIS, OWEN = 7, 8
# when, who, what: each is read by a run in its own minute
WEEK = (
    ("2026-01-15 20:00", "luis", "Exploramos la cripta. Retirada al 30 %."),
    ("2026-01-15 20:10", "owen", "Maren buys 2 torches.\nMaren rests three days."),
    ("2026-01-15 20:20", "marta", "Krom se retira al 40 %."),
    ("2026-01-15 23:05", "", ""),
    ("2026-01-16 09:00", "jana", "Me quedo asegurando la posición."),
    ("2026-01-16 09:10", "marta", "anular 3\nKrom se retira al 50 %."),
    ("2026-01-16 12:00", "owen", "Maren buys 1 rope.\nHow am I?"),
    ("2026-01-16 23:05", "", ""),
    ("2026-01-17 10:00", "luis", "Volvemos."),
    ("2026-01-17 10:10", "marta", "Krom compra 3 antorchas."),
    ("2026-01-17 23:05", "", ""),
    ("2026-01-18 11:00", "marta", "ausente del 20 al 22"),
    ("2026-01-18 11:30", "luis", "Viajamos a Valdecuervo."),
    ("2026-01-18 23:05", "", ""),
    ("2026-01-19 12:00", "owen", "Hesper studies."),
    ("2026-01-19 23:05", "", ""),
    ("2026-01-20 23:05", "", ""),
)


def facts(story):
    """What the campaign's ledger holds of the game, whichever way it was written."""
    return {
        "orders": story.rows("select id, line, text, player, character, kind, state, received from orders order by id"),
        "lines": story.rows("select line, text, verdict from lines order by letter, line"),
        "doubts": story.rows("select line, code, text, args, state from doubts order by id"),
        "days": story.rows("select day, step, secret from days"),
        "events": story.rows("select step, day, at, party, kind, characters, data, audience from events order by id"),
        "sheets": story.rows("select * from sheets order by character, step"),
        "parties": story.rows("select * from parties order by party, step"),
        "decisions": story.rows("select id, state, choice, answered_by from decisions"),
        "told": story.rows(
            "select player, kind, subject from outbox where kind not in ('link_code', 'chat_note', 'receipt', 'digest')"
            " and player is not null order by id"
        ),
    }


def play(story, say):
    """The week: each message read in its own minute, and every open question answered by the same letter."""
    for at, who, words in WEEK:
        if who:
            say(who, at, words)
        assert story.run(at).exit_code == 0
        asked = story.rows("select party from decisions where state = 'open' and party = 'los-cuatro'")
        if asked and not who:
            later = at.replace("23:05", "23:15")
            say("jana", later, "A")
            say("luis", later, "A")
            assert story.run(later).exit_code == 0
    return facts(story)


@pytest.fixture
def by_mail(tmp_path):
    story = Story(tmp_path / "mail")
    return play(story, lambda who, at, words: story.letter(ADDRESSES[who], at, words))


def test_the_ledger_is_the_same_by_whichever_way_it_was_written(tmp_path, telegram, synapse, by_mail):
    story = ChatStory(tmp_path / "chats", telegram, synapse)
    ana = synapse.register("marta")
    story.linked(LUIS, "luis", ADDRESSES["luis"])
    story.linked(OWEN, "owen", ADDRESSES["owen"])
    story.letter(ADDRESSES["marta"], "2026-01-15 18:00", "vincular matrix")
    story.run("2026-01-15 18:00")
    room = synapse.room(ana, story.bot.id)
    synapse.says(ana, room, f"vincular {story.code('marta')}")
    story.run("2026-01-15 18:10")  # accepts the invitation
    story.run("2026-01-15 18:15")
    assert len(story.rows("select 1 from links where ended_at is null")) == 3

    def say(who, at, words):
        if who in ("luis", "owen"):
            story.says({"luis": LUIS, "owen": OWEN}[who], at, words)
        elif who == "marta":
            synapse.says(ana, room, words)
        else:
            story.letter(ADDRESSES[who], at, words)

    told = play(story, say)
    for what, found in told.items():
        if what == "lines":
            found = [row for row in found if "vincular" not in row[1]]
        assert found == by_mail[what], what
    ways = dict(
        story.rows("select player, group_concat(distinct channel) from outbox where kind = 'outcome' group by 1")
    )
    assert (ways["luis"], ways["marta"], ways["jana"]) == ("telegram", "matrix", "mail")
    assert story.rows("select count(*) from outbox where state <> 'sent'") == [(0,)]
    said = synapse.texts(ana, room, by=story.bot.id)
    assert any("Cómo" in text or "Krom" in text for text in said)
