"""The words of both languages, loaded once from `data/vocabulary.*.toml` and indexed for looking up.

A frame's entry starts with a verb of which every form counts; what follows it is literal:

    [frames."dungeon.return"]
    verbs = ["dar media vuelta", "replegarse"]   # a verb in -se wants its pronoun
    words = ["todos fuera"]                      # literal
    heads = ["retorno"]                          # at the head of a line
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rapidfuzz.distance import OSA

from mailer.reading.orders.conjugation import Form, english, spanish
from mailer.reading.orders.tokens import Token, fold, words_of
from mailer.resources import shipped

LANGUAGES = ("es", "en")
_CLITICS = ("me", "te", "se", "nos", "os", "lo", "la", "los", "las", "le", "les")
_SLIPPING = frozenset({"inf", "pres", "imp", "subj", "base"})
_HOSTS = frozenset({"inf", "ger", "imp", "subj"})


class Phrases:
    """A set of phrases to be found in a run of tokens, the longest first."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for phrase in phrases:
            words = words_of(phrase)
            if words:
                self._by_first.setdefault(words[0], []).append(words)
        for entries in self._by_first.values():
            entries.sort(key=len, reverse=True)

    @classmethod
    def together(cls, several: Iterable["Phrases"]) -> "Phrases":
        """The phrases of several sets as one."""
        found = cls(())
        for one in several:
            for first, entries in one._by_first.items():
                found._by_first.setdefault(first, []).extend(entries)
        for entries in found._by_first.values():
            entries.sort(key=len, reverse=True)
        return found

    def firsts(self) -> Iterable[str]:
        """The words a phrase may begin with."""
        return self._by_first

    def all(self) -> Iterable[tuple[str, ...]]:
        """Every phrase, as its words."""
        return (phrase for entries in self._by_first.values() for phrase in entries)

    def at(self, words: Sequence[str], index: int) -> int:
        """How many words of a phrase stand at the index; 0 if none does."""
        entries = self._by_first.get(words[index])
        if entries is None:
            return 0
        for entry in entries:
            if tuple(words[index : index + len(entry)]) == entry:
                return len(entry)
        return 0

    def find(self, words: Sequence[str], start: int = 0, end: int | None = None) -> tuple[int, int] | None:
        """The first place where one stands, as a range."""
        if self._by_first.keys().isdisjoint(words):
            return None  # most end here, and soon
        limit = len(words) if end is None else end
        for index in range(start, limit):
            if words[index] in self._by_first:
                length = self.at(words, index)
                if length and index + length <= limit:
                    return index, index + length
        return None

    def ends_at(self, words: Sequence[str], end: int) -> int:
        """How many words of a phrase end just before the index; 0 if none does."""
        for length in range(min(6, end), 0, -1):
            start = end - length
            if tuple(words[start:end]) in self._by_first.get(words[start], ()):
                return length
        return 0

    def __contains__(self, word: str) -> bool:
        return (word,) in self._by_first.get(word, ())


class Pattern(NamedTuple):
    """What sets off a frame: a verb with what must follow it, or fixed words."""

    frame: str
    rest: tuple[str, ...]  # behind the first word
    reflexive: bool
    negated: bool  # "no pelear": the verb with "no" before it
    shown: str


class Analysis(NamedTuple):
    """A form of a verb and the pronouns that hang on it."""

    form: Form
    clitics: tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """Everything the grammar knows of words."""

    forms: Mapping[str, tuple[Form, ...]]
    by_lemma: Mapping[str, tuple[Pattern, ...]]
    by_word: Mapping[str, tuple[Pattern, ...]]
    heads: Mapping[tuple[str, ...], str]
    phrases: Mapping[str, Phrases]  # "mood.past", "slots.careful", "nouns.role", "events.npc", "status.hp"
    aux: Mapping[str, frozenset[str]]
    amounts: Mapping[str, Mapping[str, Any]]  # by language
    grammar: Mapping[str, frozenset[str]]  # small words by what they do: clitics, determiners, joins
    sms: Mapping[str, str]
    framed: frozenset[str]  # lemmas that set off a frame
    known: frozenset[str]
    _near: Mapping[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)

    def nearest(self, word: str) -> str | None:
        """The one form of a framed verb that is a slip of the finger away."""
        if len(word) < 6 or word in self.known:
            return None
        found = {
            form
            for length in (len(word) - 1, len(word), len(word) + 1)
            for form in self._near.get((word[0], length), ())
            if OSA.distance(word, form, score_cutoff=1) <= 1
            and sorted(form) == sorted(word)
            and any(one.tense in _SLIPPING for one in self.forms[form])
        }
        lemmas = {form.lemma for word in found for form in self.forms[word]}
        return min(found) if len(lemmas) == 1 else None


