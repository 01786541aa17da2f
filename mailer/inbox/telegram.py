"""Messages to a Telegram bot, asked for by cron; nothing listens, nothing waits.

Asking for updates from N + 1 on is what tells Telegram that we have N, so the next question is put only once the block
is in the ledger. Numbers are drawn anew after a quiet week and may be lower then: the last one seen counts, never the
highest, and a message is known by its chat and its own number. What is not fetched within 24 hours, Telegram forgets.
"""

import hashlib
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from mailer.inbox.bot import Bot
from mailer.inbox.channel import Batch, Incoming, IncomingKey, JunkLetter, Known, Trace
from mailer.inbox.chat import TELEGRAM, Cursors, Kind, Message, incoming
from mailer.inbox.settings import TelegramSettings

_AT_ONCE = 100
_ROUNDS = 100  # blocks in one run
_WANTED = ("message", "edited_message")
_THINGS = (
    "animation", "audio", "contact", "dice", "document", "game", "location", "paid_media", "photo", "poll", "sticker",
    "story", "venue", "video", "video_note", "voice",
)  # fmt: skip

_log = logging.getLogger(__name__)


class TelegramChannel:
    """One bot's messages."""

    def __init__(self, settings: TelegramSettings, *, cursors: Cursors, readonly: bool = False) -> None:
        self._bot = Bot(settings)
        self._cursors = cursors
        self._readonly = readonly

    @property
    def name(self) -> str:
        """`telegram`."""
        return TELEGRAM

    def fetch(self, known: Known) -> Iterator[Batch]:
        """Every message that waits, oldest first; see `Channel`."""
        account = self._bot.account
        offset = int(self._cursors(account) or 0)
        for _ in range(_ROUNDS):
            updates = self._updates(offset)
            if not updates:
                return
            offset = int(updates[-1]["update_id"]) + 1
            letters = [one for update in updates if (one := letter_of(update, account)) is not None]
            had = set(known([one.key for one in letters]))
            yield Batch(_once(one for one in letters if one.key not in had), str(offset), account=account)
            if self._readonly:  # the next question would tell Telegram that we have these
                return

    def ack(self, keys: Iterable[IncomingKey]) -> None:
        """Nothing to do: the next question says it."""

    def junk(self, senders: Collection[str]) -> tuple[JunkLetter, ...]:
        """Nobody's: a bot has no junk folder."""
        return ()

    def trace(self) -> Trace | None:
        """Nothing stays the same: every run asks."""
        return None

    def close(self) -> None:
        """Nothing to close."""

    def _updates(self, offset: int) -> list[dict[str, Any]]:
        found = self._bot.ask(
            "getUpdates", "fetch", offset=offset, limit=_AT_ONCE, timeout=0, allowed_updates=list(_WANTED)
        )
        return [one for one in found if isinstance(one, dict) and isinstance(one.get("update_id"), int)]


def _once(letters: Iterable[Incoming]) -> tuple[Incoming, ...]:
    return tuple({one.key: one for one in letters}.values())


def letter_of(update: Mapping[str, Any], account: str) -> Incoming | None:
    """The letter in an update; None where it holds nothing that anybody wrote."""
    try:
        return _letter(update, account)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        _log.warning("telegram: update %s is none that we know: %s", update.get("update_id"), type(error).__name__)
        return None


def _letter(update: Mapping[str, Any], account: str) -> Incoming | None:
    is_edit = "edited_message" in update
    said = update.get("edited_message") or update.get("message")
    if said is None:
        return None
    chat, number = str(int(said["chat"]["id"])), str(int(said["message_id"]))
    message = _message(said, is_edit=is_edit, number=number)
    if message is None:
        return None
    written = int(said.get("edit_date") or said["date"]) if is_edit else int(said["date"])
    if is_edit:  # two edits may fall into one second, and one may come with nothing changed
        number = f"{number}#{written}:{hashlib.sha256(message.text.encode()).hexdigest()[:12]}"
    return incoming(account, chat, number, message, received=datetime.fromtimestamp(written, UTC))


def _message(said: Mapping[str, Any], *, is_edit: bool, number: str) -> Message | None:
    private = said["chat"].get("type") == "private"
    if "migrate_to_chat_id" in said:
        return Message("", kind=Kind.MOVED, target=str(int(said["migrate_to_chat_id"])), is_private=False)
    text = str(said.get("text") or said.get("caption") or "")
    has_thing = any(thing in said for thing in _THINGS)
    if not text and not has_thing:
        return None  # somebody came, left, or pinned something
    author = said["from"]
    why = "attachment" if has_thing else "forward" if "forward_origin" in said or "forward_date" in said else ""
    is_unreadable = not text or why == "forward"
    answered = said.get("reply_to_message")
    return Message(
        author=str(int(author["id"])),
        name=str(author.get("first_name") or "")[:80],
        text="" if why == "forward" else text,
        kind=Kind.EDIT if is_edit else Kind.UNREADABLE if is_unreadable else Kind.NEW,
        target=number if is_edit else "",
        reply_to=str(int(answered["message_id"])) if answered else "",
        why=why,
        is_private=private,
        is_bot=bool(author.get("is_bot")) or "sender_chat" in said,
    )
