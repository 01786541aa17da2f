"""What one does in town: carouse, listen, look about, work at one's trade."""

from mailer.reading.orders.drafts import money_slot, new_draft
from mailer.reading.orders.frames.dungeon import until_kind
from mailer.reading.orders.frames.road import add_until_event
from mailer.reading.orders.letter import Clause, Draft, Mail, Sentence
from mailer.reading.orders.places import add_place, place_at
from mailer.reading.orders.spans import ARTICLES, amounts_in, behind, find_phrase, find_word, is_sign, phrase_end, take
from mailer.reading.orders.times import add_times
from mailer.reading.orders.vocabulary import analyses, vocabulary

_LEFTOVER = (
    "lo que le sobro",
    "lo que me sobro",
    "lo que le sobre",
    "lo que le quede",
    "lo que nos sobre",
    "lo que saque",
    "lo que gane",
    "lo que saco",
    "lo que me den",
    "whatever she earns",
    "whatever i earn",
    "what she makes",
    "lo que sobre",
    "lo que quede",
    "lo que me quede",
    "lo que me sobre",
    "whatever's left",
    "whatever is left",
    "the rest",
    "el resto",
    "what's left",
    "what is left",
    "lo que sobra",
    "lo que queda",
)


def carouse(clause: Clause, mail: Mail) -> list[Draft]:
    """Spending money on drink and company."""
    draft = new_draft("carouse", clause, mail)
    sentence = clause.sentence
    add_place(draft, mail)
    found = behind(clause, ("a", "al"), start=clause.hit.j)
    if (
        "place" not in draft.slots
        and found is not None
        and set(sentence.words[found[0] : found[1]])
        & {"taberna", "cantina", "posada", "meson", "burdel", "fonda", "casino"}
    ):
        draft.slots["place"] = take(clause, *found)
    for amount in amounts_in(clause, "money"):
        if not amount.used:
            draft.slots["spend"] = money_slot(sentence, amount)
            break
    if "spend" not in draft.slots:
        _leftover(draft)
    add_times(draft)
    return [draft]


def _leftover(draft: Draft) -> None:
    clause, sentence = draft.clause, draft.clause.sentence
    part = next((a for a in amounts_in(clause, "fraction") if not a.used), None)
    if part is not None:
        part.used = True
        end = (
            phrase_end(sentence, part.j + 1, clause.j)
            if part.j < clause.j and sentence.words[part.j] in ("de", "of")
            else part.j
        )
        draft.slots["spend"] = {"fraction": part.value["fraction"], "of": sentence.span(part.j + 1, end) or None}
        return
    told = next((k for k in range(clause.i, clause.hit.start) if sentence.words[k : k + 2] == ["lo", "que"]), None)
    if told is not None:
        end = next((k for k in range(told, clause.hit.start) if is_sign(sentence, k)), clause.hit.start)
        draft.slots["spend"] = {"amount": None, "text": take(clause, told, end)}
        draft.slots.pop("place", None)
        return
    for text in _LEFTOVER:
        words = text.split()
        for at in range(clause.i, clause.j - len(words) + 1):
            if sentence.words[at : at + len(words)] == words or [
                w.replace("'", "") for w in sentence.words[at : at + len(words)]
            ] == [w.replace("'", "") for w in words]:
                draft.slots["spend"] = {"amount": None, "text": take(clause, at, at + len(words))}
                return


