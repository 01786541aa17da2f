"""Doubts with ready answers, and what an answer makes of the thing said.

A doubt carries its answers whole in `args["options"]`, so that a reply of one letter is enough, days later and from the
ledger alone:

    {"key": "A", "means": "item", "es": "cuerda de seda", "en": "silk rope", "set": {"items.0.item": "cuerda de seda"}}
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any, cast

from mailer.reading.orders.said import Doubt, DoubtCode, Said
from mailer.reading.resolve.codes import Code
from mailer.reading.resolve.gazetteer import Entry


@dataclass(frozen=True, slots=True)
class Offer:
    """One ready answer: what it means, and the slots it changes. `kind` in `changes` makes it another kind."""

    means: str  # "item", "place", "all", "yes", "to_dm", ...: templates say it in words
    changes: Mapping[str, Any]
    es: str = ""
    en: str = ""
    facts: Mapping[str, Any] | None = None


def ask(said: Said, code: Code, about: str = "", *, offers: Iterable[Offer] = (), **args: Any) -> Doubt:
    """A doubt about some words of what was said (all of them, if none are given)."""
    options = [_option(key, offer) for key, offer in zip(ascii_uppercase, offers, strict=False)]
    return Doubt(
        code=cast(DoubtCode, code),  # the reading's type of code, our own words
        text=about or said.text,
        line=said.line,
        args={**args, "options": options} if options else args,
        answers=tuple(option["key"] for option in options),
    )


def _option(key: str, offer: Offer) -> dict[str, Any]:
    """A ready answer as the ledger keeps it."""
    option: dict[str, Any] = {"key": key, "means": offer.means, "es": offer.es, "en": offer.en}
    return {**option, "set": dict(offer.changes), **({"facts": dict(offer.facts)} if offer.facts else {})}


def pick(entries: Iterable[Entry], slot: str, **more: Any) -> tuple[Offer, ...]:
    """Things to choose from, each filling a slot with its name."""
    return tuple(
        Offer(str(entry.noun), {slot: entry.label.es, **more}, entry.label.es, entry.label.en) for entry in entries
    )


def to_dm(said: Said) -> Offer:
    """The way out that is always open: pass the words on to the DM as they stand."""
    return Offer("to_dm", {"kind": "other", "who": "self", "when": None, "except": [], "text": said.text})


def lettered(doubts: Iterable[Doubt], *, taken: int = 0) -> tuple[Doubt, ...]:
    """Doubts whose answers have letters of their own, so that one letter tells which question it answers.

    Past the last letter of the alphabet answers are left out: the line is then better written anew.
    """
    done: list[Doubt] = []
    for doubt in doubts:
        options = doubt.args.get("options", ())
        letters = ascii_uppercase[taken : taken + len(options)]
        new = [{**option, "key": key} for key, option in zip(letters, options, strict=False)]
        taken += len(options)
        done.append(replace(doubt, args={**doubt.args, "options": new}, answers=tuple(letters)) if options else doubt)
    return tuple(done)


def letters_of(doubts: Iterable[Doubt]) -> int:
    """How many ready answers some doubts have."""
    return sum(len(doubt.answers) for doubt in doubts)


def settle(said: Said, doubt: Doubt, answer: str) -> Said | None:
    """What was said, as an answer to a doubt makes it; resolve it again. None: that is none of the answers.

    Doubts of one line are independent: what an answer leaves are the things it is about and no others, those having
    been acted on already or having a doubt of their own.
    """
    options: Iterable[Mapping[str, Any]] = doubt.args.get("options", ())
    chosen = next((option for option in options if option["key"] == answer.strip().strip(".)").upper()), None)
    if chosen is None:
        return None
    slots: dict[str, Any] = deepcopy(dict(said.slots))
    kind = said.kind
    for path, value in chosen["set"].items():
        if path == "kind":
            kind, slots = value, _common(slots)
        elif path != "only":
            _put(slots, path.split("."), value)
    if only := chosen["set"].get("only"):
        slots = _narrowed(slots, only)
    return replace(said, kind=kind, slots=slots)


def _common(slots: Mapping[str, Any]) -> dict[str, Any]:
    """The slots that any kind may have."""
    return {name: slots[name] for name in ("who", "as_spokesperson", "when", "except") if name in slots}


def _put(inside: Any, path: list[str], value: Any) -> None:
    """Set a value deep inside slots; a path that leads nowhere is made."""
    *steps, last = path
    for step in steps:
        inside = inside[int(step)] if isinstance(inside, list) else inside.setdefault(step, {})
    if isinstance(inside, list):
        inside[int(last)] = value
    else:
        inside[last] = value


def _narrowed(slots: dict[str, Any], paths: Iterable[str]) -> dict[str, Any]:
    """The slots with a list cut down to some of its parts: `items.2` keeps the third."""
    kept = [path.partition(".") for path in paths]
    names = {name for name, _, _ in kept}
    return {**slots, **{name: [slots[name][int(index)] for of, _, index in kept if of == name] for name in names}}
