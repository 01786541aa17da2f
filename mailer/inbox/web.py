"""One request to a chat server, by the standard library, and its fate told apart by when the line broke.

    call("POST", url, body={"text": "hola"}, wait=Wait(20)) -> Answer(200, {"ok": True})

`NotSentError`: it surely did nothing. `LostError`: it may have been carried out. No error names the address asked, for
a Telegram token stands in it; redirects are not followed, for they would carry a token elsewhere.
"""

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from urllib.request import OpenerDirector, Request

_MOST_BYTES = 32 * 1024 * 1024
_CHUNK = 64 * 1024
_TOTAL = 4  # a server may take so many waits for one whole answer


class NotSentError(Exception):
    """The request surely did nothing: the server could not be reached."""


class LostError(Exception):
    """The request went out, its answer did not come: it may have been carried out."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Our patience, and whom we believe."""

    seconds: int = 20  # one wait
    ca_file: Path | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said."""

    status: int
    body: dict[str, Any] = field(default_factory=dict)  # empty where it was no JSON object

    @property
    def is_well(self) -> bool:
        """Whether it did what was asked."""
        return self.status == 200


def call(method: str, url: str, *, body: object = None, token: str = "", wait: Wait = Wait()) -> Answer:
    """The server's answer, whatever its status; NotSentError, LostError."""
    from urllib.error import HTTPError

    try:
        with _opener(wait).open(_request(method, url, body, token), timeout=wait.seconds) as response:
            return Answer(response.status, _json(_read(response, wait)))
    except HTTPError as error:
        with error:
            try:
                return Answer(error.code, _json(_read(error, wait)))
            except (OSError, ValueError):
                return Answer(error.code)
    except Exception as error:
        raise _ours(error) from None  # the cause would show the address, and the token in it


def _request(method: str, url: str, body: object, token: str) -> "Request":
    from urllib.request import Request

    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data=data, method=method, headers={"User-Agent": "Estafeta"})  # noqa: S310 - https, or this very machine: the settings refuse others
    if data is not None:
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_unredirected_header("Authorization", f"Bearer {token}")
    return request


def _opener(wait: Wait) -> "OpenerDirector":
    from urllib.request import HTTPRedirectHandler, HTTPSHandler, build_opener

    from mailer.inbox.tls import tls_context

    class Stay(HTTPRedirectHandler):
        """A redirect is an answer like any other."""

        def redirect_request(self, *_args: Any, **_words: Any) -> None:
            """No new request."""

    return build_opener(Stay(), HTTPSHandler(context=tls_context(wait.ca_file)))


def _read(response: Any, wait: Wait) -> bytes:
    """The whole answer; LostError when it drips for ever or is absurdly long."""
    until = time.monotonic() + _TOTAL * wait.seconds
    found = bytearray()
    while chunk := response.read1(_CHUNK) if hasattr(response, "read1") else response.read(_CHUNK):
        found += chunk
        if time.monotonic() > until or len(found) > _MOST_BYTES:
            raise LostError("the answer does not end")
    length = response.headers.get("Content-Length")
    if length and length.isdigit() and len(found) < int(length):
        raise LostError("the line broke in the middle of the answer")
    return bytes(found)


def _json(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _ours(error: Exception) -> Exception:
    """NotSentError where no byte of the request can have been obeyed, else LostError; in words of ours."""
    import socket
    import ssl
    from urllib.error import URLError

    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(error, LostError):
        return error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return NotSentError(f"its certificate is not to be believed: {cause.verify_message}")
    if isinstance(cause, ConnectionRefusedError):
        return NotSentError("the server refuses the connection")
    if isinstance(cause, socket.gaierror):
        return NotSentError("the server's name is not known")
    if isinstance(cause, TimeoutError):
        return LostError("the server does not answer")
    return LostError(f"the line broke: {type(cause).__name__}")
