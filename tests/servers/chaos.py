"""A small TCP proxy on loopback that spoils a line on purpose.

    with Chaos((host, port)) as line:
        line.delay = 0.01                         one-way latency in seconds
        line.drop_after = ("s2c", 5000)           both sides cut after that many bytes in that direction
        line.drop_on = ("c2s", rb"MOVE")          cut instead of passing on the piece with this pattern
        line.drop_on = ("s2c", rb"COPYUID")       the same for an answer: the server acted, and nobody hears of it
        line.refuse = True                        accepted and cut at once
        line.blackhole = True                     nothing is passed on any more
        line.rewrite = lambda way, data: data
        ... connect to line.port

Each cut happens once; `fired` counts them. Only for plain text.
"""

import queue
import re
import socket
import struct
import threading
import time
from contextlib import suppress

from servers.process import HOST

END = object()


class Chaos:
    def __init__(self, target: tuple[str, int]) -> None:
        self.target = target
        self.delay = 0.0
        self.drop_after = self.drop_on = self.rewrite = None
        self.refuse = self.blackhole = False
        self.fired = self.connections = 0
        self.bytes = {"c2s": 0, "s2c": 0}
        self.log: list[tuple[str, bytes]] = []
        self._stopped = False
        self._listener = socket.create_server((HOST, 0))
        self.host, self.port = self._listener.getsockname()
        threading.Thread(target=self._accept, daemon=True).start()

    def sent(self, way: str) -> bytes:
        """Everything that went that way so far."""
        return b"".join(data for direction, data in self.log if direction == way)

    def _accept(self) -> None:
        while not self._stopped:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            if self.refuse:
                _reset(client)
                continue
            try:
                server = socket.create_connection(self.target)
            except OSError:
                _reset(client)
                continue
            for way, source, sink in (("c2s", client, server), ("s2c", server, client)):
                source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                pieces: queue.SimpleQueue = queue.SimpleQueue()
                threading.Thread(target=self._read, args=(way, source, sink, pieces), daemon=True).start()
                threading.Thread(target=_write, args=(source, sink, pieces), daemon=True).start()

    def _read(self, way, source, sink, pieces) -> None:
        while True:
            try:
                data = source.recv(1 << 16)
            except OSError:
                data = b""
            if not data:
                pieces.put((time.monotonic() + self.delay, END))
                return
            while self.blackhole:
                time.sleep(0.01)
                if self._stopped:
                    return
            if rewrite := self.rewrite:  # a test may take it away at any moment
                data = rewrite(way, data)
            self.log.append((way, data))
            self.bytes[way] += len(data)
            passed = self._before_cut(way, data)
            if passed is None:
                pieces.put((time.monotonic() + self.delay, data))
                continue
            self.fired += 1
            # In line behind what is still on its way: the cut comes last.
            pieces.put((time.monotonic() + self.delay, passed))
            pieces.put((time.monotonic() + self.delay, None))
            return

    def _before_cut(self, way, data) -> bytes | None:
        """What still passes before the line is cut here; None when it is not cut."""
        if self.drop_on and self.drop_on[0] == way and re.search(self.drop_on[1], data):
            self.drop_on = None
            return b""
        if self.drop_after and self.drop_after[0] == way and self.bytes[way] >= self.drop_after[1]:
            keep = max(0, len(data) - (self.bytes[way] - self.drop_after[1]))
            self.drop_after = None
            return data[:keep]
        return None

    def close(self) -> None:
        self._stopped = True
        with suppress(OSError):
            self._listener.close()

    def __enter__(self) -> "Chaos":
        return self

    def __exit__(self, *_) -> None:
        self.close()


def _reset(line) -> None:
    with suppress(OSError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.shutdown(socket.SHUT_RDWR)
    with suppress(OSError):
        line.close()


def _write(source, sink, pieces) -> None:
    """Passes on what was read, each piece when it is due; `None` cuts both sides, END is the end of this one."""
    while True:
        due, data = pieces.get()
        time.sleep(max(0, due - time.monotonic()))
        if data is None:
            _reset(source)
            _reset(sink)
            return
        try:
            if data is END:
                sink.shutdown(socket.SHUT_WR)
                return
            sink.sendall(data)
        except OSError:
            return
