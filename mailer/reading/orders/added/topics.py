"""What is given for an offer and what one wants to hear, said in a sentence of its own."""

from mailer.reading.orders.added.clause import is_bare, pieces_of
from mailer.reading.orders.drafts import money_slot
from mailer.reading.orders.frames.swap import add_gifts
from mailer.reading.orders.letter import Draft, Mail, Sentence


def add_gifts_of(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """What is given for an accepted offer: que se lleven cuatro raciones y 10 po."""
    draft = next(
        (d for d in reversed(drafts) if d.kind == "decision" and d.slots.get("answer") in ("accept", "counter")), None
    )
    if draft is None or draft is not drafts[-1] or "gives" in draft.slots:
        return False
    add_gifts(draft, sentence, 0, len(sentence.words))
    sums = [a for a in sentence.amounts if a.kind == "money" and not a.used]
    if sums and "pay" not in draft.slots and ("gives" in draft.slots or is_bare(sentence)):
        draft.slots["pay"] = money_slot(sentence, sums[0])
        return True
    return "gives" in draft.slots


def add_topics(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """What one wants to hear: quiero saber tres cosas: quién compra azufre, si la viuda vive y qué se dice."""
    if not drafts:
        return False
    draft = next(
        (d for d in reversed(drafts) if d.kind == "explore_town" and d.slots.get("mode") in ("rumours", "wander")), None
    )
    words = sentence.words
    wants = words[:2] in (["quiero", "saber"], ["want", "to"], ["interesa", "saber"]) or words[:4] in (
        ["i", "want", "to", "know"],
        ["me", "interesa", "saber", "quien"],
    )
    if draft is None or not wants or "topics" in draft.slots:
        return False
    colon = next(
        (at for at in range(len(words)) if sentence.tokens[at].text == ":"),
        words.index("saber" if "saber" in words else "know"),
    )
    pieces = pieces_of(sentence, colon + 1)
    draft.slots["topics"] = pieces
    draft.slots["mode"] = "rumours"
    return True
