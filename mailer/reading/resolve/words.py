"""The words and figures of `data/resolve.toml`: coins, weights, empty words, what a condition may call an event.

[coins]
gp = 100   # copper pieces
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from mailer.resources import shipped


@dataclass(frozen=True, slots=True)
class Words:
    """All of the file; words in lower case without accents."""

    empty: frozenset[str]  # carry no name
    filler: frozenset[str]  # do not make a thing another thing
    lists: Mapping[str, tuple[str, ...]]  # "everything", "remainder", "here", "body", "pieces"
    coins: Mapping[str, int]  # copper pieces a coin
    coin_names: Mapping[str, Mapping[str, str]]  # language → what players write → coin
    weight_units: Mapping[str, Fraction]  # tenths of a pound a unit
    load_levels: Mapping[str, str]  # word → level of the rules
    hirelings: Mapping[str, tuple[str, ...]]  # role → other words for it
    monsters: Mapping[str, tuple[str, ...]]  # id → other words for it
    meet: Mapping[str, tuple[str, ...]]  # "mute", "talkers", "any", in that order
    conditions: Mapping[str, tuple[str, ...]]
    answers: Mapping[str, tuple[str, ...]]  # "accept", "refuse" → meanings of options, best first
    options: Mapping[str, tuple[str, ...]]  # what an option means → other words for it
    confirm_spend_percent: int


@cache
def words() -> Words:
    """The shipped words, read once."""
    raw = tomllib.loads((shipped("data") / "resolve.toml").read_text("utf-8"))
    names = raw["names"]
    return Words(
        empty=frozenset(names["empty"]),
        filler=frozenset(names["filler"]),
        lists={
            **{name: tuple(names[name]) for name in ("everything", "remainder", "here", "body")},
            "pieces": tuple(raw["units"]["pieces"]),
        },
        coins=raw["coins"],
        coin_names={language: _by_word(coins) for language, coins in raw["coin_names"].items()},
        weight_units={unit: Fraction(size) for unit, size in raw["weight_units"].items()},
        load_levels=_by_word(raw["load_levels"]),
        hirelings={role: tuple(others) for role, others in raw["hirelings"].items()},
        monsters={id_: tuple(others) for id_, others in raw["monsters"].items()},
        meet={whom: tuple(listed) for whom, listed in raw["meet"].items()},
        conditions={event: tuple(listed) for event, listed in raw["conditions"].items()},
        answers={answer: tuple(listed) for answer, listed in raw["answers"].items()},
        options={means: tuple(listed) for means, listed in raw["options"].items()},
        confirm_spend_percent=raw["confirm_spend_percent"],
    )


def _by_word(lists: Mapping[str, list[str]]) -> dict[str, str]:
    """Each word with the name of the list it stands in."""
    return {word: name for name, listed in lists.items() for word in listed}
