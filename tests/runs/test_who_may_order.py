"""Every kind of order by every kind of sender: obeyed, proposed or refused as it should be; a refusal tells nothing.

The rows are the acts of the rules: whoever adds one must say here who may order it. The letters ask for things of Los
Cuatro and of Krom, who is Marta's.
"""

import json
import shutil
import typing

import pytest
from runs.story import Story

from mailer.campaign.load import load_campaign
from mailer.ledger.codec import decode
from mailer.ledger.ledger import open_ledger
from mailer.ledger.world import load_world
from rules import orders
from rules.orders import Act, Order, Scope
from rules.standing import Force, force_of, home_of

ALBA, LUIS, MARTA, IVAN = "alba@example.com", "luis@example.com", "marta@example.com", "ivan@example.net"
JANA, OWEN, TESS, EVA = "jana@example.net", "owen@example.com", "tess@example.net", "eva@example.org"

LINES: dict[type, str] = {
    orders.Cancel: "anular 1",  # Marta's limit
    orders.Shop: "Krom compra 2 antorchas.",
    orders.Travel: "Viajamos a Valdecuervo.",
    orders.Stance: "Exploramos hacia el fondo.",
    orders.Meet: "Si aparecen gusanos, luchamos.",
    orders.RetreatAt: "Retirada al 20 %.",
    orders.LoadUpTo: "Carga hasta ligera.",
    orders.Rest: "Krom descansa 3 días.",
    orders.Hire: "Krom contrata un porteador.",
    orders.Do: "Krom investiga la cripta 2 días.",
    orders.Wait: "Esperamos hasta el día 20.",
    orders.Answer: "A",
    orders.Carry: "Krom carga con Joram.",
    orders.Designate: "Portavoz: Marta.",
    orders.BreakAway: "Krom se va por su cuenta.",
    orders.Rejoin: "Krom vuelve con el grupo.",
    orders.Unite: "Nos unimos a Greywick.",  # who is elsewhere; test_parties_unite.py has them side by side
    orders.Absence: "Ausente del 25 al 28",
    orders.Resume: "reanudar la orden 1",  # which is not suspended; test_repeated_orders.py has one that is
    orders.Ask: "¿Qué órdenes tengo?",
    orders.Free: "Krom: otro cantar una nana;",
}
# Who writes, with which proof, and what the DM ruled before.
SENDERS = {
    "spokesperson": (LUIS, "pass", ""),
    "owner": (MARTA, "pass", ""),
    "owner apart": (MARTA, "pass", "Krom está en Puerto Salitre"),
    "member": (IVAN, "pass", ""),
    "apart": (IVAN, "pass", "Ulmo está en Puerto Salitre"),
    "owing": (IVAN, "pass", "sesión del 15 de enero: Ulmo; 9 días"),
    "dead": (JANA, "pass", ""),
    "away": (IVAN, "pass", ""),
    "other party": (OWEN, "pass", ""),
    "lone": (TESS, "pass", "Pell está en Valdecuervo"),
    "stranger": (EVA, "pass", ""),
    "held": (LUIS, "", ""),
    "forged": (MARTA, "fail", ""),
    "DM": (ALBA, "pass", ""),
    "DM forged": (ALBA, "fail", ""),
}
FIRST = {MARTA, ALBA, IVAN}  # who wrote before
# P: for the party; K: for Krom; p: a proposal; v: a vote; o: for their own people alone; D: the DM's word; .: nothing
TABLE = """
act       | spokesperson| owner| owner apart| member| apart| owing| dead| away| other party| lone| stranger| held| forged| DM| DM forged
Cancel    | .           | K    | K          | .     | .    | .    | .   | .   | .          | .   | .       | .   | .     | . | .
Shop      | .           | K    | K          | .     | .    | .    | .   | .   | .          | .   | .       | .   | .     | . | .
Travel    | P           | p    | K          | p     | o    | p    | .   | p   | o          | .   | .       | .   | .     | D | .
Stance    | P           | p    | .          | p     | .    | p    | .   | p   | .          | .   | .       | .   | .     | D | .
Meet      | P           | p    | K          | p     | o    | p    | .   | p   | o          | o   | .       | .   | .     | D | .
RetreatAt | P           | K    | K          | o     | o    | o    | .   | o   | o          | o   | .       | .   | .     | D | .
LoadUpTo  | o           | K    | K          | o     | o    | o    | .   | o   | o          | o   | .       | .   | .     | D | .
Rest      | .           | K    | K          | .     | .    | .    | .   | .   | .          | .   | .       | .   | .     | . | .
Hire      | .           | K    | K          | .     | .    | .    | .   | .   | .          | .   | .       | .   | .     | . | .
Do        | .           | K    | K          | .     | .    | .    | .   | .   | .          | .   | .       | .   | .     | . | .
Wait      | .           | .    | K          | .     | o    | .    | .   | .   | o          | o   | .       | .   | .     | . | .
Answer    | P           | p    | K          | p     | .    | p    | .   | p   | .          | .   | .       | .   | .     | D | .
Carry     | P           | K    | K          | .     | .    | .    | .   | .   | o          | .   | .       | .   | .     | D | .
Designate | P           | v    | v          | v     | .    | v    | v   | v   | .          | .   | .       | .   | .     | . | .
BreakAway | .           | K    | .          | .     | .    | .    | .   | .   | .          | .   | .       | .   | .     | . | .
Rejoin    | .           | .    | K          | .     | .    | .    | .   | .   | .          | .   | .       | .   | .     | . | .
Unite     | .           | .    | .          | .     | .    | .    | .   | .   | .          | .   | .       | .   | .     | . | .
Absence   | o           | K    | K          | o     | o    | o    | o   | o   | o          | o   | .       | .   | .     | D | .
Resume    | .           | .    | .          | .     | .    | .    | .   | .   | .          | .   | .       | .   | .     | . | .
Ask       | o           | K    | K          | o     | o    | o    | o   | o   | o          | o   | .       | .   | .     | . | .
Free      | .           | K    | K          | .     | .    | .    | .   | .   | .          | .   | .       | .   | .     | . | .
"""  # noqa: E501


