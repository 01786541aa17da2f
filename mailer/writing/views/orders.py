"""Orders in words: the act by its name in `orders.j2`, its fields with every id made a word."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Deed:
    """One act. `act` is its class name in lower case, `d` has the class's fields."""

    act: str
    d: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an order will cost and bring, as far as the rules are public. None: says nothing of it."""

    cost_cp: int | None = None
    purse_cp: int | None = None  # left afterwards
    arrives: str | None = None  # campaign date
    starts: str | None = None  # campaign date, where it must wait until days are paid (A39) or a date named
    until: str | None = None  # campaign date at which it is done
    chance: int | None = None  # percent of living through an encounter of the expected strength
    alone_chance: int | None = None  # the same alone, where the order breaks away
    party_chance: int | None = None  # and of those who stay together
    checks: int | None = None  # encounter checks a day
    to_dm: bool = False  # the DM settles it
    is_proposal: bool = False  # a plural from one who is not the spokesperson
    gain_cp: int | None = None
    short_cp: int | None = None  # what the purse lacks
    daily_cp: int | None = None  # a wage
    condition: str = ""  # kind of event it waits for: a word of `condition`
    remarks: tuple[str, ...] = ()  # codes of `remark`: "late_arrival", ...
    replaces: tuple[tuple[int, Deed], ...] = ()  # the orders in whose place it stands, under their numbers


@dataclass(frozen=True, slots=True)
class Standing:
    """An order that stands, under the number it is called by."""

    number: int
    deed: Deed
    scope: str = "personal"  # personal, party, alone
    starts: str = ""  # campaign date it waits for
    condition: str = ""  # kind of event it waits for: a word of `condition`
    force: str = "order"  # order, proposal, vote
    by: str = ""  # who gave it, where that is not the reader
    decides: str = ""  # who may take up a proposal, where that is not the reader
    you_decide: bool = False
    is_suspended: bool = False  # repeats, and is tried no more until it is taken up again
