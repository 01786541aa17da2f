"""Days on which the player cannot write: me voy de vacaciones del 20 al 27; estaré fuera hasta el 25; away till May."""

from mailer.reading.orders.dates import Calendar
from mailer.reading.orders.letter import Clause, Draft, Hit, Mail, Sentence
from mailer.reading.orders.times import date_slot, duration_slot
from mailer.reading.orders.vocabulary import vocabulary


def absence_of(sentence: Sentence, mail: Mail, calendar: Calendar) -> Draft | None:
    """The absence a sentence announces with its last day or its length; none if it names neither."""
    aside = _aside(sentence)
    days = [a for a in sentence.amounts if a.kind == "date" and a.i not in aside]
    found = _found(sentence, spans=len(days) > 1 and days[0].role == "from")
    if found is None or sentence.question or _is_in_the_game(sentence, mail):
        return None
    lengths = [a for a in sentence.amounts if a.kind == "duration"]
    slots: dict[str, object] = {"who": "self"}
    if len(days) > 1:
        slots["from"], slots["to"] = date_slot(sentence, days[0]), date_slot(sentence, days[-1])
    elif days and (days[0].role == "until" or sentence.words[days[0].i - 1] in ("hasta", "until", "till")):
        slots["from"] = {"phrase": sentence.span(*found), **calendar.value(mail.sent)}
        slots["to"] = date_slot(sentence, days[0])
    elif lengths:
        slots["duration"] = duration_slot(sentence, lengths[0])
        if days:
            slots["from"] = date_slot(sentence, days[0])
    else:
        return None
    for amount in (*days, *lengths, *(a for a in sentence.amounts if a.i in aside)):
        amount.used = True
    hit = Hit(found[0], found[1], ["absence"], "order", "1s", [], found[0], (), "", sentence.span(*found))
    clause = Clause(sentence, hit, 0, len(sentence.words), used=aside)
    return Draft("absence", slots, clause, [f"{hit.why}: absence"], "absence")


def _aside(sentence: Sentence) -> set[int]:
    """The words in brackets, where our own mails say the same day by the other calendar."""
    aside: set[int] = set()
    is_open = False
    for at, token in enumerate(sentence.tokens):
        is_open = token.text == "(" or (is_open and token.text != ")")
        if is_open or token.text == ")":
            aside.add(at)
    return aside


def _found(sentence: Sentence, *, spans: bool) -> tuple[int, int] | None:
    """The words for being away; some say so only of a span from one day to another."""
    phrases = vocabulary().phrases
    found = phrases["mood.absence"].find(sentence.words)
    if found is not None or not spans:
        return found
    return phrases["mood.absence_span"].find(sentence.words, 0, min(4, len(sentence.words)))


def _is_in_the_game(sentence: Sentence, mail: Mail) -> bool:
    """Whether a character is away and not the player."""
    return any(name == mail.sender for _, name in sentence.names.values())
