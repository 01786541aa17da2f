"""Going somewhere, waiting somewhere: travel and wait."""

from functools import cache
from typing import Any

from mailer.reading.orders.drafts import add_pace, new_draft
from mailer.reading.orders.letter import Clause, Draft, Mail
from mailer.reading.orders.places import find_place, names_place, place_at
from mailer.reading.orders.spans import ARTICLES, amounts_in, behind, find_phrase, find_word, names_in, phrase_end, take
from mailer.reading.orders.times import add_times, date_slot
from mailer.reading.orders.tokens import fold
from mailer.reading.orders.vocabulary import analyses, senses

_TO = ("a", "al", "hacia", "para", "hasta", "rumbo", "to", "for", "towards", "toward", "pal", "into")
_FROM = ("de", "desde", "from", "del")
_BY = ("taking", "tomando", "por", "via", "by", "through", "along", "over", "cruzando", "bordeando", "siguiendo")
_ALONG = ("down", "up", "across", "over", "past", "around", "round")
_ROADS = frozenset(
    {
        "road",
        "path",
        "river",
        "coast",
        "track",
        "pass",
        "valley",
        "lane",
        "trail",
        "way",
        "ridge",
        "moor",
        "hills",
        "shore",
    }
)
_WITH = ("con", "with", "conmigo", "junto")


def destination_of(clause: Clause, mail: Mail) -> tuple[int, int] | None:
    """Where a clause says one goes."""
    sentence = clause.sentence
    at = clause.hit.j
    while at < clause.j:
        found = behind(clause, _TO, start=at)
        if found is None:
            break
        i, j = found
        if (
            any(one.form.tense in ("inf", "base") for one in analyses(sentence.tokens[i]))
            and not place_at(mail, sentence, i)[0]
            and i + 1 >= j
        ):
            at = j
            continue
        if names_place(clause, mail, i, j):
            return i, j
        at = j
    for index in range(clause.hit.j, clause.j):
        length, _ = place_at(mail, sentence, index)
        if length and sentence.words[index - 1] not in (*_FROM, *_BY, "en", "in"):
            return index, index + length
    if sentence.words[clause.hit.j : clause.hit.j + 1] == ["home"] or clause.hit.why.endswith("home"):
        bracket = next((k for k in range(clause.hit.j, clause.j) if sentence.tokens[k].text == "("), None)
        if bracket is not None and bracket + 1 < clause.j:
            return bracket + 1, phrase_end(sentence, bracket + 1, clause.j)
    return None


def travel(clause: Clause, mail: Mail) -> list[Draft]:
    """An order to go somewhere; nothing without a place to go to."""
    found = destination_of(clause, mail)
    draft = new_draft("travel", clause, mail, group=True)
    if found is not None:
        i, j = found
        draft.slots["destination"] = _without_article(clause, mail, i, j)
        clause.used.update(range(i, j))
    _origin(draft, mail)
    _via(draft, mail)
    _companions(draft, mail)
    add_pace(draft)
    _transport(draft)
    add_times(draft, "depart", before="arrive_by", spans=False)
    _in_days(draft, mail)
    _from_condition(draft)
    _except(draft, mail)
    return [draft]


def _from_condition(draft: Draft) -> None:
    """A day that only the condition names: si no aparece para el sábado, nos vamos."""
    condition, sentence = draft.clause.condition, draft.clause.sentence
    if condition is None or "depart" in draft.slots:
        return
    for amount in sentence.amounts:
        if amount.kind == "date" and condition.i <= amount.i < condition.j and amount.role in ("by", "on"):
            amount.used = True
            draft.slots["depart"] = date_slot(sentence, amount)
            return


def _except(draft: Draft, mail: Mail) -> None:
    """Todos menos Sabela; everyone but Wick."""
    clause = draft.clause
    at = find_word(clause, ("menos", "excepto", "salvo", "except", "but"), clause.i)
    names = names_in(clause, at, clause.j) if at is not None else []
    if (
        names
        and at is not None
        and {"todos", "todas", "everyone", "all", "everybody"} & set(clause.sentence.words[max(at - 2, 0) : at])
    ):
        clause.used.add(at)
        draft.slots["except"] = names
        draft.slots["who"] = "party"


def _without_article(clause: Clause, mail: Mail, i: int, j: int) -> str:
    return clause.sentence.span(i, j)


