"""Two parties meet and become one, by mail, as soon as both want it; and whoever wants to parts again."""

import json
from datetime import datetime

import pytest
from click.testing import CliRunner
from runs.story import MADRID, Story

from mailer.campaign.load import load_campaign
from mailer.cli.app import estafeta
from mailer.ledger.ledger import open_ledger
from mailer.ledger.world import load_world
from mailer.replaying import changes, replay
from rules.time import Day

ALBA, LUIS, MARTA, IVAN = "alba@example.com", "luis@example.com", "marta@example.com", "ivan@example.net"
JANA, OWEN, TESS = "jana@example.net", "owen@example.com", "tess@example.net"


def plain(text):
    return " ".join(text.split())


def world(story):
    ledger = open_ledger(story.folder / "ledger.db")
    found = load_world(ledger, load_campaign(story.folder).start)
    ledger.close()
    return found


def write(story, who, at, words, **more):
    story.letter(who, f"2026-01-{at}", words, **more)
    story.run(f"2026-01-{at[:2]} {at[3:5]}:{int(at[6:]) + 3:02}")
    found = story.texts(who.partition("@")[0], "receipt")
    return plain(found[-1]) if found else ""


def told(story, player, kind="outcome"):
    return plain(story.texts(player, kind)[-1])


@pytest.fixture
def story(tmp_path):
    """Los Cuatro have come to the town where the others are."""
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    write(made, ALBA, "16 08:00", "Los Cuatro está en Greywick")
    return made


def one_party(story, words="Nos unimos al grupo de Maren."):
    """Luis asks, Owen says yes to the mail that asks him."""
    write(story, LUIS, "16 09:00", words)
    asked = story.mails("owen", "proposal")[-1]
    write(story, OWEN, "16 10:00", "yes", In_Reply_To=asked["Message-ID"])
    story.run("2026-01-16 23:05")
    return story


def test_the_others_are_asked_and_told_what_it_means(story):
    receipt = write(story, LUIS, "16 09:00", "Nos unimos al grupo de Maren.")
    assert "Unirse a Greywick: se lo preguntamos al otro grupo" in receipt
    asked = told(story, "owen", "proposal")
    assert "Luis (Duric) proposes something for Greywick. It is for you to decide." in asked
    assert "1. become one with Los Cuatro" in asked
    assert story.mails("tess", "proposal") == []
    story.run("2026-01-16 23:05")
    assert set(world(story).parties) == {"los-cuatro", "greywick"}
    assert "1. become one with Los Cuatro (the party's), proposal by Luis" in write(story, OWEN, "17 09:00", "status")


def test_both_want_it_and_are_one(story):
    before = world(story)
    after = world(one_party(story))
    [party] = after.parties.values()
    assert party.id == "greywick"
    assert party.members == (*before.parties["greywick"].members, *before.parties["los-cuatro"].members)
    assert party.spokesperson == "owen"
    assert party.where.place == "greywick"
    rations = {name: sheet.rations for name, sheet in before.characters.items()}
    assert {name: sheet.rations for name, sheet in after.characters.items()} == rations
    assert party.maps == before.parties["los-cuatro"].maps
    assert story.rows("select state from orders where kind = 'unite'") == [("done",), ("done",)]


def test_everybody_hears_of_it_that_day_in_their_language(story):
    one_party(story)
    for player in ("luis", "marta", "ivan", "jana"):
        said = told(story, player)
        assert "Los Cuatro y Greywick van desde ahora en el mismo grupo, Greywick" in said
        assert "se suman Duric, Krom, Ulmo y Joram. Habla por todos Owen." in said
    for player in ("owen", "tess"):
        said = told(story, player)
        assert (
            "Los Cuatro and Greywick are one party from now on, Greywick: Duric, Krom, Ulmo and Joram join it" in said
        )
        assert "speaks for all of you" in said
    assert "en el mismo grupo" in told(story, "alba", "digest")


def test_one_speaks_for_all_of_them_and_orders_of_their_own_stand(story):
    write(story, MARTA, "16 08:30", "Krom compra 2 antorchas mañana.")
    one_party(story)
    assert "propuesta" in write(story, LUIS, "17 09:00", "Viajamos a Valdecuervo.")
    write(story, OWEN, "17 09:30", "We travel to Saltmire.")
    story.run("2026-01-17 23:05")
    [party] = world(story).parties.values()
    assert party.where.destination == "saltmire"
    assert story.rows("select day from events where kind = 'bought'") == [(2,)]


def test_attitudes_of_those_they_come_to_hold(story):
    write(story, OWEN, "16 08:30", "If goblins show up, we parley.")
    write(story, LUIS, "16 08:40", "Si aparecen goblins, luchamos.")
    after = world(one_party(story))
    [order] = after.parties["greywick"].standing
    assert order.act.attitude == "parley"
    assert "si aparecen goblins, luchar (del grupo), propuesta; decide Owen" in write(story, LUIS, "17 09:00", "estado")


def test_who_wants_parts_again_and_comes_back(story):
    one_party(story)
    write(story, MARTA, "17 09:00", "Krom se va por su cuenta.")
    story.run("2026-01-17 23:05")
    after = world(story)
    alone = next(party for party in after.parties.values() if "krom" in party.members)
    assert (alone.members, alone.left) == (("krom",), "greywick")
    assert "krom" not in after.parties["greywick"].members
    assert "te apartas" not in write(story, MARTA, "18 09:10", "Krom vuelve con el grupo.")
    story.run("2026-01-18 23:05")
    assert "krom" in world(story).parties["greywick"].members
    assert "Krom vuelve con Greywick" in told(story, "luis")


