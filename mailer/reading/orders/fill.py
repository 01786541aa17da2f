"""Words that add to an order given before: the next line of a list, a sum, a day, a place on its own."""

from collections.abc import Callable

from mailer.reading.orders.amounts import Amount
from mailer.reading.orders.frames.offers import add_gifts
from mailer.reading.orders.frames.people import hire
from mailer.reading.orders.frames.road import travel
from mailer.reading.orders.frames.shop import read_items
from mailer.reading.orders.letter import Clause, Draft, Hit, Mail, Sentence
from mailer.reading.orders.spans import (
    ARTICLES,
    add_pace,
    date_slot,
    duration_slot,
    find_phrase,
    find_place,
    money_slot,
    names_in,
    names_place,
    phrase_end,
    place_at,
)
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary

_MONEY = {
    "shop": "budget",
    "research": "budget",
    "train": "budget",
    "craft": "budget",
    "carouse": "spend",
    "hire": "pay",
    "explore_town": "budget",
    "encounter": "pay",
    "decision": "pay",
}
_TIMED = frozenset({"research", "train", "craft", "rest", "wait", "carouse", "class_work", "explore_town", "hire"})
_HELD = ("spokesperson", "dungeon", "wait", "rest", "travel", "hire", "train", "research")
_LABELS = word_set(
    "lugar place donde where plazo duracion duration presupuesto budget oferta paga pago sueldo pay "
    "hasta until fecha when cuando "
    "deadline tope limite maximo max objetivo target objective ruta route ritmo "
    "pace precio price sitio dia cost coste"
)


def bare_clause(sentence: Sentence, frame: str = "wait", start: int = 0) -> Clause:
    """A sentence as a clause that nothing sets off."""
    return Clause(
        sentence, Hit(start, start, [frame], "order", "none", [], start, (), "", ""), start, len(sentence.words)
    )


def continue_list(drafts: list[Draft], sentence: Sentence, frame: str, mail: Mail) -> bool:
    """Goods or people in the next line of an open list."""
    clause = bare_clause(sentence, frame)
    clause.hit.why = sentence.span(0, len(sentence.words))
    if _labelled(sentence):
        return attach(drafts, sentence, mail)
    if frame == "hire":
        found = hire(clause, mail)
        for draft in found:
            draft.frame = frame
        drafts += found
        return bool(found) or attach(drafts, sentence, mail)
    if _is_place(sentence, mail):
        return _place(drafts, sentence, mail)
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
    last.slots["items"] = [*last.slots.get("items", []), *items]
    return True


def _labelled(sentence: Sentence) -> bool:
    return len(sentence.words) > 2 and sentence.words[0] in _LABELS and sentence.tokens[1].text in (":", "=")


def _is_place(sentence: Sentence, mail: Mail) -> bool:
    """Whether a row of a list only says where: tinker in Greywick."""
    if sentence.amounts or len(sentence.words) > 6:
        return False
    return any(
        word in ("in", "en", "at") and place_at(mail, sentence, at + 1)[0]
        for at, word in enumerate(sentence.words[:-1])
    )


