"""Numbers as people write them: digits, words, dozens and pairs, fractions."""

from functools import cache
from typing import NamedTuple

from mailer.reading.orders.tokens import Token, fold, words_of
from mailer.reading.orders.vocabulary import LANGUAGES, Phrases, vocabulary


class Number(NamedTuple):
    """A number and the tokens that make it."""

    value: int | float
    end: int
    grouped: bool = False  # said as a dozen or a pair; "de" may follow


_JOINERS = ("y", "and")
_AMBIGUOUS = ("once", "a", "an")


@cache
def _words() -> dict[str, int]:
    """Every number word of both languages, articles apart."""
    amounts = vocabulary().amounts
    found: dict[str, int] = {}
    for language in LANGUAGES:
        found |= {fold(word): value for word, value in amounts[language]["numbers"].items()}
    return {word: value for word, value in found.items() if word not in ("a", "an")}


@cache
def _groups() -> tuple[Phrases, dict[tuple[str, ...], int]]:
    amounts = vocabulary().amounts
    table = {words_of(k): v for language in LANGUAGES for k, v in amounts[language]["groups"].items()}
    return Phrases(" ".join(key) for key in table), table


@cache
def fractions() -> tuple[Phrases, dict[tuple[str, ...], float]]:
    """The phrases for parts of a whole and their values."""
    amounts = vocabulary().amounts
    table: dict[tuple[str, ...], float] = {}
    for language in LANGUAGES:
        for phrase, value in amounts[language]["fractions"].items():
            upper, lower = value.split("/")
            table[words_of(phrase)] = int(upper) / int(lower)
    return Phrases(" ".join(key) for key in table), table


def digits(text: str) -> int | float | None:
    """The value of a token of digits: 1.500 and 1,500 are fifteen hundred, 2,5 is two and a half."""
    plain = text.rstrip("stndrhº")
    whole = plain.replace(".", "").replace(",", "")
    if not whole.isdecimal() or len(whole) > 9:
        return None
    parts = plain.replace(",", ".").split(".")
    if len(parts) == 1 or all(len(part) == 3 for part in parts[1:]):
        return int(whole)
    if len(parts) == 2:
        return float(f"{parts[0]}.{parts[1]}")
    return None


def number_at(tokens: tuple[Token, ...], words: list[str], index: int) -> Number | None:
    """The number that begins at a token, if one does."""
    phrases, table = _groups()
    length = phrases.at(words, index)
    if length:
        return Number(table[tuple(words[index : index + length])], index + length, grouped=True)
    single = _plain_at(tokens, words, index)
    if single is None:
        return None
    length = phrases.at(words, single.end) if single.end < len(words) else 0
    if length:
        times = table[tuple(words[single.end : single.end + length])]
        return Number(single.value * times, single.end + length, grouped=True)
    return single


def _plain_at(tokens: tuple[Token, ...], words: list[str], index: int) -> Number | None:
    token = tokens[index]
    if token.kind == "n":
        value = None if "/" in token.text or "-" in token.text else digits(token.text)
        if value is None:
            return None
        if index + 1 < len(words) and words[index + 1] in ("mil", "thousand"):
            return Number(value * 1000, index + 2)
        return Number(value, index + 1)
    return _worded_at(words, index)


def _worded_at(words: list[str], index: int) -> Number | None:
    table = _words()
    total, current, at, seen = 0, 0, index, False
    while at < len(words) and at - index < 9:
        word = words[at]
        if word in _JOINERS and seen and at + 1 < len(words) and _joins(words, at, current):
            at += 1
            continue
        value = table.get(word) if "-" not in word else _hyphened(word)
        if value is None and word in ("a", "an") and not seen and words[at + 1 : at + 2] in (["hundred"], ["thousand"]):
            value = 1
        if value is None or (seen and not _follows(current, value)):
            break
        if value == 1000:
            total, current = total + max(current, 1) * 1000, 0
        elif value == 100 and word == "hundred":
            current = max(current, 1) * 100
        else:
            current += value
        seen = True
        at += 1
    return Number(total + current, at) if seen else None


def _hyphened(word: str) -> int | None:
    parts = [_words().get(part) for part in word.split("-")]
    return sum(part for part in parts if part) if len(parts) == 2 and all(parts) else None


def _joins(words: list[str], at: int, current: int) -> bool:
    """Whether "y" goes on with the number: treinta y cinco, two hundred and six; not "dos y tres"."""
    value = _words().get(words[at + 1])
    if value is None:
        return False
    tens = words[at] == "y" and current % 100 in range(30, 100, 10) and value < 10
    return tens or (words[at] == "and" and current >= 100 and current % 100 == 0 and value < 100)


def _follows(current: int, value: int) -> bool:
    """Whether a value may follow inside one number: ciento veinte, twenty five, dos mil; not "dos tres"."""
    if value in (100, 1000):
        return 0 < current < 1000
    if current == 0:
        return True
    if current % 100 == 0:
        return value < current
    return current % 10 == 0 and current % 100 >= 20 and value < 10


def is_one(word: str) -> bool:
    """Whether the word is an article that counts one."""
    return word in ("un", "una", "uno", "a", "an", "one")
