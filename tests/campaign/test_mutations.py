"""Whatever is done to the example's files, reading them gives a campaign or a list of mistakes, never anything else."""

import tomllib
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailer.campaign.head import load_roster, load_settings
from mailer.campaign.load import load_campaign
from mailer.campaign.toml import bare, literal
from mailer.errors import CampaignError
from mailer.resources import shipped

EXAMPLE = shipped("data") / "example"
FILES = tuple(str(path.relative_to(EXAMPLE)) for path in sorted(EXAMPLE.rglob("*.toml")))
TEXTS = {name: (EXAMPLE / name).read_text(encoding="utf-8") for name in FILES}
TREES = {name: tomllib.loads(text) for name, text in TEXTS.items()}

WORDS = [
    "", "0", "-1", "1d6", "0d0", "99999d9999", "x" * 500, "ñ", "\u202e", "{0}", "{day.__class__}", "{", "$hint",
    "../..", "23:59",
    "2026-02-30", "1/0", "1e999999", "duric", "goblin", "road", "cripta-de-ossur", "greywick", "9" * 30,
    "-5 po", "1 po", "5 hp",
]  # fmt: skip
ATOMS = st.one_of(
    st.sampled_from(WORDS),
    st.text(max_size=12),
    st.booleans(),
    st.integers(-(10**40), 10**40),
    st.sampled_from([0, 1, -1, 7, 2**63]),
    st.dates(),
    st.datetimes(),
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(WORDS), inner, max_size=3)),
    max_leaves=4,
)


def paths(tree: object, trail: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Every place in a tree."""
    found = [trail] if trail else []
    if isinstance(tree, dict):
        return found + [way for key, one in tree.items() for way in paths(one, (*trail, key))]
    if isinstance(tree, list):
        return found + [way for n, one in enumerate(tree) for way in paths(one, (*trail, n))]
    return found


def put(tree: object, trail: tuple[object, ...], change: str, value: object) -> object:
    """The tree with the place changed: replaced, dropped, renamed, or with one more key in it."""
    if not trail:
        return {**tree, "zzz": value} if change == "add" and isinstance(tree, dict) else value
    key, rest = trail[0], trail[1:]
    if isinstance(tree, list):
        if not rest and change == "drop":
            return [one for n, one in enumerate(tree) if n != key]
        return [put(one, rest, change, value) if n == key else one for n, one in enumerate(tree)]
    assert isinstance(tree, dict)
    if not rest and change == "drop":
        return {name: one for name, one in tree.items() if name != key}
    if not rest and change == "rename":
        return {(f"{name}x" if name == key else name): one for name, one in tree.items()}
    return {name: put(one, rest, change, value) if name == key else one for name, one in tree.items()}


def written(tree: dict) -> str:
    """The tree as TOML, every table on one line."""
    return "\n".join(f"{bare(name)} = {literal(one)}" for name, one in tree.items())


def read_all(folder: Path) -> None:
    """Reads the folder each way there is."""
    try:
        campaign = load_campaign(folder)
        campaign.calendar.say(campaign.calendar.date_of(0), "es")
        assert load_roster(folder, load_settings(folder)) == campaign.roster
    except CampaignError as error:
        assert error.mistakes
        assert str(error)
        for mistake in error.mistakes:
            assert mistake.file and mistake.found and mistake.allowed
            assert str(mistake).isprintable()


CASES = [(name, way) for name in FILES for way in paths(TREES[name])]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(case=st.sampled_from(CASES), change=st.sampled_from(["replace", "drop", "rename", "add"]), value=VALUES)
def test_a_changed_value_gives_a_campaign_or_its_mistakes(case, change, value):
    name, way = case
    with TemporaryDirectory() as temporary:
        folder = Path(copytree(EXAMPLE, Path(temporary) / "campaign"))
        (folder / name).write_text(written(put(TREES[name], way, change, value)), encoding="utf-8")
        read_all(folder)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(name=st.sampled_from(FILES), start=st.floats(0, 1), length=st.integers(0, 40), noise=st.binary(max_size=12))
def test_damaged_bytes_give_a_campaign_or_its_mistakes(name, start, length, noise):
    content = TEXTS[name].encode()
    at = int(start * len(content))
    with TemporaryDirectory() as temporary:
        folder = Path(copytree(EXAMPLE, Path(temporary) / "campaign"))
        (folder / name).write_bytes(content[:at] + noise + content[at + length :])
        read_all(folder)


@pytest.mark.parametrize("example", ["example", "example5e"])
def test_rewriting_a_file_changes_nothing(example, tmp_path):
    source = shipped("data") / example
    folder = Path(copytree(source, tmp_path / "campaign"))
    for path in folder.rglob("*.toml"):
        path.write_text(written(tomllib.loads(path.read_text(encoding="utf-8"))), encoding="utf-8")
    before, after = load_campaign(source), load_campaign(folder)
    assert (after.roster, after.book, after.start, after.calendar) == (
        before.roster,
        before.book,
        before.start,
        before.calendar,
    )
