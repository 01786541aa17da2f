"""What sort of event a condition waits for."""

from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.vocabulary import vocabulary


def event_of(sentence: Sentence, start: int, end: int, mail: Mail) -> str:
    """What sort of event a condition waits for."""
    words = sentence.words[start:end]
    phrases = vocabulary().phrases
    monster = phrases["nouns.monster"].find(words)
    named = [name for at, (_, name) in sentence.names.items() if start <= at < end and name != mail.sender]
    for event in ("member_down", "detected"):
        if phrases[f"events.{event}"].find(words):
            return event
    if named or (words[1:2] == ["you"] and {"back", "return", "come"} & set(words)):
        falls = bool(named) and bool(_FALLS & set(words))  # si Krom cae
        return "member_down" if falls else "other_pc"
    for event in ("arrival", "weather", "load"):
        if phrases[f"events.{event}"].find(words) and not (event == "load" and monster):
            return event
    if phrases["nouns.role"].find(words) and not monster and phrases["events.npc"].find(words):
        return "npc"
    for event in ("resource", "result"):
        if phrases[f"events.{event}"].find(words) and not monster:
            return event
    if monster or {"anything", "something", "anyone", "anybody", "algo", "cualquier", "cualquiera"} & set(words):
        return "encounter"
    for event in ("npc", "encounter", "time"):
        if phrases[f"events.{event}"].find(words):
            return event
    ours = ["nos" if word in _THEM else word for word in words]  # los frenan, as nos frenan
    return next((one for one in ("detected", "encounter") if phrases[f"events.{one}"].find(ours)), "other")


_FALLS = frozenset({"cae", "caen", "caiga", "cayera", "caer", "caerse", "desmaya", "desmayarse", "tumban", "falls"})
_THEM = frozenset({"lo", "la", "los", "las", "le", "les"})
