"""A sum, a day or a span of time said on its own, added to the order that lacks it."""

from collections.abc import Callable

from mailer.reading.orders.added.clause import is_bare, is_labelled
from mailer.reading.orders.amount import Amount
from mailer.reading.orders.drafts import money_slot
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.times import date_slot, duration_slot
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
    "class_work": "spend",
}
_TIMED = frozenset({"research", "train", "craft", "rest", "wait", "carouse", "class_work", "explore_town", "hire"})
_HELD = ("spokesperson", "dungeon", "wait", "rest", "travel", "hire", "train", "research")


def add_sums(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """A sum on its own, for the order before it that lacks one."""
    sums = [a for a in sentence.amounts if a.kind == "money" and not a.used]
    capped = sums[:1] != [] and sums[0].limit == "max" and _says_little(sentence)
    if sums and drafts[-1].kind == "hire" and _with_bonus(drafts, sentence, sums):
        return True
    said = is_bare(sentence) or is_labelled(sentence) or capped or _budgeted(sentence) or _spends(sentence)
    if not sums or not said:
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


def _with_bonus(drafts: list[Draft], sentence: Sentence, sums: list[Amount]) -> bool:
    """A wage and what is added to it: 3 gp a week each, plus a 5 gp bonus if we all come back."""
    extra = next((a for a in sums if _BONUS & set(sentence.words[max(a.i - 3, 0) : a.j + 2])), None)
    if extra is None or len(sums) > 2:
        return False
    for draft in [d for d in drafts if d.kind == "hire" and d.clause.sentence is drafts[-1].clause.sentence]:
        for amount in sums:
            bonus = amount is extra
            draft.slots.setdefault("bonus" if bonus else "pay", money_slot(sentence, amount, per=not bonus))
    return True


_BONUS = frozenset({"bonus", "prima", "premio", "propina", "extra", "bono"})
_SPENDING = frozenset({"gastar", "spend", "pagar", "pay", "invitar", "poner", "disponer", "dejar", "part"})
_BRIEF = 14  # words of a sentence that only says what may be spent


def _spends(sentence: Sentence) -> bool:
    """Whether a sentence only tells what is spent: que gaste 3 de plata en tragos; deja 5 po de limosna."""
    sums = [a for a in sentence.amounts if a.kind == "money"]
    if len(sums) != 1 or len(sentence.words) > _BRIEF or sentence.question or any(w in _OWED for w in sentence.words):
        return False
    lemmas = {one.form.lemma for at in range(sums[0].i) for one in analyses(sentence.tokens[at])}
    return bool(lemmas & _SPENDING)


_ALMS = frozenset({"limosna", "obolo", "donativo", "alms", "offering", "box", "cepillo", "donation", "plate"})
_OWED = frozenset({"debo", "debe", "deuda", "owe", "owes", "debt", "debia", "no", "not", "cada", "each", "apiece"})


def _says_little(sentence: Sentence) -> bool:
    """Whether a sentence holds few words besides its sum, and counts nothing."""
    free = [at for at, token in enumerate(sentence.tokens) if token.kind == "w" and sentence.covered[at] < 0]
    return len(free) <= 10 and not any(a.kind == "number" and a.value["n"] > 1 for a in sentence.amounts)


def _takes_money(draft: Draft, sentence: Sentence) -> bool:
    if draft.kind not in _MONEY or _MONEY[draft.kind] in draft.slots:
        return False
    if draft.kind == "encounter":
        return draft.slots.get("attitude") == "bribe"
    if draft.kind == "class_work":
        return draft.slots.get("work") == "prayer" and not _ALMS.isdisjoint(sentence.words)
    if draft.kind == "decision":
        return draft.slots.get("answer") != "refuse"
    if draft.kind == "shop" and draft.slots.get("items") and all(i["verb"] == "sell" for i in draft.slots["items"]):
        return False
    return not (draft.kind == "shop" and abs(draft.clause.sentence.line - sentence.line) > 6)


def add_times_of(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """A day or a span of time on its own, for the order before it that lacks one."""
    if _comes_back(drafts, sentence):
        return True
    done = False
    arrives = (
        {"estar", "llegar", "arrive", "there", "be"} & set(sentence.words)
        and len(sentence.words) < 12
        and drafts[-1].kind == "travel"
    )
    if not (is_bare(sentence) or is_labelled(sentence) or arrives):
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


_BACK = frozenset({"regreso", "vuelta", "salida", "back", "out", "return", "hasta", "until"})


def _comes_back(drafts: list[Draft], sentence: Sentence) -> bool:
    """The day by which one is out again, said alone: Regreso, a más tardar, el 3. Back by Sunday. Hasta el martes."""
    draft = next((d for d in reversed(drafts) if d.kind == "dungeon"), None)
    days = [a for a in sentence.amounts if a.kind == "date" and not a.used]
    opens = sentence.words[:1] in (
        ["regreso"],
        ["vuelta"],
        ["salida"],
        ["back"],
        ["out"],
        ["return"],
        ["hasta"],
        ["until"],
    )
    if draft is None or len(days) != 1 or not opens or "until" in draft.slots or len(sentence.words) > 14:
        return False
    days[0].used = True
    draft.slots["until"] = date_slot(sentence, days[0])
    return True


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
        if name == "deadline" and draft.slots.get("stance") in ("explore", "secure") and "until" not in draft.slots:
            name = "until"
        if name in draft.slots or (
            draft.kind in ("retreat", "encounter", "status", "cancel", "independence", "decision", "encumbrance")
            and field == "when"
        ):
            continue
        draft.slots[name] = date_slot(sentence, amount)
        amount.used = done = True
    return done


def _budgeted(sentence: Sentence) -> bool:
    return vocabulary().phrases["slots.budget"].find(sentence.words) is not None
