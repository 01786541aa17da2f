"""Whom the gate knows, and whom it believes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import NewType

PlayerId = NewType("PlayerId", str)


def _nobody() -> Mapping[str, PlayerId]:
    return MappingProxyType({})


def _no_tokens() -> Mapping[PlayerId, tuple["Token", ...]]:
    return MappingProxyType({})


def _no_generations() -> Mapping[PlayerId, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Token:
    """A reply token that was given to one player."""

    text: str  # lower case
    expires: datetime | None = None  # aware; nothing: until it is revoked


@dataclass(frozen=True, slots=True)
class GateRoster:
    """Registered addresses, reply tokens, the DM's addresses and our own; all addresses in lower case."""

    players: Mapping[str, PlayerId] = field(default_factory=_nobody)  # several addresses may be one player's
    tokens: Mapping[PlayerId, tuple[Token, ...]] = field(default_factory=_no_tokens)
    dms: Mapping[str, PlayerId] = field(default_factory=_nobody)
    ours: frozenset[str] = frozenset()  # the mailbox, without any +tag
    secret: bytes = b""  # of the campaign; tokens made with it are good too
    generations: Mapping[PlayerId, int] = field(default_factory=_no_generations)  # of the tokens made for them

    def __post_init__(self) -> None:
        addresses = (*self.players, *self.dms, *self.ours)
        if wrong := [address for address in addresses if address != address.lower()]:
            raise ValueError(f"addresses are kept in lower case: {wrong}")

    def person(self, address: str) -> PlayerId | None:
        """The player or DM of an address, if it is registered exactly so."""
        return self.players.get(address) or self.dms.get(address)


@dataclass(frozen=True, slots=True)
class Trust:
    """Whose word about the sender we take."""

    authserv_ids: tuple[str, ...] = ()  # exact names, as our own server writes them
    authserv_suffix: str = ""  # or one rule: ".protection.example.net"
    unnamed_results: bool = False  # our server leaves its name out of the header
    spf_is_enough: bool = False  # an aligned SPF pass where no DMARC verdict is given
    token_is_enough: bool = True  # where there is no verdict at all
    token_in_ids: bool = False  # also look for tokens in In-Reply-To and References (no sub-addressing)
    verify_dkim: bool = False  # we verify DKIM ourselves when collecting

    def __post_init__(self) -> None:
        if self.authserv_suffix and not self.authserv_suffix.startswith("."):
            raise ValueError(f"a suffix begins with a dot: {self.authserv_suffix}")
