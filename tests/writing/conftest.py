"""What the tests of the mails share: both languages, made-up data for every event, and our own HTML to text."""

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from mailer.writing.names import Names
from mailer.writing.sample_days import sample_names
from mailer.writing.told import told
from mailer.writing.views import Told
from rules.dice import Face, Throw
from rules.events import Event, EventKind
from rules.names import CharacterId, PartyId
from rules.time import Moment

_PARTY, _KROM = PartyId("los-cuatro"), CharacterId("krom")
_WORMS, _GOBLIN = [["gusano", 2]], [["goblin", 1]]
_WORDS = {"words_es": "Palabras suyas", "words_en": "Words of theirs"}

# One set of data a kind at least; keys as rules/events.py lists them.
EVENTS: dict[EventKind, tuple[dict[str, Any], ...]] = {
    EventKind.STANCE_BEGUN: tuple(
        {"stance": stance, "zone": "antesala", "by": by}
        for stance in ("secure", "explore", "raid", "return")
        for by in ("order", "default", "retreat", "load", "provisions", "objective")
    ),
    EventKind.QUIET: ({"checks": 1, "since": 100}, {"checks": 12, "since": 100}),
    EventKind.ENCOUNTER: (
        {"monsters": _WORMS, "hd": "6", "returned": False},
        {"monsters": _GOBLIN, "hd": "1", "returned": True},
    ),
    EventKind.REACTION: (
        {"code": "neutral", "roll": 48, "modifier": 5, "total": 53, "speaker": "duric"},
        {"code": "very_hostile", "roll": 3, "modifier": 0, "total": 3, "speaker": None},
    ),
    EventKind.DEAL_OFFERED: (
        {"decision": "d", "price_cp": 1000, "rations": 0, "monsters": _WORMS, **_WORDS},
        {"decision": "d", "price_cp": 0, "rations": 1, "monsters": _GOBLIN, "words_es": "", "words_en": ""},
        {"decision": "d", "price_cp": 0, "rations": 0, "monsters": _GOBLIN, **_WORDS},
    ),
    EventKind.DEAL_ACCEPTED: (
        {"decision": "d", "price_cp": 1000, "rations": 3, "paid": {"krom": 600, "duric": 400}, "monsters": _WORMS},
        {"decision": "d", "price_cp": 0, "rations": 1, "paid": {}, "monsters": _GOBLIN},
    ),
    EventKind.DEAL_REFUSED: ({"decision": "d", "monsters": _WORMS},),
    EventKind.SURVIVAL: (
        {"chance": 70, "party_hd": "12", "against_hd": "6", "steps": 2, "monsters": _WORMS},
        {"chance": 50, "party_hd": "6", "against_hd": "6", "steps": 0, "monsters": _GOBLIN},
        {
            "chance": 40,
            "party_hd": "2",
            "against_hd": "3",
            "steps": -1,
            "trap": ["un foso", "a pit"],
            "reached": ["krom"],
        },
    ),
    EventKind.SURVIVED: (
        {"roll": 32, "margin": 38, "dice": 3, "die": 10, "damage": 14, "hp": 4},
        {"roll": 62, "margin": 8, "dice": 0, "die": 6, "damage": 0, "hp": 9},
        {"roll": 60, "margin": 10, "dice": 1, "die": 6, "damage": 1, "hp": 1},
    ),
    EventKind.DIED: tuple(
        {"roll": 79, "chance": 70, "cause": cause} for cause in ("encounter", "trap", "exhaustion", "save:poison")
    ),
    EventKind.SAVE: (
        {
            "attack": "poison",
            "column": "death",
            "target": 13,
            "roll": 4,
            "passed": False,
            "effect_es": "paralizado",
            "effect_en": "paralysed",
        },
        {
            "attack": "poison",
            "column": "petrify",
            "target": 13,
            "roll": 14,
            "passed": True,
            "effect_es": "x",
            "effect_en": "x",
        },
    ),
    EventKind.SPELL_LOST: ({"spell": "dormir", "level": 1},),
    EventKind.SPELLS_RECOVERED: ({"spells": ["dormir", "luz"]},),
    EventKind.XP: (
        {"total": 231, "each": 77, "shares": {"krom": 77}, "left_over": 0},
        {"total": 12000, "each": 4000, "shares": {}, "left_over": 1},
    ),
    EventKind.TREASURE: (
        {"worth_cp": 123456, "weight": 125, "carried": 100000, "left_behind": 23456},
        {"worth_cp": 100, "weight": 10, "carried": 100, "left_behind": 0},
    ),
    EventKind.NO_TREASURE: ({"monsters": _WORMS}, {"monsters": _GOBLIN}),
    EventKind.TRAP: tuple(
        {"label_es": "un foso", "label_en": "a pit", "went_off": went_off, "hd": "2"} for went_off in (True, False)
    ),
    EventKind.RETREAT_CALLED: tuple(
        {"reason": reason, "who": who, "percent": percent}
        for reason in ("threshold", "death", "load", "provisions")
        for who, percent in ((["krom"], 40), ([], None))
    ),
    EventKind.MOVED: ({"zone": "capilla"},),
    EventKind.SAFE_ZONE: ({"zone": "capilla"},),
    EventKind.OBJECTIVE_REACHED: ({"zone": "capilla"},),
    EventKind.OBJECTIVE_MISSED: ({"zone": "capilla"},),
    EventKind.LEFT_SITE: (
        {"place": "posada", "minutes": 3000, "days": 3},
        {"place": "posada", "minutes": 1440, "days": 2},
        {"place": "posada", "minutes": 110, "days": 2},
        {"place": "posada", "minutes": 10, "days": 1},
    ),
    EventKind.ENTERED_SITE: ({"site": "cripta", "zone": "antesala"}, {"site": "cripta", "zone": None}),
    EventKind.BODY_TAKEN: (
        {"bearers": ["duric", "krom"]},
        {"bearers": ["duric"]},
        {"bearers": ["duric"], "lives": True},
    ),
    EventKind.BODY_LEFT: ({"zone": "capilla"},),
    EventKind.REINFORCEMENTS_DUE: ({"at": 2880, "monsters": _WORMS}, {"at": 2880, "monsters": _GOBLIN}),
    EventKind.PROVISIONS_LOW: ({"days": 2}, {"days": 1}, {"days": 0}),
    EventKind.PROVISIONS_OUT: ({},),
    EventKind.DEPARTED: (
        {"destination": "posada", "route": "camino-viejo", "arrives_day": 3},
        {"destination": "posada", "route": None, "arrives_day": None},
    ),
    EventKind.TRAVELLED: (
        {"miles_tenths": 245, "left_tenths": 100, "route": "camino-viejo"},
        {"miles_tenths": 240, "left_tenths": 0, "route": "camino-viejo"},
    ),
    EventKind.ARRIVED: ({"place": "valdecuervo", "days": 9}, {"place": "valdecuervo", "days": 1}),
    EventKind.WENT_ASTRAY: ({"route": "camino-viejo"},),
    EventKind.NOTICED_LOST: ({"decision": "d"},),
    EventKind.PLACE_FOUND: ({"place": "posada", "decision": "d"},),
    EventKind.STRANGER_MET: ({"monsters": _GOBLIN, "decision": "d"},),
    EventKind.BOUGHT: (
        {"item": "ganzua", "quantity": 2, "cost_cp": 1500, "purse_cp": 4135},
        {"item": "cuerda", "quantity": 1, "cost_cp": 100, "purse_cp": 0},
    ),
    EventKind.SOLD: ({"item": "cuerda", "quantity": 1, "gain_cp": 50, "purse_cp": 4185},),
    EventKind.NOT_BOUGHT: tuple(
        {"item": "ganzua", "quantity": 2, "reason": reason, "price_cp": price}
        for reason, price in (
            ("too_dear", 1500),
            ("no_money", 1500),
            ("not_sold", 0),
            ("no_market", 0),
            ("sold_out", 0),
        )
    ),
    EventKind.NOT_SOLD: tuple(
        {"item": "cuerda", "reason": reason, "offer_cp": offer}
        for reason, offer in (("not_owned", 0), ("too_cheap", 50), ("no_market", 0))
    ),
    EventKind.LODGING: ({"cost_cp": 30, "purse_cp": 4105},),
    EventKind.LODGING_UNPAID: ({"cost_cp": 30, "purse_cp": 4},),
    EventKind.HEALED: ({"hp": 5, "gained": 1},),
    EventKind.HIRED: ({"role": "porter", "quantity": 2, "daily_cp": 10},),
    EventKind.NOT_HIRED: tuple(
        {"role": "porter", "reason": reason} for reason in ("unknown_role", "nobody_here", "too_dear", "no_money")
    ),
    EventKind.WAGES: ({"cost_cp": 20, "purse_cp": 4085},),
    EventKind.TASK_BEGUN: (
        {"activity": "carouse", "detail": "", "until": 4000, "spend_cp": 500},
        {"activity": "research:barrow", "detail": "el túmulo", "until": 4000, "spend_cp": 0},
    ),
    EventKind.TASK_DONE: (
        {"activity": "carouse", "detail": "", "success": True, **_WORDS, "gain_cp": 1000, "xp": 50},
        {
            "activity": "carouse",
            "detail": "x",
            "success": False,
            "words_es": "",
            "words_en": "",
            "gain_cp": -300,
            "xp": 0,
        },
    ),
    EventKind.TASK_WAITS: ({"activity": "theft", "detail": "la joyería"},),
    EventKind.OVERRULED: (
        {"order": 3, "by": 4, "text": "nos quedamos", "by_text": "volvemos"},
        {"order": 3, "by": "jana", "text": "", "by_text": ""},
    ),
    EventKind.PROPOSED: ({"order": 3, "text": "nos quedamos"},),
    EventKind.BROKE_AWAY: ({"alone_party": "krom", "alone_hd": "2", "rest_hd": "10"},),
    EventKind.UNITED: (
        {"party": "los-cuatro", "name": "Krom", "player": "jana"},
        {"party": "los-cuatro", "name": "Krom", "player": None},
    ),
    EventKind.REJOINED: ({"party": "los-cuatro"},),
    EventKind.SPOKESPERSON: ({"player": "jana"},),
    EventKind.ORDER_DONE: ({"order": 3},),
    EventKind.ORDER_FAILED: tuple(
        {"order": 3, "reason": reason} for reason in ("no_way", "dead", "replaced", "not_there")
    ),
    EventKind.ORDER_QUEUED: ({"order": 3, "until": 9000},),
    EventKind.ORDER_SUSPENDED: tuple(
        {"order": 3, "times": times, "reason": reason}
        for times, reason in ((3, "no_money"), (1, "no_luck"), (5, "sold_out"))
    ),
    EventKind.FOR_THE_DM: ({"order": 3, "words": "quiero robar"}, {"order": None, "words": ""}),
    EventKind.DECISION_ANSWERED: ({"decision": "d", "choice": "accept", "by": "jana"},),
    EventKind.DECISION_EXPIRED: ({"decision": "d", "choice": "refuse"},),
    EventKind.RULED: ({"words": "El puente ha caído", "changes": []},),
    EventKind.FREE_AGAIN: ({},),
    EventKind.CRITICAL: ({"exhaustion": 2, "saves": []},),
    EventKind.EXHAUSTION: ({"level": 1, "was": 2},),
    EventKind.MEALS: ({"eaten": {"krom": 1}, "left": 7}, {"eaten": {"krom": 1}, "left": 1}),
    EventKind.WAGES_UNPAID: ({"cost_cp": 20, "purse_cp": 3, "roles": ["porter"]},),
    EventKind.DISMISSED: ({"role": "porter"},),
    EventKind.SET_OUT_AGAIN: ({"route": "camino-viejo", "destination": "posada", "choice": "press_on"},),
    EventKind.HALTED: ({"reason": "exhausted"}, {"reason": "overloaded"}),
    EventKind.CRITICAL_OVER: tuple(
        {"hp": 1, "by": by} for by in ("healing", "medicine", "rest", "spell", "death_save")
    ),
    EventKind.REINFORCEMENTS_MISSED: ({"monsters": _WORMS}, {"monsters": _GOBLIN}),
    EventKind.NO_WAY: ({"zone": "capilla"}, {"zone": None}),
    EventKind.MADE_CAMP: ({"zone": "capilla"},),
    EventKind.BODY_DECISION: ({"decision": "d", "body": "ulmo", "bearers": ["duric"]},),
    EventKind.DEAL_COUNTERED: (
        {"decision": "d", "words": "ni hablar", "pay_cp": 500, "rations": 0},
        {"decision": "d", "words": "", "pay_cp": None, "rations": None},
    ),
}