def _in_days(draft: Draft, mail: Mail) -> None:
    """`In three days` and `after three days` tell when one leaves."""
    from datetime import date, timedelta

    for amount in amounts_in(draft.clause, "duration"):
        if amount.role == "in" and amount.value["days"] and not amount.used and "depart" not in draft.slots:
            amount.used = True
            days = amount.value["days"]
            day = mail_date(mail) + timedelta(days=days)
            assert isinstance(day, date)
            phrase = draft.clause.sentence.span(amount.i, amount.j)
            draft.slots["depart"] = {"phrase": phrase, "offset_days": days, "date": day.isoformat()}


def mail_date(mail: Mail) -> Any:
    """The day the letter was sent."""
    return mail.sent


def _origin(draft: Draft, mail: Mail) -> None:
    clause = draft.clause
    left, _ = place_at(mail, clause.sentence, clause.hit.j)
    goal = str(draft.slots.get("destination", ""))
    if left and clause.hit.lemma in ("leave", "abandonar", "dejar") and goal:
        start = clause.sentence.span(clause.hit.j, clause.hit.j + left)
        if start != goal:
            draft.slots["origin"] = take(clause, clause.hit.j, clause.hit.j + left)
            return
    found = behind(clause, _FROM)
    if found is not None and not set(range(*found)) & clause.used:
        length, _ = place_at(mail, clause.sentence, found[0])
        if length:
            draft.slots["origin"] = take(clause, found[0], found[0] + length)


def _via(draft: Draft, mail: Mail) -> None:
    clause, sentence = draft.clause, draft.clause.sentence
    vias: list[str] = []
    at = clause.hit.j
    while at < clause.j:
        found = find_word(clause, (*_BY, *_ALONG), at)
        if found is None:
            break
        if sentence.words[found] in _ALONG:
            end = phrase_end(sentence, found + 1, clause.j)
            if not _ROADS & set(sentence.words[found + 1 : end]):
                at = found + 1
                continue
        if sentence.words[found] == "bordeando":
            end = phrase_end(sentence, found + 1, clause.j)
            vias.append(take(clause, found, max(end, found + 1)))
            at = found + 1
            continue
        if sentence.words[found] == "via" and sentence.words[found - 1] in ("la", "una"):
            at = found + 1
            continue
        start = found + 1
        while start < clause.j and sentence.words[start] in ("way", "of", "the", "el", "la"):
            start += 1
        end = phrase_end(sentence, start, clause.j)
        if (
            end > start
            and sentence.words[start]
            not in ("favor", "ahora", "mi", "si", "myself", "herself", "himself", "boat", "horse", "cart")
            and start not in sentence.names
            and sentence.words[start] not in _transports()
        ) and not set(range(start, end)) & clause.used:
            vias.append(take(clause, start, end))
        at = max(end, found + 1)
    if vias:
        draft.slots["via"] = vias


def _companions(draft: Draft, mail: Mail) -> None:
    clause, sentence = draft.clause, draft.clause.sentence
    who = draft.slots["who"]
    if isinstance(who, list) and mail.sender in who:
        draft.slots["companions"] = [name for name in who if name != mail.sender]
        return
    alone = find_phrase(clause, "slots.alone")
    if alone is not None and who != "party":
        draft.slots["companions"] = []
        draft.why.append(f"{sentence.span(*alone)}: alone")
        return
    at = find_word(clause, _WITH, clause.i)
    if at is None:
        return
    names = [name for name in names_in(clause, at, clause.j) if name != mail.sender]
    names = names or [
        name for name in names_in(clause, clause.i, clause.j) if name != mail.sender and sentence.words[at] == "conmigo"
    ]
    if names:
        draft.slots["companions"] = names
        draft.slots["who"] = list(dict.fromkeys([mail.sender, *names]))
        return
    end = phrase_end(sentence, at + 1, clause.j)
    phrase = sentence.words[at + 1 : end]
    if (
        end > at + 1
        and not (set(phrase) & set(_transports()))
        and not set(phrase)
        & {
            "grupo",
            "calma",
            "cuidado",
            "party",
            "group",
            "ellos",
            "ustedes",
            "vosotros",
            "you",
            "them",
            "todos",
            "resto",
            "others",
            "rest",
            "sigilo",
            "demas",
            "everyone",
            "care",
            "lights",
            "nosotros",
            "us",
            "prisa",
            "ojo",
        }
    ):
        start = at + 1
        while start < end and sentence.words[start] in ARTICLES:
            start += 1
        if start < end and not set(range(start, end)) & clause.used:
            draft.slots["companions"] = [take(clause, start, end)]


