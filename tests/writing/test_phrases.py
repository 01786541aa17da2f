"""Every event, order, doubt and decision has its words in both languages, and says them whole."""

import ast
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from mailer.reading.orders.said import DoubtCode
from mailer.resources import shipped
from mailer.writing.deeds import deed
from mailer.writing.names import Names
from mailer.writing.templates import phrases
from mailer.writing.told import told
from mailer.writing.views import Told
from rules.character import LoadLevel
from rules.events import Event, EventKind
from rules.orders import (
    Absence,
    Act,
    Answer,
    Ask,
    Attitude,
    BreakAway,
    Cancel,
    Carry,
    Designate,
    Do,
    Free,
    Hire,
    LoadUpTo,
    Meet,
    Purchase,
    Rejoin,
    Rest,
    Resume,
    RetreatAt,
    Sale,
    Shop,
    Stance,
    StanceKind,
    Travel,
    Unite,
    Wait,
)

ROOT = Path(__file__).resolve().parents[2]

ACTS: tuple[tuple[Act, str, str], ...] = (
    (Shop((Purchase("ganzua", 2, 1500),)), "comprar 2 ganzúas (hasta 15 po)", "buy 2 lockpicks (up to 15 gp)"),
    (
        Shop((Purchase("cuerda", 1), Sale("racion", None, 20)), 5000),
        "comprar 1 cuerda; vender ración (desde 2 pp) (hasta 50 po en total)",
        "buy 1 rope; sell ration (from 2 sp) (up to 50 gp in total)",
    ),
    (Travel("posada"), "viajar a la posada del Cuervo", "travel to the Raven inn"),
    (
        Travel("valdecuervo", ("posada", "camino-viejo"), "forced", stealth=True, transport="carro"),
        "viajar a Valdecuervo por la posada del Cuervo y el Camino Viejo, a marcha forzada, con sigilo, en carro",
        "travel to Saltmire by the Raven inn and the Old Road, by forced march, unseen, by carro",
    ),
    (Stance(StanceKind.SECURE), "asegurar la posición", "secure the position"),
    (Stance(StanceKind.EXPLORE, "cripta"), "explorar la Cripta de Ossur", "explore the Weeping Barrow"),
    (
        Stance(StanceKind.RAID, target="capilla", route=("antesala",)),
        "incursión a la capilla hundida por la antesala",
        "raid the sunken chapel by the antechamber",
    ),
    (
        Stance(StanceKind.RETURN, until=4000),
        "retorno al exterior hasta el 22 de Hojarasca",
        "return to the surface until 22 Leafall",
    ),
    (
        Meet(Attitude.BRIBE, "goblin", 1000, 2),
        "si aparecen goblins, sobornar, hasta 10 po, hasta 2 raciones",
        "if goblins turn up, bribe, up to 10 gp, up to 2 rations",
    ),
    (Meet(Attitude.FIGHT), "si aparece alguien, luchar", "if anyone turns up, fight"),
    (RetreatAt(percent=40), "retirada al 40 %", "retreat at 40%"),
    (RetreatAt(hp=5), "retirada con 5 PG", "retreat at 5 hp"),
    (LoadUpTo(LoadLevel.HEAVY), "carga hasta pesada", "load up to heavy"),
    (LoadUpTo(weight=805), "carga hasta 80,5 lb", "load up to 80.5 lb"),
    (Rest(3), "descansar 3 días", "rest 3 days"),
    (
        Rest(1, 12, "ulmo"),
        "descansar 1 día hasta 12 PG, al cuidado de Ulmo",
        "rest 1 day until 12 hp, under the care of Ulmo",
    ),
    (
        Hire("porter", 2, 20, 5),
        "contratar 2 porteadores (hasta 2 pp al día), 5 días",
        "hire 2 porters (up to 2 sp a day), 5 days",
    ),
    (Do("carouse", "", 1, 500), "salir de juerga, 1 día, 5 po", "carousing, 1 day, 5 gp"),
    (Do("research:x", "el túmulo"), "investigación: el túmulo", "research: el túmulo"),
    (Wait(4000), "esperar hasta el 22 de Hojarasca", "wait until 22 Leafall"),
    (Answer("d", "A"), "opción A", "option A"),
    (
        Answer("d", "counter", 500, 1, "y basta"),
        "contraoferta: pagar 5 po y 1 ración y basta",
        "counter-offer: pay 5 gp and 1 ration y basta",
    ),
    (
        Carry("ulmo", ("duric", "krom")),
        "Duric y Krom cargan con el cuerpo de Ulmo",
        "Duric and Krom carry the body of Ulmo",
    ),
    (Designate("jana"), "portavoz: Jana", "spokesperson: Jana"),
    (BreakAway(lasting=True), "por mi cuenta desde ahora", "on my own from now on"),
    (Rejoin(), "vuelvo con el grupo", "back with the party"),
    (
        Absence(1500, 4000),
        "ausente del miércoles 21 de enero (21 de Hojarasca) al jueves 22 de enero (22 de Hojarasca)",
        "away from Wednesday 21 January (21 Leafall) to Thursday 22 January (22 Leafall)",
    ),
    (Cancel("shop"), "anular las compras y ventas", "cancel buying and selling"),
    (Cancel("all", 4), "anular la orden 4", "cancel order 4"),
    (Unite("los-cuatro"), "unirse a Los Cuatro", "become one with The Greywick Company"),
    (Unite("los-cuatro", "krom"), "llevar con vosotros a Krom", "take Krom along"),
    (Resume(4), "reanudar la orden 4", "take up order 4 again"),
    (Resume(), "reanudar lo suspendido", "take up what was suspended again"),
    (Cancel(), "anular todo", "cancel everything"),
    (Ask(("hp", "money")), "preguntar por puntos de golpe y la bolsa", "ask about hit points and the purse"),
    (Free("robo al\nherrero »"), "«robo al herrero ”»", "“robo al herrero »”"),
)


