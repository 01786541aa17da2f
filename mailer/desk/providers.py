"""Mailbox providers: their servers, what their login asks for, and which of them an address or a server belongs to.

[gmail]                                  # data/providers.toml
label = "Gmail"
domains = ["gmail.com", "googlemail.com"]
imap = { host = "imap.gmail.com", port = 993, security = "tls" }
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from mailer.resources import shipped

OWN, MAILDIR = "own", "maildir"


@dataclass(frozen=True, slots=True)
class Provider:
    """A sort of mailbox."""

    id: str
    label: str
    login: Mapping[str, str]  # what the login asks for, by language
    domains: tuple[str, ...] = ()  # of addresses
    hosts: tuple[str, ...] = ()  # ends of its servers' names
    plus_addresses: bool = False
    auth: str = "password"
    authserv_ids: tuple[str, ...] = ()
    imap: Mapping[str, Any] = field(default_factory=dict)
    smtp: Mapping[str, Any] = field(default_factory=dict)


@cache
def providers() -> Mapping[str, Provider]:
    """All that we know, in the order of the file."""
    import tomllib

    with (shipped("data") / "providers.toml").open("rb") as file:
        raw = tomllib.load(file)
    return {name: _provider(name, entry) for name, entry in raw.items()}


def _provider(name: str, entry: dict[str, Any]) -> Provider:
    lists = ("domains", "hosts", "authserv_ids")
    given: dict[str, Any] = {key: tuple(one) if key in lists else one for key, one in entry.items()}
    return Provider(id=name, **given)


def provider_of_host(host: str) -> Provider:
    """Whose server that is; "own" when nobody's we know."""
    found = (one for one in providers().values() if any(_is_under(host, end) for end in one.hosts))
    return next(found, providers()[OWN])


def provider_of_address(address: str) -> Provider:
    """Where that address is kept, by its domain; "own" when we do not know."""
    domain = address.rpartition("@")[2].lower()
    return next((one for one in providers().values() if domain in one.domains), providers()[OWN])


def _is_under(host: str, end: str) -> bool:
    return host.lower() == end or host.lower().endswith(f".{end}")