def attach(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """A sentence without an order of its own that gives an earlier one its sum, time, place or way."""
    if drafts and _stays_behind(drafts, sentence, mail):
        return True
    if not drafts or sentence.question or vocabulary().phrases["mood.past"].find(sentence.words) or _denies(sentence):
        return False
    done = _more_goods(drafts, sentence)
    steps: tuple[Callable[[list[Draft], Sentence, Mail], bool], ...] = (
        _way,
        _gifts,
        _aim,
        add_topics,
        _sums,
        _times,
        _place,
    )
    for step in steps:
        done = step(drafts, sentence, mail) or done
    return done


def _stays_behind(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """Who does not come along: Chema no viene; Wick stays behind."""
    last = drafts[-1]
    words = set(sentence.words)
    stays = ("no" in words and words & {"viene", "va", "vienen", "van"}) or ("stays" in words and "behind" in words)
    names = [name for _, name in sentence.names.values() if name != mail.sender]
    if last.kind != "travel" or last.slots.get("who") != "party" or not stays or not names or len(sentence.words) > 7:
        return False
    last.slots["except"] = names
    return True


def _sums(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    sums = [a for a in sentence.amounts if a.kind == "money" and not a.used]
    if not sums or not (_is_bare(sentence) or _labelled(sentence) or sums[0].limit == "max" or _budgeted(sentence)):
        return False
    hires = [d for d in drafts if d.kind == "hire" and "pay" not in d.slots]
    if hires and len(sums) == len(hires) and drafts[-1].kind == "hire":
        for draft, amount in zip(hires, sums, strict=True):
            draft.slots["pay"] = money_slot(sentence, amount, per=True)
        return True
    spent = [a for a in sums if not {"tengo", "tenemos", "have", "got"} & set(sentence.words[max(a.i - 2, 0) : a.i])]
    for amount in spent or sums:
        target = next((d for d in reversed(drafts) if _takes_money(d, sentence)), None)
        if target is None:
            return False
        target.slots[_MONEY[target.kind]] = money_slot(sentence, amount, per=target.kind == "hire")
    return True


def _takes_money(draft: Draft, sentence: Sentence) -> bool:
    if draft.kind not in _MONEY or _MONEY[draft.kind] in draft.slots:
        return False
    if draft.kind == "encounter":
        return draft.slots.get("attitude") == "bribe"
    if draft.kind == "decision":
        return draft.slots.get("answer") != "refuse"
    return not (draft.kind == "shop" and abs(draft.clause.sentence.line - sentence.line) > 6)


def _times(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    done = False
    arrives = (
        {"estar", "llegar", "arrive", "there", "be"} & set(sentence.words)
        and len(sentence.words) < 12
        and drafts[-1].kind == "travel"
    )
    if not (_is_bare(sentence) or _labelled(sentence) or arrives):
        return False
    for amount in sentence.amounts:
        if amount.used:
            continue
        if amount.kind == "duration" and amount.role != "ago":
            chosen = _all_like(drafts, lambda d: d.kind in _TIMED and "duration" not in d.slots)
            for draft in chosen:
                amount.used = done = True
                draft.slots["duration"] = duration_slot(sentence, amount)
        elif amount.kind == "date":
            done = _date(drafts, sentence, amount) or done
    return done


def _all_like(drafts: list[Draft], fits: Callable[[Draft], bool]) -> list[Draft]:
    """The last draft that fits, with those hired in the same breath."""
    last = next((d for d in reversed(drafts) if fits(d)), None)
    if last is None:
        return []
    if last.kind != "hire":
        return [last]
    return [d for d in drafts if d.kind == "hire" and fits(d)]


def _date(drafts: list[Draft], sentence: Sentence, amount: Amount) -> bool:
    words = set(sentence.words)
    field = "when"
    if amount.role == "until" or words & {"until", "hasta"}:
        field = "until"
    elif amount.role == "before" or words & {"tope", "limite", "deadline"}:
        field = "deadline"
    chosen = [drafts[-1]]
    if field != "when":
        chosen = [d for d in reversed(drafts) if d.kind in _HELD][:1]
    elif drafts[-1].kind == "hire":
        chosen = [d for d in drafts if d.kind == "hire"]
    done = False
    for draft in chosen:
        name = (
            "depart" if draft.kind == "travel" and field == "when" else "arrive_by" if draft.kind == "travel" else field
        )
        if name in draft.slots or (
            draft.kind in ("retreat", "encounter", "status", "cancel", "independence", "decision", "encumbrance")
            and field == "when"
        ):
            continue
        draft.slots[name] = date_slot(sentence, amount)
        amount.used = done = True
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
    verb = last.slots["items"][-1].get("verb", "buy")
    items = read_items(bare_clause(sentence, "shop.buy"), 0, len(sentence.words), verb)
    last.slots["items"] = [*last.slots["items"], *items]
    return bool(items)


def _denies(sentence: Sentence) -> bool:
    denied = any(
        word in ("no", "not", "isn't", "tampoco", "nunca", "never", "ni", "nada", "don't") for word in sentence.words
    )
    aim = sentence.words[:2] in (["nada", "mas"], ["no", "more"], ["not", "a"]) or "nomas" in sentence.words
    return (
        denied
        and not aim
        and not any(a.limit == "max" for a in sentence.amounts)
        and "but" not in sentence.words
        and "not" not in sentence.words[3:]
    )


def _budgeted(sentence: Sentence) -> bool:
    return vocabulary().phrases["slots.budget"].find(sentence.words) is not None


def _is_bare(sentence: Sentence) -> bool:
    """Whether a sentence is little more than its amounts."""
    free = [at for at, token in enumerate(sentence.tokens) if token.kind == "w" and sentence.covered[at] < 0]
    small = [
        at
        for at in free
        if sentence.words[at] in ARTICLES
        or sentence.words[at] in ("a", "de", "en", "y", "and", "of", "for", "the", "desde", "starting")
    ]
    opens = bool(sentence.amounts) and sentence.amounts[0].i <= 1 and len(free) - len(small) <= 3
    return len(free) - len(small) <= 2 or opens


def _place(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    last = drafts[-1]
    takes = ("shop", "carouse", "rest", "hire", "train", "research", "explore_town", "class_work", "craft", "wait")
    if last.kind not in takes or "place" in last.slots:
        return False
    text = ""
    if _labelled(sentence) and sentence.words[0] in ("lugar", "place", "donde", "where", "sitio"):
        text = sentence.span(2, len(sentence.words))
    elif len(sentence.words) <= 6 or sentence.words[:2] in (
        ["todo", "en"],
        ["todo", "donde"],
        ["all", "from"],
        ["all", "at"],
        ["everything", "from"],
    ):
        known = next((at for at in range(len(sentence.words)) if place_at(mail, sentence, at)[0]), None)
        if known is not None and known <= 4:
            start = 0
            while start < known and (sentence.tokens[start].kind == "p" or sentence.words[start] in ("en", "in", "at")):
                start += 1
            if any(analyses(token) for token in sentence.tokens[start:known] if token.fold not in ARTICLES):
                return False
            text = sentence.span(start, known + place_at(mail, sentence, known)[0])
        elif sentence.words[0] in ("en", "in", "at", "todo", "all", "everything"):
            found = find_place(bare_clause(sentence), mail)
            text = sentence.span(*found) if found is not None else ""
    if not text:
        return False
    for draft in [last] if last.kind != "hire" else [d for d in drafts if d.kind == "hire"]:
        draft.slots.setdefault("place", text)
    return True


def _way(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """How a journey goes on: with whom, by what way, how fast; where to, if that was still open."""
    draft = next((d for d in reversed(drafts) if d.kind == "travel"), None)
    if draft is None or (
        draft is not drafts[-1] and "destination" in draft.slots and drafts[-1].kind not in ("encounter", "shop")
    ):
        return False
    clause = bare_clause(sentence, "travel")
    before = dict(draft.slots)
    if "destination" not in draft.slots:
        _goal(draft, sentence, mail)
    names = [name for name in names_in(clause, 0, len(sentence.words)) if name != mail.sender]
    near_ = any(word in ("con", "with") and at + 1 in sentence.names for at, word in enumerate(sentence.words))
    with_ = near_ or "conmigo" in sentence.words or sentence.words[-2:] == ["with", "me"]
    if names and with_ and not draft.slots.get("companions"):
        draft.slots["companions"] = names
        draft.slots["who"] = list(dict.fromkeys([mail.sender, *names]))
    short = len(sentence.words) <= 18
    if short and find_phrase(clause, "slots.alone") is not None and draft.slots["who"] == "self":
        draft.slots.setdefault("companions", [])
    if (
        short
        and sentence.words[0]
        in ("por", "by", "via", "through", "con", "a", "sin", "marcha", "paso", "ritmo", "quietly", "despacio", "ida")
    ) or (short and find_phrase(clause, "slots.forced")):
        more = travel(clause, mail)
        for name in ("via", "pace", "stealth", "transport", "origin"):
            if more and name in more[0].slots:
                draft.slots.setdefault(name, more[0].slots[name])
    elif short:
        extra = Draft("travel", {}, clause)
        add_pace(extra)
        for name, value in extra.slots.items():
            draft.slots.setdefault(name, value)
    return draft.slots != before


def _goal(draft: Draft, sentence: Sentence, mail: Mail) -> None:
    words = sentence.words
    if words[0] in ("ruta", "route", "camino") and sentence.tokens[1:2] and sentence.tokens[1].text == ":":
        stops = _listed(sentence, 2)
        if len(stops) > 1:
            draft.slots["origin"] = stops[0]
            draft.slots["destination"] = stops[-1]
            if stops[1:-1]:
                draft.slots["via"] = stops[1:-1]
        return
    if words[0] in ("a", "al", "to", "hacia", "para", "destino"):
        start = 1 + (sentence.tokens[1:2] != () and sentence.tokens[1].text == ":")
        end = phrase_end(sentence, start, len(words))
        if end > start and names_place(bare_clause(sentence), mail, start, end):
            draft.slots["destination"] = sentence.span(start, end)


def _listed(sentence: Sentence, start: int) -> list[str]:
    """The pieces of a list parted by commas or dashes."""
    found: list[str] = []
    begin = start
    for at in range(start, len(sentence.words) + 1):
        if (
            at == len(sentence.words)
            or sentence.tokens[at].text in (",", "-", "–", "→", ".", ";")
            or sentence.words[at] in ("y", "and", "luego", "then")
        ):
            text = sentence.span(begin, at)
            if text:
                found.append(text)
            begin = at + 1
    return found


def _gifts(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """What is given for an accepted offer: que se lleven cuatro raciones y 10 po."""
    draft = next(
        (d for d in reversed(drafts) if d.kind == "decision" and d.slots.get("answer") in ("accept", "counter")), None
    )
    if draft is None or draft is not drafts[-1] or "gives" in draft.slots:
        return False
    add_gifts(draft, sentence, 0, len(sentence.words))
    sums = [a for a in sentence.amounts if a.kind == "money" and not a.used]
    if sums and "pay" not in draft.slots and ("gives" in draft.slots or _is_bare(sentence)):
        draft.slots["pay"] = money_slot(sentence, sums[0])
        return True
    return "gives" in draft.slots


def _aim(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """What a raid is for: nada más por el ídolo; just the idol."""
    draft = drafts[-1]
    if draft.kind != "dungeon" or draft.slots.get("stance") not in ("raid", "return"):
        return False
    words = sentence.words
    if (
        words[0] in ("entrada", "entramos", "acceso", "entry", "ruta", "salida")
        and words[1:2]
        and words[1] in ("por", "by", "through")
    ):
        end = phrase_end(sentence, 2, len(words))
        draft.slots.setdefault("route", sentence.span(1, end))
        add_pace(Draft("dungeon", draft.slots, bare_clause(sentence)))
        return True
    if draft.slots.get("stance") != "raid" or "objective" in draft.slots:
        return False
    for opener in (
        ["nada", "mas", "por"],
        ["solo", "por"],
        ["solo", "a", "por"],
        ["nomas", "por"],
        ["just"],
        ["only"],
        ["just", "for"],
        ["only", "for"],
        ["objetivo", ":"],
        ["target", ":"],
        ["objective", ":"],
    ):
        if words[: len(opener)] == opener:
            end = phrase_end(sentence, len(opener), len(words), also=("de",))
            if end > len(opener):
                draft.slots["objective"] = sentence.span(len(opener), end)
                return True
    return False


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
    pieces = _listed(sentence, colon + 1)
    draft.slots["topics"] = pieces
    draft.slots["mode"] = "rumours"
    return True
