"""Messages out by a Telegram bot: plain words, one attempt each. No markup is used, so nothing has to be escaped.

Telegram knows no repetition: where the answer was lost, the message may have gone, and its repetition is marked as one.
"""

from datetime import datetime, timedelta

from mailer.errors import ChannelError
from mailer.inbox.bot import ApiError, Bot
from mailer.inbox.chat import TELEGRAM
from mailer.inbox.settings import TelegramSettings
from mailer.inbox.web import LostError, NotSentError
from mailer.outbox.transport import Outgoing, Sent, SentState

_FLOODED, _BROKEN = 429, 500
_SOME_SECONDS = 30  # where it says "slow down" and not for how long


class TelegramTransport:
    """One bot's way out."""

    limit = 4000  # of 4096 characters: room for a mark in front
    is_idempotent = False

    def __init__(self, settings: TelegramSettings, *, now: datetime) -> None:
        self._bot = Bot(settings)
        self._now = now

    @property
    def name(self) -> str:
        """`telegram`."""
        return TELEGRAM

    def open(self) -> None:
        """Nothing comes back; the token is good. ChannelError, LoginError, SecretError."""
        self._bot.ask("getMe", "open")

    def send(self, outgoing: Outgoing) -> Sent:
        """The fate of one message; ChannelError when Telegram cannot be reached at all."""
        words: dict[str, object] = {
            "chat_id": int(outgoing.recipient),
            "text": outgoing.data.decode(),
            "link_preview_options": {"is_disabled": True},
        }
        if outgoing.answers.isdigit():
            words["reply_parameters"] = {"message_id": int(outgoing.answers), "allow_sending_without_reply": True}
        try:
            said = self._bot.call("sendMessage", **words)
        except ApiError as error:
            return self._refused(error)
        except NotSentError as error:
            raise ChannelError(TELEGRAM, "send", str(error)) from None
        except LostError as error:
            return Sent(SentState.UNKNOWN, 0, str(error))
        number = said.get("message_id") if isinstance(said, dict) else None
        return Sent(SentState.SENT, 200, number="" if number is None else str(number))

    def close(self) -> None:
        """Nothing to close."""

    def _refused(self, error: ApiError) -> Sent:
        """Not taken: for now, for good, or only under another name."""
        moved = error.parameters.get("migrate_to_chat_id")
        if moved is not None:
            return Sent(SentState.RETRY, error.code, error.words, retry_at=self._now, moved_to=str(moved))
        if error.code == _FLOODED:
            wait = error.parameters.get("retry_after")
            seconds = wait if isinstance(wait, int) else _SOME_SECONDS
            at = self._now + timedelta(seconds=seconds + 1)
            return Sent(SentState.RETRY, error.code, error.words, retry_at=at, is_for_all=True)
        return Sent(SentState.UNKNOWN if error.code >= _BROKEN else SentState.DEAD, error.code, error.words)
