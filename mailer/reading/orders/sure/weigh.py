"""The points of the reasons to distrust an order, and from how many on we ask first: `data/sureness.toml`."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from mailer.reading.orders.sure.case import Case
from mailer.reading.orders.sure.reasons import REASONS
from mailer.resources import shipped

Counts = tuple[tuple[str, int], ...]  # reasons and how often each holds
UNASKED = 1_000_000  # a limit that no sum reaches: every order is taken
_MOST = 8  # a reason that holds more often than that says no more


@dataclass(frozen=True, slots=True)
class Sureness:
    """Points for every reason, kind and slot, and the sums at which we ask."""

    start: int  # what every order begins with
    reasons: Mapping[str, int]
    limits: Mapping[str, int]  # careful, normal, bold: at that sum and above we ask
    silent: Mapping[str, int]  # what makes a sentence without order look like one, and from what sum on we ask

    def points(self, counts: Counts) -> int:
        """The sum for an order; reasons without points count nothing, some speak for it."""
        return self.start + sum(self.reasons.get(name, 0) * count for name, count in counts)


@cache
def sureness() -> Sureness:
    """The table shipped with the program."""
    table = tomllib.loads((shipped("data") / "sureness.toml").read_text("utf-8"))
    named = {f"{group}.{name}": points for group in ("kinds", "slots") for name, points in table[group].items()}
    return Sureness(table["start"], {**table["reasons"], **named}, table["limits"], table["silent"])


def counts_of(case: Case) -> Counts:
    """What speaks against an order that was read, and how often."""
    draft = case.draft
    found = ((name, min(reason(case), _MOST)) for name, reason in REASONS.items())
    slots = {"kinds." + draft.kind, "kinds." + draft.frame, *("slots." + name for name in _slots(draft.slots))}
    return (*((name, count) for name, count in found if count), *((name, 1) for name in sorted(slots)))


def _slots(slots: Mapping[str, Any]) -> Iterable[str]:
    """The slots that hold something, those of goods among them."""
    for name, value in slots.items():
        if value not in (None, False, [], "self", "unspecified"):
            yield name
        if name == "items":
            for item in value:
                yield from (f"item_{key}" for key, part in item.items() if part not in (None, False))
