"""The page on the road names knobs that exist, in both languages alike, and says what it chose itself."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from rules.house import House

PAGE = (Path(__file__).parents[2] / "docs" / "road.md").read_text(encoding="utf-8")
SPANISH, ENGLISH = PAGE.split("\n## English\n")
KNOB = re.compile(r"`([a-z_]+)(?: = [^`]+)?`")


@pytest.mark.parametrize("half", [SPANISH, ENGLISH])
def test_every_knob_named_is_one(half):
    named = set(KNOB.findall(half))
    assert named <= {field.name for field in fields(House)}
    assert {"march_begins", "careful_percent", "wilderness_checks", "critical_condition"} <= named


def test_both_halves_cite_the_same_rules_and_own_the_same_choices():
    ids = re.compile(r"\b(?:R|A|AC|C)\d+\b")
    assert sorted(ids.findall(SPANISH.split("## Español")[1])) == sorted(ids.findall(ENGLISH))
    assert len(re.findall(r"\*\*nuestr[ao]\*\*|\*\*Nuestra\*\*", SPANISH.split("## Español")[1])) == len(
        re.findall(r"\*\*ours\*\*|\*\*Ours\*\*", ENGLISH)
    )
