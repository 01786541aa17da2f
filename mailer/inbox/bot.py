"""One call to Telegram's Bot API. The token stands in the address, so no address is ever told to anybody.

Bot(settings).call("getUpdates", offset=42) -> [{"update_id": 42, "message": {...}}]
"""

import re
from collections.abc import Mapping
from typing import Any

from mailer.errors import ChannelError, LoginError
from mailer.inbox.chat import TELEGRAM
from mailer.inbox.line import one_line
from mailer.inbox.settings import TelegramSettings
from mailer.inbox.web import Answer, LostError, NotSentError, Wait, call

_TOKEN = re.compile(r"(\d{1,20}):[A-Za-z0-9_-]{5,200}")
_CONFLICT = 409


class ApiError(Exception):
    """Telegram understood and said no."""

    def __init__(self, code: int, words: str, parameters: Mapping[str, Any]) -> None:
        super().__init__(code, words)
        self.code, self.words, self.parameters = code, words, parameters


class Bot:
    """A bot by its token, which is looked up when it is first needed."""

    def __init__(self, settings: TelegramSettings) -> None:
        self._settings = settings
        self._token = ""

    @property
    def account(self) -> str:
        """`telegram:1000`: the bot's own number, for a message is numbered anew by every bot."""
        return f"{TELEGRAM}:{self._secret().partition(':')[0]}"

    def call(self, method: str, **words: Any) -> Any:
        """What Telegram gives; ApiError, NotSentError, LostError, and LoginError where the token is refused."""
        if self._settings.is_exposed:
            raise ChannelError(
                TELEGRAM, "connect", "plain text is only for this very machine: url must begin with https"
            )
        url = f"{self._settings.url.rstrip('/')}/bot{self._secret()}/{method}"
        answer = call("POST", url, body=words, wait=Wait(self._settings.timeout_seconds, self._settings.ca_file))
        if answer.is_well and answer.body.get("ok") is True:
            return answer.body.get("result")
        raise _refusal(answer)

    def ask(self, method: str, step: str, **words: Any) -> Any:
        """The same where only the result matters: whatever goes wrong is a ChannelError in one line."""
        try:
            return self.call(method, **words)
        except (NotSentError, LostError) as error:
            raise ChannelError(TELEGRAM, step, str(error)) from None
        except ApiError as error:
            raise ChannelError(TELEGRAM, step, f"{error.code} {error.words}") from None

    def _secret(self) -> str:
        if not self._token:
            token = self._settings.secret.reveal().strip()
            if not _TOKEN.fullmatch(token):
                raise LoginError(
                    TELEGRAM, "login", "what stands there is no bot's token: BotFather gives it as 123456:ABC…"
                )
            self._token = token
        return self._token


def _refusal(answer: Answer) -> Exception:
    """What an answer that is none of our wishes comes to."""
    said = answer.body
    code = said.get("error_code") or answer.status
    words = one_line(str(said.get("description") or f"HTTP {answer.status}"))
    if "error_code" not in said and (answer.is_well or answer.status >= 500):
        return LostError(f"HTTP {answer.status}")  # a gateway's word: what lies behind it may have obeyed
    if code in (401, 404) and "chat" not in words.lower():
        return LoginError(TELEGRAM, "login", f"the token was refused: {code} {words}")
    parameters = said.get("parameters")
    return ApiError(int(code), words, parameters if isinstance(parameters, dict) else {})
