"""The figures of the rulebook in play, read from `data/`. Each table's source stands in `data/SOURCES.md`."""

from fractions import Fraction

from mailer.campaign.csvs import rows
from mailer.resources import shipped
from rules.atlas import Item, Label
from rules.names import ClassId, ItemId
from rules.tables import ClassRow, ExhaustionRow, Hireling, LoadBand, ReactionRow, SaveRow, Tables, TerrainRow


def load_tables(ruleset: str = "osric") -> Tables:
    """All tables, with the classes of one set of rules: "osric", "bx" or "5e"."""
    pace = _movement()
    return Tables(
        classes=_classes(ruleset),
        saves=_saves(),
        reaction_d100=tuple(_reaction(row) for row in rows("osric3", "reaction_d100.csv")),
        reaction_2d6=tuple(_reaction(row) for row in rows("ogl", "reaction_2d6.csv")),
        charisma_reaction={int(r["charisma"]): int(r["reaction_mod"]) for r in rows("osric3", "charisma_reaction.csv")},
        strength_allowance={int(r["strength"]): int(r["allowance_lb"]) * 10 for r in rows("ogl", "strength.csv")},
        terrain=_terrain(),
        load_bands=tuple(
            LoadBand(row["label"], int(row["load_max_lb"]) * 10, int(row["move_ft"]))
            for row in rows("ogl", "encumbrance.csv")
        ),
        hirelings={row["hireling"]: _hireling(row) for row in rows("ogl", "hirelings.csv")},
        exhaustion=tuple(
            ExhaustionRow(int(row["level"]), row["effect_es"], row["effect_en"])
            for row in rows("srd51", "exhaustion.csv")
        ),
        miles_a_day={feet: feet // pace["feet_per_mile_a_day"] for feet in range(0, pace["fastest_ft"] + 1, 10)},
        known_route_multiplier=pace["known_route_multiplier"],
        coin_cp=pace["coin_cp"],
        coin_weight=pace["coin_tenths_lb"],
    )


def _movement() -> dict[str, int]:
    import tomllib

    with (shipped("data") / "ogl" / "movement.toml").open("rb") as file:
        return tomllib.load(file)


def _classes(ruleset: str) -> dict[ClassId, ClassRow]:
    folder = "srd51" if ruleset == "5e" else "ogl"
    dice = _dice_by_level() if ruleset == "osric" else {}
    found = [row for row in rows(folder, "classes.csv") if row["ruleset"] in (ruleset, "any")]
    return {ClassId(row["class"]): _class(row, dice.get(row["class"])) for row in found}


def _class(row: dict[str, str], dice: dict[int, int] | None) -> ClassRow:
    most = int(row["max_hd"])
    levels = dice or {level: min(level + int(row["hd_at_1"]) - 1, most) for level in range(1, most + 1)}
    return ClassRow(
        wound_die=int(row["wound_die"]),
        max_hit_dice=most,
        # Level 0 counts one die: an ordinary person (A13).
        hit_dice=(1, *(levels[level] for level in sorted(levels))),
        saves_as=ClassId(row["saves_as"]),
        prepares=row["prepares"] == "yes",
        label=Label(row["name_es"], row["name_en"], tuple(filter(None, row["aliases"].split("|")))),
    )


def _dice_by_level() -> dict[str, dict[int, int]]:
    found: dict[str, dict[int, int]] = {}
    for row in rows("ogl", "hit_dice_by_level.csv"):
        found.setdefault(row["class"], {})[int(row["level"])] = int(row["hit_dice"])
    return found


def _saves() -> dict[ClassId, tuple[SaveRow, ...]]:
    found: dict[ClassId, list[SaveRow]] = {}
    for row in rows("ogl", "saving_throws.csv"):
        numbers = {name: int(row[name]) for name in ("aimed", "breath", "death", "petrify", "spells")}
        line = SaveRow(int(row["level_min"]), int(row["level_max"]) if row["level_max"] else None, **numbers)
        found.setdefault(ClassId(row["class"]), []).append(line)
    return {name: tuple(lines) for name, lines in found.items()}


def _reaction(row: dict[str, str]) -> ReactionRow:
    return ReactionRow(int(row["roll_min"]), int(row["roll_max"]), row["code"], row["parley"] == "yes")


def _terrain() -> dict[str, TerrainRow]:
    return {row["terrain"]: _terrain_row(row) for row in rows("ogl", "terrain.csv")}


def _terrain_row(row: dict[str, str]) -> TerrainRow:
    return TerrainRow(
        speed=Fraction(row["speed"]),
        day_in_12=int(row["day_d12"]),
        night_in_12=int(row["night_d12"]),
        osric_in_12=int(row["osric_d12"]),
        lost_percent=int(row["lost_percent"]),
        veer=row["veer"],
        label=Label(row["name_es"], row["name_en"]),
    )


def _hireling(row: dict[str, str]) -> Hireling:
    return Hireling(row["hireling"], row["name_es"], row["name_en"], int(row["daily_sp"]) * 10)


def load_items() -> dict[ItemId, Item]:
    """The price list that is shipped: gear, weapons and armour."""
    files = (("equipment.csv", "gear"), ("weapons.csv", "weapon"), ("armour.csv", "armour"))
    found = [_item(row, category) for name, category in files for row in rows("ogl", name)]
    return {item.id: item for item in found}


def _item(row: dict[str, str], category: str) -> Item:
    pack = int(row.get("pack") or 1)
    return Item(
        id=ItemId(row["id"]),
        label=Label(row["name_es"], row["name_en"], tuple(filter(None, row["aliases"].split("|")))),
        price_cp=int(row["price_cp"]),
        weight=_tenths(row["weight_lb"], pack),
        pack=pack,
        category=row.get("category") or category,
        move_ft=int(row.get("move_ft") or 0),
    )


def _tenths(pounds: str, pack: int) -> int:
    """Tenths of a pound of a single one, halves rounded up."""
    return int(Fraction(pounds or "0") * 10 / pack + Fraction(1, 2))
