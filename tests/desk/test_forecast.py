"""The forecast: fair dice, the same odds for the same seed, and agreement with what can be reckoned exactly."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from runs.story import Story

from mailer.campaign.load import load_campaign
from mailer.cli.app import estafeta
from mailer.desk.courses import course, only
from mailer.desk.exact import counts, encounter_table, fights, lives_through_one, met_within
from mailer.desk.fast_dice import FastDice, dice_of_run
from mailer.desk.forecast import forecast, middle, quantile
from mailer.desk.forecast_view import bar, percent
from mailer.desk.odds import tried
from mailer.resources import shipped
from rules.atlas import EncounterTable, GroupEntry
from rules.dice import Throw
from rules.orders import StanceKind

PARTY = "los-cuatro"
ERRORS = 4  # standard errors


@pytest.fixture(scope="module")
def campaign():
    return load_campaign(shipped("data") / "example")


def agrees(seen: int, runs: int, exact: Fraction) -> bool:
    off = seen - runs * exact
    return off * off <= ERRORS * ERRORS * runs * exact * (1 - exact)


@pytest.mark.parametrize("sides", [4, 6, 20, 100])
def test_the_dice_are_fair(sides):
    names = {}
    faces = Counter(
        dice_of_run(7, run, names).face(Throw(1320 + run % 48 * 60, "p", "encounter"), 0, sides).value
        for run in range(20_000)
    )
    assert set(faces) == set(range(1, sides + 1))
    assert all(agrees(count, 20_000, Fraction(1, sides)) for count in faces.values())


def test_neighbouring_dice_have_nothing_in_common():
    pairs = Counter()
    for run in range(7200):
        dice = dice_of_run(3, run, {})
        first, second = (dice.face(Throw(60, "p", "x"), n, 6).value for n in (0, 1))
        pairs[first, second] += 1
    assert all(agrees(pairs[a, b], 7200, Fraction(1, 36)) for a in range(1, 7) for b in range(1, 7))


@given(st.integers(), st.integers(0, 10**6), st.integers(0, 50), st.integers(1, 1000))
def test_a_face_depends_on_its_throw_alone(seed, at, n, sides):
    throw = Throw(at, "los-cuatro", "survival")
    one, other = FastDice(seed), FastDice(seed)
    other.face(Throw(at + 1, "x", "y"), 0, 6)
    assert one.face(throw, n, sides) == other.face(throw, n, sides)
    assert 1 <= one.face(throw, n, sides).value <= sides


def test_the_same_seed_gives_the_same_odds_on_one_processor_or_two(campaign):
    begun = course(campaign.start, PARTY, (), book=campaign.book, stance=StanceKind.RETURN)
    until = campaign.start.parties[PARTY].clock + 1440
    one = tried(begun, book=campaign.book, until=until, runs=250, seed=5)
    assert one == tried(begun, book=campaign.book, until=until, runs=250, seed=5, workers=2)
    assert one != tried(begun, book=campaign.book, until=until, runs=250, seed=6)
    assert one.runs == 250
    assert sum(one.deaths.values()) == sum(one.ends.values()) == 250


def mute(campaign):
    """The example's book where nobody wants to talk, so that no question stops the clock, and nobody comes back."""
    atlas = campaign.book.atlas
    monsters = {name: replace(one, parley=False) for name, one in atlas.monsters.items()}
    quiet = {
        name: replace(table, entries=tuple(replace(entry, returns=None) for entry in table.entries))
        for name, table in atlas.encounters.items()
    }
    return replace(campaign.book, atlas=replace(atlas, monsters=monsters, encounters=quiet))


def test_meetings_agree_with_the_exact_figure(campaign):
    book = mute(campaign)
    begun = course(campaign.start, PARTY, (), book=book, stance=StanceKind.SECURE)
    party = campaign.start.parties[PARTY]
    odds = tried(begun, book=book, until=party.clock + 1440, runs=1500, seed=2)
    exact = met_within(encounter_table(party, book), 12)
    assert agrees(odds.runs - odds.meetings[0], odds.runs, exact)


def test_a_single_fight_agrees_with_the_exact_figure(campaign):
    """One check that always finds somebody, and then the end: who lives is one fight's chance."""
    book = mute(campaign)
    party = campaign.start.parties[PARTY]
    always = {name: replace(table, chance=6, sides=6) for name, table in book.atlas.encounters.items()}
    book = replace(book, atlas=replace(book.atlas, encounters=always))
    table = encounter_table(party, book)
    exact = lives_through_one(fights(table, only(campaign.start, PARTY), book=book))
    begun = course(campaign.start, PARTY, (), book=book, stance=StanceKind.SECURE)
    odds = tried(begun, book=book, until=party.clock + 120, runs=1500, seed=4)
    assert odds.meetings == Counter({1: 1500})
    assert all(agrees(odds.survived[one], odds.runs, exact) for one in party.members)


