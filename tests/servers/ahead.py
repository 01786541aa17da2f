"""An SMTP server that listens ahead (PIPELINING, if wanted CHUNKING), keeps what it takes, and leaves when told to.

    with Ahead(chunking=True, refuse={"b@example.com": 550}, cut=Cut(7, is_heard=True)) as server: ...

`cut` is at the Nth command after EHLO, over all connections: before the server heeds it, or when it has but has not
answered. `farewell` is the number of letters after which a connection is ended with 421.
"""

import re
import socket
import threading
from dataclasses import dataclass
from typing import BinaryIO

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Cut:
    at: int
    is_heard: bool  # the server did what was asked, and only its answer is lost


class GoneError(Exception):
    """The connection ends here."""


class Ahead:
    def __init__(self, *, chunking: bool = True, refuse: dict[str, int] | None = None, cut: Cut | None = None,
                 farewell: int = 0, login: bool = False) -> None:  # fmt: skip
        self.chunking, self.refuse, self.cut = chunking, refuse or {}, cut
        self.farewell, self.login = farewell, login
        self.stored: list[tuple[str, bytes]] = []
        self.said = 0  # commands so far
        self.connections = 0
        self.turns = 0  # times the server had to wait for more after it had answered
        self._listener = socket.create_server((HOST, 0))
        self.host, self.port = self._listener.getsockname()
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> "Ahead":
        return self

    def __exit__(self, *_) -> None:
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            with line, line.makefile("rb") as file:
                try:
                    self._converse(line, file)
                except (GoneError, OSError):
                    line.close()

    def _converse(self, line: socket.socket, file: BinaryIO) -> None:
        line.sendall(b"220 ahead\r\n")
        taken = 0
        sender, to, bad = None, None, None
        for raw in file:
            words = raw.decode("ascii").rstrip("\r\n")
            verb = words[:4].upper()
            if verb == "EHLO":
                line.sendall(b"250-ahead\r\n250-PIPELINING\r\n250-8BITMIME\r\n"
                             + (b"250-CHUNKING\r\n" if self.chunking else b"") + b"250 SIZE\r\n")  # fmt: skip
                continue
            self.said += 1
            struck = self.cut and self.said == self.cut.at
            if struck and not self.cut.is_heard:
                raise GoneError
            reply = b"250 ok"
            if verb == "MAIL":
                sender, to, bad = words, None, None
                if self.login:
                    sender, reply = None, b"530 5.7.0 log in first"
                if self.farewell and taken >= self.farewell:
                    line.sendall(b"421 enough for one connection\r\n")
                    raise GoneError
            elif verb == "RCPT":
                address = re.search("<(.*)>", words).group(1)
                bad = self.refuse.get(address)
                to = None if bad or sender is None else address
                reply = b"503 no sender" if sender is None else f"{bad} no such player".encode() if bad else reply
            elif verb == "DATA":
                if to is None:
                    reply = b"503 nobody to send to"
                else:
                    line.sendall(b"354 go on\r\n")
                    text = b""
                    for row in file:
                        if row == b".\r\n":
                            break
                        text += row.removeprefix(b".")
                    else:
                        raise GoneError
                    self.said += 1
                    end = self.cut and self.said == self.cut.at
                    if end and not self.cut.is_heard:
                        raise GoneError
                    self.stored.append((to, text))
                    taken += 1
                    struck = struck or end
            elif verb == "BDAT":
                count = int(words.split()[1])
                text = file.read(count)
                if len(text) < count:
                    raise GoneError
                if to is None:
                    reply = b"503 nobody to send to"
                else:
                    self.stored.append((to, text))
                    taken += 1
            elif verb == "RSET":
                sender = to = None
            elif verb == "QUIT":
                line.sendall(b"221 bye\r\n")
                raise GoneError
            if struck:
                raise GoneError
            line.sendall(reply + b"\r\n")
