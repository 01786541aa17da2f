"""A server that answers by a script: for what no server at hand can do, such as logging in by token.

    with Scripted(b"220 ready", [(rb"EHLO", b"250 AUTH XOAUTH2"), (rb"(\\w+) NOOP", rb"\\1 OK")]) as server: ...

Each line it hears is answered by the first rule whose pattern fits at its beginning; `heard` keeps them all.
"""

import re
import socket
import threading

from servers.process import HOST


class Scripted:
    def __init__(self, greeting: bytes, rules: list[tuple[bytes, bytes]]) -> None:
        self.greeting, self.rules = greeting, rules
        self.heard: list[bytes] = []
        self._tag = b""
        self._listener = socket.create_server((HOST, 0))
        self.host, self.port = self._listener.getsockname()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        try:
            line, _ = self._listener.accept()
            with line, line.makefile("rb") as file:
                line.sendall(self.greeting + b"\r\n")
                for heard in file:
                    self.heard.append(heard.rstrip(b"\r\n"))
                    line.sendall(self._answer(self.heard[-1]))
        except OSError:
            return

    def _answer(self, heard: bytes) -> bytes:
        if b" " in heard:
            self._tag = heard.split()[0]
        reply = next((reply for pattern, reply in self.rules if re.match(pattern, heard)), b"")
        return reply.replace(b"{tag}", self._tag) + b"\r\n" if reply else b""

    def __enter__(self) -> "Scripted":
        return self

    def __exit__(self, *_) -> None:
        self._listener.close()
