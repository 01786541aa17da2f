"""Every code that may reach a mail has a word in both languages: no English in a Spanish mail, no code in any."""

import re
from pathlib import Path

import pytest

from mailer.gate.case import Gate
from mailer.gate.gate import CHECKS
from mailer.reading.orders.said import DoubtCode
from mailer.reading.resolve.codes import Code, Note
from mailer.writing.words import words_of

ROOT = Path(__file__).resolve().parent.parent
_MEANS = re.compile(r'Option\("[A-Z]?", "([a-z_]+)"')
_ASKED = re.compile(r'_asked\([^"]*"[a-z_]+", \(([^)]*)\)')


def means_of_the_rules() -> set[str]:
    """What an option of a decision may mean, as the rules write them."""
    found: set[str] = set()
    for path in (ROOT / "rules").rglob("*.py"):
        source = path.read_text()
        found.update(_MEANS.findall(source))
        for options in _ASKED.findall(source):
            found.update(re.findall(r'"([a-z_]+)"', options))
    return found


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_way_to_answer_a_decision_has_a_word(language):
    means = means_of_the_rules()
    assert {"accept", "refuse", "carry", "leave", "pass_by", "approach"} <= means
    assert means <= set(words_of(language).table["means"])


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_reason_to_hold_a_letter_has_a_word(language):
    held = {check.reason for check in CHECKS if check.gate is Gate.HELD} - {"broken_from", "limit"}
    assert held <= set(words_of(language).table["held"])


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_remark_of_the_reading_has_a_word(language):
    elsewhere = {Note.FOR_DM, Note.QUEUED, Note.PROPOSAL, Note.VOTE, Note.NOT_SPOKESPERSON}  # lines of their own
    assert {*Note} - elsewhere <= set(words_of(language).table["remark"])


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_doubt_has_a_sentence(language):
    told = set(re.findall(r"\{% macro (\w+)\(d\) %\}", (ROOT / "templates" / language / "doubts.j2").read_text()))
    assert {*Code} | {*DoubtCode} <= told


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize(
    ("said", "group"), [(r'failed\(\w+, \w+, "(\w+)"\)', "failed"), (r'reason="(\w+)"', "not_bought")]
)
def test_every_reason_the_rules_give_has_a_word(said, group, language):
    given = {reason for path in (ROOT / "rules").rglob("*.py") for reason in re.findall(said, path.read_text())}
    assert given
    assert given <= set(words_of(language).table[group])