@cache
def _transports() -> dict[str, str]:
    return {word: noun for noun, words in senses()["transport"].items() for word in words}


def _transport(draft: Draft) -> None:
    clause, sentence = draft.clause, draft.clause.sentence
    if clause.hit.lemma in ("cabalgar", "ride", "navegar", "zarpar", "sail"):
        draft.slots["transport"] = "horse" if clause.hit.lemma in ("cabalgar", "ride") else "ship"
    for at in range(clause.i, clause.j):
        noun = _transports().get(sentence.words[at])
        if (
            noun
            and at
            and (
                sentence.words[at - 1] in ("a", "en", "by", "on", "al", "in")
                or sentence.words[at - 1] in ARTICLES
                or sentence.words[at - 1].endswith("'s")
            )
        ):
            draft.slots["transport"] = noun
            clause.used.add(at)
            return


def wait(clause: Clause, mail: Mail) -> list[Draft]:
    """An order to wait somewhere, until something or for some time."""
    draft = new_draft("wait", clause, mail, group=True)
    found = find_place(clause, mail, loose=True) or find_place(clause, mail, start=clause.i)
    if found is None and clause.sentence.words[clause.hit.j - 1] in ("de", "del") and clause.hit.j < clause.j:
        found = clause.hit.j, phrase_end(clause.sentence, clause.hit.j, clause.j)
    if found is not None:
        draft.slots["place"] = take(clause, *found)
    add_times(draft)
    add_until_event(draft, "until_event" if "until" in draft.slots else "until")
    if isinstance(draft.slots.get("until"), str):
        draft.slots["until_event"] = draft.slots.pop("until")
    if _FURTHER & set(fold(str(draft.slots.get("until_event", ""))).split()):
        text = draft.slots.pop("until_event")
        draft.slots["until"] = {"phrase": text, "event": "further_notice", "offset_days": None, "date": None}
    _mends(draft)
    if not {"place", "until", "until_event", "duration"} & draft.slots.keys():
        return []
    return [draft]


def _mends(draft: Draft) -> None:
    """Staying until one is well is resting: se queda en la cabaña hasta que sane."""
    text = str(draft.slots.get("until_event") or "")
    event = next((one for one in _WELL if any(part in fold(text) for part in senses()["until"][one])), None)
    if event is None or "until" in draft.slots:
        return
    del draft.slots["until_event"]
    draft.kind = "rest"
    draft.slots |= {"mode": "rest", "until": {"phrase": text, "event": event, "offset_days": None, "date": None}}


_FURTHER = frozenset({"nueva", "nuevo", "further"})  # hasta nueva orden, until further notice
_WELL = ("full_hp", "fatigue_cleared")


def add_until_event(draft: Draft, name: str = "until") -> None:
    """An end that is not a day: hasta que baje el río, until my ribs knit."""
    clause, sentence = draft.clause, draft.clause.sentence
    at = clause.hit.j if clause.hit.j < clause.j else clause.i
    waits = clause.hit.lemma in ("esperar", "aguardar")
    while at < clause.j:
        found = find_word(clause, ("hasta", "until", "till", *(("a",) if waits else ())), at)
        if found is None:
            return
        if clause.sentence.words[found] == "a" and clause.sentence.words[found + 1 : found + 2] != ["que"]:
            at = found + 1
            continue
        if sentence.words[found + 1 : found + 2] and sentence.covered[found] < 0:
            end = until_end(clause, found + 1)
            if end > found + 1:
                draft.slots[name] = take(clause, found, end)
                return
        at = found + 1


def until_end(clause: Clause, start: int) -> int:
    """Where the words of an end that is an event stop."""
    sentence = clause.sentence
    at = start
    while (
        at < clause.j
        and sentence.tokens[at].text not in (",", ".", ";", ":", "(", ")", "!", "—")
        and not (sentence.words[at] in ("y", "and", "or", "o", "luego", "then") and at > start)
    ):
        at += 1
    return at
