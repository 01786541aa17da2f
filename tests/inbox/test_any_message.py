"""Whatever a chat server says, it is a letter that the ledger can keep, or none; it is never a failure."""

import json
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.inbox.channel import Batch
from mailer.inbox.chat import Kind, Message, packed, unpacked
from mailer.inbox.matrix import letter_of as matrix_letter
from mailer.inbox.telegram import letter_of as telegram_letter
from mailer.ledger.ledger import memory_ledger
from mailer.ledger.letters import store_batch
from mailer.outbox.parts import parts
from mailer.talk import chat_letter, chat_words

NOW = datetime(2026, 1, 16, 12, tzinfo=UTC)
TEXT = st.text(max_size=30) | st.sampled_from(["\ud800", "\0", "> a\n\nb", "/start", "", "‮x"])
ANY = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
LEDGER = memory_ledger(Path("ledger.db"))


def table(**known):
    """A table with most of the keys that stand there, each as it should be or as anything."""
    return st.fixed_dictionaries({}, optional={name: one | ANY for name, one in known.items()}) | ANY


PERSON = table(id=st.integers(1, 99), is_bot=st.booleans(), first_name=TEXT)
CHAT = table(id=st.integers(-99, 99), type=st.sampled_from(["private", "group"]))
SAID = table(
    message_id=st.integers(1, 9), chat=CHAT, date=st.integers(0, 2**33), edit_date=st.integers(0, 2**33), text=TEXT,
    caption=TEXT, photo=ANY, forward_origin=ANY, reply_to_message=ANY, migrate_to_chat_id=ANY, **{"from": PERSON},
)  # fmt: skip
RELATION = table(rel_type=st.just("m.replace"), event_id=TEXT, **{"m.in_reply_to": ANY})
CONTENT = table(msgtype=st.just("m.text"), body=TEXT, redacts=TEXT, replacement_room=TEXT,
                **{"m.relates_to": RELATION, "m.new_content": ANY})  # fmt: skip
EVENT = table(
    type=st.sampled_from(["m.room.message", "m.room.redaction", "m.room.encrypted", "m.room.tombstone"]),
    sender=TEXT, event_id=TEXT, origin_server_ts=st.integers(0, 2**50), content=CONTENT, redacts=TEXT,
)  # fmt: skip


def kept(letter):
    """It lies in the ledger, and can be read again."""
    if letter is None:
        return
    store_batch(LEDGER, "telegram", Batch((letter,), "1", account="x"), NOW)
    message = unpacked(letter.raw)
    chat_letter(message)
    assert all(line.text.strip() for line in chat_words(message).lines)


@settings(max_examples=300, deadline=None)
@given(st.fixed_dictionaries({"update_id": st.integers()}, optional={"message": SAID, "edited_message": SAID}))
def test_any_update_of_telegram(update):
    kept(telegram_letter(json.loads(json.dumps(update)), "telegram:1000"))


@settings(max_examples=300, deadline=None)
@given(EVENT.filter(lambda one: isinstance(one, dict)))
def test_any_event_of_matrix(event):
    kept(matrix_letter(json.loads(json.dumps(event)), "@us:example.org", "!room:example.org", is_private=True))


@given(st.builds(Message, TEXT, TEXT, TEXT, st.sampled_from(Kind), TEXT, TEXT, TEXT, st.booleans(), st.booleans()))
def test_a_message_is_what_it_was_packed_as(message):
    if not any("\ud800" in str(one) for one in (message.author, message.name, message.text, message.target,
                                                  message.reply_to, message.why)):  # fmt: skip
        assert unpacked(packed(message)) == message
    assert packed(unpacked(packed(message))) == packed(message)


WORDS = st.lists(st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=60), max_size=80)


@given(WORDS, st.sampled_from([" ", "\n", "\n\n"]), st.integers(40, 400))
def test_a_long_text_goes_in_numbered_parts_and_loses_no_letter(words, between, limit):
    text = between.join(words)
    found = parts(text, limit)
    assert all(len(one) <= limit for one in found)
    bare = [one.partition(") ")[2] for one in found] if len(found) > 1 else list(found)
    assert "".join("".join(bare).split()) == "".join(text.split())
    assert found == parts(text, limit)
    if len(found) > 1:
        assert found[0].startswith(f"(1/{len(found)}) ")
