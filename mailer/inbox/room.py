"""The line to a Matrix homeserver: logged in once, as one device, and its token renewed when the server forgets it.

The access token lies in a file of its own beside the ledger, readable by its owner alone: never in the ledger, which
is copied, and never in a log. Without that file, or when its token is refused, the password is used once.
"""

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from mailer.errors import ChannelError, LoginError
from mailer.inbox.chat import MATRIX
from mailer.inbox.line import one_line
from mailer.inbox.settings import MatrixSettings
from mailer.inbox.web import Answer, LostError, NotSentError, Wait, call

_BASE = "/_matrix/client/v3"


class Homeserver:
    """One account on one homeserver."""

    def __init__(self, settings: MatrixSettings) -> None:
        self._settings = settings
        self._session: dict[str, str] = {}

    @property
    def account(self) -> str:
        """`@estafeta:example.org`."""
        return self._settings.user

    def call(self, method: str, *path: str, body: object = None, **query: str) -> Answer:
        """What the server says; NotSentError, LostError, and LoginError where it will not have us."""
        if self._settings.is_exposed:
            raise ChannelError(MATRIX, "connect", "plain text is only for this very machine: url must begin with https")
        if not self._session:
            self._session = _kept(self._settings.session) or self._login()
        answer = self._call(method, path, body, query, token=self._session["access_token"])
        if answer.status == 401:
            self._session = self._renewed()
            answer = self._call(method, path, body, query, token=self._session["access_token"])
        return answer

    def ask(self, method: str, step: str, *path: str, body: object = None, **query: str) -> dict[str, Any]:
        """What it gives, where only that matters: whatever goes wrong is a ChannelError in one line."""
        try:
            answer = self.call(method, *path, body=body, **query)
        except (NotSentError, LostError) as error:
            raise ChannelError(MATRIX, step, str(error)) from None
        if not answer.is_well:
            raise ChannelError(MATRIX, step, reason(answer))
        return answer.body

    def _call(
        self, method: str, path: tuple[str, ...], body: object, query: dict[str, str], *, token: str = ""
    ) -> Answer:
        url = self._settings.url.rstrip("/") + _BASE + "".join(f"/{quote(part, safe='')}" for part in path)
        if query:
            url += f"?{urlencode(query)}"
        wait = Wait(self._settings.timeout_seconds, self._settings.ca_file)
        return call(method, url, body=body, token=token, wait=wait)

    def _login(self) -> dict[str, str]:
        """A session by the password, kept for the next runs."""
        words = {
            "type": "m.login.password",
            "identifier": {"type": "m.id.user", "user": self._settings.user},
            "password": self._settings.secret.reveal(),
            "device_id": self._settings.device,
            "initial_device_display_name": "Estafeta",
            "refresh_token": True,
        }
        answer = self._asked("login", words)
        if answer.status in (401, 403):
            raise LoginError(MATRIX, "login", f"{self._settings.user} was refused: {reason(answer)}")
        if not answer.is_well or not isinstance(answer.body.get("access_token"), str):
            raise ChannelError(MATRIX, "login", reason(answer))
        if answer.body.get("user_id") != self._settings.user:
            raise LoginError(MATRIX, "login", f"the server knows us as {one_line(str(answer.body.get('user_id')))}")
        return self._keep(answer.body)

    def _renewed(self) -> dict[str, str]:
        """A session by the refresh token, or where that is refused too, by the password."""
        refresh = self._session.get("refresh_token", "")
        if refresh:
            answer = self._asked("refresh", {"refresh_token": refresh})
            if answer.is_well and isinstance(answer.body.get("access_token"), str):
                return self._keep({"refresh_token": refresh, **answer.body})
        return self._login()

    def _asked(self, path: str, words: dict[str, Any]) -> Answer:
        try:
            return self._call("POST", (path,), words, {})
        except (NotSentError, LostError) as error:
            raise ChannelError(MATRIX, path, str(error)) from None

    def _keep(self, said: dict[str, Any]) -> dict[str, str]:
        """The tokens, on disk before they are used: a refresh token is good once."""
        names = ("access_token", "refresh_token")
        session = {name: said[name] for name in names if isinstance(said.get(name), str)}
        path = self._settings.session
        new = path.with_name(f"{path.name}.new")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump({**session, "user": self._settings.user, "device": self._settings.device}, file)
            file.flush()
            os.fsync(descriptor)
        new.rename(path)
        return session


def _kept(path: Path) -> dict[str, str]:
    """The session of an earlier run; nothing where there is none, or none that can be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    is_one = isinstance(found, dict) and isinstance(found.get("access_token"), str)
    return {name: str(value) for name, value in found.items()} if is_one else {}


def reason(answer: Answer) -> str:
    """What the server said, in one line."""
    said = answer.body
    words = " ".join(str(said[name]) for name in ("errcode", "error") if said.get(name))
    return one_line(f"{answer.status} {words}".strip())
