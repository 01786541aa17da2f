"""The kinds of order a sentence likely holds, by its signs."""

from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.likeness.signs import signs_of
from mailer.reading.orders.likeness.weights import ANY, Likely, weights

_KEYS = {
    "dungeon": "stance", "encounter": "attitude", "rest": "mode", "explore_town": "mode", "class_work": "work",
    "decision": "answer", "spokesperson": "action", "cancel": "target_kind",
}  # fmt: skip


def likely(sentence: Sentence, mail: Mail) -> Likely:
    """What a sentence likely holds."""
    if sentence.likely is None:
        chances = weights().chances(signs_of(sentence, mail))
        sentence.likely = Likely(chances.pop(ANY, 0.0), chances)
    return sentence.likely


def kinds_of(draft: Draft) -> frozenset[str]:
    """The kinds of an order as the table calls them: dungeon.explore, shop.buy, travel."""
    slots = draft.slots
    if draft.kind == "shop":
        return frozenset(f"shop.{item.get('verb', 'buy')}" for item in slots.get("items", ())) or frozenset(
            {"shop.buy"}
        )
    key = _KEYS.get(draft.kind)
    return frozenset({draft.kind if key is None else f"{draft.kind}.{slots.get(key)}"})
