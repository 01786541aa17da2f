"""Spans of time: what stands around a count of days or weeks, and spans counted by an article."""

from typing import Any

from mailer.reading.orders.amount import Amount, phrases_of, units
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary

_SPENT = word_set(
    "pasar pasa paso pasamos pase tomamos toma tomo tomar tomarse aprovecha aproveche aprovecho takes take spend "
    "spends spending dedica dedico"
)
_BEFORE_A_SPAN = word_set(
    "spends spend spending take stays stay rests rest for in about takes within over of another up"
) | {"", ",", "(", "-", ":"}


def counted_by_article(words: list[str], index: int) -> Amount | None:
    """A span counted by an article: for a week, the coming fortnight."""
    at = index + 1
    if (
        words[index] in ("the", "la", "este", "this")
        and at < len(words)
        and words[index - 1 : index]
        and words[at] != "dia"
    ):
        unit = units("times").get(words[at])
        if unit is not None and words[index - 1] in _SPENT:
            return span_at(words, index, at + 1, 1, unit)
    if words[index] in ("la", "este", "this"):
        return None
    while at < len(words) and words[at] in ("coming", "next", "whole", "full", "good"):
        at += 1
    unit = units("times").get(words[at]) if at < len(words) else None
    before = words[index - 1] if index else ""
    told = words[index] in ("a", "an", "one") and before in _BEFORE_A_SPAN
    fortnight = at < len(words) and words[at] == "fortnight"
    if unit is None or not (told or fortnight or (at > index + 1 and words[index] == "the" and words[at] != "week")):
        return None
    return span_at(words, index, at + 1, 1, unit)


def span_at(words: list[str], index: int, end: int, count: float, unit: str) -> Amount:
    """So many days, weeks or hours, with what stands around them: about, at least, in, for, ago, at most."""
    name, each = unit.split(":")
    days = int(count * int(each))
    value: dict[str, Any] = {"n": int(count) if count == int(count) else count, "unit": name, "days": days}
    if name in ("hour", "turn"):
        value["days"] = 0
    start = index
    length = phrases_of("approx").ends_at(words, start)
    if length:
        value["approx"] = True
        start -= length
    if end < len(words) and words[end : end + 2] == ["or", "so"]:
        value["approx"], end = True, end + 2
    if words[index : index + 1] and (words[index + 1 : index + 2] or [""])[0] in ("o", "u", "or"):
        value["approx"] = True
    length = phrases_of("minimum").ends_at(words, start)
    if length:
        value["minimum"] = True
        start -= length
    role = ""
    if start and words[start - 1] in ("en", "in", "within"):
        role, start = "in", start - 1
    elif start > 1 and words[start - 2 : start] == ["dentro", "de"]:
        role, start = "in", start - 2
    elif start and words[start - 1] in ("por", "durante", "for", "during", "over", "x"):
        start -= 1
    elif start > 1 and words[start - 2 : start] in (
        ["for", "the"],
        ["over", "the"],
        ["durante", "los"],
        ["durante", "las"],
        ["for", "about"],
    ):
        start -= 2
    if words[end : end + 2] == ["from", "now"]:
        role, end = "in", end + 2
    elif (
        words[end : end + 1] == ["later"]
        or words[end : end + 2] == ["mas", "tarde"]
        or words[end : end + 1] == ["despues"]
    ):
        role, end = "later", end + (2 if words[end] == "mas" else 1)
    elif words[end : end + 1] == ["ago"] or (start and words[start - 1] == "hace"):
        role = "ago"
    limit = "max" if start and vocabulary().phrases["slots.ceiling"].ends_at(words, start) else ""
    start -= vocabulary().phrases["slots.ceiling"].ends_at(words, start) if limit else 0
    length = vocabulary().phrases["slots.ceiling"].at(words, end) if end < len(words) else 0
    return Amount("duration", start, end + length, value, role=role, limit=limit)