@cache
def senses() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """What single words stand for: means of travel, kinds by their nouns, loads, ends."""
    table = tomllib.loads((shipped("data") / "reading" / "senses.toml").read_text("utf-8"))
    return {name: {key: tuple(words) for key, words in rows.items()} for name, rows in table.items()}


_PLURALS = frozenset({"item", "role", "monster", "owner"})


def _plurals(nouns: Iterable[str], language: str) -> list[str]:
    return [_plural(noun, language) for noun in nouns]


def _plural(noun: str, language: str) -> str:
    """The plural of a single noun by rule; of more words than one, the words themselves."""
    if " " in noun or "-" in noun or noun.endswith("s"):
        return noun
    if language == "en":
        if noun.endswith(("x", "ch", "sh")):
            return noun + "es"
        return noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else noun + "s"
    if noun.endswith("z"):
        return noun[:-1] + "ces"
    return noun + ("s" if noun[-1] in "aeiouáéó" else "es")


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((shipped("data") / f"vocabulary.{name}.toml").read_text("utf-8"))


def _conjugated(lemmas: Iterable[tuple[str, str]], tables: Mapping[str, Mapping[str, Any]]) -> dict[str, list[Form]]:
    forms: dict[str, list[Form]] = {}
    for language, lemma in sorted(set(lemmas)):
        table = tables[language]
        if language == "es":
            found = spanish(lemma, table["conjugation"], table["irregular"])
        else:
            found = english(lemma, table["conjugation"])
        for form in found:
            forms.setdefault(fold(form.written).rstrip("'"), []).append(form)
    rare = frozenset(tables["es"]["conjugation"]["rare"])
    return {word: _unshadowed(found, rare) for word, found in forms.items()}


def _unshadowed(found: list[Form], rare: frozenset[str]) -> list[Form]:
    """The forms without those a plainer verb hides: "vende" is vender, not what one wishes of vendar."""
    plain = {form.lemma for form in found if form.tense == "pres"} - rare
    return [form for form in found if not plain or form.lemma not in rare or form.tense not in ("subj", "imp")]


def _is_infinitive(word: str) -> bool:
    return fold(word)[-2:] in ("ar", "er", "ir")


def _split(language: str, entry: str) -> tuple[str, tuple[str, ...], bool, bool]:
    """The verb of an entry, what follows, whether it is reflexive, whether negated."""
    words = entry.split()
    negated = words[0] in ("no", "not", "don't")
    words = words[1:] if negated else words
    verb, reflexive = words[0], False
    if language == "es":
        reflexive = verb.endswith("se") and _is_infinitive(verb[:-2])
        while verb.endswith(("se", "me", "lo", "la", "le")) and _is_infinitive(verb[:-2]):
            verb = verb[:-2]
    rest = words_of(" ".join(words[1:])) if len(words) > 1 else ()
    return verb, rest, reflexive, negated


def _clean_aux(language: str, entries: Iterable[str]) -> frozenset[str]:
    return frozenset(_split(language, entry)[0] for entry in entries)


