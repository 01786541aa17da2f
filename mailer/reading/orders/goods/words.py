"""The tables of units and of words for vague amounts, loaded once."""

from typing import Any

from mailer.reading.orders.tokens import fold
from mailer.reading.orders.vocabulary import LANGUAGES, Phrases, vocabulary


def vague_amounts() -> Phrases:
    """The words for a vague amount: unas, some."""
    return amount_phrases("vague")


def all_amounts() -> Phrases:
    """The words for all there is of something."""
    return amount_phrases("all")


_cache: dict[str, Any] = {}


def amount_phrases(section: str) -> Phrases:
    """The phrases of a section of the amounts, in both languages."""
    if section not in _cache:
        amounts = vocabulary().amounts
        _cache[section] = Phrases(e for language in LANGUAGES for e in amounts[language][section]["words"])
    found = _cache[section]
    assert isinstance(found, Phrases)
    return found


def unit_words() -> dict[str, str]:
    """The units, by the words for them."""
    return _table("units")


def container_words() -> dict[str, str]:
    """The containers, by the words for them."""
    return _table("containers")


def _table(section: str) -> dict[str, str]:
    if section not in _cache:
        amounts = vocabulary().amounts
        _cache[section] = {fold(k): v for language in LANGUAGES for k, v in amounts[language][section].items()}
    found: dict[str, str] = _cache[section]
    return found
