"""What one wants to know, as a stretch of a clause: sobre la maldición, about the drowned king."""

from mailer.reading.orders.letter import Clause
from mailer.reading.orders.spans import ARTICLES, find_word, is_sign, take

_ABOUT = ("sobre", "acerca", "about", "on", "into", "regarding", "concerning")


def topic_of(clause: Clause) -> tuple[int, int] | None:
    """Where a clause says what it is about; None if it does not."""
    sentence = clause.sentence
    about = find_word(clause, _ABOUT, clause.hit.i)
    if about is not None and about + 1 < clause.j and about not in clause.used:
        start = about + 1 + (sentence.words[about] == "acerca")
        end = topic_end(clause, start)
        if end > start:
            return _trimmed(clause, start, end)
    for at in range(clause.hit.j, clause.j):
        pair = sentence.words[at : at + 2]
        if pair in (["lo", "de"], ["lo", "del"]):
            return _trimmed(clause, at + 2, topic_end(clause, at + 2))
        if sentence.words[at] in ("find", "learn") and sentence.words[at + 1 : at + 2] == ["out"]:
            return _trimmed(clause, at + 2, topic_end(clause, at + 2))
    start = clause.hit.j
    while start < clause.j and (
        start in clause.used
        or is_sign(sentence, start)
        or sentence.covered[start] >= 0
        or sentence.words[start] in ("en", "in", "at", "a", "por", "for")
    ):
        start += 1
    end = topic_end(clause, start)
    return _trimmed(clause, start, end) if end > start else None


def bare_topic(clause: Clause, start: int, end: int) -> str:
    """The words of a topic without their article, read into a slot."""
    return take(clause, *_trimmed(clause, start, end))


def _trimmed(clause: Clause, start: int, end: int) -> tuple[int, int]:
    sentence = clause.sentence
    if start + 1 < end and sentence.words[start] in ARTICLES:
        start += 1
    return start, end


def topic_end(clause: Clause, start: int) -> int:
    """A topic runs on to a sign, an amount or words already read."""
    sentence = clause.sentence
    at = start
    while at < clause.j and at not in clause.used:
        amount = sentence.amount(at)
        if amount is not None and amount.kind in ("date", "duration", "money"):
            break
        if sentence.tokens[at].text in (",", ".", ";", ":", "(", ")", "—", "!", "?"):
            break
        if (
            at > start
            and sentence.words[at] in ("y", "and", "con", "with", "donde", "antes", "before", "e")
            and not _part_of_topic(sentence.words, at)
        ):
            break
        at += 1
    while at > start and sentence.words[at - 1] in ("en", "in", "at", "a", "por", "for", "de", "durante", "con"):
        at -= 1
    return at


def _part_of_topic(words: list[str], at: int) -> bool:
    return words[at] in ("donde", "con") and at > 0 and words[at - 1] == "sobre"