def explore_town(clause: Clause, mail: Mail, *, mode: str) -> list[Draft]:  # noqa: PLR0912 - one branch a slot
    """Listening, strolling, finding somebody, having something valued."""
    draft = new_draft("explore_town", clause, mail, mode=mode)
    sentence = clause.sentence
    about = vocabulary().phrases["grammar.about"].find(sentence.words, clause.hit.i, clause.j)
    topics = _topics(clause) if mode == "rumours" and about is not None else []
    add_place(draft, mail)
    if "place" not in draft.slots:
        through = behind(clause, ("por", "through", "round", "around"), start=clause.i)
        named = through is not None and place_at(mail, sentence, through[0])[0]
        if through is not None and (
            named or vocabulary().phrases["nouns.town"].find(sentence.words, *through) is not None
        ):
            draft.slots["place"] = take(clause, *through)
    if mode == "rumours":
        topics = topics or _topics(clause)
        if topics:
            draft.slots["topics"] = topics
    elif mode in ("find_person", "appraise", "scout"):
        taken = next(
            (
                k
                for k in range(clause.i, clause.hit.i)
                if any(one.form.lemma in ("llevar", "take", "bring") for one in analyses(sentence.tokens[k]))
            ),
            None,
        )
        start = clause.hit.j if taken is None or mode != "appraise" else taken + 1
        end = phrase_end(sentence, start, clause.j)
        while start < end and sentence.words[start] in ("a", "al", "out", "over", "at", "up", "me", "us", *ARTICLES):
            start += 1 + (sentence.words[start + 1 : start + 2] in (["tal"], ["cierto"], ["certain"]))
        if (
            start >= end
            and clause.hit.j < clause.j
            and sentence.words[clause.hit.j] in ("a", "al", "de", "out", "at", "over")
        ):
            start, end = clause.hit.j + 1, phrase_end(sentence, clause.hit.j + 1, clause.j)
        if end > start:
            if mode == "find_person" and end < clause.j and sentence.words[end] in ("que", "who"):
                end = next((k for k in range(end, clause.j) if is_sign(sentence, k)), clause.j)
            draft.slots["target"] = take(clause, start, end)
            mail.target = str(draft.slots["target"])
        elif mode != "scout":
            return []
    if mode == "scout" and "target" not in draft.slots and "place" in draft.slots:
        draft.slots["target"] = draft.slots.pop("place")
    for amount in amounts_in(clause, "money"):
        if not amount.used:
            draft.slots["budget"] = money_slot(sentence, amount)
    add_times(draft)
    return [draft]


def _topics(clause: Clause) -> list[str]:
    """What one listens for: qué se dice del alcalde; the new sheriff."""
    sentence = clause.sentence
    if clause.hit.why.lower().startswith("a ver"):
        at = next((k for k in range(clause.hit.i, clause.j) if sentence.words[k] in ("de", "del")), None)
        if at is not None:
            end = _until_sign(sentence, at + 1, clause)
            start = at + 1 + (at + 1 < end and sentence.words[at + 1] in ARTICLES)
            return [take(clause, start, end)] if end > start else []
    for at in range(clause.hit.i, clause.j):
        if (
            sentence.words[at]
            in (
                "que",
                "quien",
                "what",
                "who",
                "si",
                "donde",
                "how",
                "why",
                "por",
                "about",
                "sobre",
                "de",
                "del",
                "on",
                "acerca",
            )
            and at not in clause.used
        ):
            start = at
            if sentence.words[at] in ("por", "about", "sobre", "de", "del", "on", "acerca"):
                start = at + 1
                if start < clause.j and sentence.words[start] in ("ahi", "alli", "ah", "de"):
                    start += 1
            elif at < clause.hit.j and at == clause.hit.i and sentence.words[at] == "a":
                continue
            end = _until_sign(sentence, start, clause)
            while start < end and sentence.words[start] in ARTICLES:
                start += 1
            if end > start and (end - start > 1 or sentence.words[start] not in ("que", "what", "si")):
                return [take(clause, start, end)]
    start = clause.hit.j
    end = phrase_end(sentence, start, clause.j)
    if end > start and sentence.english and sentence.words[start] not in ("and", "in", "at"):
        return [take(clause, start, end)]
    return []


def _until_sign(sentence: Sentence, start: int, clause: Clause) -> int:
    at = start
    while at < clause.j and not is_sign(sentence, at) and at not in clause.used:
        amount = sentence.amount(at)
        if amount is not None and amount.kind in ("date", "money", "duration"):
            break
        if at > start and sentence.words[at] in ("y", "and", "en", "in", "mientras"):
            break
        at += 1
    return at


