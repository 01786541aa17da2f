"""What the party does in a dungeon: secure, explore, raid, return."""

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.drafts import add_pace, new_draft
from mailer.reading.orders.frames.road import add_until_event, until_end
from mailer.reading.orders.letter import Clause, Draft, Mail
from mailer.reading.orders.places import find_place, place_at
from mailer.reading.orders.spans import ARTICLES, behind, find_phrase, find_word, is_sign, phrase_end, take
from mailer.reading.orders.times import add_duration, add_times
from mailer.reading.orders.tokens import fold
from mailer.reading.orders.vocabulary import senses, vocabulary

_ROUTE = ("por", "by", "through", "via", "bajando", "cruzando", "using", "down", "up")
_SAFE = ("zona segura", "sitio seguro", "lugar seguro")


def secure(clause: Clause, mail: Mail) -> list[Draft]:
    """Staying in a dungeon, holding or hiding there."""
    draft = new_draft("dungeon", clause, mail, group=True, stance="secure")
    _place(draft, mail)
    if find_phrase(clause, "slots.stealth") is not None:
        draft.slots["stealth"] = True
    return [_finished(draft, mail)]


def explore(clause: Clause, mail: Mail) -> list[Draft]:
    """Exploring a dungeon."""
    draft = new_draft("dungeon", clause, mail, group=True, stance="explore")
    _place(draft, mail)
    at = find_word(clause, ("entrando", "accediendo", "entering", "going"), clause.hit.j)
    if at is not None:
        clause.used.add(at)
        add_route(draft)
    add_pace(draft)
    return [_finished(draft, mail)]


def leave(clause: Clause, mail: Mail) -> list[Draft]:
    """Coming out of a dungeon."""
    draft = new_draft("dungeon", clause, mail, group=True, stance="return")
    said = clause.sentence.words[clause.hit.j - 1] in ("de", "del", "from")
    left = behind(clause, ("de", "del", "from"), start=clause.hit.j - said)
    if left is not None and place_at(mail, clause.sentence, left[0])[1] == "dungeon":
        draft.slots["place"] = take(clause, *left)
    if clause.sentence.words[clause.hit.j - 1] == "por" and clause.hit.lemma:
        end = phrase_end(clause.sentence, clause.hit.j, clause.j)
        draft.slots["route"] = take(clause, clause.hit.j - 1, end)
    else:
        add_route(draft)
    add_pace(draft)
    return [_finished(draft, mail)]


def raid(clause: Clause, mail: Mail) -> list[Draft]:
    """Going in for something and out again."""
    draft = new_draft("dungeon", clause, mail, group=True, stance="raid")
    sentence = clause.sentence
    _objective(draft)
    found = behind(
        clause,
        ("a", "al", "en", "contra", "to", "into", "on", "de"),
        start=clause.hit.j,
        also=("de", "del", "of"),
        stops=("solo",),
    )
    direct = phrase_end(sentence, clause.hit.j, clause.j)
    if found is not None and not set(range(*found)) & clause.used:
        inside = sentence.words[found[0] - 1] in ("en", "in") and place_at(mail, sentence, found[0])[1] == "dungeon"
        draft.slots["target"] = take(clause, *found) if inside else _bare(draft, *found)
    elif vocabulary().phrases["slots.forced"].at(sentence.words, clause.hit.j) if clause.hit.j < clause.j else False:
        draft.slots["pace"] = "forced"
    elif direct > clause.hit.j and not set(range(clause.hit.j, direct)) & clause.used:
        key = (
            "objective" if clause.hit.lemma in ("rescatar", "recuperar", "rescue", "retrieve", "recover") else "target"
        )
        draft.slots.setdefault(key, _bare(draft, clause.hit.j, direct))
    add_route(draft)
    add_pace(draft)
    return [_finished(draft, mail)]


def _bare(draft: Draft, i: int, j: int) -> str:
    sentence = draft.clause.sentence
    if i < j and sentence.words[i] in ARTICLES:
        i += 1
    return take(draft.clause, i, j)


