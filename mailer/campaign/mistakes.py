"""Mistakes in a campaign's files, gathered while reading goes on, and told all at once in the campaign's language.

A `Spot` is a place in a file: `Spot(notes, "roster.toml").at("players").at("luis")`. Whoever reads there says
`spot.wrong(value, Phrase("whole", {"low": 1, "high": 9}))` and goes on with BAD instead of a value. The words of a
phrase stand in `data/mistakes.toml`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from string import Template
from typing import Final

from mailer.errors import CampaignError, Mistake

_SHOWN = 60  # characters of what was found


class Bad(Enum):
    """What reading gives instead of a value when it noted a mistake."""

    BAD = "bad"


BAD: Final = Bad.BAD


class Nothing(Enum):
    """What stands where a key is missing."""

    NOTHING = "nothing"


NOTHING: Final = Nothing.NOTHING


@dataclass(frozen=True, slots=True)
class Phrase:
    """What may stand in a place: a code of `data/mistakes.toml` and what to put into its words."""

    code: str
    args: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """A mistake before it is put into words."""

    file: str
    key: str
    found: object
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Reference:
    """A name that must be known once everything is read."""

    spot: "Spot"
    realm: str
    name: str


@dataclass(slots=True)
class Notes:
    """Everything noted so far."""

    language: str = "es"  # of the campaign, as soon as it is known; also says what "pp" means in a purse
    notes: list[Note] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)

    def settle(self, known: Mapping[str, Iterable[str]]) -> None:
        """Notes every reference to a name that its realm does not know."""
        realms = {realm: frozenset(names) for realm, names in known.items()}
        for reference in self.references:
            names = realms.get(reference.realm)
            if names is not None and reference.name not in names:
                hint = _meant(reference.name, names)
                phrase = Phrase("reference", {"realm": f"realm_{reference.realm}", "hint": hint})
                reference.spot.wrong(reference.name, phrase)
        self.references = [one for one in self.references if one.realm not in realms]

    def raise_any(self) -> None:
        """CampaignError with every mistake, by file in the order found; nothing when there is none."""
        if self.notes:
            words = phrases(self.language)
            unique = dict.fromkeys(_mistake(note, words) for note in self.notes)
            headline = Template(words["headline" if len(unique) > 1 else "headline_one"]).substitute(count=len(unique))
            raise CampaignError(tuple(unique), headline=headline)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file of the campaign."""

    notes: Notes
    file: str
    key: str = ""

    def at(self, step: str | int) -> "Spot":
        """The place one step further in: a key, or an element of a list counted from 0 and shown from 1."""
        if isinstance(step, int):
            return replace(self, key=f"{self.key}[{step + 1}]")
        return replace(self, key=f"{self.key}.{step}" if self.key else step)

    def wrong(self, found: object, phrase: Phrase) -> Bad:
        """Notes a mistake here."""
        self.notes.notes.append(Note(self.file, self.key, found, phrase))
        return BAD

    def unknown(self, found: str, allowed: Iterable[str], *, code: str = "choice", also: Iterable[str] = ()) -> Bad:
        """Notes a word that is none of those allowed, with the one that was probably meant, also by another name."""
        names = tuple(allowed)
        return self.wrong(found, Phrase(code, {"options": ", ".join(names), "hint": _meant(found, (*names, *also))}))


def _meant(found: str, names: Iterable[str]) -> str:
    """The name most like the one found, "" if none is."""
    from difflib import get_close_matches

    close = get_close_matches(found[:_SHOWN].casefold(), sorted(names), n=1, cutoff=0.6)
    return close[0] if close else ""


def phrases(language: str) -> Mapping[str, str]:
    """The words of `data/mistakes.toml` in one language, by code."""
    import tomllib

    from mailer.resources import shipped

    with (shipped("data") / "mistakes.toml").open("rb") as file:
        both = tomllib.load(file)
    return {code: words[language if language in words else "es"] for code, words in both.items()}


def said(phrase: Phrase, words: Mapping[str, str]) -> str:
    """What may stand in a place, in words."""
    args = {name: words[str(one)] if name == "realm" else one for name, one in phrase.args.items()}
    hint = args.pop("hint", "")
    allowed = Template(words[phrase.code]).safe_substitute(args)
    return Template(words["hint"]).safe_substitute(allowed=allowed, hint=hint) if hint else allowed


def _mistake(note: Note, words: Mapping[str, str]) -> Mistake:
    allowed = _printable(said(note.phrase, words), 400)
    file, key, found = _printable(note.file), _printable(note.key), _shown(note.found, words)
    place = f"{file}: {key}" if key else file
    told = Template(words["line"]).substitute(place=place, found=found, allowed=allowed)
    return Mistake(file, key, found, allowed, told)


def _shown(found: object, words: Mapping[str, str]) -> str:
    """What was found, short and on one line."""
    if found is NOTHING:
        return words["nothing"]
    if isinstance(found, dict):
        return words["a_table"]
    if isinstance(found, list | tuple):
        return words["a_list"]
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, int) and found.bit_length() > _SHOWN * 3:
        return words["huge"]
    if isinstance(found, str):
        return f"«{_printable(found, _SHOWN)}»"
    if isinstance(found, Phrase):
        return _printable(said(found, words))
    return _printable(str(found), _SHOWN)


def _printable(text: str, length: int = 200) -> str:
    """The text without anything that could disturb a terminal or a mail."""
    clean = "".join(mark if mark.isprintable() else "�" for mark in text[: length + 1])
    return clean if len(clean) <= length else f"{clean[: length - 1]}…"
