"""What stands, told alike everywhere: to the player, in the receipt and the outcome, and at the DM's desk."""

import json
import re
from datetime import datetime

import pytest
from click.testing import CliRunner
from runs.story import MADRID, Story

from mailer.cli.app import estafeta

LUIS, MARTA, IVAN, JANA = "luis@example.com", "marta@example.com", "ivan@example.net", "jana@example.net"
ALBA, OWEN, TESS = "alba@example.com", "owen@example.com", "tess@example.net"


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def plain(text):
    return " ".join(text.split())


def write(story, who, at, words):
    story.letter(who, f"2026-01-{at}", words)
    hour, minute = at[-5:].split(":")
    story.run(f"2026-01-{at[:2]} {hour}:{int(minute) + 3:02}")
    player = who.partition("@")[0]
    receipts = story.texts(player, "receipt")
    return plain(receipts[-1]) if receipts else ""


def command(story, *words, at="2026-01-20 12:00"):
    now = datetime.fromisoformat(at).replace(tzinfo=MADRID).isoformat()
    done = CliRunner().invoke(estafeta, [*words, "-C", str(story.folder), "--now", now, "--json"])
    assert done.exit_code == 0, done.output
    return done.output


def desk(story, **options):
    """The orders at the desk: (number, words, force)."""
    found = [json.loads(line) for line in command(story, "orders", **options).splitlines()]
    return [(one["id"], plain(one["says"]), one["force"]) for one in found]


def numbers(text):
    """The numbered rows of the answer to "estado"."""
    return set(map(int, re.findall(r"(?<![\w.])(\d+)\. (?=[a-zé«])", text)))


# -- one truth -------------------------------------------------------------------------------------------------------


def test_limits_and_attitudes_stand_everywhere_after_the_rules_have_heard_them(story):
    write(story, LUIS, "16 10:00", "Retirada al 30 %.\nSi aparecen goblins, los sobornamos hasta 5 po.")
    story.run("2026-01-16 23:05")
    told = write(story, LUIS, "17 09:00", "¿Órdenes?\nestado")
    ids = [row[0] for row in story.rows("select id from orders where kind in ('retreatat', 'meet') order by id")]
    assert len(ids) == 2
    assert {one[0] for one in desk(story)} >= set(ids)
    shown = json.loads(command(story, "show", "Duric"))
    assert {one["id"] for one in shown["orders"]} >= set(ids)
    outcome = plain(story.texts("luis", "outcome")[-1])
    for number in ids:
        assert f"{number}. " in told
        assert f"{number}. " in outcome


def test_what_a_sheet_came_with_stands_too(story):
    told = write(story, MARTA, "16 10:00", "estado")
    assert (0, "retirada al 40 %", "order") in desk(story)
    assert "· retirada al 40 %" in told.replace("\xa0", " ")
    assert "· retirada al 40 %" in plain(story.texts("marta", "outcome")[-1]).replace("\xa0", " ")
    assert "retirada al 40 %" in [plain(one["says"]) for one in json.loads(command(story, "show", "Krom"))["orders"]]


def test_a_limit_taken_back_is_gone_from_the_sheet(story):
    write(story, LUIS, "16 10:00", "Retirada al 30 %.")
    story.run("2026-01-16 23:05")
    number = story.rows("select id from orders where kind = 'retreatat'")[0][0]
    write(story, LUIS, "17 10:00", f"anular {number}")
    assert story.rows("select state from orders where kind = 'retreatat'") == [("cancelled",)]
    assert number not in {one[0] for one in desk(story)}
    for day in (17, 18, 19):
        story.run(f"2026-01-{day} 23:05")
    party = json.loads(
        story.rows("select json from parties where party = 'los-cuatro' order by step desc limit 1")[0][0]
    )
    assert not party.get("standing")
    assert story.rows("select state from orders where kind = 'cancel'") == [("done",)]


def test_a_personal_limit_taken_back_is_gone_from_the_sheet(story):
    write(story, MARTA, "16 10:00", "Retirada al 30 %.")
    story.run("2026-01-16 23:05")
    write(story, MARTA, "17 10:00", "anular 1")
    for day in (17, 18, 19):
        story.run(f"2026-01-{day} 23:05")
    sheet = json.loads(story.rows("select json from sheets where character = 'krom' order by step desc limit 1")[0][0])
    assert not {"retreat_percent", "retreat_by"} & set(sheet.get("limits", {}))
    assert desk(story)[:1] != [(1, "retirada al 30 %", "order")]


