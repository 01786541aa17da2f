from mailer.reading.resolve.resolve import resolve
from rules.orders import Purchase, Shop


def test_a_purchase_comes_through(at, say):
    found = resolve(say("shop", items=[{"item": "antorchas", "qty": 3, "verb": "buy"}]), context=at("luis"))
    assert [order.act for order in found.orders] == [Shop((Purchase("torch", 3),))]
    assert found.doubts == ()
    assert found.gloss.facts["cost_cp"] == 3
