"""Messages in the Matrix rooms of an account, asked for by cron with a token that says up to where we have read.

The same token gives the same messages, so it is kept in the transaction of the messages themselves. A server hands out
at most a hundred a room and says that it left a gap; what lies in it is paged back to. Invitations are accepted: it is
how a player begins.
"""

import json
import logging
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from mailer.errors import ChannelError
from mailer.inbox.channel import BLOCK_LETTERS, Batch, Incoming, IncomingKey, JunkLetter, Known, Trace
from mailer.inbox.chat import MATRIX, Cursors, Kind, Message, incoming
from mailer.inbox.room import Homeserver
from mailer.inbox.settings import MatrixSettings

_AT_ONCE = 100
_PAGES = 500  # of one gap
_INVITES = 50  # accepted in one run
_TYPES = ("m.room.message", "m.room.encrypted", "m.room.redaction", "m.room.tombstone")
_QUOTED = re.compile(r"\A(?:> [^\n]*\n)+\n?")
_COMPANY = 2  # in a room of two, nobody else reads along

_log = logging.getLogger(__name__)


class MatrixChannel:
    """One account's messages."""

    def __init__(self, settings: MatrixSettings, *, cursors: Cursors, readonly: bool = False) -> None:
        self._server = Homeserver(settings)
        self._cursors = cursors
        self._readonly = readonly

    @property
    def name(self) -> str:
        """`matrix`."""
        return MATRIX

    def fetch(self, known: Known) -> Iterator[Batch]:
        """Every message since the last run, oldest first; see `Channel`."""
        me, since = self._server.account, self._cursors(self._server.account)
        query = {"timeout": "0", "filter": json.dumps(self._filter()), **({"since": since} if since else {})}
        said = self._server.ask("GET", "fetch", "sync", **query)
        rooms = said.get("rooms", {})
        letters = [one for room, part in rooms.get("join", {}).items() for one in self._letters(room, part, since)]
        had = set(known([one.key for one in letters]))
        new = sorted({one.key: one for one in letters if one.key not in had}.values(), key=lambda one: one.received)
        self._join(rooms.get("invite", {}))
        ahead = str(said["next_batch"])
        for start in range(0, len(new), BLOCK_LETTERS):
            is_last = start + BLOCK_LETTERS >= len(new)
            yield Batch(tuple(new[start : start + BLOCK_LETTERS]), ahead if is_last else since, account=me)
        if not new and ahead != since:
            yield Batch((), ahead, account=me)

    def ack(self, keys: Iterable[IncomingKey]) -> None:
        """Nothing to do: the cursor says it."""

    def junk(self, senders: Collection[str]) -> tuple[JunkLetter, ...]:
        """Nobody's: there is no junk folder."""
        return ()

    def trace(self) -> Trace | None:
        """Nothing stays the same: every run asks."""
        return None

    def close(self) -> None:
        """Nothing to close."""

    def _timeline(self) -> dict[str, Any]:
        return {"limit": _AT_ONCE, "types": list(_TYPES), "not_senders": [self._server.account]}

    def _filter(self) -> dict[str, Any]:
        """Messages and no more: who is typing, who is there and what else happens are left on the server."""
        none: dict[str, Any] = {"types": []}
        room = {"timeline": self._timeline(), "state": none, "ephemeral": none, "account_data": none}
        return {"room": room, "presence": none, "account_data": none}

    def _join(self, invites: Iterable[str]) -> None:
        """Invitations accepted; one that cannot be is left."""
        if self._readonly:
            return
        for room in list(invites)[:_INVITES]:
            try:
                self._server.ask("POST", "join", "join", room, body={})
            except ChannelError as error:
                _log.warning("matrix: an invitation could not be accepted: %s", error.reason)

    def _letters(self, room: str, part: Mapping[str, Any], since: str) -> Iterator[Incoming]:
        """The letters of one room."""
        timeline = part.get("timeline", {})
        events = list(timeline.get("events", ()))
        is_private = self._is_private(room) if events else True
        start = str(timeline.get("prev_batch") or "")
        if timeline.get("limited") and since and start and is_private:  # of a group nothing is obeyed: its gaps may be
            events = [*self._gap(room, start, since), *events]
        for event in events:
            letter = letter_of(event, self._server.account, room, is_private=is_private)
            if letter is not None:
                yield letter

    def _gap(self, room: str, start: str, since: str) -> list[dict[str, Any]]:
        """What the server left out between the last run and what it gave now, oldest first."""
        found: list[dict[str, Any]] = []
        at, only = start, json.dumps(self._timeline())
        for _ in range(_PAGES):
            page = self._server.ask(
                "GET", "fetch", "rooms", room, "messages", dir="b", to=since, limit=str(_AT_ONCE), filter=only,
                **{"from": at},
            )  # fmt: skip
            found += page.get("chunk", ())
            at = str(page.get("end") or "")
            if not at:
                return found[::-1]
        raise ChannelError(MATRIX, "fetch", f"more than {_PAGES * _AT_ONCE} messages wait in one room")

    def _is_private(self, room: str) -> bool:
        """Whether nobody reads along; where the server does not tell, somebody may."""
        try:
            return company(self._server, room) <= _COMPANY
        except ChannelError as error:
            if error.reason.startswith("403"):
                return False  # we were shown out of it
            raise


