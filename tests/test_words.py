"""Every code that may reach a mail has a word in both languages: no English in a Spanish mail, no code in any."""

import re
from pathlib import Path

import pytest

from mailer.gate.case import Gate
from mailer.gate.gate import CHECKS
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
