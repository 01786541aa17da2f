"""Words that add to an order given before: the next line of a list, a sum, a day, a place on its own."""

from mailer.reading.orders.frames.shop import read_items
from mailer.reading.orders.letter import Clause, Draft, Hit, Mail, Sentence
from mailer.reading.orders.spans import date_slot, duration_slot, find_place, place_at
from mailer.reading.orders.vocabulary import vocabulary

_MONEY = {"shop": "budget", "research": "budget", "train": "budget", "craft": "budget", "carouse": "spend", "hire": "pay",
          "explore_town": "budget", "encounter": "pay"}  # fmt: skip
_TIMED = frozenset({"research", "train", "craft", "rest", "wait", "carouse", "class_work", "explore_town", "hire"})


def continue_list(drafts: list[Draft], sentence: Sentence, frame: str, mail: Mail) -> bool:
    """Goods in the next line of an open list."""
    hit = Hit(0, 0, [frame], "order", "none", [], 0, (), "", sentence.span(0, len(sentence.words)))
    clause = Clause(sentence, hit, 0, len(sentence.words))
    if frame == "hire":
        from mailer.reading.orders.frames.people import hire

        found = hire(clause, mail)
        drafts += found
        return bool(found)
    verb = {"shop.buy": "buy", "shop.sell": "sell"}.get(frame, "make")
    items = read_items(clause, 0, len(sentence.words), verb)
    if not items:
        return attach(drafts, sentence, mail)
    kind = "craft" if verb == "make" else "shop"
    last = next((d for d in reversed(drafts) if d.kind == kind and d.frame == frame), None)
    if kind == "craft":
        items = [{key: value for key, value in item.items() if key in ("item", "qty", "unit")} for item in items]
    if last is None:
        draft = Draft(kind, {"who": "self", "items": items}, clause, [f"list: {frame}"], frame)
        drafts.append(draft)
        return True
    last.slots["items"] = [*last.slots.get("items", []), *items]
    return True


def attach(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """A sentence without an order of its own that gives an earlier one its sum, time or place."""
    if not drafts or sentence.question:
        return False
    if vocabulary().phrases["mood.past"].find(sentence.words) or _denies(sentence):
        return False
    more = _more_goods(drafts, sentence)
    done = more
    for amount in sentence.amounts:
        if amount.used:
            continue
        if amount.kind == "money" and (_is_bare(sentence) or amount.limit == "max" or _budgeted(sentence)):
            draft = next((d for d in reversed(drafts) if d.kind in _MONEY and _MONEY[d.kind] not in d.slots and not (d.kind == "encounter" and d.slots.get("attitude") != "bribe")), None)
            if draft is not None:
                amount.used = True
                draft.slots[_MONEY[draft.kind]] = {"amount": amount.value["amount"], "currency": amount.value["currency"]}
                done = True
        elif amount.kind == "duration" and (_is_bare(sentence)) and amount.role != "ago":
            draft = next((d for d in reversed(drafts) if d.kind in _TIMED and "duration" not in d.slots), None)
            if draft is not None:
                amount.used = True
                draft.slots["duration"] = duration_slot(sentence, amount)
                done = True
        elif amount.kind == "date" and _is_bare(sentence):
            done = _date(drafts, sentence, amount) or done
    return _place(drafts, sentence, mail) or done


def _date(drafts: list[Draft], sentence: Sentence, amount) -> bool:  # type: ignore[no-untyped-def]
    last = drafts[-1]
    field = "depart" if last.kind == "travel" else "when"
    words = set(sentence.words)
    if amount.role in ("until", "before") or words & {"until", "hasta", "tope", "limite", "deadline"}:
        field = "until" if amount.role == "until" or "until" in words or "hasta" in words else "deadline"
    if last.kind == "dungeon" and field == "deadline":
        pass
    if field in last.slots or last.kind in ("retreat", "encounter", "status", "cancel", "independence", "decision", "spokesperson"):
        if field not in ("deadline", "until"):
            return False
        target = next((d for d in reversed(drafts) if d.kind in ("dungeon", "wait", "rest", "travel")), None)
        if target is None or field in target.slots:
            return False
        last = target
    amount.used = True
    last.slots[field] = date_slot(sentence, amount)
    return True


def _more_goods(drafts: list[Draft], sentence: Sentence) -> bool:
    """Y 50 pies de cuerda. Also two blankets."""
    last = drafts[-1]
    if last.kind != "shop" or last.clause.sentence.paragraph != sentence.paragraph or not last.slots.get("items"):
        return False
    opens = sentence.words[0] in ("y", "and", "also", "ah", "tambien", "plus", "mas", "ademas", "oh")
    counted = any(a.kind in ("number", "length") for a in sentence.amounts[:1])
    if not (opens and counted) and not (counted and sentence.amounts[0].i <= 1):
        return False
    hit = Hit(0, 0, ["shop.buy"], "order")
    verb = last.slots["items"][-1].get("verb", "buy")
    items = read_items(Clause(sentence, hit, 0, len(sentence.words)), 0, len(sentence.words), verb)
    last.slots["items"] = [*last.slots["items"], *items]
    return bool(items)


def _denies(sentence: Sentence) -> bool:
    return any(word in ("no", "not", "isn't", "tampoco", "nunca", "never", "ni", "nada") for word in sentence.words) and not any(a.limit == "max" for a in sentence.amounts)


def _budgeted(sentence: Sentence) -> bool:
    return vocabulary().phrases["slots.budget"].find(sentence.words) is not None


def _is_bare(sentence: Sentence) -> bool:
    """Whether a sentence is little more than its amounts."""
    free = sum(1 for at, token in enumerate(sentence.tokens) if token.kind == "w" and sentence.covered[at] < 0)
    return free <= 3


def _place(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    last = drafts[-1]
    if "place" in last.slots or last.kind not in ("shop", "carouse", "rest", "hire", "train", "research", "explore_town", "class_work", "craft", "wait") or not _is_bare(sentence):
        return False
    for at in range(len(sentence.words)):
        length, _ = place_at(mail, sentence, at)
        if length:
            start = 0 if len(sentence.words) - at - length <= 1 and at <= 2 else at
            while start < at and (sentence.tokens[start].kind == "p" or sentence.words[start] in ("en", "in", "at", "lugar")):
                start += 1
            last.slots["place"] = sentence.span(start, at + length)
            return True
    hit = Hit(0, 0, ["wait"], "order")
    found = find_place(Clause(sentence, hit, 0, len(sentence.words)), mail)
    labelled = sentence.words[:2] in (["lugar", ":"], ["place", ":"], ["donde", ":"], ["where", ":"])
    if labelled:
        last.slots["place"] = sentence.span(2, len(sentence.words))
        return True
    if found is not None:
        last.slots["place"] = sentence.span(*found)
        return True
    return False