def begun(folder, *changes):
    """Los Cuatro with a question open, and Marta's order number 1."""
    story = Story(folder)
    for old, new in changes:
        story.set(old, new, file="roster.toml")
    story.run("2026-01-15 23:05")
    story.letter(MARTA, "2026-01-16 08:00", "Retirada al 60 %.")
    story.run("2026-01-16 23:05")
    story.run("2026-01-17 23:05")
    assert story.rows("select party from decisions where state = 'open'") == [("los-cuatro",)]
    return story.folder


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return begun(tmp_path_factory.mktemp("base") / "campaign")


@pytest.fixture(scope="module")
def twin(tmp_path_factory):
    """The same with other secrets of Krom's."""
    changes = [('"lantern_hooded", "3 oil_lamp_per_pint"', '"lantern_hooded", "5 oil_lamp_per_pint"')]
    return begun(tmp_path_factory.mktemp("twin") / "campaign", *changes)


def written(base, folder, sender):
    """The story after every line of the table as a letter of its own, all read in one run."""
    shutil.copytree(base, folder)
    story = Story.__new__(Story)
    story.folder = folder
    address, proof, ruling = SENDERS[sender]
    story.letter(ALBA, "2026-01-18 08:00", f"Joram muere\n{ruling}")
    if sender == "away":
        story.letter(IVAN, "2026-01-18 08:00", "Ausente del 18 al 30")
    story.run("2026-01-18 08:05")
    for minute, line in enumerate(LINES.values()):
        words = f"Los Cuatro: {line}" if address == ALBA else line
        story.letter(address, f"2026-01-18 09:{minute:02}", words, proof=proof)
    story.run("2026-01-18 09:30")
    return story


def effects(story):
    """What each act's letter came to, one letter a kind of effect."""
    ledger = open_ledger(story.folder / "ledger.db")
    world = load_world(ledger, load_campaign(story.folder).start)
    rows = ledger.db.execute(
        "select o.json, l.own_words, l.player from orders o join letters l on l.id = o.letter where l.received like"
        " '2026-01-18T08:%' and l.received >= '2026-01-18T08:00'"
    ).fetchall()
    ledger.close()
    found: dict[str, set[str]] = {}
    for row in rows:
        order = decode(Order, json.loads(row["json"]))
        line = row["own_words"].removeprefix("Los Cuatro: ")
        found.setdefault(line, set()).add(effect(order, world, row["player"]))
    return {act: "".join(sorted(found.get(line, "."))) for act, line in LINES.items()}


def effect(order, world, player):
    home, force = home_of(order, world), force_of(order, world)
    if order.by_dm:
        return "D"
    if (
        isinstance(order.act, orders.Designate)
        and not order.by_dm
        and home is not None
        and home.spokesperson != order.by
    ):
        return "v"
    if force is not Force.ORDER:
        return force.value[0]
    if home is not None and home.id == "los-cuatro" and order.scope is Scope.PARTY:
        return "P"
    if order.character == "krom":
        return "K"
    assert world.characters[order.character].player == player, order
    return "o"


def test_every_kind_of_order_has_a_row():
    assert set(LINES) == set(typing.get_args(Act))
    assert {row.split()[0] for row in TABLE.strip().splitlines()[1:]} == {act.__name__ for act in LINES}


def cells(sender):
    heads, *rows = [line.split("|") for line in TABLE.strip().splitlines()]
    column = [head.strip() for head in heads].index(sender)
    return {row[0].strip(): row[column].strip() for row in rows}


@pytest.mark.parametrize("sender", SENDERS)
def test_each_is_obeyed_in_what_is_theirs(base, tmp_path, sender):
    story = written(base, tmp_path / "campaign", sender)
    assert {act.__name__: said for act, said in effects(story).items()} == cells(sender)


@pytest.mark.parametrize("sender", ["other party", "lone", "stranger", "held", "forged", "DM forged"])
def test_what_is_refused_tells_nothing_of_whose_it_is(base, twin, tmp_path, sender):
    told = []
    for number, folder in enumerate((base, twin)):
        story = written(folder, tmp_path / str(number), sender)
        rows = story.rows(
            "select recipient, subject, text from outbox where key like 'letter:%' and player is not 'alba' order by id"
        )
        told.append([row for row in rows if row[0] == SENDERS[sender][0]])
        assert {row[0] for row in rows} <= {SENDERS[sender][0], *([MARTA] if sender == "forged" else [])} | FIRST
    assert told[0] == told[1]
