"""An SMTP server (aiosmtpd, in a process of its own) that fails as it is told and stores the rest in a Maildir.

    with FaultSMTP.start(faults=[{"at": "rcpt", "match": "bob@", "code": "550 5.1.1 no such user"}]) as server: ...

A fault happens at "mail", "rcpt" or "data", where `match` stands in the address:
    {"at": "data", "code": "451 4.3.0 later"}   that reply, and on
    {"at": "data", "do": "drop_before"}         cut, nothing stored
    {"at": "data", "do": "drop_after"}          stored, then cut without the 250
    {"at": "data", "do": "hang", "s": 30}       silence
    {"at": "mail", "code": "421 ...", "do": "close"}   that reply, then cut
each with "times": n (1; -1 for ever) and "skip": n (that many pass first).
"""

import asyncio
import contextlib
import email
import email.policy
import json
import logging
import os
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path


class Faults:
    def __init__(self, script: list[dict]) -> None:
        self.script = script

    def pick(self, at: str, text: str) -> dict | None:
        for fault in self.script:
            if fault["at"] != at or fault.get("match", "") not in text or fault.get("times", 1) == 0:
                continue
            if fault.get("skip", 0):
                fault["skip"] -= 1
                continue
            fault["times"] = fault.get("times", 1) - 1 if fault.get("times", 1) > 0 else -1
            return fault
        return None


class Handler:
    def __init__(self, config: dict) -> None:
        self.faults = Faults(config["faults"])
        self.maildir = Path(config["maildir"])
        self.count = 0

    async def handle_MAIL(self, server, session, envelope, address, options):
        if fault := self.faults.pick("mail", address or ""):
            return await self.fail(server, fault)
        envelope.mail_from = address
        return "250 2.1.0 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if fault := self.faults.pick("rcpt", address):
            return await self.fail(server, fault)
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        fault = self.faults.pick("data", " ".join(envelope.rcpt_tos))
        if fault and fault.get("do") != "drop_after":
            return await self.fail(server, fault)
        self.store(envelope)
        return await self.fail(server, fault) if fault else "250 2.0.0 stored"

    async def fail(self, server, fault):
        match fault.get("do"):
            case "drop_before" | "drop_after":
                server.transport.abort()
                raise ConnectionResetError("scripted")
            case "close":
                await server.push(fault["code"])
                server.transport.close()
                raise ConnectionResetError("scripted")
            case "hang":
                await asyncio.sleep(fault.get("s", 30))
        return fault.get("code", "451 4.3.0 scripted")

    def store(self, envelope) -> None:
        self.count += 1
        sender = (envelope.mail_from or "").strip("<>")
        trace = f"Return-Path: <{sender}>\r\nX-Envelope-To: {','.join(envelope.rcpt_tos)}\r\n".encode()
        name = f"{time.time():.6f}.{os.getpid()}.{self.count}"
        (self.maildir / "tmp" / name).write_bytes(trace + envelope.original_content)
        (self.maildir / "tmp" / name).rename(self.maildir / "new" / name)


async def serve(config: dict) -> None:
    from aiosmtpd.smtp import SMTP, AuthResult

    settings: dict = {"enable_SMTPUTF8": True, "data_size_limit": 1 << 20, "hostname": "test.invalid"}
    if config["tls"]:
        settings["tls_context"] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        settings["tls_context"].load_cert_chain(*config["tls"])
    if config["auth"]:

        def authenticate(server, session, envelope, mechanism, data):
            success = [data.login.decode(), data.password.decode()] == config["auth"]
            return AuthResult(success=success, handled=success)  # unhandled: the server itself says no

        settings |= {"authenticator": authenticate, "auth_required": True, "auth_require_tls": bool(config["tls"])}
    loop = asyncio.get_running_loop()
    handler = Handler(config)
    implicit = settings.pop("tls_context") if config["implicit_tls"] else None
    if implicit:
        settings["auth_require_tls"] = False
    server = await loop.create_server(
        lambda: SMTP(handler, loop=loop, **settings), "127.0.0.1", config["port"], ssl=implicit
    )
    os.write(config["ready"], f"{server.sockets[0].getsockname()[1]}\n".encode())
    os.close(config["ready"])
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()


@dataclass
class FaultSMTP:
    root: Path
    faults: list = field(default_factory=list)
    tls: tuple[str, str] | None = None  # certificate, key
    implicit_tls: bool = False
    auth: tuple[str, str] | None = None  # user, password
    host: str = "127.0.0.1"
    port: int = 0
    process: subprocess.Popen | None = None

    @classmethod
    def start(cls, **settings) -> "FaultSMTP":
        server = cls(Path(tempfile.mkdtemp(prefix="smtp-")), **settings)
        for folder in ("tmp", "new", "cur"):
            (server.maildir / folder).mkdir(parents=True)
        server.up()
        return server

    @property
    def maildir(self) -> Path:
        return self.root / "Maildir"

    def up(self) -> None:
        from servers.process import die_with_parent

        read, write = os.pipe()
        config = {
            "faults": self.faults,
            "maildir": str(self.maildir),
            "tls": self.tls,
            "implicit_tls": self.implicit_tls,
            "auth": self.auth,
            "port": self.port,
            "ready": write,
        }
        with open(self.root / "stderr", "ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, os.path.abspath(__file__), json.dumps(config)],
                pass_fds=[write],
                stdin=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )
        os.close(write)
        with os.fdopen(read) as ready:
            line = ready.readline()
        if not line:
            raise RuntimeError("the SMTP server died: " + (self.root / "stderr").read_text())
        self.port = int(line)

    def down(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def restart(self, *faults: dict) -> None:
        """The same server at the same port with other faults; its letters stay."""
        self.down()
        self.faults = list(faults)
        self.up()

    def messages(self) -> list:
        paths = sorted((self.maildir / "new").iterdir())
        return [email.message_from_bytes(path.read_bytes(), policy=email.policy.default) for path in paths]

    def __enter__(self) -> "FaultSMTP":
        return self

    def __exit__(self, *_) -> None:
        self.down()
        shutil.rmtree(self.root, ignore_errors=True)


if __name__ == "__main__":
    for name in ("mail.log", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(json.loads(sys.argv[1])))