@cache
def vocabulary() -> Vocabulary:  # noqa: PLR0912 - a table is read section by section
    """The vocabulary shipped with the program."""
    tables = {language: _load(language) for language in LANGUAGES}
    by_lemma: dict[str, list[Pattern]] = {}
    by_word: dict[str, list[Pattern]] = {}
    heads: dict[tuple[str, ...], str] = {}
    lemmas: set[tuple[str, str]] = set()
    for language, table in tables.items():
        for frame, entries in table["frames"].items():
            for entry in entries.get("verbs", ()):
                verb, rest, reflexive, negated = _split(language, entry)
                if language == "es" and not _is_infinitive(verb):
                    by_word.setdefault(fold(verb), []).append(Pattern(frame, rest, False, negated, entry))
                    continue
                lemmas.add((language, verb))
                by_lemma.setdefault(verb, []).append(Pattern(frame, rest, reflexive, negated, entry))
            for entry in entries.get("words", ()):
                first, *rest_words = words_of(entry)
                by_word.setdefault(first, []).append(Pattern(frame, tuple(rest_words), False, False, entry))
            for entry in entries.get("heads", ()):
                heads.setdefault(words_of(entry), frame)
        for group in ("will", "keep", "tell", "talk", "note"):
            for entry in table["aux"].get(group, ()):
                verb = _split(language, entry)[0]
                if language == "en" and not verb.isalpha():
                    continue
                if language == "en" or _is_infinitive(verb):
                    lemmas.add((language, verb))
    framed = frozenset(by_lemma)
    forms = _conjugated(lemmas, tables)
    phrases: dict[str, Phrases] = {}
    for section in ("nouns", "mood", "slots", "events", "status", "grammar"):
        names = {name for table in tables.values() for name in table.get(section, {})}
        for name in names:
            lists = [table.get(section, {}).get(name, ()) for table in tables.values()]
            if section == "nouns" and name in _PLURALS:
                lists += [_plurals(tables[language]["nouns"].get(name, ()), language) for language in LANGUAGES]
            phrases[f"{section}.{name}"] = Phrases(entry for entries in lists for entry in entries)
    amounts = _load("amounts")
    aux: dict[str, frozenset[str]] = {}
    for group in ("will", "keep", "tell", "talk", "note"):
        aux[group] = frozenset().union(*(_clean_aux(lang, t["aux"].get(group, ())) for lang, t in tables.items()))
    phrases["aux.polite"] = Phrases(entry for table in tables.values() for entry in table["aux"]["polite"])
    near: dict[tuple[str, int], list[str]] = {}
    for word, found in forms.items():
        if any(form.lemma in framed for form in found) and len(word) >= 5:
            near.setdefault((word[0], len(word)), []).append(word)
    grammar = {
        name.split(".")[1]: frozenset(found.firsts()) for name, found in phrases.items() if name[:7] == "grammar"
    }
    known = set(forms) | set(by_word)
    for table in tables.values():
        for section in ("nouns", "mood", "slots", "status", "events", "grammar"):
            for entries in table.get(section, {}).values():
                known.update(word for entry in entries for word in words_of(entry))
        for entries in table["frames"].values():
            for listed in entries.values():
                known.update(word for entry in listed for word in words_of(entry))
    for table in amounts.values():
        for section in table.values():
            known.update(word for key in section for word in words_of(key))
    return Vocabulary(
        forms={word: tuple(found) for word, found in forms.items()},
        by_lemma={lemma: tuple(found) for lemma, found in by_lemma.items()},
        by_word={word: tuple(found) for word, found in by_word.items()},
        heads=heads,
        phrases=phrases,
        aux=aux,
        amounts=amounts,
        grammar=grammar,
        sms={short: long for table in tables.values() for short, long in table["sms"].items()},
        framed=framed,
        known=frozenset(known),
        _near={key: tuple(found) for key, found in near.items()},
    )


def analyses(token: Token) -> tuple[Analysis, ...]:
    """The verb forms a word may be, with the pronouns that hang on it."""
    return _analyses(token.text.lower(), token.fold) if token.kind == "w" else ()


@lru_cache(maxsize=65536)
def _analyses(written: str, folded: str) -> tuple[Analysis, ...]:
    words = vocabulary()
    if (written == folded and folded in words.grammar["never"]) or folded in words.grammar["cries"]:
        return ()
    found = [Analysis(form, ()) for form in words.forms.get(folded, ())]
    accented = written != folded
    if accented:
        found = [one for one in found if one.form.written == written] or found
    found += _with_clitics(folded)
    if not found and not accented:
        near = words.nearest(folded)
        found = [Analysis(form, ()) for form in words.forms[near]] if near else []
    return tuple(found)


def _with_clitics(folded: str) -> list[Analysis]:
    """Forms with pronouns behind: comprame, véndalas, decirle, vámonos, quedaos."""
    forms = vocabulary().forms
    found: list[Analysis] = []
    for first in _CLITICS:
        if not folded.endswith(first) or len(folded) - len(first) < 3:
            continue
        rest = folded[: -len(first)]
        for second in ("", "me", "te", "se", "nos", "os"):
            if second and not (rest.endswith(second) and len(rest) - len(second) >= 3):
                continue
            host = rest[: len(rest) - len(second)] if second else rest
            clitics = (second, first) if second else (first,)
            for stem in (host, host + "s") if clitics[0] == "nos" else (host, host + "d") if first == "os" else (host,):
                hosts = [form for form in forms.get(stem, ()) if form.tense in _HOSTS]
                found += [Analysis(form, clitics) for form in hosts if len(form.lemma) > 2 or form.tense != "subj"]
    return found
