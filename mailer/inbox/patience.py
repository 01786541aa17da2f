"""An end to a line that never fails and never finishes: a server that answers one byte a while, for ever.

A time-out watches one wait; this watches the whole line. The cut looks to the reader like a lost connection.
"""

import logging
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

_log = logging.getLogger(__name__)


class Patience:
    """Cuts the socket that `line` gives then, unless `end` was called within so many seconds."""

    def __init__(self, seconds: float, line: Callable[[], socket.socket | None]) -> None:
        self._seconds = seconds
        self._line = line
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """Nothing comes back; the line may last."""
        self._timer.cancel()

    def _cut(self) -> None:
        line = self._line()
        if line is None:
            return
        _log.warning("the line to the server lasted longer than %s seconds and is cut", self._seconds)
        with suppress(OSError):
            # Not the method of a TLS socket: that one takes the reader's state away under its hands.
            socket.socket.shutdown(line, socket.SHUT_RDWR)
