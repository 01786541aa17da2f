"""Sheets read from `roster.toml`: classes and goods looked up by any of their names."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from mailer.campaign.campaign import Settings
from mailer.campaign.game_kinds import counted, folded
from mailer.campaign.mistakes import Phrase, Spot
from rules.atlas import Atlas, Item
from rules.character import Character, ClassLevel, Good, Life, Limits, LoadLevel, Role, Spell
from rules.house import House
from rules.names import CharacterId, ClassId, ItemId, PlayerId
from rules.tables import Tables
from rules.time import MINUTES_A_DAY, Moment

_HIGHEST_LEVEL = 30
_YEARS_AROUND = 50


@dataclass(frozen=True, slots=True)
class Ground:
    """What a roster is read against."""

    atlas: Atlas
    tables: Tables
    house: House
    settings: Settings

    def midnight(self, day: date) -> Moment:
        """The first minute of a real day."""
        return Moment((day - self.settings.anchor).days * MINUTES_A_DAY)


def item_names(atlas: Atlas) -> dict[str, Item]:
    """The price list by every name of its things."""
    index: dict[str, Item] = {}
    for item in atlas.items.values():
        for word in (item.id, item.label.es, item.label.en, *item.label.aliases):
            index.setdefault(folded(word), item)
    return index


def class_names(tables: Tables) -> dict[str, ClassId]:
    """The classes by every name they have, in both languages."""
    names: dict[str, ClassId] = {folded(name): name for name in tables.classes}
    for name, row in tables.classes.items():
        for word in (row.label.es, row.label.en, *row.label.aliases) if row.label else ():
            names.setdefault(folded(word), name)
    return names


def character(
    name: str, found: dict[str, Any], spot: Spot, *, ground: Ground, items: Mapping[str, Item],
    classes: Mapping[str, ClassId],
) -> Character:  # fmt: skip
    """One sheet; a class or a thing that nobody knows is noted."""
    hp = found["max_hp"] if found["hp"] is None else found["hp"]
    if hp > found["max_hp"]:
        spot.at("hp").wrong(hp, Phrase("at_most", {"high": found["max_hp"]}))
    if found["free_on"]:
        near(found["free_on"], spot.at("free_on"), ground)
    limits, free_on = found["limits"], found["free_on"]
    return Character(
        id=CharacterId(name),
        name=found["name"],
        classes=_classes(found["class"], spot.at("class"), classes, ground),
        hp=hp,
        max_hp=found["max_hp"],
        player=found["player"] and PlayerId(found["player"]),
        role=Role(found["role"]),
        employer=found["employer"] and CharacterId(found["employer"]),
        race=found["race"],
        gender=found["gender"],
        abilities={ability: score for ability, score in found["abilities"].items() if score is not None},
        life=Life(found["life"]),
        xp=found["xp"],
        purse_cp=found["purse"],
        goods=_goods(found["goods"], spot.at("goods"), items, ground.settings.language),
        rations=found["rations"],
        spells=tuple(Spell(spell, level) for level, spell in found["spells"]),
        limits=Limits(
            retreat_percent=limits["retreat_percent"],
            retreat_hp=limits["retreat_hp"],
            load_level=limits["load"] and LoadLevel(limits["load"]),
            load_weight=limits["load_lb"],
        ),
        effects=found["effects"],
        exhaustion=found["exhaustion"],
        free_at=ground.midnight(free_on) if free_on else None,
        hit_dice=counted(found["hit_dice"]) if found["hit_dice"] else None,
        wound_die=found["wound_die"],
        standard_move_ft=found["move_ft"],
        daily_wage_cp=found["daily_wage"],
        notes=found["notes"],
    )


def class_labels(tables: Tables, language: str) -> tuple[str, ...]:
    """What the classes are called in one language, those of the same name once."""
    rows = tables.classes.items()
    return tuple(dict.fromkeys(row.label.in_(language) if row.label else str(name) for name, row in rows))


def _classes(
    found: tuple[tuple[str, int], ...], spot: Spot, names: Mapping[str, ClassId], ground: Ground
) -> tuple[ClassLevel, ...]:
    classes = []
    for word, level in found:
        name = names.get(folded(word))
        if name is None:
            known = class_labels(ground.tables, ground.settings.language)
            spot.unknown(word, known, code="class_known", also=names)
        elif level > _HIGHEST_LEVEL:
            spot.wrong(level, Phrase("level", {"high": _HIGHEST_LEVEL}))
        else:
            classes.append(ClassLevel(name, level))
    return tuple(classes)


def _goods(found: tuple[Any, ...], spot: Spot, items: Mapping[str, Item], language: str) -> tuple[Good, ...]:
    goods = []
    for n, one in enumerate(found):
        if isinstance(one, dict):
            slug = "-".join(folded(one["name"]).split())
            goods.append(Good(ItemId(slug), one["name"], one["quantity"], one["weight_lb"], one["worth"]))
        elif item := _item(one[1], items):
            label = item.label.in_(language)
            goods.append(Good(item.id, label, one[0], item.weight, item.price_cp // item.pack))
        else:
            spot.at(n).unknown(one[1], items, code="goods_known")
    return tuple(goods)


def _item(words: str, items: Mapping[str, Item]) -> Item | None:
    """The thing of that name, in the singular or in the plural."""
    key = folded(words)
    ends = (end for end in ("", "s", "es") if key.endswith(end))
    return next((items[base] for end in ends if (base := key.removesuffix(end)) in items), None)


def near(moment: date, spot: Spot, ground: Ground) -> None:
    """Notes a date too far from the campaign's anchor to be meant."""
    if abs(moment.year - ground.settings.anchor.year) > _YEARS_AROUND:
        spot.wrong(moment.isoformat(), Phrase("near", {"years": _YEARS_AROUND}))
