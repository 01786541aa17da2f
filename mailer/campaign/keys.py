"""The table of keys: what may stand in a campaign's files, said once for reading, mistakes, manual and sample file.

    Section("limits", (Key("mails_a_day", Whole(1, 100_000), 300, unit="mails"),))

A key's default is written as it would stand in the file, and is read like anything else. The words of explanation are
in `data/keys.toml` under `[limits]`, in both languages.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Protocol

from mailer.campaign.mistakes import BAD, NOTHING, Phrase, Spot


class Required(Enum):
    """Marks a key that has no default."""

    REQUIRED = "required"


REQUIRED: Final = Required.REQUIRED


class Kind(Protocol):
    """What may stand in a place: reads it, or notes a mistake and gives BAD."""

    @property
    def allowed(self) -> Phrase:
        """What may stand here, for people."""

    def read(self, value: object, spot: Spot) -> Any:
        """The value as the program wants it."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a section."""

    name: str
    kind: Kind
    default: Any = REQUIRED  # as it would stand in the file; None: may be left out, and then there is nothing
    unit: str = ""
    sample: Any = None  # what the commented sample shows where there is no default


@dataclass(frozen=True, slots=True)
class Section:
    """The keys of one table."""

    name: str  # under which `data/keys.toml` explains them
    keys: tuple[Key, ...]

    @property
    def allowed(self) -> Phrase:
        """A table with these keys."""
        return Phrase("table", {"keys": ", ".join(key.name for key in self.keys)})

    def read(self, value: object, spot: Spot) -> Any:
        """A dict with every key, defaults filled in; BAD if a key without a default is missing or wrong."""
        if not isinstance(value, dict):
            return spot.wrong(value, self.allowed)
        self._note_unknown(value, spot)
        found = {key.name: _value_of(key, value, spot) for key in self.keys}
        return BAD if any(one is BAD for one in found.values()) else found

    def partial(self, value: object, spot: Spot) -> Any:
        """A dict with only the keys that stand there: for what overrides something shipped."""
        if not isinstance(value, dict):
            return spot.wrong(value, self.allowed)
        self._note_unknown(value, spot)
        known = {key.name: key for key in self.keys}
        found = {name: known[name].kind.read(one, spot.at(name)) for name, one in value.items() if name in known}
        return BAD if any(one is BAD for one in found.values()) else found

    def _note_unknown(self, value: Mapping[str, object], spot: Spot) -> None:
        names = tuple(key.name for key in self.keys)
        for name in value:
            if name not in names:
                spot.at(name).unknown(name, names, code="key")


def _value_of(key: Key, table: Mapping[str, object], spot: Spot) -> Any:
    at = spot.at(key.name)
    if key.name in table:
        return key.kind.read(table[key.name], at)
    if key.default is REQUIRED:
        return at.wrong(NOTHING, key.kind.allowed)
    return None if key.default is None else key.kind.read(key.default, at)


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of one kind of value."""

    kind: Kind
    at_least: int = 0
    at_most: int = 1000

    @property
    def allowed(self) -> Phrase:
        """A list of so many."""
        code = "list_of" if self.at_least == self.at_most else "list"
        return Phrase(code, {"low": self.at_least, "high": self.at_most})

    def read(self, value: object, spot: Spot) -> Any:
        """A tuple; BAD if any element is."""
        if not isinstance(value, list | tuple) or not self.at_least <= len(value) <= self.at_most:
            return spot.wrong(value, self.allowed)
        found = tuple(self.kind.read(one, spot.at(n)) for n, one in enumerate(value))
        return BAD if any(one is BAD for one in found) else found


@dataclass(frozen=True, slots=True)
class Several:
    """One value, or a list of them."""

    kind: Kind
    at_least: int = 0

    @property
    def allowed(self) -> Phrase:
        """What one may be."""
        return self.kind.allowed

    def read(self, value: object, spot: Spot) -> Any:
        """A tuple in either case."""
        if isinstance(value, list | tuple):
            return ListOf(self.kind, self.at_least).read(value, spot)
        one = self.kind.read(value, spot)
        return BAD if one is BAD else (one,)


@dataclass(frozen=True, slots=True)
class MapOf:
    """A table whose keys are names of one's own and whose values are all of one kind."""

    kind: Kind
    names: Kind
    at_most: int = 100_000
    keeps_bad: bool = False  # a bad entry stays as BAD, for those who must know that its name is taken

    @property
    def allowed(self) -> Phrase:
        """A table by name."""
        return Phrase("map")

    def read(self, value: object, spot: Spot) -> Any:
        """A dict of the good ones: a bad entry is noted, and left out so that the others are still looked at."""
        if not isinstance(value, dict):
            return spot.wrong(value, self.allowed)
        if len(value) > self.at_most:
            return spot.wrong(len(value), Phrase("at_most", {"high": self.at_most}))
        found = {}
        for name, one in value.items():
            good_name = self.names.read(name, spot.at(name))
            good = self.kind.read(one, spot.at(name))
            if good_name is not BAD and (good is not BAD or self.keeps_bad):
                found[good_name] = good
        return found


@dataclass(frozen=True, slots=True)
class Variant:
    """A table whose `kind` says which keys it has."""

    sections: Mapping[str, Section]

    @property
    def allowed(self) -> Phrase:
        """A table with a kind."""
        return Phrase("variant", {"options": ", ".join(self.sections)})

    def read(self, value: object, spot: Spot) -> Any:
        """The dict of that kind, with `kind` in it."""
        if not isinstance(value, dict):
            return spot.wrong(value, self.allowed)
        kind = value.get("kind", NOTHING)
        if not isinstance(kind, str) or kind not in self.sections:
            if isinstance(kind, str):
                return spot.at("kind").unknown(kind, self.sections)
            return spot.at("kind").wrong(kind, Phrase("choice", {"options": ", ".join(self.sections)}))
        rest = {name: one for name, one in value.items() if name != "kind"}
        found = self.sections[kind].read(rest, spot)
        return BAD if found is BAD else {**found, "kind": kind}