@given(st.integers(0, 4), st.integers(1, 8), st.integers(-2, 3))
def test_the_counts_of_dice_text_are_a_probability(number, sides, plus):
    spread = counts(f"{number}d{sides}{plus:+d}")
    assert sum(spread.values()) == 1
    assert min(spread) == number + plus
    assert max(spread) == number * sides + plus


def test_a_group_that_might_be_nobody_is_one(campaign):
    kind = next(iter(campaign.book.atlas.monsters))
    entry = GroupEntry(1, ((kind, "1d2-1"),))
    (fight,) = fights(EncounterTable((entry,)), only(campaign.start, PARTY), book=campaign.book)
    assert fight.least_hd == fight.most_hd == campaign.book.atlas.monsters[kind].hit_dice


def test_the_stances_stand_side_by_side(campaign):
    found = forecast(campaign.start, PARTY, (), book=campaign.book, runs=20, target="osario")
    assert list(found.odds) == ["as_it_stands", "secure", "explore", "raid", "return"]
    town = forecast(campaign.start, "greywick", (), book=campaign.book, runs=20, days=2)
    assert list(town.odds) == ["as_it_stands"]
    assert town.exact.met is None
    assert set(town.exact.burdens) == {"Maren", "Pell", "Hesper", "Grub"}


def test_whoever_goes_home_ends_outside(campaign):
    found = forecast(campaign.start, PARTY, (), book=campaign.book, runs=50, stances=[StanceKind.RETURN])
    (odds,) = found.odds.values()
    assert odds.ends.most_common(1)[0][0] == "boca-de-la-cripta"


def test_numbers_are_shown_as_people_read_them():
    assert [percent(Fraction(one)) for one in ("0", "1/1000", "1/3", "999/1000", "1")] == [
        "0 %", "<1 %", "33 %", ">99 %", "100 %",
    ]  # fmt: skip
    assert bar(Fraction(1, 2)) == "█████     "
    assert bar(Fraction(1)) == "█" * 10
    assert middle(Counter({0: 1, 5: 8, 9: 1})) == (5, 0, 5)
    assert quantile(Counter(), Fraction(1, 2)) == 0


def invoke(folder, *arguments):
    return CliRunner().invoke(estafeta, ["forecast", "-C", str(folder), *arguments])


def test_the_command_line(tmp_path):
    story = Story(tmp_path / "campaign")
    shown = invoke(story.folder, "Los Cuatro", "--runs", "30", "--stance", "secure", "--stance", "return")
    assert shown.exit_code == 0
    assert "viven todos" in shown.output
    assert "179/240" in shown.output
    assert not (story.folder / "ledger.db").exists()
    plain = json.loads(invoke(story.folder, "duric", "--runs", "30", "--json").output)
    assert plain["courses"]["secure"]["runs"] == 30
    assert plain["exact"]["lives_through_one"] == "179/240"


def test_what_cannot_be_tried_is_said(tmp_path):
    story = Story(tmp_path / "campaign")
    assert "no hay ningún grupo" in invoke(story.folder, "nadie").output
    for arguments in (["greywick", "--stance", "secure"], ["los-cuatro", "--stance", "raid"]):
        assert invoke(story.folder, *arguments).exit_code != 0
    assert "osario" in invoke(story.folder, "los-cuatro", "--target", "cielo").output


def test_a_forecast_after_some_days_reads_the_ledger_and_leaves_it(tmp_path):
    story = Story(tmp_path / "campaign")
    story.letter("luis@example.com", "2026-01-16T10:00", "Volvemos a la salida.")
    story.run("2026-01-16T10:05")
    before = (story.folder / "ledger.db").read_bytes()
    plain = json.loads(invoke(story.folder, "los-cuatro", "--runs", "20", "--json").output)
    assert next(iter(plain["courses"]["as_it_stands"]["ends"])) == "boca-de-la-cripta"
    assert (story.folder / "ledger.db").read_bytes() == before


def fed(campaign, *, rations: int, purse_cp: int):
    """Greywick's people at Saltmire for three days, each with so much."""
    people = {
        name: replace(one, rations=rations, purse_cp=purse_cp) if one.id in campaign.start.parties["greywick"].members
        else one
        for name, one in campaign.start.characters.items()
    }  # fmt: skip
    world = replace(campaign.start, characters=people)
    (odds,) = forecast(world, "greywick", (), book=campaign.book, runs=10, days=3).odds.values()
    return odds


def test_hunger_is_having_nothing_to_eat_not_having_no_rations(campaign):
    """Who eats at an inn needs none: only an empty purse leaves them hungry there."""
    assert fed(campaign, rations=0, purse_cp=100_000).hungry == {False: 10}
    assert fed(campaign, rations=5, purse_cp=100_000).hungry == {False: 10}
    assert fed(campaign, rations=0, purse_cp=0).hungry == {True: 10}
