"""What was ordered before, named first and then not wanted: los cuchillos que pedí, ya no; the boots I ordered, no."""

from mailer.reading.orders.frames.answers import target_kind
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.musing import whole_clause
from mailer.reading.orders.spans import is_sign
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary

_HEADS = word_set("el la los las lo the my mi mis our")
_ASKED = word_set(
    "pedi pediste pidio pedimos pedia pedido encargue encargamos encargado mande mandamos dije dijimos apunte anote "
    "puse solicite ordene compre quise queria iba habia he habiamos hemos"
)
_WE = word_set("i we he she they i'd we'd she'd he'd")
_ASKED_EN = word_set("asked ordered wanted requested booked commissioned put")
_TO_WHOM = word_set("le les te os me se ya lo la los las yo")
_NO = word_set("no not don't dont won't never skip drop")
_MOST = 7  # words of what is named


def taken_back(sentence: Sentence, mail: Mail) -> list[Draft]:
    """The order a sentence takes back by naming it first."""
    start = _start(sentence)
    if sentence.question or start >= len(sentence.words) or sentence.words[start] not in _HEADS:
        return []
    named = _named(sentence, start)
    if named is None or named - start > _MOST:
        return []
    end, asked = _asked(sentence, named)
    about = sentence.words[start] == "lo" and sentence.words[start + 1] in ("de", "del")
    if not (_unwanted(sentence, end) if asked else about and _calls_off(sentence, named)):
        return []
    ref = sentence.span(start, named if about else end)
    clause = whole_clause(sentence, "cancel", mail, start, start)
    clause.i, clause.used = 0, set(range(len(sentence.words)))
    target = target_kind(sentence.span(start, named)) or "shop"
    slots = {"who": "self", "target_kind": target, "ref": ref, "replaced": False}
    for amount in sentence.amounts:
        amount.used = True
    return [Draft("cancel", slots, clause, [f"{ref}: cancel"], "cancel")]


def _start(sentence: Sentence) -> int:
    at = 0
    while at < len(sentence.words) and (
        is_sign(sentence, at) or sentence.words[at] in ("y", "e", "and", "ah", "oh", "also", "pero", "but", "tambien")
    ):
        at += 1
    return at


def _named(sentence: Sentence, start: int) -> int | None:
    """Where the name of the thing ends."""
    at = start + 1
    while at < len(sentence.words) and not is_sign(sentence, at):
        word = sentence.words[at]
        if word in ("que", "that", "which") or word in _WE or (word in _NO | {"ya"} and at > start + 1):
            return at
        if at > start + 1 and _calls_off(sentence, at):
            return at
        at += 1
    return at if at > start + 1 else None


def _asked(sentence: Sentence, at: int) -> tuple[int, bool]:
    """Where a clause like "que te pedí comprar" or "I asked for" ends, and whether there is one."""
    words, begin = sentence.words, at
    if words[at : at + 1] and words[at] in ("que", "that", "which"):
        at += 1
        while words[at : at + 1] and words[at] in _TO_WHOM:
            at += 1
    if words[at : at + 1] and words[at] in _WE:
        at += 1
        if words[at : at + 1] and words[at] in _ASKED_EN:
            return at + 1 + (words[at + 1 : at + 2] in (["for"], ["in"])), True
        return begin, False
    if words[at : at + 1] and words[at] in _ASKED and at > begin:
        at += 1
        while words[at : at + 1] and (words[at] in ("pedido", "encargado", "a", "dicho") or _is_bare(sentence, at)):
            at += 1
        return at, True
    return begin, False


def _is_bare(sentence: Sentence, at: int) -> bool:
    return any(one.form.tense == "inf" for one in analyses(sentence.tokens[at]))


def _unwanted(sentence: Sentence, end: int) -> bool:
    """Whether what follows at once denies or calls off: , ya no; no los compres; bórralo."""
    at = end
    while at < len(sentence.words) and is_sign(sentence, at):
        at += 1
    told = sentence.words[at : at + 2]
    if not told:
        return False
    if told[0] in ("si", "if") or "si" in told:
        return False
    denied = told[0] in _NO or told == ["ya", "no"]
    return (denied and not {"se", "olvides", "olvide", "olviden"} & set(sentence.words[at + 1 : at + 3])) or _calls_off(
        sentence, at
    )


def _calls_off(sentence: Sentence, at: int) -> bool:
    """Whether a verb stands there that only takes back: bórralo, cancélalas, forget."""
    words = vocabulary()
    if at >= len(sentence.tokens):
        return False
    return any(
        pattern.frame == "cancel" and not pattern.rest and one.form.tense in ("imp", "subj", "base", "inf", "pres")
        for one in analyses(sentence.tokens[at])
        for pattern in words.by_lemma.get(one.form.lemma, ())
        if one.clitics or sentence.english or one.form.tense == "inf"
    )