def _place(draft: Draft, mail: Mail) -> None:
    clause, sentence = draft.clause, draft.clause.sentence
    found = find_place(clause, mail, loose=draft.slots.get("stance") == "secure")
    if found is None:
        through = behind(
            clause, ("por", "through", "del", "de", "behind", "detras", "hacia", "tras"), start=clause.hit.j
        )
        direct = phrase_end(sentence, clause.hit.j, clause.j)
        if direct > clause.hit.j and sentence.words[clause.hit.j] not in (
            "ahi",
            "aca",
            "aqui",
            "here",
            "there",
            "todo",
            "everything",
            "again",
            "on",
            "up",
        ):
            found = (clause.hit.j, direct)
        elif through is not None and not is_sign(sentence, through[0]):
            i, j = through
            found = (i - 1, j) if sentence.words[i - 1] in ("detras", "behind", "tras") else (i, j)
            if sentence.words[i - 2 : i] == ["detras", "de"] or sentence.words[i - 2 : i] == ["detras", "del"]:
                found = (i - 2, j)
    if found is None:
        bracket = next((k for k in range(clause.hit.j, clause.j) if sentence.tokens[k].text in ("(", ":")), None)
        if bracket is not None and bracket + 1 < clause.j:
            end = phrase_end(sentence, bracket + 1, clause.j)
            found = (bracket + 1, end) if end > bracket + 1 else None
    paces = (vocabulary().phrases[f"slots.{name}"] for name in ("careful", "forced", "normal", "stealth"))
    if found is not None and any(pace.at(sentence.words, found[0]) >= found[1] - found[0] for pace in paces):
        return
    if found is not None and not set(range(*found)) & clause.used:
        i, j = found
        length, _ = place_at(mail, sentence, j + 1) if j + 1 < clause.j else (0, "")
        if j < clause.j and sentence.words[j] in ("en", "in", "de", "of") and length:
            j = j + 1 + length
        j = _with_relative(clause, j)
        draft.slots["place"] = take(clause, i, j)


_LEFT = frozenset({"faltan", "quedan", "falta", "queda", "dejamos", "vimos", "left", "missed", "saw"})


def _with_relative(clause: Clause, end: int) -> int:
    """Where a place ends that is told by what was done there: los pisos que faltan de la Torre."""
    words = clause.sentence.words
    if words[end : end + 1] not in (["que"], ["we"], ["that"]) or not _LEFT & set(words[end + 1 : end + 4]):
        return end
    at = end + 1
    while at < clause.j and words[at] not in _LEFT:
        at += 1
    at += 1
    if words[at : at + 1] in (["de"], ["del"], ["of"], ["in"]):
        at = phrase_end(clause.sentence, at + 1, clause.j)
    return min(at, clause.j)


def _objective(draft: Draft) -> None:
    """What one goes in for: a por las urnas, a buscar la espada, for the idol, nada más por el ídolo."""
    clause, sentence = draft.clause, draft.clause.sentence
    for at in range(clause.hit.i, clause.j):
        words = sentence.words
        for opener in (
            ("a", "por"),
            ("mas", "por"),
            ("solo", "por"),
            ("a", "buscar"),
            ("a", "rescatar"),
            ("a", "recuperar"),
            ("in", "for"),
            ("back", "for"),
            ("down", "for"),
            ("for",),
            ("get",),
            ("grab",),
            ("to", "get"),
            ("to", "fetch"),
            ("to", "recover"),
            ("ir", "por"),
            ("a", "sacar"),
        ):
            if tuple(words[at : at + len(opener)]) == opener and sentence.covered[at] < 0:
                start = at + len(opener)
                end = _clause_text(clause, start)
                if end > start:
                    draft.slots["objective"] = take(clause, start, end)
                    return


def _clause_text(clause: Clause, start: int) -> int:
    """Words up to the next sign or amount, with a relative clause: la espada que dejamos tirada."""
    sentence = clause.sentence
    at = start
    while at < clause.j:
        amount = sentence.amount(at)
        if amount is not None and amount.kind in ("date", "duration"):
            break
        if is_sign(sentence, at) or sentence.words[at] in ("y", "and", "por", "by", "through", "en", "in", "from"):
            break
        if (
            sentence.words[at] == "que"
            and sentence.words[at + 1 : at + 2]
            and sentence.words[at + 1] in ("dejamos", "ya")
        ):
            at += 1
        at += 1
    return at


