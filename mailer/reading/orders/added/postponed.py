"""Another day for what was ordered, on some occasion: si llueve, el sábado; if it snows we wait till Monday."""

from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.times import date_slot
from mailer.reading.orders.tokens import word_set

_KINDS = frozenset({"travel", "class_work", "dungeon", "shop", "rest", "research", "explore_town"})
_PUTTING_OFF = word_set(
    "mejor lo la dejamos dejo deja dejan para aplazamos aplazo aplaza pospongo posponemos pospone salimos salgo sale "
    "salen partimos parte partiriamos partiria saldriamos saldria iriamos iria vamos voy va van entonces pues el then "
    "instead wait waits we i she he it they go goes leave leaves until till hasta espera espero esperamos esperan me "
    "nos se al y a nomas make makes put puts off push pushes to set sets out on for move moves the ll we'll i'll"
)


def postpones(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """Whether a sentence only gives the last order another day on some occasion; then it has it."""
    last = drafts[-1] if drafts else None
    if last is None or last.kind not in _KINDS or not {"when", "depart"} & last.slots.keys():
        return False
    days = [a for a in sentence.amounts if a.kind == "date" and not a.used]
    if len(days) != 1 or sentence.question or {"unless", "fallback_when"} & last.slots.keys():
        return False
    conditions = conditions_of(sentence, mail)
    if len(conditions) != 1 or conditions[0].i > 1 or not conditions[0].j <= days[0].i:
        return False
    if conditions[0].slot["event"] == "arrival" or last.slots.get("stance") == "return":
        return False
    said = range(conditions[0].j, len(sentence.tokens))
    free = [sentence.words[at] for at in said if sentence.tokens[at].kind == "w" and sentence.covered[at] < 0]
    if not set(free) <= _PUTTING_OFF:
        return False
    days[0].used = True
    last.slots["unless"] = {key: value for key, value in conditions[0].slot.items() if key != "negated"}
    last.slots["fallback_when"] = date_slot(sentence, days[0])
    last.why.append(f"{sentence.span(days[0].i, days[0].j)}: another day")
    return True
