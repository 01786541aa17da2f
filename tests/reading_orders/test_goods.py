"""Lists of goods as players write them: what, how many, in what unit, for how much, and what is no goods at all."""

import pytest


def shown(item: dict) -> str:
    """An item in one line: `2 flask ink`, `all boots sell >=3gp/unit`."""
    unit = f" {item['unit']}" if item.get("unit") else ""
    verb = " sell" if item.get("verb") == "sell" else ""
    price = ""
    for name, sign in (("max_price", "<="), ("min_price", ">=")):
        if item.get(name):
            price = f" {sign}{item[name]['amount']}{item[name]['currency']}/{item[name]['per']}"
    return f"{'-' if item['qty'] is None else item['qty']}{unit} {item['item'].lower()}{verb}{price}"


def goods_of(orders: list[dict], kind: str = "shop") -> list[str]:
    return [shown(item) for order in orders if order["kind"] == kind for item in order.get("items", [])]


@pytest.mark.parametrize(
    ("text", "goods"),
    [
        # behind its noun a container is the measure of it, at the end of a sentence too
        ("Compro cebada para la burra: tres sacos.", ["3 sack cebada"]),
        ("Krom compra miel, dos tarros, y una palanca.", ["2 jar miel", "1 palanca"]),
        ("Cómprame agua bendita, cinco ampollas.", ["5 vial agua bendita"]),
        ("Krom buys gauze, eight rolls, and a crowbar.", ["8 roll gauze", "1 crowbar"]),
        ("Buy lamp oil, 4 flasks.", ["4 flask lamp oil"]),
        # goods named like containers
        ("Compro una palanca y dos sacos.", ["1 palanca", "2 sacos"]),
        ("Compro un saco de dormir y una bolsa de cuero.", ["1 saco de dormir", "1 bolsa de cuero"]),
        ("Compro un saco de cebada.", ["1 sack cebada"]),
        # what comes by the pair
        ("Compro unas botas de montar.", ["1 pair botas de montar"]),
        ("Buy new boots and a whistle.", ["1 pair new boots", "1 whistle"]),
        ("Compro un par de guantes y un par de velas.", ["1 pair guantes", "2 velas"]),
        ("Vendo los 3 escudos y las botas viejas.", ["3 escudos sell", "1 pair botas viejas sell"]),
    ],
)
def test_counts_and_units(orders, text, goods):
    assert goods_of(orders(text)) == goods


@pytest.mark.parametrize(
    ("text", "goods"),
    [
        ("Krom buys a shield and three sacks, big ones.", ["1 shield", "3 sacks"]),
        ("Buy a crowbar, unmarked, and a lantern.", ["1 crowbar", "1 lantern"]),
        ("Buy 10 candles, and don't let Ulmo near the purse.", ["10 candles"]),
        ("Sell the drum, keep the flute.", ["1 drum sell"]),
        ("Krom buys 20 arrows for the party.", ["20 arrows"]),
        ("Krom compra un escudo, ojalá por menos de 9 po.", ["1 escudo <=9gp/total"]),
        ("Buy a dozen candles beforehand.", ["12 candles"]),
        ("Sell the silver cup, two gold floor.", ["1 silver cup sell >=2gp/total"]),
    ],
)
def test_what_is_no_goods(orders, text, goods):
    assert goods_of(orders(text)) == goods
