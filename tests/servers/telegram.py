"""A Bot API server on 127.0.0.1 that loses messages of whoever is careless, as the real one does.

    with Telegram.start() as server:
        server.person(7, "Ana")
        server.says(7, "Compro 2 antorchas")

An update waits until getUpdates asks for a higher one, and is thrown away 24 hours after its message's date, fetched or
not. An offset far above the newest is ignored. The numbers are drawn anew after a quiet week. sendMessage knows no
repetition. Nobody is told of a deletion. `fail(method, ...)`: "drop_before", "drop_after", "502", "429:30".
"""

import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DAY = 86_400
TOKEN = "1000:TEST-TOKEN_of_nobody"
_LIMIT = 4096
_FAR_AHEAD = 10
_AT_ONCE = 0.5  # seconds in which the same question again gets one update


class Refused(Exception):
    def __init__(self, code: int, words: str, **parameters: Any) -> None:
        super().__init__(words)
        self.code, self.words, self.parameters = code, words, parameters


@dataclass
class Telegram:
    clock: Callable[[], float] = time.time
    people: dict[int, dict] = field(default_factory=dict)
    chats: dict[int, dict] = field(default_factory=dict)
    messages: dict[tuple[int, int], dict] = field(default_factory=dict)
    sent: list[dict] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    blocked: set[int] = field(default_factory=set)
    migrated: dict[int, int] = field(default_factory=dict)
    webhook: str = ""
    flood: int = 0  # messages one chat may get before it is told to wait
    url: str = ""
    _queue: list[tuple[int, float, dict]] = field(default_factory=list)
    _tail: int = 700_000_000
    _number: int = 100
    _faults: list[tuple[str, str]] = field(default_factory=list)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _last: tuple[int, float] = (-1, 0.0)
    _wanted: tuple[str, ...] = ()

    @classmethod
    @contextmanager
    def start(cls, **settings: Any) -> Iterator["Telegram"]:
        server = cls(**settings)
        http = ThreadingHTTPServer(("127.0.0.1", 0), _answering(server))
        http.daemon_threads = True
        server.url = f"http://127.0.0.1:{http.server_port}"
        threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield server
        finally:
            http.shutdown()
            http.server_close()

    # -- what people and the network do ------------------------------------------------------------------------------

    def person(self, number: int, name: str = "Ana") -> int:
        self.people[number] = {"id": number, "is_bot": False, "first_name": name, "language_code": "es"}
        self.chats[number] = {"id": number, "type": "private", "first_name": name}
        return number

    def group(self, number: int, title: str = "Mesa") -> int:
        self.chats[number] = {"id": number, "type": "group", "title": title}
        return number

    def says(self, who: int, text: str = "", *, chat: int = 0, reply_to: int = 0, date: float = 0, **more: Any) -> int:
        """A message; groups keep what is neither a command nor an answer to the bot to themselves."""
        where, when = chat or who, int(date or self.clock())
        with self._lock:
            self._number += 1
            number = self._number
            said = {"message_id": number, "from": self.people[who], "chat": self.chats[where], "date": when, **more}
            if text:
                said["text"] = text
            if reply_to:
                said["reply_to_message"] = self.messages[where, reply_to]
            self.messages[where, number] = said
            to_bot = reply_to and said["reply_to_message"]["from"]["id"] == 1000
            if where == who or text.startswith("/") or to_bot:
                self._push("message", said, when)
        return number

    def edits(self, who: int, number: int, text: str | None = None, *, date: float = 0) -> None:
        """Other words; None: an edit in which nothing changed that we could see."""
        said = dict(self.messages[who, number], edit_date=int(date or self.clock()))
        if text is not None:
            said["text"] = text
        self.messages[who, number] = said
        self._push("edited_message", said, said["edit_date"])

    def deletes(self, who: int, number: int) -> None:
        """And nobody is told."""
        self.messages.pop((who, number), None)

    def upgrade(self, group: int, new: int) -> None:
        """A group grows beyond what a group may be, and has another number from now on."""
        self.group(new)
        self.migrated[group] = new

    def redraw(self) -> None:
        """After a quiet week the numbers begin anew, lower."""
        with self._lock:
            self._queue.clear()
            self._tail = random.Random(self._tail).randint(1, self._tail // 2)

    def fail(self, method: str, *faults: str) -> None:
        self._faults += [(method.lower(), fault) for fault in faults]

    def texts(self, chat: int) -> list[str]:
        return [one["text"] for one in self.sent if one["chat"]["id"] == chat]

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def _push(self, kind: str, said: dict, date: float) -> None:
        if (self._wanted and kind not in self._wanted) or date + DAY <= self.clock():
            return
        with self._lock:
            self._queue.append((self._tail, date + DAY, {"update_id": self._tail, kind: said}))
            self._tail += 1

    # -- what the bot asks -------------------------------------------------------------------------------------------

    def answer(self, method: str, words: dict[str, Any], *, token: str) -> Any:
        if token != TOKEN:
            raise Refused(401, "Unauthorized")
        with self._lock:
            match method:
                case "getme":
                    return {"id": 1000, "is_bot": True, "first_name": "Estafeta", "username": "estafeta_bot"}
                case "getupdates":
                    return self._updates(words)
                case "sendmessage":
                    return self._send(words)
                case "getwebhookinfo":
                    return {"url": self.webhook, "pending_update_count": len(self._queue)}
                case "deletewebhook":
                    self.webhook = ""
                    return True
        raise Refused(404, "Not Found: method not found")

    def _updates(self, words: dict[str, Any]) -> list[dict]:
        if self.webhook:
            raise Refused(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook first")
        offset, limit = int(words.get("offset") or 0), max(1, min(100, int(words.get("limit") or 100)))
        self._wanted = tuple(words.get("allowed_updates") or self._wanted)
        now = time.monotonic()
        if offset == self._last[0] and now < self._last[1] + _AT_ONCE:
            limit = 1
        self._last = (offset, now)
        self._queue = [one for one in self._queue if one[1] > self.clock()]
        head = self._queue[0][0] if self._queue else self._tail
        start = head if offset <= 0 or offset > self._tail + _FAR_AHEAD else offset
        self._queue = [one for one in self._queue if one[0] >= start]
        return [one[2] for one in self._queue[:limit]]

    def _send(self, words: dict[str, Any]) -> dict:
        chat, text = int(words["chat_id"]), str(words.get("text") or "")
        assert "parse_mode" not in words
        if chat in self.migrated:
            raise Refused(400, "Bad Request: group chat was upgraded", migrate_to_chat_id=self.migrated[chat])
        if chat in self.blocked:
            raise Refused(403, "Forbidden: bot was blocked by the user")
        if chat not in self.chats:
            raise Refused(400, "Bad Request: chat not found")
        if self.flood and len(self.texts(chat)) >= self.flood:
            raise Refused(429, "Too Many Requests: retry after 60", retry_after=60)
        if not text.strip():
            raise Refused(400, "Bad Request: message text is empty")
        if len(text) > _LIMIT:
            raise Refused(400, "Bad Request: message is too long")
        self._number += 1
        said = {
            "message_id": self._number,
            "from": {"id": 1000, "is_bot": True},
            "chat": self.chats[chat],
            "text": text,
        }
        answered = int((words.get("reply_parameters") or {}).get("message_id") or 0)
        if (chat, answered) in self.messages:
            said["reply_to_message"] = self.messages[chat, answered]
        self.messages[chat, self._number] = said
        self.sent.append(said)
        return said

    def fault(self, method: str) -> str:
        with self._lock:
            found = next((one for one in self._faults if one[0] == method), None)
            if found:
                self._faults.remove(found)
        return found[1] if found else ""


def _answering(server: Telegram) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_args: Any) -> None:
            pass

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length)
            if len(body) < length:  # whoever asked is dead
                self.close_connection = True
                return
            _, bot, method = self.path.split("/")
            server.calls.append(method)
            fault = server.fault(method.lower())
            if fault == "drop_before":
                self._drop()
            elif fault == "502":
                self._say(502, b"<html>Bad Gateway</html>")
            elif fault.startswith("429"):
                seconds = int(fault.partition(":")[2])
                self._no(Refused(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds))
            else:
                self._obey(bot, method, body, is_lost=fault == "drop_after")

        def _obey(self, bot: str, method: str, body: bytes, *, is_lost: bool) -> None:
            try:
                found = server.answer(method.lower(), json.loads(body or b"{}"), token=bot.removeprefix("bot"))
            except Refused as refused:
                self._no(refused)
                return
            if is_lost:
                self._drop()
            else:
                self._say(200, json.dumps({"ok": True, "result": found}).encode())

        def _no(self, refused: Refused) -> None:
            said = {"ok": False, "error_code": refused.code, "description": refused.words}
            if refused.parameters:
                said["parameters"] = refused.parameters
            self._say(refused.code, json.dumps(said).encode())

        def _drop(self) -> None:
            self.close_connection = True
            self.connection.close()

        def _say(self, code: int, body: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler
