"""A small TCP proxy on loopback that spoils a line on purpose.

    with Chaos((host, port)) as line:
        line.delay = 0.01                         one-way latency in seconds
        line.drop_after = ("s2c", 5000)           both sides cut after that many bytes in that direction
        line.drop_on = ("c2s", rb"MOVE")          cut before the piece with this pattern is passed on
        line.drop_on_after = ("c2s", rb"MOVE")    passed on, then cut: the server acts, its answer is lost
        line.swallow_on = ("s2c", rb"250 2.0.0")  the matching piece of the server is dropped, then cut
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


class Chaos:
    def __init__(self, target: tuple[str, int]) -> None:
        self.target = target
        self.delay = 0.0
        self.grace = 0.3
        self.drop_after = self.drop_on = self.drop_on_after = self.swallow_on = self.rewrite = None
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
                threading.Thread(target=_write, args=(sink, pieces), daemon=True).start()

    def _read(self, way, source, sink, pieces) -> None:
        while True:
            try:
                data = source.recv(1 << 16)
            except OSError:
                data = b""
            if not data:
                pieces.put((time.monotonic() + self.delay, b""))
                return
            while self.blackhole:
                time.sleep(0.01)
                if self._stopped:
                    return
            if self.rewrite:
                data = self.rewrite(way, data)
            self.log.append((way, data))
            self.bytes[way] += len(data)
            if self._cuts(way, data, sink):
                self.fired += 1
                pieces.put((0, None))
                _reset(source)
                _reset(sink)
                return
            pieces.put((time.monotonic() + self.delay, data))

    def _cuts(self, way, data, sink) -> bool:
        """Whether the line is to be cut here; what may still pass has passed."""
        if _matches(self.drop_on, way, data):
            self.drop_on = None
            return True
        if _matches(self.swallow_on, way, data):
            self.swallow_on = None
            return True
        if self.drop_after and self.drop_after[0] == way and self.bytes[way] >= self.drop_after[1]:
            _pass(sink, data[: max(0, len(data) - (self.bytes[way] - self.drop_after[1]))])
            self.drop_after = None
            return True
        if _matches(self.drop_on_after, way, data):
            self.drop_on_after = None
            _pass(sink, data)
            time.sleep(self.grace)
            return True
        return False

    def close(self) -> None:
        self._stopped = True
        with suppress(OSError):
            self._listener.close()

    def __enter__(self) -> "Chaos":
        return self

    def __exit__(self, *_) -> None:
        self.close()


def _matches(rule, way, data) -> bool:
    return bool(rule and rule[0] == way and re.search(rule[1], data))


def _pass(sink, data) -> None:
    with suppress(OSError):
        sink.sendall(data)


def _reset(line) -> None:
    with suppress(OSError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.shutdown(socket.SHUT_RDWR)
    with suppress(OSError):
        line.close()


def _write(sink, pieces) -> None:
    while True:
        due, data = pieces.get()
        if data is None:
            return
        time.sleep(max(0, due - time.monotonic()))
        if data == b"":
            with suppress(OSError):
                sink.shutdown(socket.SHUT_WR)
            return
        try:
            sink.sendall(data)
        except OSError:
            return