def test_a_foray_whose_order_is_taken_back_ends(story):
    write(story, LUIS, "16 10:00", "Exploramos.")
    story.run("2026-01-16 23:05")
    number, state = story.rows("select id, state from orders where kind = 'stance'")[0]
    if state == "standing":
        write(story, LUIS, "17 10:00", f"anular {number}")
        story.run("2026-01-17 23:05")
        party = json.loads(
            story.rows("select json from parties where party = 'los-cuatro' order by step desc limit 1")[0][0]
        )
        assert party["foray"].get("order") != number


# -- one in the place of another -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "first", "second", "told"),
    [
        (LUIS, "Retirada al 30 %.", "Retirada al 50 %.", "sustituye a «retirada al 30 %» (la orden 1)"),
        (LUIS, "Exploramos.", "Volvemos al exterior.", "sustituye a «explorar más adentro» (la orden 1)"),
        (MARTA, "Carga hasta media.", "Carga hasta ligera.", "sustituye a «carga hasta"),
        (LUIS, "Si aparecen goblins, luchamos.", "Si aparecen goblins, huimos.", "sustituye a «si aparecen goblins"),
        (OWEN, "We travel to Dunmarrow.", "We travel to Saltmire.", "takes the place of “travel to Dunmarrow” (order"),
        (TESS, "Retreat at 20 %.", "Retreat at 60 %.", "takes the place of “retreat at 20%” (order"),
    ],
)
def test_a_later_order_of_the_same_kind_takes_the_place_of_the_earlier(story, who, first, second, told):
    write(story, who, "16 10:00", first)
    receipt = write(story, who, "16 11:00", second)
    assert told in receipt.replace("\xa0", " ")
    assert [row[0] for row in story.rows("select state from orders order by id")] == ["replaced", "standing"]


@pytest.mark.parametrize(
    ("who", "first", "second"),
    [
        (TESS, "Pell buys 2 torches.", "Pell buys 3 torches."),
        (LUIS, "Si aparecen goblins, luchamos.", "Si aparecen gusanos, huimos."),
        (LUIS, "Exploramos.", "Mañana volvemos al exterior."),
        (LUIS, "Retirada al 30 %.", "Carga hasta ligera."),
    ],
)
def test_what_goes_together_stands_together(story, who, first, second):
    write(story, who, "16 10:00", first)
    write(story, who, "16 11:00", second)
    assert {row[0] for row in story.rows("select state from orders")} == {"standing"}


def test_two_stances_of_one_letter_are_a_plan(story):
    write(story, LUIS, "16 10:00", "Aseguramos la posición hasta mañana.\nDespués volvemos al exterior.")
    assert "replaced" not in {row[0] for row in story.rows("select state from orders")}


def test_taking_back_brings_back_what_stood_before(story):
    write(story, LUIS, "16 10:00", "Retirada al 30 %.")
    write(story, LUIS, "16 11:00", "Retirada al 50 %.")
    write(story, LUIS, "16 12:00", "deshacer")
    states = story.rows("select state from orders where kind = 'retreatat' order by id")
    assert states == [("standing",), ("cancelled",)]


def test_the_same_words_twice_in_a_breath_are_asked_about_and_bought_once(story):
    story.letter(TESS, "2026-01-16 10:00", "Pell buys 2 torches.")
    story.letter(TESS, "2026-01-16 10:01", "Pell buys 2 torches.")
    story.letter(TESS, "2026-01-16 10:09", "Pell buys 2 torches.")
    story.run("2026-01-16 10:10")
    assert story.rows("select count(*) from orders where kind = 'shop'") == [(2,)]
    asked = plain(story.texts("tess", "receipt")[1])
    assert "a moment ago" in asked
    write(story, TESS, "16 11:00", "B")
    assert story.rows("select count(*) from orders where kind = 'shop'") == [(2,)]


