"""Words that add to an order given before: the next line of a list, a sum, a day, a place on its own."""

from collections.abc import Callable

from mailer.reading.orders.added.clause import bare_clause, is_labelled
from mailer.reading.orders.added.places import add_place_of, is_place
from mailer.reading.orders.added.prices import add_counts, add_prices
from mailer.reading.orders.added.sums import add_sums, add_times_of
from mailer.reading.orders.added.topics import add_gifts_of, add_topics
from mailer.reading.orders.added.ways import add_aim, add_manner, add_way, stays_behind
from mailer.reading.orders.frames.people import hire
from mailer.reading.orders.goods.items import read_items
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.tables import stands_for
from mailer.reading.orders.vocabulary import vocabulary


def continue_list(drafts: list[Draft], sentence: Sentence, frame: str, mail: Mail) -> bool:
    """Goods or people in the next line of an open list."""
    clause = bare_clause(sentence, frame)
    clause.hit.why = sentence.span(0, len(sentence.words))
    if is_labelled(sentence):
        return attach(drafts, sentence, mail)
    if frame == "hire":
        found = hire(clause, mail)
        for draft in found:
            draft.frame = frame
        drafts += found
        return bool(found) or attach(drafts, sentence, mail)
    if is_place(sentence, mail):
        return add_place_of(drafts, sentence, mail)
    verb = {"shop.buy": "buy", "shop.sell": "sell"}.get(frame, "make")
    items = read_items(clause, 0, len(sentence.words), verb)
    if not items:
        return attach(drafts, sentence, mail)
    kind = "craft" if verb == "make" else "shop"
    if kind == "craft":
        items = [{key: value for key, value in item.items() if key in ("item", "qty", "unit")} for item in items]
    last = next((d for d in reversed(drafts) if d.kind == kind and d.frame == frame), None)
    if last is None:
        drafts.append(Draft(kind, {"who": "self", "items": items}, clause, [f"list: {frame}"], frame))
        return True
    last.slots["items"] = [*(one for one in last.slots.get("items", []) if not stands_for(one)), *items]
    return True


def attach(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """A sentence without an order of its own that gives an earlier one its sum, time, place or way."""
    if drafts and stays_behind(drafts, sentence, mail):
        return True
    if not drafts or sentence.question or vocabulary().phrases["mood.past"].find(sentence.words) or _denies(sentence):
        return False
    if add_counts(drafts, sentence, mail):
        return True
    done = _more_goods(drafts, sentence)
    steps: tuple[Callable[[list[Draft], Sentence, Mail], bool], ...] = (
        add_way,
        add_manner,
        add_gifts_of,
        add_aim,
        add_topics,
        add_prices,
        add_sums,
        add_times_of,
        add_place_of,
    )
    for step in steps:
        done = step(drafts, sentence, mail) or done
    return done


def _more_goods(drafts: list[Draft], sentence: Sentence) -> bool:
    """Y 50 pies de cuerda. Also two blankets."""
    last = drafts[-1]
    if last.kind != "shop" or last.clause.sentence.paragraph != sentence.paragraph or not last.slots.get("items"):
        return False
    opens = sentence.words[0] in ("y", "and", "also", "ah", "tambien", "plus", "mas", "ademas", "oh", "e")
    counted = bool(sentence.amounts) and sentence.amounts[0].kind in ("number", "length") and sentence.amounts[0].i <= 2
    if not counted or not (opens or sentence.amounts[0].i == 0):
        return False
    if vocabulary().phrases["mood.left_mending"].find(sentence.words) is not None:
        return False
    verb = last.slots["items"][-1].get("verb", "buy")
    items = read_items(bare_clause(sentence, "shop.buy"), 0, len(sentence.words), verb)
    last.slots["items"] = [*last.slots["items"], *items]
    return bool(items)


def _denies(sentence: Sentence) -> bool:
    denied = any(
        word in ("no", "not", "isn't", "tampoco", "nunca", "never", "ni", "nada", "don't") for word in sentence.words
    )
    words = [word for word in sentence.words if word.isalnum()]
    capped = bool(sentence.amounts) and words[-2:] in (["no", "more"], ["no", "mas"])  # two gold for the lot, no more
    aim = capped or sentence.words[:2] in (["nada", "mas"], ["no", "more"], ["not", "a"]) or "nomas" in sentence.words
    return (
        denied
        and not aim
        and not any(a.limit in ("max", "min") for a in sentence.amounts)
        and "but" not in sentence.words
        and "not" not in sentence.words[3:]
    )
