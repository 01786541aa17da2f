"""The single words of a language, and how things are counted with them: "dos gusanos carroñeros", "two carrion worms".

`templates/es/words.toml` holds the words; a campaign's own file of that name replaces those it names.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from mailer.resources import shipped

_ARTICLES = frozenset(("el", "la", "los", "las", "the"))  # a place may be named in the other language, article and all
_VOWELS = "aeiouáéíóúü"
_SMALL = {"de", "del", "con", "sin", "a", "al", "en", "y", "of", "the", "with", "and"}
_ACCENTS = str.maketrans("áéíóú", "aeiou")


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words; `table` is what the file says."""

    language: str
    table: Mapping[str, Any]

    def of(self, group: str, code: str) -> str:
        """The word of a code, or the code itself made readable: a new code must not stop a day's mails."""
        found = self.table[group].get(code)
        return str(found) if found is not None else code.replace("_", " ")

    def counted(self, count: int, label: str) -> str:
        """The label with its number: "un ogro", "dos gusanos carroñeros"."""
        numbers = self.table["numbers"][self.gender(label)]
        number = numbers[count] if 0 <= count < len(numbers) else str(count)
        if count == 1:
            return (
                label
                if self._is_plural(_bare(label.split(" ", maxsplit=1)[0]))
                else f"{self._one(label, number)} {label}"
            )
        return f"{number} {self.plural(label)}"

    def gender(self, label: str) -> str:
        """M or f, by the first word of a Spanish name; English has no use for it and gives m."""
        noun = label.split(" ", maxsplit=1)[0].lower()
        genders = self.table["genders"]
        for gender in ("m", "f"):
            if noun in genders[gender]:
                return gender
        is_feminine = self.language == "es" and (noun in genders["un"] or noun.endswith(("a", "ión", "dad", "tud")))
        return "f" if is_feminine else "m"

    def with_article(self, label: str) -> str:
        """A place's name as sentences take it: "la sala de las columnas", "the crypt"; proper names stay bare."""
        first = label.split(" ", maxsplit=1)[0]
        if first.lower() in self.table["articles"]["all"] or first.lower() in _ARTICLES or "'" in first or "’" in first:
            return label
        if not first[:1].islower() and not self._takes_article(label):
            return label
        return f"{self._article(first)} {label}"

    def _takes_article(self, label: str) -> bool:
        """Whether a capitalised name has a common noun for its head: "Cripta de Ossur", "Weeping Barrow"."""
        words = label.split(" ")
        noun = words[0] if self.language == "es" else words[self._head(words)]
        return noun.lower() in self.table["articles"]["nouns"]

    def _article(self, noun: str) -> str:
        articles = self.table["articles"]
        if self.language != "es":
            return str(articles["all"][0])
        is_many = self._is_plural(noun)
        if not is_many and noun.lower() in self.table["genders"]["un"]:
            return str(articles["m"][0])
        return str(articles[self.gender(noun[:-1] if is_many else noun)][is_many])

    def _is_plural(self, noun: str) -> bool:
        """Whether a noun looks like several already, as goods by the bundle are listed: "raciones", "arrows"."""
        if noun.lower() in self.table["plurals"] or not noun.endswith("s"):
            return False
        return not noun.endswith("ss") if self.language == "en" else noun[-2:-1] not in "áéíóú"

    def plural(self, label: str) -> str:
        """The label for several: nouns and adjectives before the first "de", or in English the head noun."""
        return self._plural_es(label) if self.language == "es" else self._plural_en(label)

    def listed(self, names: Iterable[str]) -> str:
        """The names in a row: "Krom, Ulmo y Joram"."""
        row = list(names)
        if len(row) < 2:
            return row[0] if row else str(self.table["nobody"])
        last = row[-1].lower().translate(_ACCENTS)
        is_before_i = last.startswith(("i", "hi")) and not last.startswith(("hie", "ia", "ie", "io"))
        return f"{', '.join(row[:-1])} {self.table['and_before_i' if is_before_i else 'and']} {row[-1]}"

    def _one(self, label: str, number: str) -> str:
        noun = label.split(" ", maxsplit=1)[0].lower()
        if self.language == "es":
            return "un" if noun in self.table["genders"]["un"] else number
        is_vowel = noun[:1] in "aeiou" and not noun.startswith(("uni", "eu", "one"))
        return "an" if is_vowel or noun in self.table["genders"]["un"] else number

    def _plural_es(self, label: str) -> str:
        words = label.split(" ")
        if self._is_plural(_bare(words[0])):
            return label
        end = next((at for at, word in enumerate(words) if at and word.lower() in _SMALL), len(words))
        end = next((at for at, word in enumerate(words) if not word[0].isalpha()), end)
        end = min(end, next((at + 1 for at, word in enumerate(words) if word.endswith(",")), end))
        return " ".join([*(self._each(word, self._several_es) for word in words[:end]), *words[end:]])

    def _each(self, word: str, several: Callable[[str], str]) -> str:
        """A word made several, its comma kept where it was."""
        bare = _bare(word)
        return several(bare) + word[len(bare) :]

    def _several_es(self, word: str) -> str:
        irregular = self.table["plurals"].get(word.lower())
        if irregular:
            return str(irregular)
        if word.endswith(("s", "x")):  # a last syllable with an accent takes -es: "marqués", "marqueses"
            return f"{word[:-2]}{word[-2].translate(_ACCENTS)}ses" if word[-2:-1] in "áéíóú" else word
        if word[-1] in "aeiouáéó":
            return f"{word}s"
        if word.endswith("z"):
            return f"{word[:-1]}ces"
        if word[-1] in "bcdfghkmpqtvw":
            return f"{word}s"
        stem = f"{word[:-2]}{word[-2].translate(_ACCENTS)}{word[-1]}"  # "ladrón", "ladrones"
        return f"{stem}es"

    def _plural_en(self, label: str) -> str:
        words = label.split(" ")
        head = self._head(words)
        if self._is_plural(_bare(words[head])):
            return label
        return " ".join([*words[:head], self._each(words[head], self._several_en), *words[head + 1 :]])

    def _head(self, words: list[str]) -> int:
        """Where the noun of an English name stands: before "of", a comma or a bracket, else at the end."""
        for at, word in enumerate(words):
            if at and (word.lower() in _SMALL or not word[0].isalpha()):
                return at - 1
            if word.endswith(","):
                return at
        return len(words) - 1

    def _several_en(self, word: str) -> str:
        irregular = self.table["plurals"].get(word.lower())
        if irregular:
            return str(irregular)
        if word.endswith(("s", "x", "z", "ch", "sh")):
            return f"{word}es"
        if word.endswith("y") and word[-2:-1] not in set(_VOWELS):
            return f"{word[:-1]}ies"
        return f"{word}s"


def _bare(word: str) -> str:
    return word.rstrip(",.;:")


@lru_cache(maxsize=16)
def words_of(language: str, own: Path | None = None) -> Words:
    """The words of a language; `own` is a campaign's templates folder."""
    table = _table(shipped("templates") / language / "words.toml")
    mine = own / language / "words.toml" if own else None
    return Words(language, _merged(table, _table(mine)) if mine and mine.is_file() else table)


def _table(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        below = base.get(key)
        merged[key] = _merged(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return merged