def test_the_same_words_twice_count_twice_where_that_is_confirmed(story):
    story.letter(TESS, "2026-01-16 10:00", "Pell buys 2 torches.")
    story.letter(TESS, "2026-01-16 10:01", "Pell buys 2 torches.")
    story.run("2026-01-16 10:10")
    write(story, TESS, "16 11:00", "A")
    assert story.rows("select count(*) from orders where kind = 'shop' and state = 'standing'") == [(2,)]


# -- proposals -------------------------------------------------------------------------------------------------------


def test_a_proposal_is_shown_as_one_with_who_decides_and_how(story):
    told = write(story, MARTA, "16 10:00", "Nos quedamos.\nestado")
    assert "propuesta; decide Luis" in told
    assert [one for one in desk(story, at="2026-01-16 10:30") if one[2] == "proposal"]
    told = write(story, LUIS, "16 10:10", "estado")
    number = story.rows("select id from orders where kind = 'stance'")[0][0]
    assert f"propuesta de Marta; para aceptarla, «acepto la propuesta {number}»" in told


@pytest.mark.parametrize(
    "words",
    ["Acepto la propuesta {n}.", "Propuesta {n}: sí", "Hacemos lo que dice Marta.", "De acuerdo con lo de Krom",
     "Vale, acepto la propuesta", "Accept proposal {n}", "Let's do what Marta says"],
)  # fmt: skip
@pytest.mark.parametrize("later", [False, True])
def test_accepting_a_proposal_makes_it_the_party_s(story, words, later):
    write(story, MARTA, "16 10:00", "Exploramos hacia el fondo.")
    if later:
        story.run("2026-01-16 23:05")
    number = story.rows("select id from orders where kind = 'stance'")[0][0]
    write(story, LUIS, "17 10:00" if later else "16 11:00", words.format(n=number))
    rows = story.rows("select player, state, reason from orders where kind = 'stance' order by id")
    assert rows == [("marta", "done", f"order {rows_last(story)}"), ("luis", "standing", "")]
    assert "Luis cambia lo que hace el grupo" in plain(story.texts("ivan", "override")[-1])
    for day in (17, 18, 19):
        story.run(f"2026-01-{day} 23:05")
    assert story.rows(
        "select count(*) from events where kind = 'stance_begun' and json_extract(data, '$.stance') = 'explore'"
    )[0][0]


def rows_last(story):
    return story.rows("select max(id) from orders where kind = 'stance'")[0][0]


def test_nobody_else_accepts_a_proposal(story):
    write(story, MARTA, "16 10:00", "Exploramos hacia el fondo.")
    for who, minute in ((IVAN, 11), (MARTA, 12), (OWEN, 13), (TESS, 14)):
        write(story, who, f"16 {minute}:00", "Acepto la propuesta 1.")
    assert story.rows("select count(*) from orders where kind = 'stance'") == [(1,)]


def test_a_proposal_ends_when_the_spokesperson_says_otherwise_later(story):
    write(story, MARTA, "16 10:00", "Exploramos hacia el fondo.")
    story.run("2026-01-16 23:05")
    assert story.rows("select state from orders where kind = 'stance'") == [("standing",)]
    write(story, LUIS, "17 10:00", "Volvemos al exterior.")
    story.run("2026-01-17 23:05")
    assert story.rows("select state, overruled_by from orders where player = 'marta'") == [("overruled", 2)]


def test_a_proposal_is_told_once(story):
    write(story, MARTA, "16 10:00", "Exploramos hacia el fondo.")
    for day in (16, 17, 18):
        story.run(f"2026-01-{day} 23:05")
    assert story.rows("select count(*) from events where kind = 'proposed'") == [(1,)]


def test_a_proposal_may_be_turned_down(story):
    write(story, MARTA, "16 10:00", "Exploramos hacia el fondo.")
    write(story, LUIS, "16 11:00", "No a la propuesta 1")
    assert story.rows("select state, reason from orders where kind = 'stance'") == [("failed", "refused")]


def test_a_proposal_is_open_for_some_days_and_no_longer(story):
    write(story, MARTA, "16 10:00", "Retirada al 20 %.\nExploramos hacia el fondo.")
    states = []
    for day in range(16, 22):
        story.run(f"2026-01-{day} 23:05")
        states.append(story.rows("select state from orders where kind = 'stance'")[0][0])
    assert states == ["standing"] * 3 + ["replaced"] * 3
    assert story.rows("select state from orders where kind = 'retreatat'") == [("standing",)]
