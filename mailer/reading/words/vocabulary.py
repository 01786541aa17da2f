"""The phrases of `data/mail.toml`, ready for use.

[attribution]
openers = ["el", "on"]      # folded: lower case, no accents
[charsets]
"latin1" = "cp1252"
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from mailer.resources import shipped


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What mails look like: words of clients, languages and machines, all folded."""

    opener: re.Pattern[str]  # a line that may begin an attribution
    inner_opener: re.Pattern[str]  # the same inside a line, behind the end of a sentence
    verb: re.Pattern[str]
    date: re.Pattern[str]
    months: frozenset[str]
    label: re.Pattern[str]  # a label of a header block at the start of a line; group 1 is the label
    inner_label: re.Pattern[str]
    label_kinds: Mapping[str, str]  # label to its kind: from, date, to, cc, subject, reply_to, other
    original: tuple[str, ...]
    forwarded: tuple[str, ...]
    sentinels: tuple[str, ...]
    placeholders: tuple[str, ...]
    footer_openers: tuple[str, ...]
    footer_product: re.Pattern[str]
    footer_lines: frozenset[str]  # a whole line
    footer_beginnings: tuple[str, ...]
    disclaimers: tuple[str, ...]
    prefix: re.Pattern[str]  # one "Re:" or "RV[2]:" of a subject; group 1 is the word
    replies: frozenset[str]
    forwards: frozenset[str]
    automatic: tuple[str, ...]
    was: re.Pattern[str]  # what is left of "(was: …)" once the old subject is taken out
    order_stem: re.Pattern[str]
    amount: re.Pattern[str]
    charsets: Mapping[str, str]
    machine_names: frozenset[str]
    precedence: frozenset[str]
    automatic_fields: frozenset[str]
    list_fields: frozenset[str]
    reactions: frozenset[str]


def _either(words: Sequence[str]) -> str:
    """An alternative of words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _date(months: Sequence[str]) -> str:
    month = rf"(?:{_either(months)})\b\.?"
    numeric = r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}\b"
    day_first = rf"\b\d{{1,2}}(?:st|nd|rd|th|\u00ba|\.)?(?: de| of)? {month}"
    month_first = rf"\b{month} \d{{1,2}}(?:st|nd|rd|th)?\b"
    return f"{numeric}|{day_first}|{month_first}"


def _labels(headers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {label: kind for kind, labels in headers.items() for label in labels}


def _patterns(data: Mapping[str, Any]) -> dict[str, re.Pattern[str]]:
    openers, labels = _either(data["attribution"]["openers"]), _either(list(_labels(data["headers"])))
    prefixes = _either([*data["subject"]["replies"], *data["subject"]["forwards"]])
    return {
        "opener": re.compile(rf"[-*_ ]{{0,4}}(?:{openers})\b"),
        "inner_opener": re.compile(rf"(?<=[.!?\u2026)\u00bb\"\u201d\]]) ?(?=(?:{openers}) )"),
        "verb": re.compile(rf"\b(?:{_either(data['attribution']['verbs'])})\b"),
        "date": re.compile(_date(data["attribution"]["months"])),
        "label": re.compile(rf"[*_ ]{{0,4}}({labels})[*_]{{0,2}} ?:"),
        "inner_label": re.compile(rf"(?<![\w])[*_]{{0,2}}({labels})[*_]{{0,2}} ?:"),
        "footer_product": re.compile(rf"\b(?:{_either(data['footers']['products'])})\b"),
        "prefix": re.compile(rf"({prefixes}) ?(?:[\[(]\d{{1,3}}[\])])? ?: ?"),
        "was": re.compile(rf"\(\s*(?:{_either(data['subject']['was'])})\s*:?\s*\)", re.IGNORECASE),
        "order_stem": re.compile(rf"(?:{_either(data['orders']['stems'])})"),
        "amount": re.compile(rf"\b\d[\d.,]{{0,9}} ?(?:%|(?:{_either(data['orders']['units'])})\b)"),
    }


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary shipped with the program, read once."""
    data = tomllib.loads((shipped("data") / "mail.toml").read_text("utf-8"))
    marks, footers, subject, machines = data["marks"], data["footers"], data["subject"], data["machines"]
    return Vocabulary(
        **_patterns(data),
        months=frozenset(data["attribution"]["months"]),
        label_kinds=MappingProxyType(_labels(data["headers"])),
        original=tuple(marks["original"]),
        forwarded=tuple(marks["forwarded"]),
        sentinels=tuple(marks["sentinels"]),
        placeholders=tuple(marks["placeholders"]),
        footer_openers=tuple(f"{words} " for words in footers["openers"]),
        footer_lines=frozenset(line for line in footers["lines"] if not line.endswith("...")),
        footer_beginnings=tuple(line[:-3].rstrip(" .") for line in footers["lines"] if line.endswith("...")),
        disclaimers=tuple(footers["disclaimers"]),
        replies=frozenset(subject["replies"]),
        forwards=frozenset(subject["forwards"]),
        automatic=tuple(subject["automatic"]),
        charsets=MappingProxyType(data["charsets"]),
        machine_names=frozenset(machines["local_parts"]),
        precedence=frozenset(machines["precedence"]),
        automatic_fields=frozenset(machines["automatic_fields"]),
        list_fields=frozenset(machines["list_fields"]),
        reactions=frozenset(machines["reactions"]),
    )
