"""Orders that repeat, by mail: done every so many days, suspended when they keep failing, shown, and taken up again."""

import json
from datetime import datetime

import pytest
from click.testing import CliRunner
from runs.story import MADRID, Story

from mailer.cli.app import estafeta
from mailer.ledger.ledger import open_ledger
from mailer.replaying import changes, replay
from rules.time import Day

ALBA, LUIS, TESS, OWEN = "alba@example.com", "luis@example.com", "tess@example.net", "owen@example.com"


def plain(text):
    return " ".join(text.split())


def command(story, *words, at="2026-01-25 12:00"):
    now = datetime.fromisoformat(at).replace(tzinfo=MADRID).isoformat()
    clock = () if words[0] == "verify" else ("--now", now)
    return CliRunner().invoke(estafeta, [*words, "-C", str(story.folder), *clock])


def evenings(story, first, last):
    for day in range(first, last + 1):
        story.run(f"2026-01-{day} 23:05")


def receipt(story, who, at, words, **more):
    story.letter(who, f"2026-01-{at}", words, **more)
    story.run(f"2026-01-{at[:2]} {at[3:5]}:{int(at[6:]) + 3:02}")
    found = story.texts(who.partition("@")[0], "receipt")
    return plain(found[-1]) if found else ""


def bought(story):
    rows = story.rows("select day, kind from events where kind in ('bought', 'not_bought') order by id")
    return [(day, kind) for day, kind in rows]


@pytest.fixture
def story(tmp_path):
    """Pell would buy plate armour every day, and cannot pay it."""
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    assert "Buy 1 plate armour every day" in receipt(made, TESS, "16 10:00", "Every day I buy plate mail.")
    evenings(made, 16, 18)
    return made


def test_it_is_done_day_after_day(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    receipt(story, TESS, "16 10:00", "Every day I buy a torch.")
    evenings(story, 16, 20)
    assert [kind for _, kind in bought(story)] == ["bought"] * 5
    assert story.rows("select state from orders") == [("standing",)]


def test_after_three_days_it_is_suspended_and_its_player_told_how_to_go_on(story):
    told = plain(story.texts("tess", "outcome")[-1])
    assert "has failed 3 times running (the purse was too light) and is suspended" in told
    assert "To take it up again: “resume 1”." in told
    assert "1. buy 1 plate armour every day, suspended after failing several times" in told
    evenings(story, 19, 22)
    assert [kind for _, kind in bought(story)] == ["not_bought"] * 3
    assert story.rows("select state from orders") == [("standing",)]


def test_nobody_else_hears_of_it(story):
    told = " ".join(story.texts("owen") + story.texts("luis"))
    assert "plate mail" not in told
    assert "suspended" not in told


def test_it_is_shown_as_suspended_everywhere(story):
    assert "1. buy 1 plate armour every day, suspended" in receipt(story, TESS, "19 09:00", "status")
    assert "suspended after failing several times" in receipt(story, TESS, "19 10:00", "Pell sells a dagger.")
    rows = [json.loads(line) for line in command(story, "orders", "--json").output.splitlines()]
    assert (1, "suspended") in [(row["id"], row["force"]) for row in rows]
    assert "suspendida" in command(story, "orders").output


@pytest.mark.parametrize("words", ["resume 1", "Retry order 1 again", "resume", "seguir 1", "reanudar la orden 1"])
def test_its_player_takes_it_up_again(story, words):
    told = receipt(story, TESS, "19 09:00", words)
    assert "Take up order 1 again" in told
    assert "suspended" not in told.partition("WHAT STANDS")[2]
    evenings(story, 19, 22)
    assert [kind for _, kind in bought(story)] == ["not_bought"] * 6
    told = [plain(text) for text in story.texts("tess", "outcome")]
    assert ["has failed 3 times running" in text for text in told[-5:]] == [True, False, False, True, False]


@pytest.mark.parametrize(
    ("who", "words", "proof"),
    [
        (OWEN, "resume 1", "pass"),  # who speaks for the party
        (LUIS, "seguir 1", "pass"),  # of another
        ("eva@example.org", "resume 1", "pass"),
        (TESS, "resume 1", "fail"),
        (ALBA, "reanuda la orden 1", "fail"),
        (TESS, "resume 7", "pass"),
    ],
)
def test_nobody_takes_up_what_is_not_theirs(story, who, words, proof):
    told = receipt(story, who, "19 09:00", words, proof=proof)
    evenings(story, 19, 20)
    assert [kind for _, kind in bought(story)] == ["not_bought"] * 3
    if who == LUIS:
        assert "No tienes ninguna orden suspendida" in told
    if who != TESS:
        assert "plate" not in told


@pytest.mark.parametrize("way", ["by mail", "rule"])
def test_the_dm_takes_it_up_and_takes_that_back(story, way):
    if way == "by mail":
        assert "la orden 1 vuelve a intentarse" in receipt(story, ALBA, "19 09:00", "reanuda la orden 1")
    else:
        assert command(story, "rule", "reanuda la orden 1", at="2026-01-19 09:00").exit_code == 0
        story.run("2026-01-19 09:10")
    assert "order 1 is tried again" in plain(story.texts("tess")[-1])
    assert "suspended" not in receipt(story, TESS, "19 10:00", "status").replace("not suspended", "")
    receipt(story, ALBA, "19 11:00", "deshaz el último fallo")
    evenings(story, 19, 20)
    assert [kind for _, kind in bought(story)] == ["not_bought"] * 3


def test_the_dm_hears_that_no_such_order_is_suspended(story):
    assert "No hay ninguna orden suspendida con ese número" in receipt(story, ALBA, "19 09:00", "reanuda la orden 8")


def test_the_same_again_takes_its_place(story):
    told = receipt(story, TESS, "19 09:00", "Every day I buy plate mail.")
    assert "takes the place of “buy 1 plate armour every day” (order 1)" in told
    assert [row[0] for row in story.rows("select state from orders order by id")] == ["replaced", "standing"]
    evenings(story, 19, 20)
    assert [kind for _, kind in bought(story)] == ["not_bought"] * 5


def test_taken_back_it_is_tried_no_more(story):
    receipt(story, TESS, "19 09:00", "resume 1")
    receipt(story, TESS, "19 10:00", "cancel 1")
    evenings(story, 19, 20)
    assert [kind for _, kind in bought(story)] == ["not_bought"] * 3
    assert "suspended" not in receipt(story, TESS, "21 10:00", "status")


def test_it_is_a_fold_of_the_ledger(story):
    receipt(story, TESS, "19 09:00", "resume 1")
    evenings(story, 19, 20)
    receipt(story, ALBA, "21 09:00", "reabre el último día")
    evenings(story, 21, 22)
    ledger = open_ledger(story.folder / "ledger.db")
    assert changes(replay(story.folder, ledger, first=Day(0)), first=Day(0)) == ()
    ledger.close()
    for day in (17, 19, 21):
        done = command(story, "verify", f"2026-01-{day}")
        assert done.exit_code == 0, done.output
    assert [kind for _, kind in bought(story)].count("not_bought") == 7  # one of them twice told: its day was reopened


def test_how_many_times_is_the_campaigns(tmp_path):
    story = Story(tmp_path / "campaign")
    with (story.folder / "campaign.toml").open("a") as file:
        file.write("\n[house]\nroutine_failures = 1\n")
    story.run("2026-01-15 23:05")
    receipt(story, TESS, "16 10:00", "Every week I buy plate mail.")
    evenings(story, 16, 16)
    assert "has failed once (the purse was too light) and is suspended" in plain(story.texts("tess", "outcome")[-1])
