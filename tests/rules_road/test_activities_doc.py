"""The page on activities says what is so: its tables can be read, its keys are all of them, its figures work."""

import re
import tomllib
from pathlib import Path

import pytest
from rules_road.realm import Loaded, at, atlas, book, order, scene, told

from mailer.campaign.world_keys import ACTIVITY
from rules.atlas import Activity, ActivityResult, Label
from rules.events import EventKind
from rules.orders import Do
from rules.town import town

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "activities.md").read_text(encoding="utf-8")
BLOCKS = [tomllib.loads(block)["activities"] for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)]
TABLES = {name: table for block in BLOCKS for name, table in block.items()}
RESULT = next(key.kind.kind for key in ACTIVITY.keys if key.name == "results")


def own() -> dict:
    found: dict = {}
    for path in sorted((ROOT / "data" / "example" / "world").glob("*.toml")):
        found |= tomllib.loads(path.read_text(encoding="utf-8")).get("activities", {})
    return found


@pytest.mark.parametrize("name", [name for name in TABLES if ":" not in name])
def test_the_tables_shown_are_those_of_the_example(name):
    assert own()[name] == TABLES[name]


@pytest.mark.parametrize("half", PAGE.split("\n## English\n"))
def test_each_half_names_every_key_and_no_other(half):
    keys = {key.name for key in ACTIVITY.keys}
    parts = {f"results.{key.name}" for key in RESULT.keys}
    rows = set(re.findall(r"^\| `([a-z_.]+)` \|", half, re.MULTILINE))
    assert rows == keys | parts


@pytest.mark.parametrize("table", TABLES.values())
def test_every_text_speaks_both_languages(table):
    for label in (table["name"], *(result["words"] for result in table["results"])):
        assert label["es"]
        assert label["en"]


@pytest.mark.parametrize(("face", "line"), [(1, 0), (3, 0), (4, 1)])
def test_weights_are_faces_of_one_die(face, line):
    words = [result["words"]["es"] for result in TABLES["carouse"]["results"] if result["on"] == "success"]
    weights = [result["weight"] for result in TABLES["carouse"]["results"] if result["on"] == "success"]
    results = tuple(
        ActivityResult("success", weight, Label(text, text)) for weight, text in zip(weights, words, strict=True)
    )
    night = Activity("carouse", Label("juerga", "carousing"), 1, 0, 60, results)
    land = book(atlas())
    land.atlas.activities["carouse"] = night
    here = scene(book=land, dice=Loaded({"carouse:chance": 60, "carouse:result": face}))
    after = town(here, until=at(1, 1), orders=[order(1, Do("carouse"))])
    done = told(after, EventKind.TASK_DONE)[0]
    assert done.data["words_es"] == words[line]
    assert [thrown.sides for thrown in done.faces] == [100, 4]
