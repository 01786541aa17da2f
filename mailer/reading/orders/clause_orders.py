"""The orders of a sentence's clauses, and what denied or doubtful clauses still say."""

from mailer.reading.orders.clauses import is_answered
from mailer.reading.orders.filters import blocked
from mailer.reading.orders.frames.answers import decide
from mailer.reading.orders.grammar import FRAMES, candidates, interpret
from mailer.reading.orders.letter import Clause, Draft, Mail
from mailer.reading.orders.places import place_at
from mailer.reading.orders.said import DoubtCode
from mailer.reading.orders.spans import amounts_in
from mailer.reading.orders.ties.weak import WEAK
from mailer.reading.orders.times import date_slot
from mailer.reading.orders.understanding import Understanding
from mailer.reading.orders.vocabulary import vocabulary

SETTING_OFF = frozenset({"order", "purpose"})


def take_clauses(so_far: Understanding, clauses: list[Clause]) -> list[Draft]:
    """The orders of a sentence's clauses, in their order."""
    found: list[Draft] = []
    barren: list[Clause] = []  # said to hold on some occasion, and giving no order
    spent = False
    for clause in clauses:
        reason = blocked(clause, so_far.mail)
        if reason:
            take_blocked(so_far, clause, reason)
            continue
        working = bool(so_far.drafts) and so_far.drafts[-1].kind == "class_work" and clause.condition is not None
        if (clause.hit.frames == ["abort"] and clause.condition is not None) or (
            "abort" in clause.hit.frames and (clause.hit.frames[0] == "abort" or working)
        ):
            abort(so_far, clause)
            continue
        if spent:
            continue
        drafts = interpret(clause, so_far.mail)
        if not drafts and clause.condition is not None and clause.hit.person in ("1s", "1p", "opt"):
            barren.append(clause)
        if drafts and found and _goes_in_to(drafts[0], found[-1]):
            _take_over(drafts[0], found[-1])
            so_far.drafts.remove(found.pop())
        found += drafts
        so_far.drafts += drafts
        for draft in drafts:
            so_far.mail.place = str(draft.slots.get("destination") or draft.slots.get("place") or so_far.mail.place)
        so_far.mail.together = so_far.mail.together or any(
            isinstance(d.slots.get("who"), list) and so_far.mail.sender in d.slots["who"] for d in drafts
        )
        spent = any(draft.frame == "tell" for draft in drafts)
    if found and not spent:
        for clause in barren:
            so_far.doubt(DoubtCode.NOT_UNDERSTOOD, clause.sentence, clause.i, clause.j, frame=clause.hit.frames[0])
    if clauses:
        add_ceiling(so_far, clauses[-1], found)
    return found


def _goes_in_to(draft: Draft, last: Draft) -> bool:
    """Whether one only goes in to explore: entramos el jueves por la puerta, a explorar el ala oeste."""
    hit, sentence = draft.clause.hit, draft.clause.sentence
    aims = hit.person == "inf" and sentence.words[hit.i - 1] in ("a", "to")
    explores = draft.kind == "dungeon" and draft.slots.get("stance") == "explore" and aims
    goes = last.kind == "dungeon" and last.slots.get("stance") == "raid" and "objective" not in last.slots
    goes = goes or (last.kind == "travel" and "destination" not in last.slots)
    return explores and goes and last.clause.sentence is sentence and last.clause.hit.lemma in _COMING


def _take_over(draft: Draft, last: Draft) -> None:
    """The day, the way and the pace of the going are those of the exploring."""
    draft.slots.setdefault("when", last.slots.get("when") or last.slots.get("depart"))
    for name in ("route", "pace", "stealth", "as_spokesperson", "condition", "until"):
        draft.slots.setdefault(name, last.slots.get(name))
    draft.slots = {name: value for name, value in draft.slots.items() if value is not None}
    draft.clause.used.update(range(last.clause.i, last.clause.j))


def add_ceiling(so_far: Understanding, clause: Clause, drafts: list[Draft]) -> None:
    """A ceiling said with the goods: que no se gaste más de 12 po."""
    shop = next((d for d in drafts if d.kind == "shop" and "budget" not in d.slots), None)
    if shop is None:
        return
    for amount in clause.sentence.amounts:
        if amount.kind == "money" and not amount.used and amount.limit == "max" and amount.i >= clause.hit.j:
            amount.used = True
            shop.slots["budget"] = {"amount": amount.value["amount"], "currency": amount.value["currency"]}


_COMING = frozenset({"ir", "bajar", "entrar", "subir", "salir", "acompañar", "venir", "go", "come", "set", "join"})
_ALONG = frozenset({"ellos", "ustedes", "vosotros", "grupo", "vez", "them", "you", "lot", "time", "along"})