def event(kind: EventKind, data: dict[str, Any], **more: Any) -> Event:
    """An event of the sample's party about Krom, with dice."""
    faces = tuple(
        Face(Throw(Moment(2280), "krom", what), n, 6, n + 1) for what in ("survival", "wounds") for n in (0, 1)
    )
    fields = {"characters": (_KROM,), "faces": faces, "source": "R1", **more}
    return Event(kind, Moment(2280), _PARTY, data=data, **fields)


@pytest.fixture(params=["es", "en"])
def language(request: pytest.FixtureRequest) -> str:
    """Each language in turn."""
    return str(request.param)


@pytest.fixture
def names(language: str) -> Names:
    """Names of the sample for Krom's player."""
    return sample_names(language)


@pytest.fixture
def told_of(names: Names) -> Callable[[EventKind], list[Told]]:
    """Every sample of a kind, tellable, with and without somebody it is about."""

    def all_of(kind: EventKind) -> list[Told]:
        return [told(event(kind, data), names) for data in EVENTS[kind]]

    return all_of


@pytest.fixture
def event_samples() -> dict[EventKind, tuple[dict[str, Any], ...]]:
    """The data above."""
    return EVENTS


@pytest.fixture
def make_event() -> Callable[..., Event]:
    """How to make an event of the sample's party."""
    return event


class _Reader(HTMLParser):
    """The words of an HTML mail in the order they are read; style and head are not."""

    _APART = frozenset({"p", "div", "h1", "h2", "tr", "td", "th", "br", "table"})

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("head", "style")
        if tag in self._APART:
            self.words.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("head", "style")
        if tag in self._APART:
            self.words.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(data)


@pytest.fixture
def html_words() -> Callable[[str], list[str]]:
    """The words of an HTML mail in order."""

    def words(html: str) -> list[str]:
        reader = _Reader()
        reader.feed(html)
        return "".join(reader.words).split()

    return words
