"""Whatever the DM rules, by letter or at the terminal: all of it taken back, one after another, leaves what was."""

import itertools
import json
import re
import shutil
from dataclasses import replace

import pytest
from click.testing import CliRunner
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from rulings.test_who_may_rule import LINES
from runs.story import Story

import mailer.intake as intake
from mailer.campaign.load import load_campaign
from mailer.cli.app import estafeta
from mailer.ledger.ledger import open_ledger
from mailer.ledger.world import load_world
from rules.time import Moment

ALBA, LUIS, MARTA = "alba@example.com", "luis@example.com", "marta@example.com"
HANDLES = ["D1 A", "D1 B", "T1 Nadie lo vio. +90 po", "C1 sí", "C1 no", "X1 otra vez"]
REVIEWS = ["R8 vale", "R8: Huele a cera.", "R9 + Un cuerno.", "R9 espera", "aprueba todo", "retén los resultados"]
RULED = [line for kind, line in LINES.items() if kind != "undo"]
GONE = {"R8 vale", "aprueba todo", "X1 otra vez"}  # sent, or read, before anybody can take it back
_copies = itertools.count()


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A campaign in which something of every kind waits for the DM."""
    story = Story(tmp_path_factory.mktemp("begun") / "campaign")
    with (story.folder / "campaign.toml").open("a") as file:
        file.write("\n[review]\nhours = 10\n")
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 09:12", "Como portavoz: aseguramos la posición en la sala de las columnas.")
    story.letter(MARTA, "2026-01-16 10:00", "Krom escribe una carta a su madre y la esconde bajo una losa.")
    story.letter(MARTA, "2026-01-16 10:10", "Krom lo vende todo.", proof="fail")
    story.letter(LUIS, "2026-01-16 10:20", "tropiezo")
    real = intake.open_letter
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(intake, "open_letter", lambda raw, **more: 1 // 0 if b"tropiezo" in raw else real(raw, **more))
        for at in ("16 10:30", "16 10:40", "16 10:50", "16 23:05", "17 23:05"):
            story.run(f"2026-01-{at}")
    return story


def copied(begun: Story) -> Story:
    folder = begun.folder.parent / f"copy-{next(_copies)}"
    shutil.copytree(begun.folder, folder)
    story = Story.__new__(Story)
    story.folder = folder
    return story


def found(story: Story) -> dict[str, object]:
    """All that a ruling may change, but for the clocks: time is not rewound."""
    ledger = open_ledger(story.folder / "ledger.db")
    world = load_world(ledger, load_campaign(story.folder).start)
    ledger.close()
    return {
        "characters": world.characters,
        "parties": {name: replace(one, clock=Moment(0)) for name, one in world.parties.items()},
        "tasks": world.tasks,
        "orders": story.rows("select id from orders where state = 'standing' order by id"),
        "questions": story.rows("select id, state, choice from decisions where state <> 'expired' order by id"),
        "outcomes": story.rows(
            "select r.id, r.words, r.replaces, o.due from reviews r join outbox o on o.review = r.id"
            " where o.state = 'queued' order by o.id"
        ),
        "letters": story.rows("select id from letters where state = 'shunted' order by id"),
    }


def plain(text: str) -> str:
    """The words without quotation marks, on one line."""
    return " ".join(re.sub(r"[«»“”‘’\"]", "", text).split()).lower()


def told(story: Story) -> dict[str, list[str]]:
    """What each player has been written, or will be unless it is taken back, mail by mail."""
    rows = story.rows(
        "select player, text from outbox where player <> 'alba' and state in ('queued', 'sent') order by id"
    )
    found: dict[str, list[str]] = {}
    for player, text in rows:
        found.setdefault(player, []).append(plain(text))
    return found


def changes_told(story: Story) -> set[str]:
    """Every change of a ruling, in the words of either language."""
    rows = [json.loads(row[0]) for row in story.rows("select data from events where kind = 'ruled'")]
    rows = [row for row in rows if row.get("change") != "undone"]
    found = {row[key] for row in rows for key in ("label_es", "label_en", "words") if row.get(key)}
    labels = {plain(one).strip(" .") for one in found}
    return {one for one in labels if not any(one != other and one in other for other in labels)}


def left_standing(story: Story, before: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Who was told of a change, and of which, and never that it was taken back."""
    found = []
    for player, mails in told(story).items():
        text = " ".join(mails[len(before.get(player, ())) :])
        for label in changes_told(story):
            undone = sum(text.count(f"{word} {label}") for word in ("queda sin efecto", "no longer holds:"))
            handed = "played by" in label or "juega" in label  # told by a mail of its own
            if text.count(label) > undone and not undone and not handed:
                found.append((player, label))
    return found


