"""What a sentence says of goods listed before it: how many they are, what each may cost or must fetch."""

from typing import Any

from mailer.reading.orders.added.clause import is_bare, is_labelled
from mailer.reading.orders.amount import Amount
from mailer.reading.orders.goods.count import add_price
from mailer.reading.orders.goods.words import all_amounts
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.spans import ARTICLES, is_sign
from mailer.reading.orders.tokens import words_of
from mailer.reading.orders.vocabulary import vocabulary

_PRICE = {"buy": "max_price", "sell": "min_price"}
_LIMIT = {"buy": "max", "sell": "min"}
_OF_THEM = frozenset({"of", "it", "them", "de", "ellos", "ellas", "todas", "todos", "y", "and", "the", "in", "total"})
_FEW = 10  # words besides its sum in a sentence that only limits a price


def add_prices(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """Sums for goods that the sentence names again, or for the only goods there are."""
    sums = [a for a in sentence.amounts if a.kind == "money" and not a.used]
    shop = next((d for d in reversed(drafts) if d.kind == "shop" and d.slots.get("items")), None)
    if shop is None or not sums or vocabulary().phrases["slots.budget"].find(sentence.words) is not None:
        return False
    done = False
    for amount in sums:
        item = _named(shop, sentence, amount) or _only(shop, sentence, amount)
        if item is not None:
            add_price(item, sentence, amount, str(item["verb"]))
            done = True
    return done


def _named(shop: Draft, sentence: Sentence, amount: Amount) -> dict[str, Any] | None:
    """The goods named before a sum in its piece: la silla, no menos de 14 po; the hat for 3 gp at least."""
    begin = max((a.j for a in sentence.amounts if a.kind == "money" and a.j <= amount.i), default=0)
    words = set(sentence.words[begin : amount.i])
    goods: list[dict[str, Any]] = shop.slots["items"]
    for item in goods:
        verb = item.get("verb")
        fits = verb in _PRICE and _PRICE[verb] not in item and amount.limit in ("", _LIMIT[verb])
        heads = [word for word in words_of(str(item["item"])) if len(word) > 2 and word not in ARTICLES]
        if fits and heads and {heads[0], heads[-1]} & words and (amount.limit or is_bare(sentence)):
            return item
    return None


def _only(shop: Draft, sentence: Sentence, amount: Amount) -> dict[str, Any] | None:
    """The only goods a limit can be meant for: Buy a cloak. Ceiling 8 gp. Sell the two scrolls. At least 40 gp each."""
    free = [at for at, token in enumerate(sentence.tokens) if token.kind == "w" and sentence.covered[at] < 0]
    if "budget" in shop.slots or not (is_bare(sentence) or is_labelled(sentence) or len(free) <= _FEW):
        return None
    for verb, limit in _LIMIT.items():
        goods: list[dict[str, Any]] = [item for item in shop.slots["items"] if item.get("verb") == verb]
        if amount.limit == limit and len(goods) == 1 and goods[0]["qty"] is not None and _PRICE[verb] not in goods[0]:
            return goods[0]
    return None


def add_counts(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """A number on its own for the goods before it: Sell the junk. All of it. Reponed virotes. Treinta."""
    last = drafts[-1]
    if last.kind not in ("shop", "craft") or not last.slots.get("items") or sentence.item or sentence.row:
        return False
    item = last.slots["items"][-1]
    whole = all_amounts().at(sentence.words, 0)
    number = sentence.amount(0)
    counts = number is not None and number.kind == "number" and number.i == 0 and not number.limit
    start = whole or (number.j if counts and number is not None else 0)
    if not start or (isinstance(item["qty"], int) and item["qty"] > 1):
        return False
    named = {*words_of(str(item["item"])), *_OF_THEM}
    rest = [k for k in range(start, len(sentence.words)) if not is_sign(sentence, k) and sentence.words[k] not in named]
    if rest:
        return False
    item["qty"] = "all" if whole else number.value["n"] if number is not None else item["qty"]
    return True
