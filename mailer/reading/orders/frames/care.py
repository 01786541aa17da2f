"""Resting and healing."""

from mailer.reading.orders.drafts import new_draft
from mailer.reading.orders.frames.dungeon import until_kind
from mailer.reading.orders.frames.road import add_until_event
from mailer.reading.orders.letter import Clause, Draft, Mail
from mailer.reading.orders.places import add_place, find_place, there
from mailer.reading.orders.spans import behind, find_phrase, names_in, phrase_end, take
from mailer.reading.orders.times import add_times


def rest(clause: Clause, mail: Mail) -> list[Draft]:
    """Resting, for some time or until well."""
    draft = new_draft("rest", clause, mail, mode="rest")
    found = find_place(clause, mail, loose=True) or find_place(clause, mail, start=clause.i)
    if found is None and clause.hit.j < clause.j and clause.sentence.words[clause.hit.j] in ("in", "at", "en"):
        end = phrase_end(clause.sentence, clause.hit.j + 1, clause.j)
        found = (clause.hit.j + 1, end) if end > clause.hit.j + 1 else None
    if found is not None and clause.sentence.words[found[0]] not in ("cama", "bed", "paz", "peace"):
        draft.slots["place"] = take(clause, *found)
    elif there(clause, mail):
        draft.slots["place"] = there(clause, mail)
    words = clause.sentence.words
    purpose = clause.hit.verdict == "purpose" and words[clause.hit.i] in _HEALING
    if purpose or any(words[at] in _HEALING and words[at - 1] in _AIMS for at in range(clause.hit.j + 1, clause.j)):
        draft.slots["mode"] = "heal"
    _end(draft)
    return [draft]


_AIMS = frozenset({"para", "pa", "to", "a"})
_HEALING = frozenset({"curarse", "curarme", "curarnos", "sanarse", "sanar", "curar", "heal"})


def heal(clause: Clause, mail: Mail) -> list[Draft]:
    """Healing others, or oneself with a spell."""
    sentence = clause.sentence
    names = names_in(clause, clause.hit.j, clause.j)
    whole = {"todos", "todas", "grupo", "party", "everyone", "everybody", "companeros", "us", "all"} & set(
        sentence.words[clause.hit.j : clause.j]
    )
    method = find_phrase(clause, "nouns.spell", clause.hit.i)
    others = behind(clause, ("a", "al", "to"), stops=("dia", "semana", "menos", "day"))
    if (
        not names
        and not whole
        and method is None
        and (others is None or clause.hit.lemma not in ("curar", "atender", "heal", "tend", "vendar", "sanar", "treat"))
    ):
        return rest(clause, mail) if clause.hit.lemma in ("sanar", "heal", "curar", "recuperar") else []
    draft = new_draft("rest", clause, mail, mode="heal")
    if (
        not names
        and clause.condition is not None
        and {"le", "les", "him", "her"} & set(sentence.words[clause.i : clause.j])
    ):
        names = names_in(clause, clause.condition.i, clause.condition.j)
    if names:
        draft.slots["targets"] = [name if name != mail.sender else "self" for name in names]
    elif whole:
        draft.slots["targets"] = ["party"]
    else:
        others = behind(clause, ("a", "al", "to"), stops=("dia", "semana", "menos", "day"))
        if others is not None:
            draft.slots["targets"] = [take(clause, *others)]
    with_ = behind(clause, ("con", "with", "using", "usando"), stops=("hasta", "until"))
    if method is not None:
        draft.slots["method"] = take(clause, *method)
    elif (
        with_ is not None
        and with_[0] not in sentence.names
        and sentence.words[with_[1] - 1] not in ("calma", "cuidado")
    ):
        own = clause.sentence.words[with_[0]] in ("her", "his", "my", "sus", "su", "mis", "mi", "our")
        draft.slots["method"] = take(clause, with_[0] + own, with_[1])
    add_place(draft, mail)
    _end(draft)
    return [draft]


def _end(draft: Draft) -> None:
    clause = draft.clause
    dates = [a for a in clause.sentence.amounts if a.kind == "date" and clause.i <= a.i < clause.j and not a.used]
    if (
        len(dates) == 2
        and dates[1].i == dates[0].j + 1
        and clause.sentence.words[dates[0].j] in ("y", "and")
        and draft.slots.get("mode") == "heal"
    ):
        dates[1].role = "until"
    add_times(draft)
    if "until" not in draft.slots:
        add_until_event(draft)
        text = draft.slots.get("until")
        if isinstance(text, str):
            event = until_kind(text)
            draft.slots["until"] = {"phrase": text, "event": event, "offset_days": None, "date": None}
            if event == "fatigue_cleared":
                draft.slots["goal"] = {"fatigue": 0}