def add_route(draft: Draft) -> None:
    """The way in or out, with its preposition: por la puerta vieja, by the eastern stair."""
    clause, sentence = draft.clause, draft.clause.sentence
    at = find_word(clause, _ROUTE, clause.hit.j)
    while at is not None:
        bracket = next((k for k in range(at, clause.j) if sentence.tokens[k].text == "("), None)
        if (
            sentence.words[at] in ("por", "by", "through")
            and bracket is not None
            and "ruta" in sentence.words[at:bracket]
        ):
            close = next((k for k in range(bracket, clause.j) if sentence.tokens[k].text == ")"), clause.j)
            draft.slots["route"] = take(clause, bracket + 1, close)
            return
        end = phrase_end(sentence, at + 1, clause.j)
        if sentence.words[end - 1] in (
            "cuenta",
            "favor",
            "lado",
            "ahora",
            "hoy",
            "myself",
            "cabeza",
            "barba",
            "persona",
        ):
            at = find_word(clause, _ROUTE, at + 1)
            continue
        while (
            end < clause.j
            and sentence.words[end] in ("y", "and")
            and sentence.words[end + 1 : end + 2]
            and sentence.words[end + 1] in ("bajando", "subiendo", "then", "down", "up", "luego")
        ):
            further = end + 2
            if sentence.words[further : further + 1] and sentence.words[further] in ("por", "by", "through"):
                further += 1
            end = phrase_end(sentence, further, clause.j)
        if end > at + 1 and not set(range(at, end)) & clause.used:
            draft.slots["route"] = take(clause, at, end)
            return
        at = find_word(clause, _ROUTE, at + 1)
    same = next(
        (
            k
            for k in range(clause.hit.j, clause.j)
            if sentence.words[k : k + 3] in (["same", "way", "i"], ["same", "way", "we"])
        ),
        None,
    )
    if same is not None:
        draft.slots["route"] = take(clause, same, until_end(clause, same))


def _finished(draft: Draft, mail: Mail) -> Draft:
    """The draft with its days, its end and its party."""
    clause, sentence = draft.clause, draft.clause.sentence
    condition = clause.condition
    if condition is not None and draft.slots.get("stance") == "raid":
        inside = [
            a
            for a in sentence.amounts
            if a.kind == "date" and condition.i <= a.i < condition.j and a.role in ("by", "before")
        ]
        for amount in inside:
            _deadline(draft, amount)
    out = any(
        sentence.words[k] in ("out", "fuera", "vuelta", "back") and sentence.amount(k + 1) is not None
        for k in range(clause.i, clause.j - 1)
    )
    add_times(draft, before="until" if out else "deadline")
    day = draft.slots.get("until")
    if day is not None and "deadline" not in draft.slots:
        add_until_event(draft)
        if isinstance(draft.slots["until"], str):
            draft.slots["deadline"] = day
    if "until" not in draft.slots or day is not None:
        if day is None:
            add_until_event(draft)
        if isinstance(draft.slots.get("until"), str):
            text = draft.slots["until"]
            draft.slots["until"] = {"phrase": text, "event": until_kind(text), "offset_days": None, "date": None}
    if draft.slots["stance"] in ("explore", "secure") and "deadline" in draft.slots and "until" not in draft.slots:
        draft.slots["until"] = draft.slots.pop("deadline")  # the day they stop is the day they are out
    add_duration(draft)
    alone = vocabulary().phrases["slots.alone"].find(sentence.words, clause.i, clause.j)
    if alone is not None and draft.slots["who"] == "self" and sentence.words[alone[0]] != "por":
        draft.slots["companions"] = []
    return draft


def _deadline(draft: Draft, amount: Amount) -> None:
    sentence = draft.clause.sentence
    amount.used = True
    draft.slots["deadline"] = {"phrase": sentence.span(amount.i, amount.j), **amount.value}


def until_kind(text: str) -> str:
    """The event an end waits for, by its words."""
    words = fold(text)
    for event, parts in senses()["until"].items():
        if any(part in words for part in parts):
            return event
    return "other"


def stance(clause: Clause, mail: Mail) -> list[Draft]:
    """The stance a labelled line names: stance: asegurar (la cocina vieja)."""
    sentence = clause.sentence
    readers = {"secure": secure, "explore": explore, "raid": raid, "return": leave}
    for at in range(clause.hit.j, clause.j):
        for name, stems in senses()["stance"].items():
            if sentence.words[at].startswith(stems):
                clause.hit.j = at + 1
                return readers[name](clause, mail)
    return []
