"""Messages out into Matrix rooms: plain words, one attempt each, known by our own number if it is sent again.

A room in which somebody else has come to sit is no place for a player's own news: such a message is not sent there.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from mailer.errors import ChannelError
from mailer.inbox.chat import MATRIX
from mailer.inbox.matrix import company
from mailer.inbox.room import Homeserver, reason
from mailer.inbox.settings import MatrixSettings
from mailer.inbox.web import Answer, LostError, NotSentError
from mailer.outbox.transport import Outgoing, Sent, SentState

_FLOODED, _BROKEN = 429, 500
_SOME_SECONDS = 30
_COMPANY = 2


class MatrixTransport:
    """One account's way out."""

    limit = 12_000  # characters; a message may have 64 KiB, and four bytes a character
    is_idempotent = True

    def __init__(self, settings: MatrixSettings, *, now: datetime) -> None:
        self._server = Homeserver(settings)
        self._now = now
        self._alone: dict[str, bool] = {}

    @property
    def name(self) -> str:
        """`matrix`."""
        return MATRIX

    def open(self) -> None:
        """Nothing comes back; we are logged in. ChannelError, LoginError, SecretError."""
        self._server.ask("GET", "open", "account", "whoami")

    def send(self, outgoing: Outgoing) -> Sent:
        """The fate of one message; ChannelError when the server cannot be reached at all.

        To a person (`@ana:example.org`) it goes into a room that is made for it: nothing in it is encrypted.
        """
        try:
            if outgoing.recipient.startswith("@"):
                return self._made_room(outgoing)
            if not outgoing.is_group and not self._is_alone(outgoing.recipient):
                return Sent(SentState.DEAD, 0, "others have come into the room")
            return self._fate(self._put(outgoing))
        except NotSentError as error:
            raise ChannelError(MATRIX, "send", str(error)) from None
        except LostError as error:
            return Sent(SentState.UNKNOWN, 0, str(error))

    def close(self) -> None:
        """Nothing to close."""

    def _put(self, outgoing: Outgoing) -> Answer:
        number = hashlib.sha256(outgoing.message_id.encode()).hexdigest()[:32]
        words: dict[str, Any] = {"msgtype": "m.text", "body": outgoing.data.decode()}
        if outgoing.answers.startswith("$"):
            words["m.relates_to"] = {"m.in_reply_to": {"event_id": outgoing.answers}}
        return self._server.call("PUT", "rooms", outgoing.recipient, "send", "m.room.message", number, body=words)

    def _fate(self, answer: Answer) -> Sent:
        if answer.is_well:
            return Sent(SentState.SENT, 200, number=str(answer.body.get("event_id") or ""))
        if answer.status == _FLOODED:
            wait = answer.body.get("retry_after_ms")
            seconds = wait // 1000 + 1 if isinstance(wait, int) else _SOME_SECONDS
            at = self._now + timedelta(seconds=seconds)
            return Sent(SentState.RETRY, answer.status, reason(answer), retry_at=at, is_for_all=True)
        state = SentState.UNKNOWN if answer.status >= _BROKEN else SentState.DEAD
        return Sent(state, answer.status, reason(answer))

    def _made_room(self, outgoing: Outgoing) -> Sent:
        """A room for the two of us: who comes later does not see what was said before. The message itself goes next."""
        words = {
            "is_direct": True,
            "preset": "trusted_private_chat",
            "invite": [outgoing.recipient],
            "initial_state": [
                {"type": "m.room.history_visibility", "state_key": "", "content": {"history_visibility": "invited"}}
            ],
        }
        answer = self._server.call("POST", "createRoom", body=words)
        room = answer.body.get("room_id")
        if not answer.is_well or not isinstance(room, str):
            return self._fate(answer)
        return Sent(SentState.RETRY, 200, "a room was made", retry_at=self._now, moved_to=room)

    def _is_alone(self, room: str) -> bool:
        if room not in self._alone:
            try:
                self._alone[room] = company(self._server, room) <= _COMPANY
            except ChannelError as error:
                if not error.reason.startswith(("403", "404")):
                    raise
                self._alone[room] = False
        return self._alone[room]
