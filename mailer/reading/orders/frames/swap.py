"""What changes hands in a deal: what we give for it and the goods we get."""

from typing import Any

from mailer.reading.orders.finite import is_finite
from mailer.reading.orders.letter import Draft, Sentence
from mailer.reading.orders.numbers import is_one
from mailer.reading.orders.spans import ARTICLES, is_sign, phrase_end
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses

_GIVING = word_set(
    "damos doy entregamos entrego lleven lleve quedan queda quede queden give hand ofrecemos dejamos dejo "
    "pagamos offer trade leave"
)
_GIVEN_TO = word_set("deja dan da entrega ofrece regala gives hands")  # only with le, les or him before or behind it
_HANDING = word_set("dar entregar prestar mandar ceder devolver regalar pagar give lend hand send pay return")
_GETTING = word_set("recibo recibimos get gets receive")
_THEY = word_set("ellos ella ellas he she they it we i yo nosotros nos me recibo recibimos")
_SKIPPED = word_set("him her them it le les over up to")
_OWN = word_set("su sus his her their the el la los las mi mis my our nuestro nuestra")
_PIVOTS = (
    ("a", "cambio", "de"),
    ("a", "cambio", "del"),
    ("in", "exchange", "for"),
    ("in", "return", "for"),
    ("por",),
    ("for",),
)


def add_gifts(draft: Draft, sentence: Sentence, start: int, end: int) -> None:
    """What we give for it and get: le damos el jamón y la mitad de las monedas; the dagger for the map."""
    pivot = _pivot(sentence, start, end)
    opener = next((k for k in range(start, end) if _gives(sentence, k)), None)
    gives: list[dict[str, Any]] = []
    if opener is not None:
        gives = goods_given(sentence, opener + 1, end)
    elif pivot is not None:
        begin, at, _after = pivot
        gives = goods_given(sentence, begin, at)
    if not gives:
        gives = _after_colon(sentence, start, end)
    receives = _received(sentence, start, end)
    if not receives and pivot is not None and gives:
        receives = goods_given(sentence, pivot[2], end)[:1]
        if receives and sentence.words[pivot[2] - 1] == "del":
            receives[0]["qty"] = 1
    if gives:
        draft.slots["gives"] = gives
    if receives and draft.slots.get("answer") == "accept":
        draft.slots["receives"] = receives


def _gives(sentence: Sentence, at: int) -> bool:
    """Whether a word hands something to the other side."""
    words = sentence.words
    if words[at] in _GIVING:
        return words[at - 1 : at] not in (["nos"], ["me"], ["us"])
    return words[at] in _GIVEN_TO and (words[at - 1] in ("le", "les") or words[at + 1 : at + 2] in (["him"], ["them"]))


def _pivot(sentence: Sentence, start: int, end: int) -> tuple[int, int, int] | None:
    """What one gives, the word between, and what one gets for it: el sable por su lámpara."""
    words = sentence.words
    for at in range(start + 1, end - 1):
        length = next((len(p) for p in _PIVOTS if tuple(words[at : at + len(p)]) == p), 0)
        after = at + length
        named = after < end and (words[after] in _OWN or _counts(sentence, after) or words[at + length - 1] == "del")
        if not length or not named or any(one.form.tense == "inf" for one in analyses(sentence.tokens[after])):
            continue
        begin = at
        while begin > start and not is_sign(sentence, begin - 1):
            begin -= 1
        if "cada" in words[begin:at] or "each" in words[begin:at]:
            continue
        if words[begin] in _OWN or _counts(sentence, begin) or any(_gives(sentence, k) for k in range(begin, at)):
            return begin, at, after
    return None


def _counts(sentence: Sentence, at: int) -> bool:
    number = sentence.amount(at)
    return number is not None and number.kind == "number"


def _after_colon(sentence: Sentence, start: int, end: int) -> list[dict[str, Any]]:
    """What stands behind "for" in terms that are spelt out: a night in the barn for the two rabbits."""
    colon = next((k for k in range(start, end) if sentence.tokens[k].text == ":"), end)
    opener = next((k for k in range(colon, end) if sentence.words[k] == "for"), None)
    return goods_given(sentence, opener + 1, end) if opener is not None else []


def _received(sentence: Sentence, start: int, end: int) -> list[dict[str, Any]]:
    """What the other side hands to us: y él me entrega el polvo; que nos dé las dos mulas; recibo el plano."""
    words = sentence.words
    for at in range(start, end - 1):
        handed = any(one.form.lemma in _HANDING for one in analyses(sentence.tokens[at]))
        ours = words[at - 1 : at] in (["nos"], ["me"]) or words[at + 1] in ("us", "me")
        gets = words[at] in _GETTING and words[at - 1 : at] in (["we"], ["i"], ["y"], ["and"], [","], ["yo"])
        rest = words[at] == "yo" and any(_gives(sentence, k) for k in range(start, at))
        if (handed and ours) or gets or (rest and words[at + 1] in ARTICLES):
            after = at + 1 + (words[at + 1] in ("us", "me"))
            if after < end and (words[after] in ARTICLES or words[after] in _OWN or _counts(sentence, after)):
                return goods_given(sentence, after, end)
    return []


def goods_given(sentence: Sentence, start: int, end: int) -> list[dict[str, Any]]:
    """The goods named one after another, up to what is no more of them."""
    found: list[dict[str, Any]] = []
    at = start
    while at < end:
        word = sentence.words[at]
        if word in _SKIPPED and not found:
            at += 1
            continue
        if is_sign(sentence, at) or _ends(sentence, at):
            break
        item, at = _gift(sentence, at, end)
        if item is not None:
            found.append(item)
    return found


def _ends(sentence: Sentence, at: int) -> bool:
    """Whether no more of the goods can follow."""
    words = sentence.words
    after = at + (words[at] in ("y", "and", "e", "que"))
    said = sentence.tokens[after].text.lower() if after < len(words) else ""
    follows = after >= len(words) or words[after] in _THEY or said == "él" or is_finite(sentence, after)
    return words[at] in ("pero", "but", "cada", "por", "for", "a", "in", "que", "so", "para") or follows


def _gift(sentence: Sentence, at: int, end: int) -> tuple[dict[str, Any] | None, int]:
    words = sentence.words
    quantity: Any = None
    fraction = None
    while at < end:
        amount = sentence.amount(at)
        if amount is not None and amount.kind == "money":
            return None, amount.j
        if amount is not None and amount.kind == "number":
            quantity, at = amount.value["n"], amount.j
        elif amount is not None and amount.kind == "fraction":
            fraction, at = amount.value["fraction"], amount.j
        elif words[at] in ("todos", "todas", "todo", "toda", "all"):
            quantity, at = "all", at + 1
        elif words[at] in ("cada", "each", "pero", "but"):
            return None, end
        elif words[at] in _OWN or words[at] in ARTICLES or words[at] in ("de", "of", "y", "and"):
            single = is_one(words[at]) or (words[at] in _OWN and words[at] not in ("los", "las", "sus", "mis"))
            if quantity is None and fraction is None and single:
                quantity = 1
            at += 1
        else:
            break
    stop = phrase_end(sentence, at, end)
    if stop <= at:
        return None, at + 1
    item: dict[str, Any] = {"item": sentence.span(at, stop), "qty": None if fraction else quantity}
    if fraction:
        item["fraction"] = fraction
    return item, stop