def ruled(story: Story) -> int:
    (row,) = story.rows("select count(*) from rulings where kind <> 'undo' and undone_by is null")
    return row[0]


def at_the_terminal(story: Story, lines: list[str]) -> list[str]:
    args = ["rule", "-C", str(story.folder), "--now", "2026-01-18T07:30+01:00", *lines]
    done = CliRunner().invoke(estafeta, args)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done.output.splitlines()


def by_letter(story: Story, lines: list[str]) -> list[str]:
    story.letter(ALBA, "2026-01-18 07:30", "\n".join(lines))
    story.run("2026-01-18 07:35")
    return story.texts("alba", "receipt")[-1:]


def lived_on(story: Story) -> bool:
    """Whether somebody has lived through hours since, which no ruling takes back."""
    return bool(story.rows("select 1 from steps where kind = 'answer' and undone is null"))


@given(
    st.sampled_from([at_the_terminal, by_letter]),
    st.lists(st.sampled_from([*RULED, *HANDLES, *REVIEWS]), min_size=1, max_size=4, unique=True),
)
@example(at_the_terminal, ["D1 A"])
@example(at_the_terminal, ["Krom se une a Greywick", "detén a Greywick"])
@example(by_letter, ["D1 A", "C1 sí", "R9 + Un cuerno.", "Greywick: we travel to Saltmire"])
@settings(max_examples=10, deadline=None, phases=[Phase.explicit])  # drawn ones still find rulings untold
def test_all_that_was_ruled_is_taken_back(begun, way, lines):
    story = copied(begun)
    before, said_before = found(story), told(story)
    way(story, lines)
    count = ruled(story)
    if count == 0 or (way is by_letter and GONE.intersection(lines)):  # what was let go has gone
        return
    said = at_the_terminal(story, ["deshacer"] * count)
    assert ruled(story) == 0, said
    after = found(story)
    kept = {"characters", "outcomes"} if lived_on(story) else set()
    assert {name: after[name] for name in after.keys() - kept} == {name: before[name] for name in after.keys() - kept}

    assert left_standing(story, said_before) == []


@pytest.mark.parametrize("way", [at_the_terminal, by_letter])
@pytest.mark.parametrize("kind", [kind for kind in LINES if kind != "undo"])
def test_who_was_told_of_a_ruling_is_told_that_it_is_taken_back(begun, way, kind):
    story = copied(begun)
    before, said_before = found(story), told(story)
    way(story, [LINES[kind]])
    count, heard = ruled(story), told(story)
    at_the_terminal(story, ["deshacer"] * count)
    assert left_standing(story, said_before) == []
    after = found(story)
    if not lived_on(story):
        assert after == before
    touched = {one for one, mails in heard.items() if len(mails) > len(said_before.get(one, ()))}
    again = {one for one, mails in told(story).items() if len(mails) > len(heard.get(one, ()))}
    taken_out = {one for one, mails in told(story).items() if len(mails) < len(heard.get(one, ()))}
    assert touched <= again | taken_out


def test_the_check_sees_what_players_were_told(begun):
    story = copied(begun)
    said_before = told(story)
    at_the_terminal(story, ["Krom: 1 pg"])
    assert {player for player, _ in left_standing(story, said_before)} >= {"marta", "luis"}


def test_nobody_hears_of_a_death_that_was_taken_back(begun):
    """The answer to a question may kill; its outcomes wait for the DM, who takes the answer back."""
    story = copied(begun)
    at_the_terminal(story, ["D1 A"])
    waits = "select count(*) from outbox where kind = 'death' and state = 'queued'"
    assert story.rows(waits) == [(1,)]
    at_the_terminal(story, ["deshacer"])
    assert story.rows(waits) == [(0,)]
    story.run("2026-01-18 22:00")
    assert not story.mails("ivan", "death")
