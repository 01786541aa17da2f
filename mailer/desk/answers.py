"""What a new campaign was told about itself, and the tables of its files that follow from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from mailer.desk.providers import MAILDIR, OWN, Provider, provider_of_address, providers
from mailer.desk.roster_lines import Table, character, person, slug

_TLS_PORTS, _PLAIN_PORTS = (993, 465), (143, 25)
_MOVED = {"en": {"move_to": "Estafeta/Read"}}  # the sample's is Spanish
_HERE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers, by option or by asking; None and empty ones leave what the sample says."""

    language: str = "es"
    name: str | None = None
    tag: str | None = None
    zone: str | None = None
    turnover: str | None = None
    calendar: str | None = None
    anchor: date | None = None  # the real day that `date` is
    date: str | None = None
    rules: str | None = None
    mailbox: str | None = None  # a provider of data/providers.toml
    address: str | None = None
    imap_host: str | None = None
    smtp_host: str | None = None
    imap_port: int | None = None
    smtp_port: int | None = None
    security: str | None = None  # of both lines: tls, starttls, plain
    imap_security: str | None = None  # of one
    smtp_security: str | None = None
    smtp_login: bool | None = None  # False: the way out asks for no password
    ca_file: str | None = None
    user: str | None = None
    password: Mapping[str, str] | None = None  # { file = … }, { env = … } or { command = … }
    chats: str | None = None  # none, telegram, matrix, both
    telegram_token: str | None = None  # the file it stands in
    telegram_bot: str | None = None
    telegram_url: str | None = None  # of a Bot API server of one's own
    matrix_user: str | None = None
    matrix_url: str | None = None
    matrix_password: str | None = None  # the file it stands in
    dm: str | None = None
    players: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()
    party: str | None = None

    @property
    def provider(self) -> Provider:
        """Whose mailbox it is: as said, else by the address, else folders of this machine."""
        if self.mailbox:
            return providers()[self.mailbox]
        known = provider_of_address(self.address or "")
        return known if known.id != OWN or self.imap_host else providers()[MAILDIR]


@dataclass(frozen=True, slots=True)
class _Login:
    """One of the two servers of a mailbox."""

    provider: Provider
    user: str
    password: Mapping[str, str]

    def table(self, kind: str, told: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
        """The table of `campaign.toml`: what is usual there, and over it what was said; no login without a user."""
        auth = {"auth": self.provider.auth} if self.provider.auth != "password" else {}
        login = {"user": self.user, "password": dict(self.password), **auth} if self.user else {}
        return {"kind": kind, **told, **{name: value for name, value in said.items() if value}, **login}


def settings_of(answers: Answers) -> dict[str, Any]:
    """The keys of `campaign.toml` that were answered."""
    plain = {name: getattr(answers, name) for name in ("name", "tag", "zone", "turnover", "rules", "address")}
    found: dict[str, Any] = {name: value for name, value in plain.items() if value}
    if answers.name and not answers.tag:
        found["tag"] = answers.name[:24].strip()
    calendar = _calendar(answers)
    return {**found, **({"calendar": calendar} if calendar else {}), **_post(answers), **_chats(answers)}


def chats_of(answers: Answers) -> tuple[str, ...]:
    """The chats that are wanted: by their name, or because something was said of them."""
    named = {"telegram": answers.telegram_token, "matrix": answers.matrix_user}
    return tuple(kind for kind, one in named.items() if one or answers.chats in (kind, "both"))


def _chats(answers: Answers) -> dict[str, Any]:
    """Their tables; a Matrix homeserver is as a rule where its accounts say."""
    found: list[dict[str, Any]] = []
    wanted = chats_of(answers)
    if "telegram" in wanted:
        token = {"file": answers.telegram_token} if answers.telegram_token else {"env": "ESTAFETA_TELEGRAM"}
        more = {"bot": answers.telegram_bot, "url": answers.telegram_url}
        found.append({"kind": "telegram", "token": token, **{name: one for name, one in more.items() if one}})
    if "matrix" in wanted:
        user = answers.matrix_user or "@estafeta:example.org"
        url = answers.matrix_url or f"https://{user.partition(':')[2]}"
        password = {"file": answers.matrix_password} if answers.matrix_password else {"env": "ESTAFETA_MATRIX"}
        found.append({"kind": "matrix", "url": url, "user": user, "password": password})
    return {"chat": found} if found else {}


def _calendar(answers: Answers) -> dict[str, Any]:
    found: dict[str, Any] = {"use": answers.calendar} if answers.calendar else {}
    if answers.anchor:
        found["anchor"] = answers.anchor
    if answers.date:
        found["date"] = campaign_date(answers.date)
        found.setdefault("anchor", answers.anchor)
    return {name: value for name, value in found.items() if value is not None}


def campaign_date(text: str) -> list[int]:
    """Year, month and day of a date as it is written: "1026-1-15"; ValueError for anything else."""
    year, month, day = text.strip().rsplit("-", 2)
    return [int(year), int(month), int(day)]


def _post(answers: Answers) -> dict[str, Any]:
    """How mail comes and goes; nothing for folders, which the sample has."""
    provider = answers.provider
    if provider.id == MAILDIR:
        return {}
    user = answers.user or answers.address or ""
    password = answers.password or {"env": "ESTAFETA_PASSWORD"}
    login, way_out = _Login(provider, user, password), _Login(provider, user, password)
    if answers.smtp_login is False:
        way_out = _Login(provider, "", {})
    trust = {"trust": {"authserv_ids": list(provider.authserv_ids)}} if provider.authserv_ids else {}
    return {
        "plus_addresses": provider.plus_addresses and provider.id != OWN,
        "inbox": [login.table("imap", {**provider.imap, **_MOVED.get(answers.language, {})}, _line(answers, "imap"))],
        "out": way_out.table("smtp", provider.smtp, _line(answers, "smtp")),
        **trust,
    }


def _line(answers: Answers, which: str) -> dict[str, Any]:
    """What was said of one of the two servers."""
    host, port = getattr(answers, f"{which}_host"), getattr(answers, f"{which}_port")
    security = getattr(answers, f"{which}_security") or answers.security
    if port and not security and answers.provider.id == OWN:
        security = usual_security(port, host or "")
    return {"host": host, "port": port, "security": security, "ca_file": answers.ca_file}


def usual_security(port: int, host: str) -> str:
    """How a port is guarded as a rule; in the clear only on this very machine."""
    if port in _TLS_PORTS:
        return "tls"
    return "plain" if host in _HERE and port in _PLAIN_PORTS else "starttls"


def people_of(answers: Answers, *, place: str) -> dict[str, dict[str, Table]] | None:
    """The tables of `roster.toml`; None when nobody was named. LineError for a line that cannot be read."""
    if not (answers.dm or answers.players or answers.characters):
        return None
    players = players_of(answers)
    characters: dict[str, Table] = {}
    for line in answers.characters:
        one = character(line, players)
        characters[slug(str(one["name"]), characters)] = one
    found: dict[str, dict[str, Table]] = {"players": players}
    if characters:
        name = answers.party or answers.tag or answers.name or "—"
        found |= {
            "characters": characters,
            "parties": {slug(name): {"name": name, "members": list(characters), "place": place}},
        }
    return found


def players_of(answers: Answers) -> dict[str, Table]:
    """The players' tables, the DM first."""
    found: dict[str, Table] = {}
    lines = ([(answers.dm, True)] if answers.dm else []) + [(line, False) for line in answers.players]
    for line, is_dm in lines:
        one = person(line, is_dm=is_dm)
        found[slug(str(one["name"]).split()[0], found)] = one
    return found
