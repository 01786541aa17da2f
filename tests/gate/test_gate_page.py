"""The page on the gate names every reason and every flag."""

import re
from pathlib import Path

import pytest

from mailer.gate.addresses import SenderKind
from mailer.gate.gate import CHECKS
from mailer.gate.repeat import Repeat

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "gate.md").read_text("utf-8")
NAMED = set(re.findall(r"`([a-z_]+)`", PAGE))


def test_every_reason_is_explained():
    reasons = {check.reason for check in CHECKS} - {"broken_from", "limit"}
    reasons |= {kind.value for kind in SenderKind} - {"plain"}
    reasons |= {Repeat.REPEAT.value, Repeat.ID_REUSED.value}
    assert reasons <= NAMED


@pytest.mark.parametrize("folder", ["reading/words", "gate"])
def test_every_flag_is_explained(folder):
    code = "".join(path.read_text("utf-8") for path in (ROOT / "mailer" / folder).glob("*.py"))
    added = re.findall(
        r'flags\.add\("([a-z_]+)"\)|flags \|= \{"([a-z_]+)"|yield "([a-z_]+)"|"(?:picture|attachment|only_quote)"', code
    )
    flags = {name for found in added for name in found if name}
    assert flags <= NAMED