def work(clause: Clause, mail: Mail, *, trade: str) -> list[Draft]:
    """Work at the trade of one's class."""
    draft = new_draft("class_work", clause, mail, work=trade)
    sentence = clause.sentence
    if trade in ("performance", "prayer"):
        add_place(draft, mail)
        spend = [a for a in amounts_in(clause, "money") if not a.used]
        if spend and trade == "prayer":
            draft.slots["spend"] = money_slot(sentence, spend[0])
        to = behind(clause, ("a", "al", "to", "at", "en"), start=clause.hit.i) if trade == "prayer" else None
        if to is not None and "place" not in draft.slots:
            house = vocabulary().phrases["nouns.house"].find(sentence.words, *to)
            if house is not None:
                draft.slots["place"] = take(clause, *to)
    else:
        _target(draft, mail, trade)
        from_ = behind(clause, ("desde", "from"), start=clause.hit.j) if trade == "spying" else None
        if from_ is not None:
            draft.slots["place"] = take(clause, from_[0] + (sentence.words[from_[0]] in ARTICLES), from_[1])
        add_place(draft, mail)
        through = behind(clause, ("por", "across", "through", "along"), start=clause.hit.j)
        if trade == "tracking" and through is not None and not set(range(*through)) & clause.used:
            draft.slots.setdefault("place", take(clause, *through))
    add_times(draft, spans=True)
    if "until" not in draft.slots:
        add_until_event(draft)
        if isinstance(draft.slots.get("until"), str):
            text = draft.slots["until"]
            draft.slots["until"] = {"phrase": text, "event": until_kind(text), "offset_days": None, "date": None}
    if (
        trade in ("assassination", "spying", "tracking", "theft")
        and not {"target", "loot", "place"} & draft.slots.keys()
    ):
        return [] if trade in ("assassination", "spying") else [draft]
    return [draft]


def _is_day(sentence: Sentence, index: int) -> bool:
    amount = sentence.amount(index)
    return amount is not None and amount.kind == "date"


def _target(draft: Draft, mail: Mail, trade: str) -> None:
    clause, sentence = draft.clause, draft.clause.sentence
    start = clause.hit.j
    first = start
    while first < clause.j and (
        _is_day(sentence, first)
        or (is_sign(sentence, first) and first == start)
        or sentence.words[first] in ("a", "al", "on", "de", "del", "to", "up", "of", "en", "in", "into")
    ):
        first += 1
    while first < clause.j and sentence.words[first] in ARTICLES and trade != "assassination":
        first += 1
    end = phrase_end(sentence, first, clause.j)
    if end <= first:
        return
    text = take(clause, first, end)
    if text.lower() in ("it", "him", "her", "them", "ella", "el", "ahi", "alli") and mail.target:
        text = mail.target
    mail.target = text
    if trade == "theft" and sentence.words[clause.hit.j - 1] in ("casa", "house") and clause.hit.lemma:
        draft.slots["target"] = take(clause, clause.hit.j - 1, end)  # entra en la casa del prestamista
        return
    if trade != "theft":
        draft.slots["target"] = text
        return
    prepositions = sentence.words[start:first]
    noun = not clause.hit.lemma and not vocabulary().phrases["nouns.item"].find(sentence.words, first, end)
    at_house = (
        noun
        or sentence.words[start - 1] in ("into", "in", "en", "a")
        or set(prepositions) & {"a", "al", "en", "in", "into"}
        or clause.hit.lemma in ("desvalijar", "rob", "burgle", "vaciar", "colar", "ransack", "burglarize")
    )
    if at_house:
        draft.slots["target"] = text
    else:
        draft.slots["loot"] = [text]
        owner = behind(clause, ("a", "al", "from"), start=end)
        if owner is not None:
            draft.slots["target"] = take(clause, *owner)
        elif "'s" in text.replace("’", "'"):
            draft.slots["target"] = text.replace("’", "'").split("'s")[0]
    bracket = next((k for k in range(end, clause.j) if sentence.tokens[k].text == "("), None)
    if at_house and bracket is not None and "loot" not in draft.slots:
        stop = next((k for k in range(bracket + 1, clause.j) if sentence.tokens[k].text in (",", ")")), clause.j)
        draft.slots["loot"] = [take(clause, bracket + 1, stop)]


__all__ = ["carouse", "explore_town", "find_phrase", "find_word", "work"]
