"""The tables of keys of `roster.toml`: players, characters, parties."""

from mailer.campaign.game_kinds import Classes, Goods, HitDice, Money, Spells
from mailer.campaign.keys import Key, ListOf, MapOf, Section, Several
from mailer.campaign.kinds import Choice, Flag, Measure, Percent, Prose, Ref, Slug, Text, Whole
from mailer.campaign.real_kinds import Address, RealDate, RealMoment
from rules.character import Life, LoadLevel, Role

_GENDER = Choice(("m", "f", "n"))
_ABILITY = Whole(1, 30)

PLAYER = Section(
    "players",
    (
        Key("name", Text(80), sample="Luis"),
        Key("addresses", Several(Address(), 1), sample=["luis@example.com"]),
        Key("language", Choice(("es", "en")), None),
        Key("dm", Flag(), False),
        Key("gender", _GENDER, "m"),
        Key("tokens", ListOf(Text(64, shortest=6)), ()),
        Key("token_generation", Whole(0, 1_000_000), 0),
        Key("reminder_hours", Whole(0, 20), 0, unit="h"),
    ),
)
_ABILITIES = Section(
    "abilities", tuple(Key(name, _ABILITY, None) for name in ("str", "int", "wis", "dex", "con", "cha"))
)
_LIMITS = Section(
    "limits_of_character",
    (
        Key("retreat_percent", Percent(), None, unit="%"),
        Key("retreat_hp", Whole(), None, unit="hp"),
        Key("load", Choice(tuple(LoadLevel)), None),
        Key("load_lb", Measure(10), None, unit="lb"),
    ),
)
_OWN_GOOD = Section(
    "goods",
    (
        Key("name", Text(80), sample="mapa de la cripta"),
        Key("quantity", Whole(1, 1_000_000), 1),
        Key("weight_lb", Measure(10), 0, unit="lb"),
        Key("worth", Money(), 0),
    ),
)
CHARACTER = Section(
    "characters",
    (
        Key("name", Text(80), sample="Duric"),
        Key("player", Ref("players"), None),
        Key("class", Classes(), sample="fighter 3"),
        Key("max_hp", Whole(1, 10_000), sample=18, unit="hp"),
        Key("hp", Whole(-10, 10_000), None, unit="hp"),
        Key("role", Choice(tuple(Role)), "character"),
        Key("employer", Ref("characters"), None),
        Key("race", Text(60), "human"),
        Key("gender", _GENDER, "m"),
        Key("abilities", _ABILITIES, {}),
        Key("xp", Whole(0, 100_000_000), 0, unit="xp"),
        Key("purse", Money(), 0),
        Key("goods", ListOf(Goods(_OWN_GOOD)), ()),
        Key("rations", Whole(0, 10_000), 0, unit="d"),
        Key("spells", Spells(), {}),
        Key("limits", _LIMITS, {}),
        Key("effects", ListOf(Text()), ()),
        Key("exhaustion", Whole(0, 6), 0),
        Key("free_on", RealDate(), None),
        Key("life", Choice(tuple(Life)), "alive"),
        Key("hit_dice", HitDice(), None),
        Key("wound_die", Whole(2, 100), None),
        Key("move_ft", Whole(10, 300), 120, unit="ft"),
        Key("daily_wage", Money(), 0),
        Key("place", Ref("places"), None),
        Key("notes", Prose(), ""),
    ),
)
_LOOT = Section(
    "loot",
    (
        Key("name", Text(80), sample="cáliz de plata"),
        Key("worth", Money(), 0),
        Key("weight_lb", Measure(10), 0, unit="lb"),
        Key("carrier", Ref("characters"), None),
    ),
)
PARTY = Section(
    "parties",
    (
        Key("name", Text(80), sample="Los Cuatro"),
        Key("members", ListOf(Ref("characters"), 1, 200), sample=["duric"]),
        Key("spokesperson", Ref("players"), None),
        Key("place", Ref("places"), None, sample="valdecuervo"),
        Key("site", Ref("sites"), None),
        Key("zone", Slug(), None),
        Key("known", ListOf(Slug()), None),
        Key("stance", Choice(("secure", "explore", "return")), None),
        Key("since", RealMoment(), None),
        Key("held", Flag(), False),
        Key("found", ListOf(Ref("places")), ()),
        Key("loot", ListOf(_LOOT), ()),
    ),
)
ROSTER = Section(
    "roster",
    (
        Key("players", MapOf(PLAYER, Slug(), keeps_bad=True), sample={}),
        Key("characters", MapOf(CHARACTER, Slug()), {}),
        Key("parties", MapOf(PARTY, Slug(), keeps_bad=True), {}),
    ),
)
