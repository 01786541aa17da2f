"""Attitudes towards whoever turns up. Source: A24, A25."""

import re

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.asking import Offer, ask, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.gazetteer import How, Match, Noun
from mailer.reading.resolve.names import folded, stems
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Meaning, Talk, doubtful, named
from mailer.reading.resolve.words import words
from rules.orders import Attitude, Meet

_LIST = re.compile(r"\s*(?:,|;|/|\b(?:y|e|o|u|and|or)\b)\s*", re.IGNORECASE)
_RATION = "ration"


def encounter(talk: Talk) -> Meaning:
    """A standing attitude, one for each sort of creature named."""
    try:
        attitude = Attitude(talk.slots.text("attitude"))
    except ValueError:
        offers = tuple(Offer("attitude", {"attitude": a.value}, facts={"attitude": a.value}) for a in Attitude)
        return doubtful(ask(talk.said, Code.WHICH_ATTITUDE, offers=offers))
    pay = talk.money("pay")
    rations = rations_in(talk.slots.inners("gives"))
    unused = (Note.GIVES_UNUSED,) if rations is None and talk.slots.inners("gives") else ()
    told = Meaning(facts={"attitude": attitude.value}, notes=unused)
    for whom in _whom(talk):
        found = against(talk, whom)
        if isinstance(found, Doubt):
            told += doubtful(found)
            continue
        who, match = found
        told += Meaning((Meet(attitude, who, pay, rations),), names=named(whom, match))
    return told


def _whom(talk: Talk) -> tuple[str, ...]:
    """The creatures named, one by one; the whole phrase if it is one name."""
    written = talk.slots.text("vs") or "any"
    if talk.find(written, Noun.MONSTER).entry is not None:
        return (written,)
    parts = tuple(part for part in _LIST.split(written) if part)
    are_names = all(talk.find(part, Noun.MONSTER).entry is not None for part in parts)
    return parts if parts and are_names else (written,)


def against(talk: Talk, written: str) -> tuple[str, Match] | Doubt:
    """Whom an attitude is against: a monster, the talkers, the mute, anyone; or the doubt about it."""
    match = talk.find(written, Noun.MONSTER)
    if match.entry is not None:
        return match.entry.id, match
    if match.how is How.NONE and (sort := _sort(written)):
        return sort, match
    code = Code.AMBIGUOUS_MONSTER if match.how is How.AMBIGUOUS else Code.UNKNOWN_MONSTER
    known = tuple(
        Offer("monster", {"vs": e.label.es}, e.label.es, e.label.en)
        for e in match.candidates
        if match.how is How.AMBIGUOUS
    )
    offers = (*known, Offer("anyone", {"vs": "any"}), to_dm(talk.said))
    return ask(talk.said, code, written, offers=offers, name=written)


def _sort(written: str) -> str:
    """The sort of creature some general words mean: "mute", "talkers" or "any"; "" if they are not general.

    A word that says more ("anything bigger than a rat") makes it narrower than any sort we know.
    """
    plain = folded(written)
    for sort, phrases in words().meet.items():
        for phrase in phrases:
            if not re.search(rf"\b{re.escape(phrase)}\b", plain):
                continue
            rest = set(stems(re.sub(rf"\b{re.escape(phrase)}\b", " ", plain))) - _general_stems()
            if not rest:
                return sort
    return ""


def _general_stems() -> frozenset[str]:
    """The words of all general phrases, and such as carry nothing."""
    listed = (word for phrases in words().meet.values() for phrase in phrases for word in stems(phrase))
    return frozenset((*listed, *words().empty, ""))


def rations_in(gives: tuple[Slots, ...]) -> int | None:
    """Days of food offered; none if something else is, or no number is said."""
    for thing in gives:
        if thing.text("item_en") == _RATION or any(
            s.startswith(("racion", "ration")) for s in stems(thing.text("item"))
        ):
            return thing.whole("qty")
    return None
