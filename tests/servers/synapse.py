"""A real Matrix homeserver (Synapse, SQLite) on 127.0.0.1: no federation, nothing sent anywhere.

It runs from a virtual environment of its own, `.venv-synapse` (`make .venv-synapse/.installed`), for it wants sixty
packages that nothing else does. SYNAPSE_PYTHON names another interpreter that has it.
"""

import base64
import hashlib
import hmac
import json
import os
import secrets
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from servers.process import HOST, die_with_parent, free_ports, kill_session

ROOT = Path(__file__).parents[2]
NAME = "campaign.test"
PASSWORD = "pw"
_SECRET = "test-shared-secret"
_FREE = "{per_second: 10000, burst_count: 10000}"
_LIMITS = f"""
rc_message: {_FREE}
rc_registration: {_FREE}
rc_joins: {{local: {_FREE}, remote: {_FREE}}}
rc_invites: {{per_room: {_FREE}, per_user: {_FREE}, per_issuer: {_FREE}}}
rc_login: {{address: {_FREE}, account: {_FREE}, failed_attempts: {_FREE}}}
rc_room_creation: {_FREE}
"""


def interpreter() -> str:
    """Which Python has Synapse."""
    return os.environ.get("SYNAPSE_PYTHON") or str(ROOT / ".venv-synapse" / "bin" / "python")


def missing() -> str:
    """What this machine lacks; "" when nothing."""
    return "" if Path(interpreter()).exists() else "synapse (make .venv-synapse/.installed)"


@dataclass(frozen=True)
class Account:
    """Somebody with a client."""

    id: str
    token: str


