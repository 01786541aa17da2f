"""Amounts as ceilings or floors: no more than, at least, for less nothing."""

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary

# what may stand between the word of the limit and the sum
_BETWEEN = word_set("a por en for at de los las the unos unas of is about solo") | {
    ":",
    "=",
    "(",
}
_BELOW = (["por", "menos", "de"], ["for", "less", "than"], ["menos", "de"], ["less", "than"], ["for", "under"])
_SECTIONS = {"max": "slots.ceiling", "min": "slots.floor"}
_DENIED = frozenset({"no", "not", "don't", "won't"})
_NEVER = frozenset({"no", "nada", "ni", "nothing", "not", "nope", "nanay"})


def limited(words: list[str], amount: Amount) -> Amount:
    """The amount with the words that make it a ceiling or a floor."""
    phrases = vocabulary().phrases
    refused = _refused_below(words, amount)
    if refused is not None:
        amount.i, amount.j = refused
        amount.limit = "min"
        return amount
    before, start, limit = max(_before(words, amount, limit) for limit in _SECTIONS)
    if before:
        denied = limit == "min" and _DENIED & set(words[max(start - before - 3, 0) : start - before])
        amount.i, amount.limit = start - before, "max" if denied else limit
        return amount
    for limit, section in _SECTIONS.items():
        length = phrases[section].at(words, amount.j) if amount.j < len(words) else 0
        if length:
            amount.j, amount.limit = amount.j + length, limit
            break
    return amount


def _before(words: list[str], amount: Amount, limit: str) -> tuple[int, int, str]:
    """How many words of a limit stand before an amount, and where they end; the longest is meant: no menos de."""
    phrases = vocabulary().phrases[_SECTIONS[limit]]
    start = amount.i
    while start and not phrases.ends_at(words, start) and words[start - 1] in _BETWEEN:
        start -= 1
    return phrases.ends_at(words, start), start, limit


def _refused_below(words: list[str], amount: Amount) -> tuple[int, int] | None:
    """The range of a sum below which nothing is wanted: por menos de 6 po no lo largues; por menos de 12 po nada."""
    for opener in _BELOW:
        start = amount.i - len(opener)
        if start < 0 or words[start : amount.i] != opener:
            continue
        end = amount.j + (words[amount.j : amount.j + 1] == [","])
        return (start, end + 1) if words[end : end + 1] and words[end] in _NEVER else None
    return None
