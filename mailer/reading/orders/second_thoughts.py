"""What a sentence takes back of the one before it, or says anew."""

from mailer.reading.orders.letter import Sentence
from mailer.reading.orders.said import DoubtCode
from mailer.reading.orders.understanding import Understanding
from mailer.reading.orders.vocabulary import vocabulary

_OPENERS = frozenset(
    {"no", "hmm", "mmm", "uf", "ups", "oops", "wait", "ay", "eh", "ah", "bueno", "oh", "y", "pero", "o", "but", "and"}
)


def thinks_again(so_far: Understanding, sentence: Sentence, kind: str) -> None:
    """What a second thought changes and we could not change is asked about: no, mejor un tercio."""
    first = [at for at, token in enumerate(sentence.tokens) if token.kind == "w"][:2]
    second = vocabulary().phrases["mood.second_thought"]
    opens = sentence.words[first[0]] in _OPENERS if first else False
    again = any(second.at(sentence.words, at) for at in (first if opens else first[:1]))
    denied = next((at for at in first if sentence.words[at] == "no"), None) if opens and kind else None
    again = again or (
        denied is not None
        and sentence.tokens[denied + 1 : denied + 2] != ()
        and (sentence.tokens[denied + 1].text == ",")
    )
    near = so_far.last is not None and sentence.line - so_far.last.line <= 1
    if not again or not near or sentence.line in so_far.lines:
        return
    meant = [d for d in so_far.drafts if d.clause.sentence is so_far.last and (not kind or d.kind == kind)]
    for draft in meant:
        so_far.drafts.remove(draft)
        so_far.doubt(DoubtCode.UNSURE, draft.clause.sentence, draft.clause.i, draft.clause.j, kind=draft.kind)


def retracts(so_far: Understanding, sentence: Sentence) -> bool:
    """What was said just before is not wanted after all: actually forget it; en realidad no."""
    words = sentence.words
    start = 0
    while start < len(words) and (sentence.tokens[start].kind == "p" or words[start] in ("no", "nada", "wait", "ah")):
        if vocabulary().phrases["mood.retraction"].at(words, start):
            break
        start += 1
    length = vocabulary().phrases["mood.retraction"].at(words, start) if start < len(words) else 0
    rest = [t for t in sentence.tokens[start + length :] if t.kind != "p"]
    near = so_far.last is not None and sentence.line - so_far.last.line <= 1
    if not length or len(rest) > 3 or not near:
        return False
    meant = [d for d in so_far.drafts if d.clause.sentence is so_far.last]
    for draft in meant:
        so_far.drafts.remove(draft)
        so_far.doubt(DoubtCode.HEDGED, draft.clause.sentence, draft.clause.i, draft.clause.j)
    return bool(meant)


def jokes(so_far: Understanding, sentence: Sentence) -> bool:
    """What was said just before was a joke: mentira; es broma; just kidding."""
    joke = vocabulary().phrases["mood.joke"].find(sentence.words, 0, min(len(sentence.words), 5))
    if joke is None:
        return False
    if so_far.drafts and so_far.drafts[-1].clause.sentence.paragraph == sentence.paragraph:
        last = so_far.drafts.pop()
        so_far.doubt(DoubtCode.HEDGED, last.clause.sentence, last.clause.i, last.clause.j)
    return True


def counts_again(so_far: Understanding, sentence: Sentence) -> bool:
    """A number said again: compro 2 antorchas... no, mejor 3; tres caballos. Perdón, dos."""
    phrases = vocabulary().phrases
    words = [w for w, t in zip(sentence.words, sentence.tokens, strict=True) if t.kind == "w"]
    capped = any(a.limit == "max" for a in sentence.amounts)  # no más de 10 po
    mended = phrases["mood.correction"].at(sentence.words, 0) or (words[:1] == ["no"] and not capped)
    last = so_far.drafts[-1] if so_far.drafts else None
    if not mended or last is None or not 0 <= sentence.line - last.clause.sentence.line <= 1:
        return False
    loose = [
        k
        for k in range(mended, len(sentence.words))
        if sentence.tokens[k].kind == "w"
        and sentence.covered[k] < 0
        and not phrases["mood.polite"].at(sentence.words, k)
    ]
    items = last.slots.get("items") or [{}]
    single = len(sentence.amounts) == 1 and sentence.amounts[0].kind == "number" and not loose
    if (
        single
        and len(items) == 1
        and isinstance(items[0].get("qty"), int)
        and not {"max_price", "min_price"} & set(items[0])
    ):
        items[0]["qty"] = sentence.amounts[0].value["n"]
        so_far.lines.add(sentence.line)
        return True
    if sentence.amounts and not loose:
        so_far.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, 0, len(sentence.words))
        return True
    return False
