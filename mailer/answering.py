"""Answers to an open decision in few words, alike with and without its handle: "B", "D1: aceptamos", "les doy 10 po".

The DM's come by the handle of the digest; a player needs none, and is understood with one.
"""

import re
from collections.abc import Sequence
from typing import Any

from mailer.reading.orders.said import Said
from mailer.reading.orders.tokens import fold
from mailer.reading.replies import Standing, reply
from mailer.reading.resolve.words import words
from rules.world import Decision

_HANDLE = re.compile(r"\s*(D\d{1,3})\s*[:.)-]?\s+(\S.*)", re.IGNORECASE)
COUNTER = "counter"


def unhandled(text: str) -> tuple[str, str]:
    """The handle that a line begins with, "" for none, and what it says."""
    found = _HANDLE.fullmatch(text)
    return (found[1].upper(), found[2].strip()) if found is not None else ("", text)


def choice_in(decision: Decision, text: str) -> str:
    """What a line answers to a question: an option's key, "counter", or "" where it is no answer in few words."""
    plain = fold(text).strip(" .)!¡")
    listed = words().options
    for option in decision.options:
        if plain in (option.key.lower(), option.means.replace("_", " "), *listed.get(option.means, ())):
            return option.key
    said = reply(text, standing=Standing(asked=True))
    answer = str(said[0].slots.get("answer", "")) if len(said) == 1 and said[0].kind == "decision" else ""
    if answer == COUNTER:
        return COUNTER if decision.kind == "deal" else ""
    meant = [one.key for one in decision.options if one.means in (answer, *words().answers.get(answer, ()))]
    return meant[0] if len(meant) == 1 else ""


def answered(text: str, decisions: Sequence[Decision], *, handles: dict[str, str]) -> Said | None:
    """The answer that a line gives to the question of its handle, or to the only one there is."""
    handle, said = unhandled(text)
    named = [one for one in decisions if handles.get(handle) == f"decision:{one.id}"]
    among = named or list(decisions)
    choice = choice_in(among[0], said) if len(among) == 1 else ""
    if not choice:
        return None
    slots: dict[str, Any] = {"who": "party", "answer": "choose", "choice": choice, "decision": among[0].id}
    if choice == COUNTER:
        slots = {"who": "party", "answer": COUNTER, "terms": said, "decision": among[0].id}
    return Said("decision", slots, 0, text.strip(), (f"{said}: a short answer",))