def company(server: Homeserver, room: str) -> int:
    """How many are in a room."""
    return len(server.ask("GET", "company", "rooms", room, "joined_members").get("joined", {}))


def letter_of(event: Mapping[str, Any], account: str, room: str, *, is_private: bool) -> Incoming | None:
    """The letter in an event; None where it holds nothing that anybody wrote."""
    try:
        message = _message(event, is_private=is_private)
        if message is None or event["sender"] == account:
            return None
        written = datetime.fromtimestamp(int(event["origin_server_ts"]) // 1000, UTC)
        return incoming(account, room, str(event["event_id"]), message, received=written)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, OSError) as error:
        _log.warning("matrix: an event in %s is none that we know: %s", room, type(error).__name__)
        return None


def _message(event: Mapping[str, Any], *, is_private: bool) -> Message | None:
    content, kind, author = event.get("content") or {}, event["type"], str(event["sender"])
    if kind == "m.room.encrypted":
        return Message(author, kind=Kind.UNREADABLE, why="encrypted", is_private=is_private)
    if kind == "m.room.tombstone":
        return Message(author, kind=Kind.MOVED, target=str(content["replacement_room"]), is_private=is_private)
    if kind == "m.room.redaction":
        target = event.get("redacts") or content.get("redacts")
        return Message(author, kind=Kind.DELETE, target=str(target), is_private=is_private)
    if kind != "m.room.message" or not content or content.get("msgtype") == "m.notice":
        return None  # an empty one was deleted before we came; notices are of other bots
    return _words(content, author, is_private=is_private)


def _words(content: Mapping[str, Any], author: str, *, is_private: bool) -> Message:
    """A message with something in it: new, or the new words of an older one."""
    relation = content.get("m.relates_to") or {}
    reply_to = str((relation.get("m.in_reply_to") or {}).get("event_id") or "")
    if relation.get("rel_type") == "m.replace":
        new = content.get("m.new_content") or {}
        text, target = str(new.get("body") or ""), str(relation["event_id"])
        return Message(author, text=_own(text, reply_to), kind=Kind.EDIT, target=target, is_private=is_private)
    is_text = content.get("msgtype") in ("m.text", "m.emote")
    text = _own(str(content.get("body") or ""), reply_to) if is_text else ""
    return Message(
        author,
        text=text,
        kind=Kind.NEW if text.strip() else Kind.UNREADABLE,
        reply_to=reply_to,
        why="" if is_text else "attachment",
        is_private=is_private,
    )


def _own(body: str, reply_to: str) -> str:
    """The words without the quotation that older clients put before an answer."""
    return _QUOTED.sub("", body) if reply_to and body.startswith("> ") else body
