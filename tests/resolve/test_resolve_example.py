"""The example campaign, whole: what its players would write, against its own files."""

import pytest

from mailer.campaign.load import load_campaign
from mailer.reading.orders.said import Said
from mailer.reading.resolve.context import context_of
from mailer.reading.resolve.for_reading import reading_gazetteer
from mailer.reading.resolve.resolve import resolve
from mailer.resources import shipped
from rules.orders import Hire, Meet, Purchase, RetreatAt, Sale, Shop, Stance, Travel
from rules.time import Moment


@pytest.fixture(scope="module")
def example():
    return load_campaign(shipped("data") / "example")


def buy(item, qty=1):
    return {"item": item, "qty": qty, "verb": "buy"}


SAID = [
    ("marta", "shop", {"items": [{"item": "daga buena", "qty": 1, "verb": "sell"}]}, Shop((Sale("daga-buena", 1),))),
    (
        "marta",
        "shop",
        {"items": [buy("ganzuas"), buy("cuerda de seda")]},
        Shop((Purchase("thieves_tools", 1), Purchase("rope_silk_per_50_ft", 1))),
    ),
    (
        "tess",
        "shop",
        {"items": [buy("torches", 4), buy("flasks of oil", 2)]},
        Shop((Purchase("torch", 4), Purchase("oil_lamp_per_pint", 2))),
    ),
    ("marta", "shop", {"items": [buy("map", 1)]}, Shop((Purchase("mapa-de-la-comarca", 1),))),
    ("marta", "retreat", {"pct": 30}, RetreatAt(30)),
    (
        "luis",
        "dungeon",
        {"who": "party", "stance": "raid", "target": "el osario", "route": "galería, sala"},
        Stance("raid", None, "osario", ("galeria-de-los-nichos", "sala-de-las-columnas")),
    ),
    ("luis", "dungeon", {"who": "party", "stance": "raid", "target": "la cámara del tesoro"}, None),
    ("luis", "dungeon", {"who": "party", "stance": "raid", "target": "el osario"}, Stance("raid", None, "osario")),
    (
        "luis",
        "dungeon",
        {"who": "party", "stance": "return", "route": "la galería - la entrada"},
        Stance("return", None, None, ("galeria-de-los-nichos", "vestibulo")),
    ),
    ("luis", "dungeon", {"who": "party", "stance": "secure", "place": "la cripta"}, Stance("secure")),
    ("luis", "encounter", {"who": "party", "attitude": "avoid", "vs": "gusanos"}, None),
    ("luis", "encounter", {"who": "party", "attitude": "parley", "vs": "los trasgos"}, Meet("parley", "goblin")),
    ("owen", "travel", {"who": "party", "destination": "the barrow"}, Travel("barrow-door")),
    (
        "owen",
        "travel",
        {"who": "party", "destination": "Saltmire", "via": ["the causeway"]},
        Travel("saltmire", ("saltmarsh-causeway",)),
    ),
    ("owen", "travel", {"who": "party", "destination": "Hermitage of the Silent Spring"}, None),
    ("owen", "travel", {"who": "party", "destination": "Coast Road"}, None),
    ("owen", "hire", {"role": "porter", "qty": 1}, Hire("pack_handler")),
]


@pytest.mark.parametrize(("player", "kind", "slots", "act"), SAID, ids=str)
def test_the_example_understands(example, player, kind, slots, act):
    context = context_of(example, example.start, player=player, received=Moment(2000))
    found = resolve(Said(kind, {"who": "self", **slots}, 0, "x"), context=context)
    acts = [order.act for order in found.orders]
    if act is None and kind == "encounter":
        assert len(acts) == 1 or found.doubts
    elif act is None:
        assert not acts and found.doubts
    else:
        assert acts == [act], found.doubts


def test_every_name_of_the_price_list_finds_itself_or_asks(example):
    """A name as printed never leads to another thing: it finds its own, or is asked about."""
    context = context_of(example, example.start, player="luis", received=Moment(2000))
    for item in example.book.atlas.items.values():
        for name in (item.label.es, item.label.en, *item.label.aliases):
            found = context.gazetteer.find(name, "item")
            assert found.entry is None or found.entry.id == item.id, name
            assert item.id in {entry.id for entry in found.candidates}, name


def test_every_place_and_creature_finds_itself(example):
    context = context_of(example, example.start, player="alba", received=Moment(2000))
    atlas = example.book.atlas
    for noun, things in (
        ("place", atlas.places),
        ("site", atlas.sites),
        ("monster", atlas.monsters),
        ("route", atlas.routes),
    ):
        for thing in things.values():
            for name in (thing.label.es, thing.label.en):
                found = context.gazetteer.find(name, noun)
                assert thing.id in {entry.id for entry in found.candidates}, name


def test_the_reading_knows_the_example(example):
    names = reading_gazetteer(example, example.start)
    assert names.commands("Maren", "Hesper")
    assert "Cripta de Ossur" in names.dungeons
