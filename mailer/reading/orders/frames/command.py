"""The party's own affairs: who speaks for it, who does what, who goes their own way."""

from mailer.reading.orders.drafts import new_draft
from mailer.reading.orders.letter import Clause, Draft, Mail
from mailer.reading.orders.spans import is_sign, names_in, phrase_end, take
from mailer.reading.orders.times import add_times
from mailer.reading.orders.tokens import word_set


def designate(clause: Clause, mail: Mail) -> list[Draft]:
    """Naming who speaks for the party."""
    sentence = clause.sentence
    names = names_in(clause, clause.i, clause.j)
    text = " ".join(sentence.words[clause.i : clause.j])
    if any(
        run in text
        for run in (
            "soy yo",
            "yo soy",
            "i'm caller",
            "i'm the caller",
            "i am the caller",
            "i'm acting caller",
            "hablo yo",
            "mando yo",
        )
    ):
        names = [mail.sender]
    if clause.hit.why.lower() == "manda" and not {"semana", "week", "ahora", "mientras", "esta"} & set(sentence.words):
        return []
    stands_in = {"for", "por"} & {sentence.words[at - 1] for at in sentence.names if at > clause.hit.i}
    if not names or (stands_in and not clause.hit.lemma):
        return []
    chosen = names if len(names) == 1 else [name for name in names if name != mail.sender][:1]
    draft = new_draft("spokesperson", clause, mail, action="designate")
    clause.lead = (0, clause.i)
    draft.slots["who"] = chosen
    add_times(draft)
    if "when" in draft.slots and draft.slots["when"].get("weekday") is None:
        draft.slots.pop("when")
    _this_week(draft)
    return [draft]


def _this_week(draft: Draft) -> None:
    clause = draft.clause
    words = clause.sentence.words
    for phrase in (["esta", "semana"], ["this", "week"]):
        for at in range(clause.i, clause.j - 1):
            if words[at : at + 2] == phrase:
                draft.slots["duration"] = {
                    "phrase": clause.sentence.span(at, at + 2),
                    "n": 1,
                    "unit": "week",
                    "days": 7,
                }


def direct(clause: Clause, mail: Mail, *, action: str) -> list[Draft]:
    """What a named member is to do: lead, carry, watch, scout, hold something back."""
    sentence = clause.sentence
    own = action == "carry" and carries_self(clause, mail)
    names = [mail.sender] if own else [name for name in addressed(clause, mail) if name]
    if not names:
        return []
    draft = new_draft("spokesperson", clause, mail, action=action)
    draft.slots["who"] = names if names != [mail.sender] else "self"
    if own and clause.hit.person == "1p":
        draft.slots["who"] = "party"
    if action == "carry":
        borne = _borne(clause, own=own)
        if borne:
            draft.slots["object"] = borne
    else:
        if action == "watch":
            kept = _guarded(clause)
            if kept is not None:
                draft.slots["object"] = sentence.span(*kept)
        start, end = max(clause.i, clause.hit.start), clause.j
        if (
            clause.hit.subject
            and clause.sentence.names
            and not any(
                sentence.tokens[e : e + 1] and sentence.tokens[e].text == "," for e, _ in sentence.names.values()
            )
        ):
            start = min([start, *[at for at in sentence.names if clause.i <= at]])
            if start and sentence.words[start - 1] == "que":
                start -= 1
            start = max(start, clause.i) if sentence.words[start] != "que" else start
        while end > start and is_sign(sentence, end - 1):
            end -= 1
        comma = next(
            (k for k in range(max(start, clause.hit.j), end) if sentence.tokens[k].text in (",", ";", "(")), end
        )
        words_ = take(clause, start, _told_end(clause, comma, action))
        if "object" not in draft.slots:
            draft.slots["text"] = words_
    return [draft]


def _told_end(clause: Clause, end: int, action: str) -> int:
    """Where what somebody is told stops: before what a thing is kept for, and before the next thing to be done."""
    words = clause.sentence.words
    for at in range(clause.hit.j, end):
        kept_for = action == "hold_resource" and words[at] in ("para", "pa", "for", "hasta", "until", "till")
        goes_on = words[at : at + 2] == ["y", "que"]
        if (kept_for or goes_on) and at > clause.hit.j:
            return at
    return end


def _guarded(clause: Clause) -> tuple[int, int] | None:
    """What is watched: vigila la entrada, cuida al herido, hace guardia en la puerta."""
    sentence, start = clause.sentence, clause.hit.j
    on_guard = not clause.hit.lemma or clause.hit.lemma in ("montar", "hacer", "take", "stand")
    start += sentence.words[start : start + 1] in ((["en"], ["at"]) if on_guard else (["al"],))
    if on_guard and start == clause.hit.j:
        return None
    stop = phrase_end(sentence, start, clause.j)
    return (start, stop) if stop > start else None


def _borne(clause: Clause, *, own: bool) -> str:
    """What is carried, as it was written."""
    words, named = clause.sentence.words, names_in(clause, clause.hit.j, clause.j)
    to_one = words[clause.hit.j : clause.hit.j + 1] == ["a"] and clause.hit.j + 1 in clause.sentence.names
    start = clause.hit.j + (to_one or words[clause.hit.j : clause.hit.j + 1] == ["al"])
    end = phrase_end(clause.sentence, start, clause.j)
    if end > start:
        return take(clause, start, end)
    if own and named:
        return named[0]
    return "the body" if clause.hit.why.lower() in ("between them", "has the body") else ""


_BODIES = word_set("cuerpo cadaver restos difunto difunta body corpse remains")
_ON_BACK = word_set("cuestas hombros brazos espalda hombro shoulders back arms")


def carries_self(clause: Clause, mail: Mail) -> bool:
    """Whether the sender, or all with them, take a body or a companion on their own backs."""
    if clause.hit.subject and clause.hit.subject != [mail.sender]:
        return False
    if not clause.hit.subject and clause.hit.person not in ("1s", "1p"):
        return False
    words = clause.sentence.words[clause.hit.j : clause.j]
    others = [name for name in names_in(clause, clause.hit.j, clause.j) if name != mail.sender]
    borne = clause.hit.lemma not in ("llevar", "portar", "bear") or bool(_ON_BACK & set(words))
    return bool(_BODIES & set(words)) or (bool(others) and borne)


def addressed(clause: Clause, mail: Mail) -> list[str]:
    """Who is spoken to or of: Grub carries, Joram, guardate, que Krom esconda."""
    sentence = clause.sentence
    if clause.hit.subject:
        return list(dict.fromkeys(clause.hit.subject))
    earlier = names_in(clause, clause.i, clause.hit.i)
    if earlier:
        return list(dict.fromkeys(earlier))
    return (
        names_in(clause, clause.hit.i, clause.j)[:1]
        if sentence.words[clause.hit.j : clause.hit.j + 1] and clause.hit.j in sentence.names
        else []
    )


def independence(clause: Clause, mail: Mail) -> list[Draft]:
    """Going one's own way."""
    sentence = clause.sentence
    words = sentence.words
    everything = {"siempre", "adelante", "always", "onwards", "permanentemente", "ever"} & set(words)
    draft = new_draft("independence", clause, mail, scope="all" if everything else "this_plan")
    draft.slots["who"] = "self"
    return [draft]