def _stays_out(clause: Clause, mail: Mail) -> bool:
    """Whether the sender's own character does not go where the party goes: Krom no va a bajar al pozo esta vez."""
    hit, sentence = clause.hit, clause.sentence
    mine = hit.person == "1s" or hit.subject == [mail.sender]
    if not mine or hit.lemma not in _COMING or clause.condition is not None or mail.is_spokesperson:
        return False
    where = any(place_at(mail, sentence, at)[0] for at in range(hit.j, clause.j))
    below = vocabulary().phrases["nouns.dungeon"].find(sentence.words, hit.j, clause.j) is not None
    return where or below or bool(_ALONG & set(sentence.words[hit.j : clause.j]))


_DOING = frozenset(
    {"ir", "entrar", "hacer", "salir", "bajar", "intentar", "subir", "meter", "go", "do", "bother", "set"}
)


def _gives_up(so_far: Understanding, clause: Clause) -> bool:
    """Whether a denied deed is one ordered before: if there's smoke I don't go in; si llueve no salimos."""
    work = _work(so_far)
    if work is None or clause.hit.person not in ("1s", "1p", "3s"):
        return False
    return clause.hit.lemma in _DOING or clause.hit.lemma == work.clause.hit.lemma


def _work(so_far: Understanding) -> Draft | None:
    """What is given up if things go wrong: the last venture, else the last purchase."""
    ventures = [d for d in so_far.drafts if d.kind in ("class_work", "dungeon", "travel", "hire", "shop")]
    return next((d for d in reversed(ventures) if d.kind != "shop"), ventures[-1] if ventures else None)


def abort(so_far: Understanding, clause: Clause) -> None:
    """If so, the work before it is not done: si hay perro lo dejo."""
    work = _work(so_far)
    if work is None or clause.condition is None:
        return
    work.slots["unless"] = {k: v for k, v in clause.condition.slot.items() if k != "negated"}
    dates = amounts_in(clause, "date")
    if dates:
        dates[0].used = True
        work.slots["fallback_when"] = date_slot(clause.sentence, dates[0])
    so_far.lines.add(clause.sentence.line)


def take_blocked(so_far: Understanding, clause: Clause, reason: str) -> None:
    """A denied or doubtful clause may still say something: a refusal, a doubt."""
    if reason == "negated" and clause.hit.frames[0] == "decide.accept" and clause.hit.person in ("1s", "1p", "none"):
        drafts = decide(clause, so_far.mail, answer="refuse")
        for draft in drafts:
            draft.frame = "decide.refuse"
        so_far.drafts += drafts
        if not drafts:  # what is refused is not said
            so_far.doubt(DoubtCode.NOT_UNDERSTOOD, clause.sentence, clause.i, clause.j, frame="decide.refuse")
    elif reason == "negated" and clause.condition is not None and _gives_up(so_far, clause):
        abort(so_far, clause)
    elif reason == "negated" and _stays_out(clause, so_far.mail):
        drafts = FRAMES["independence"](clause, so_far.mail)
        for draft in drafts:
            draft.frame = "independence"
        so_far.drafts += drafts
    elif reason == "told":
        so_far.doubt(DoubtCode.PAST, clause.sentence, clause.i, clause.j)
    elif reason == "negated" and clause.hit.frames[0] not in WEAK and _but_rather(clause):
        so_far.doubt(DoubtCode.NOT_UNDERSTOOD, clause.sentence, clause.i, clause.j, frame=clause.hit.frames[0])


def viable(clause: Clause, mail: Mail) -> bool:
    """Whether what sets a clause off may mean something in its place, or at least parts what is around it."""
    if clause.hit.verdict in ("relative", "noun"):
        return False
    if clause.hit.frames[0] == "tell" and not is_answered(clause.sentence, clause.hit):
        return False
    if clause.hit.verdict in SETTING_OFF:
        return bool(candidates(clause, mail)) or ("abort" in clause.hit.frames and clause.condition is not None)
    if clause.hit.verdict == "negated" and clause.hit.frames[0] == "decide.accept":
        return True
    if all(frame in WEAK for frame in clause.hit.frames):
        return False
    return clause.hit.verdict != "third" or bool(candidates(clause, mail))


def _but_rather(clause: Clause) -> bool:
    """Whether what is wanted instead follows what is not: no compres antorchas, mejor linternas."""
    words, known = clause.sentence.words, vocabulary().phrases["nouns.item"]
    return any(
        words[at] in ("mejor", "sino", "solo", "only", "just", "rather", "instead")
        and known.find(words, at + 1, clause.j) is not None
        for at in range(clause.hit.j, clause.j)
    )