@dataclass
class Synapse:
    root: Path
    extra: str = ""
    has_limits: bool = False
    port: int = field(default_factory=lambda: free_ports(1)[0])
    process: subprocess.Popen | None = None
    _numbers: int = 0

    @classmethod
    def start(cls, **settings: Any) -> "Synapse":
        server = cls(Path(tempfile.mkdtemp(prefix="synapse-")), **settings)
        server._configure()
        server.up()
        return server

    def __enter__(self) -> "Synapse":
        return self

    def __exit__(self, *_: object) -> None:
        self.down()
        shutil.rmtree(self.root, ignore_errors=True)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def up(self) -> None:
        words = [interpreter(), "-m", "synapse.app.homeserver", "-c", str(self.root / "homeserver.yaml")]
        with (self.root / "out.log").open("ab") as log:
            self.process = subprocess.Popen(
                words, cwd=self.root, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=die_with_parent, env={**os.environ, "SYNAPSE_CACHE_FACTOR": "0.1"},
            )  # fmt: skip
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(OSError):
                if self._http("GET", "/health", raw=True)[0] == 200:
                    return
            time.sleep(0.05)
        raise RuntimeError("Synapse did not come up: " + (self.root / "out.log").read_text(errors="replace")[-3000:])

    def down(self) -> None:
        if self.process is not None:
            kill_session(self.process)
            self.process = None

    def restart(self) -> None:
        """Killed, and up again."""
        self.down()
        self.up()

    # -- what people do ----------------------------------------------------------------------------------------------

    def register(self, name: str) -> Account:
        """A new account; `name` gets a number that nobody else has."""
        self._numbers += 1
        user = f"{name}{self._numbers}"
        path = "/_synapse/admin/v1/register"
        nonce = self._http("GET", path)[1]["nonce"]
        told = b"\0".join([nonce.encode(), user.encode(), PASSWORD.encode(), b"notadmin"])
        mac = hmac.new(_SECRET.encode(), told, hashlib.sha1).hexdigest()
        words = {"nonce": nonce, "username": user, "password": PASSWORD, "admin": False, "mac": mac}
        said = self._must("POST", path, words)
        return Account(said["user_id"], said["access_token"])

    def room(self, who: Account, *invited: str, **more: Any) -> str:
        """A room that somebody makes for themselves and others."""
        words = {"is_direct": True, "preset": "trusted_private_chat", "invite": list(invited), **more}
        return self.client("POST", "/createRoom", words, who)["room_id"]

    def join(self, who: Account, room: str) -> None:
        self.client("POST", f"/join/{_q(room)}", {}, who)

    def invited(self, who: Account) -> list[str]:
        """The rooms somebody is invited to."""
        return list(self.client("GET", "/sync?timeout=0", None, who).get("rooms", {}).get("invite", {}))

    def says(self, who: Account, room: str, text: str, **more: Any) -> str:
        words = {"msgtype": "m.text", "body": text, **more}
        return self._event(who, room, "m.room.message", words)

    def edits(self, who: Account, room: str, event: str, text: str) -> str:
        new = {"msgtype": "m.text", "body": text}
        relation = {"rel_type": "m.replace", "event_id": event}
        return self.says(who, room, f"* {text}", **{"m.new_content": new, "m.relates_to": relation})

    def encrypted(self, who: Account, room: str) -> str:
        words = {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "AA", "session_id": "x"}
        return self._event(who, room, "m.room.encrypted", {**words, "sender_key": "k", "device_id": "d"})

    def redacts(self, who: Account, room: str, event: str) -> None:
        self.client("PUT", f"/rooms/{_q(room)}/redact/{_q(event)}/{secrets.token_hex(8)}", {}, who)

    def texts(self, who: Account, room: str, *, by: str) -> list[str]:
        """What one account said in a room, as another sees it."""
        found = self.client("GET", f"/rooms/{_q(room)}/messages?dir=b&limit=1000", None, who)["chunk"]
        mine = [one for one in found[::-1] if one["sender"] == by and one["type"] == "m.room.message"]
        return [one["content"]["body"] for one in mine]

    def client(self, method: str, path: str, body: object, who: Account) -> dict[str, Any]:
        return self._must(method, "/_matrix/client/v3" + path, body, who.token)

    def _event(self, who: Account, room: str, kind: str, words: dict[str, Any]) -> str:
        path = f"/rooms/{_q(room)}/send/{kind}/{secrets.token_hex(8)}"
        return self.client("PUT", path, words, who)["event_id"]

    def _must(self, method: str, path: str, body: object = None, token: str = "") -> dict[str, Any]:
        status, said = self._http(method, path, body, token)
        assert status == 200, (path, status, said)
        return said

    def _http(self, method: str, path: str, body: object = None, token: str = "", *, raw: bool = False) -> tuple:
        request = urllib.request.Request(self.url + path, method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                data = response.read()
                return response.status, data if raw else json.loads(data or b"{}")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")

    def _configure(self) -> None:
        seed = base64.b64encode(secrets.token_bytes(32)).decode().rstrip("=")
        (self.root / "signing.key").write_text(f"ed25519 a_test {seed}\n")
        (self.root / "log.yaml").write_text(
            "version: 1\nhandlers: {h: {class: logging.StreamHandler}}\nroot: {level: WARNING, handlers: [h]}\n"
        )
        (self.root / "homeserver.yaml").write_text(f"""
server_name: {NAME}
pid_file: {self.root}/pid
listeners:
  - {{port: {self.port}, tls: false, type: http, bind_addresses: ['{HOST}'], resources: [{{names: [client]}}]}}
database: {{name: sqlite3, args: {{database: {self.root}/homeserver.db}}}}
log_config: {self.root}/log.yaml
media_store_path: {self.root}/media
signing_key_path: {self.root}/signing.key
registration_shared_secret: {_SECRET}
macaroon_secret_key: test
form_secret: test
report_stats: false
trusted_key_servers: []
suppress_key_server_warning: true
federation_domain_whitelist: []
presence: {{enabled: false}}
url_preview_enabled: false
bcrypt_rounds: 4
{"" if self.has_limits else _LIMITS}{self.extra}
""")


def _q(text: str) -> str:
    return urllib.parse.quote(text, safe="")