def test_who_broke_away_before_comes_back_to_the_party_they_have_become(story):
    write(story, MARTA, "16 08:30", "Krom se va por su cuenta.")
    one_party(story)
    assert "krom" not in world(story).parties["greywick"].members
    write(story, MARTA, "17 09:00", "Krom vuelve con el grupo.")
    story.run("2026-01-17 23:05")
    assert set(world(story).parties) == {"greywick"}
    assert "krom" in world(story).parties["greywick"].members


def test_no_is_no(story):
    write(story, LUIS, "16 09:00", "Nos unimos al grupo de Maren.")
    asked = story.mails("owen", "proposal")[-1]
    write(story, OWEN, "16 10:00", "no", In_Reply_To=asked["Message-ID"])
    story.run("2026-01-16 23:05")
    assert set(world(story).parties) == {"los-cuatro", "greywick"}
    assert story.rows("select state, reason from orders where kind = 'unite'") == [("failed", "refused")]


def test_nobody_answers_and_after_some_days_it_is_over(story):
    write(story, LUIS, "16 09:00", "Nos unimos al grupo de Maren.")
    for day in range(16, 21):
        story.run(f"2026-01-{day} 23:05")
    assert story.rows("select state, reason from orders where kind = 'unite'") == [("failed", "nobody_united")]
    assert "los otros no dijeron que sí" in " ".join(map(plain, story.texts("luis", "outcome")))


def test_who_does_not_speak_for_the_party_only_proposes_it(story):
    write(story, MARTA, "16 09:00", "Nos unimos al grupo de Maren.")
    assert "1. unirse a Greywick" in told(story, "luis", "proposal")
    write(story, OWEN, "16 10:00", "We join Los Cuatro.")
    story.run("2026-01-16 23:05")
    assert set(world(story).parties) == {"los-cuatro", "greywick"}


def test_each_by_itself_asks_the_other_and_that_is_enough(story):
    write(story, OWEN, "16 09:00", "We join Los Cuatro.")
    write(story, LUIS, "16 10:00", "Nos unimos a Greywick.")
    story.run("2026-01-16 23:05")
    [party] = world(story).parties.values()
    assert (party.id, party.spokesperson) == ("los-cuatro", "luis")


def test_one_of_a_party_goes_over_to_another(story):
    receipt = write(story, MARTA, "16 09:00", "Krom se une al grupo de Maren.")
    assert "por mi cuenta" in receipt.lower()
    assert "krom" in told(story, "owen", "proposal").lower()
    number = story.rows("select max(id) from orders")[0][0]
    write(story, OWEN, "16 10:00", f"accept proposal {number}")
    story.run("2026-01-16 23:05")
    after = world(story)
    assert "krom" in after.parties["greywick"].members
    assert after.parties["los-cuatro"].members == ("duric", "ulmo", "joram")


def test_where_nobody_speaks_most_must_want_it(tmp_path):
    story = Story(tmp_path / "campaign")
    path = story.folder / "roster.toml"
    path.write_text("\n".join(line for line in path.read_text().splitlines() if not line.startswith("spokesperson")))
    story.run("2026-01-15 23:05")
    write(story, ALBA, "16 08:00", "Los Cuatro está en Greywick")
    write(story, LUIS, "16 09:00", "Nos unimos a Greywick.")
    write(story, IVAN, "16 09:10", "Nos unimos a Greywick.")
    write(story, OWEN, "16 09:20", "We join Los Cuatro.")
    write(story, TESS, "16 09:30", "We join Los Cuatro.")
    story.run("2026-01-16 23:05")
    assert set(world(story).parties) == {"los-cuatro", "greywick"}  # two of four are not most
    write(story, JANA, "17 09:00", "Nos unimos a Greywick.")
    story.run("2026-01-17 23:05")
    assert set(world(story).parties) == {"greywick"}


@pytest.mark.parametrize(
    "words", ["Nos unimos al grupo de Maren.", "Nos unimos a Greywick.", "Krom se une a Greywick."]
)
def test_nobody_learns_by_asking_who_is_where(tmp_path, words):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    told_ = write(story, MARTA, "16 09:00", words)
    other = write(story, MARTA, "16 10:00", words.replace("Maren", "Zorba").replace("Greywick", "Zorbik"))
    assert story.rows("select count(*) from orders where kind = 'unite'") == [(0,)]
    assert ("duda" in told_) == ("duda" in other)
    assert story.mails("owen", "proposal") == []


def test_it_is_the_same_when_replayed(story):
    one_party(story)
    story.run("2026-01-17 23:05")
    ledger = open_ledger(story.folder / "ledger.db")
    assert changes(replay(story.folder, ledger, first=Day(0)), first=Day(0)) == ()
    ledger.close()


def test_the_desk_shows_who_asks_whom(story):
    write(story, LUIS, "16 09:00", "Nos unimos al grupo de Maren.")
    now = datetime.fromisoformat("2026-01-16 12:00").replace(tzinfo=MADRID).isoformat()
    done = CliRunner().invoke(estafeta, ["orders", "--json", "-C", str(story.folder), "--now", now])
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in done.output.splitlines()]
    assert "unirse a Greywick" in [plain(row["says"]) for row in rows]
