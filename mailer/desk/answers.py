"""What a new campaign was told about itself, and the tables of its files that follow from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from mailer.desk.providers import MAILDIR, OWN, Provider, provider_of_address, providers
from mailer.desk.roster_lines import Table, character, person, slug


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
    ca_file: str | None = None
    user: str | None = None
    password: Mapping[str, str] | None = None  # { file = … }, { env = … } or { command = … }
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
    guard: Mapping[str, Any] = field(default_factory=dict)  # security and certificate, where they were said

    def table(self, kind: str, told: Mapping[str, Any], host: str | None, port: int | None) -> dict[str, Any]:
        """The table of `campaign.toml` for it."""
        auth = {"auth": self.provider.auth} if self.provider.auth != "password" else {}
        where = {**told, **({"host": host} if host else {}), **({"port": port} if port else {}), **self.guard}
        return {"kind": kind, **where, "user": self.user, "password": dict(self.password), **auth}


def settings_of(answers: Answers) -> dict[str, Any]:
    """The keys of `campaign.toml` that were answered."""
    plain = {name: getattr(answers, name) for name in ("name", "tag", "zone", "turnover", "rules", "address")}
    found: dict[str, Any] = {name: value for name, value in plain.items() if value}
    if answers.name and not answers.tag:
        found["tag"] = answers.name[:24].strip()
    calendar = _calendar(answers)
    return {**found, **({"calendar": calendar} if calendar else {}), **_post(answers)}


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
    said = {"security": answers.security, "ca_file": answers.ca_file}
    guard = {name: value for name, value in said.items() if value}
    login = _Login(provider, user, answers.password or {"env": "ESTAFETA_PASSWORD"}, guard)
    trust = {"trust": {"authserv_ids": list(provider.authserv_ids)}} if provider.authserv_ids else {}
    return {
        "plus_addresses": provider.plus_addresses and provider.id != OWN,
        "inbox": [login.table("imap", provider.imap, answers.imap_host, answers.imap_port)],
        "out": login.table("smtp", provider.smtp, answers.smtp_host, answers.smtp_port),
        **trust,
    }


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