@pytest.mark.parametrize("kind", EventKind)
def test_every_event_is_told_whole(kind: EventKind, told_of: Callable[[EventKind], list[Told]], language: str) -> None:
    macros = phrases(language).modules["events"]
    for one in told_of(kind):
        said = str(getattr(macros, kind.value)(one)).strip()
        assert said[-1] in ".”»?", said
        assert "  " not in said and "None" not in said and "_" not in said and "  " not in str(macros.fold(one)), said
        assert said[0].isupper() or said[0].isdigit() or said[0] in "«“", said


@pytest.mark.parametrize("kind", EventKind)
def test_an_event_about_nobody_is_told_too(
    kind: EventKind, event_samples: Any, make_event: Callable[..., Event], names: Names, language: str
) -> None:
    macros = phrases(language).modules["events"]
    said = str(getattr(macros, kind.value)(told(make_event(kind, event_samples[kind][0], characters=()), names)))
    assert said.strip()


def test_samples_have_the_keys_that_the_rules_list(event_samples: Any) -> None:
    source = (ROOT / "rules" / "events.py").read_text("utf-8")
    listed = dict(re.findall(r'"(\w+)"  # (.*)', source))
    for kind in EventKind:
        for key in set().union(*event_samples[kind]):
            assert key in listed.get(kind.value, "") or kind is EventKind.SURVIVAL, f"{kind}: {key} is not listed"


def test_plural_and_singular_agree(told_of: Callable[[EventKind], list[Told]], language: str) -> None:
    macros = phrases(language).modules["events"]
    many, one = (str(macros.encounter(told)) for told in told_of(EventKind.ENCOUNTER))
    expected = {
        "es": ("Dos gusanos carroñeros salen al paso del grupo.", "Un goblin vuelve, y no ha sido para charlar."),
        "en": ("Two carrion worms cross the path of the party.", "A goblin comes back, and not for a chat."),
    }
    assert (many, one) == expected[language]


def test_dice_and_rule_stand_beneath(told_of: Callable[[EventKind], list[Told]], language: str) -> None:
    fold = str(phrases(language).modules["events"].fold(told_of(EventKind.SURVIVED)[0])).strip()
    expected = {
        "es": "dado 32 contra 70\u00a0%: sobrevive con 38 de margen, 3d10 (1 + 2) = 14 heridas",
        "en": "roll 32 against 70%: survives by 38, 3d10 (1 + 2) = 14 wounds",
    }
    assert fold == expected[language]


