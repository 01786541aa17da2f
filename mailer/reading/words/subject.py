"""What a subject says that is new: without `Re:`, our tag, and the subject we gave it.

Re: [Los Cuatro] 20 de enero: la Cripta -- Krom se va a dormir ya   ->   Krom se va a dormir ya
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mailer.reading.words.folding import folded, one_line, words_of
from mailer.reading.words.vocabulary import vocabulary

_TAG = re.compile(r"\[[^\[\]]{1,80}\]\s*")
_EDGE = " -–—|:;,/·>"
_MOST_PREFIXES = 10
_ALIKE = 60  # of 100


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject taken apart."""

    rest: str  # without prefixes and tags
    is_reply: bool
    is_forward: bool
    has_tag: bool


def take_apart(subject: str) -> Subject:
    """The prefixes, the tag and the rest of a subject."""
    rest, replies, forwards = one_line(subject), False, False
    tagged = False
    for _ in range(_MOST_PREFIXES):
        match = vocabulary().prefix.match(folded(rest)) if rest.isascii() or len(folded(rest)) == len(rest) else None
        if match:
            replies = replies or match[1] in vocabulary().replies
            forwards = forwards or match[1] in vocabulary().forwards
            rest = rest[match.end() :].lstrip()
        elif tag := _TAG.match(rest):
            tagged, rest = True, rest[tag.end() :]
        else:
            break
    return Subject(rest.strip(), replies, forwards, tagged)


def _behind(rest: str, old: str) -> str | None:
    """What stands in a subject behind or before one that we gave, nothing if that is not in it."""
    if not old:
        return None
    at = rest.lower().find(old.lower())
    if at < 0:
        return None
    left = f"{rest[:at].strip(_EDGE)} {rest[at + len(old) :].strip(_EDGE)}"
    return vocabulary().was.sub("", left).strip()


def _is_like(rest: str, known: Sequence[str]) -> bool:
    """Whether a subject is one of ours of another day, or ours cut short by a client."""
    from rapidfuzz import fuzz

    return any(fuzz.ratio(words_of(rest), words_of(old)) >= _ALIKE for old in known)


def new_words(subject: str, *, subjects: Sequence[str], body_is_empty: bool) -> str:
    """The words of a subject that are the sender's own and new, "" if there are none.

    Words behind `Fwd:` are another's and words behind `Re:` the client's, unless they go beyond a subject that we
    know or are unlike all of them; behind `Re:` they also count if the letter has no others.
    """
    parts = take_apart(subject)
    known = [old for text in subjects for old in (one_line(text), take_apart(text).rest) if words_of(old)]
    for old in sorted(known, key=len, reverse=True):
        rest = _behind(parts.rest, old)
        if rest is not None:
            return rest if words_of(rest) else ""
    if parts.is_forward or not words_of(parts.rest):
        return ""
    is_clients = parts.is_reply and not body_is_empty and (not known or _is_like(parts.rest, known))
    return "" if is_clients else parts.rest