def test_an_event_nobody_foresaw_does_not_cost_the_mail(language: str) -> None:
    say = phrases(language).functions()["tell"]
    assert say(Told("dragon_parade", "14:00", group="el grupo")) == "El grupo: dragon parade."
    assert "died" in say(Told("died", "14:00", d={}, group="el grupo"))


@pytest.mark.parametrize(("act", "es", "en"), ACTS)
def test_every_order_has_a_short_form(act: Act, es: str, en: str, language: str, names: Names) -> None:
    assert phrases(language).functions()["short"](deed(act, names)) == {"es": es, "en": en}[language]


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize(
    ("days", "es", "en"),
    [
        (0, "", ""),
        (1, " cada día", " every day"),
        (2, " cada 2 días", " every 2 days"),
        (7, " cada semana", " every week"),
        (14, " cada 2 semanas", " every 2 weeks"),
        (30, " cada mes", " every month"),
    ],
)
def test_an_order_that_repeats_says_how_often(days: int, es: str, en: str, language: str, names: Names) -> None:
    short = phrases(language).functions()["short"]
    for act in (Shop((Purchase("cuerda", 1),)), Do("carouse", "", 1, 500)):
        assert short(deed(act, names, every=days)) == short(deed(act, names)) + {"es": es, "en": en}[language]


def test_no_order_is_forgotten() -> None:
    assert {type(act) for act, _, _ in ACTS} == set(get_args(Act))


def _codes_asked() -> set[str]:
    """Codes of doubts that reading and resolving use, found in their source."""
    found = {code.value for code in DoubtCode}
    for path in (ROOT / "mailer" / "reading" / "resolve").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "ask"
                and len(node.args) > 1
            ):
                code = node.args[1]
                found |= {code.value} if isinstance(code, ast.Constant) else set()
    return found


def test_every_doubt_has_its_words(language: str) -> None:
    macros = phrases(language).modules["doubts"]
    missing = sorted(code for code in _codes_asked() if not hasattr(macros, code))
    assert not missing


def test_both_languages_have_the_same_words_and_macros() -> None:
    tables = [tomllib.loads((shipped("templates") / one / "words.toml").read_text("utf-8")) for one in ("es", "en")]
    loose = {"plurals", "genders", "numbers", "articles"}
    for group in tables[0].keys() | tables[1].keys():
        first, second = (table[group] for table in tables)
        if isinstance(first, dict) and group not in loose:
            assert first.keys() == second.keys(), group
    macros = []
    for one in ("es", "en"):
        files = sorted((shipped("templates") / one).glob("*.j2"))
        macros.append({path.name: re.findall(r"{% macro (\w+)\(", path.read_text("utf-8")) for path in files})
    assert macros[0] == macros[1]


@pytest.mark.parametrize(
    ("minutes", "es", "en"),
    [
        (46, "en la posada del Cuervo.", "at the Raven inn."),
        (68, ", tras una hora bajo tierra.", ", after an hour underground."),
        (1439, ", tras veintitrés horas bajo tierra.", ", after 23 hours underground."),
        (1440, ", tras un día bajo tierra.", ", after a day underground."),
        (2880, ", tras 2 días bajo tierra.", ", after two days underground."),
    ],
)
def test_time_underground_is_told_in_days_only_where_they_are_whole(minutes, es, en, make_event, names, language):
    event = told(make_event(EventKind.LEFT_SITE, {"place": "posada", "minutes": minutes, "days": 1}), names)
    assert str(phrases(language).say("events", "left_site", event)).endswith(es if language == "es" else en)


def test_a_trap_with_an_article_draws_it_in(make_event, names, language):
    data = {"trap": ["el brocal podrido", "the rotten rim"], "chance": 50}
    said = str(phrases(language).say("events", "survival", told(make_event(EventKind.SURVIVAL, data), names)))
    assert ("con vida del brocal podrido" if language == "es" else "the rotten rim") in said
