"""The figures the reader reaches on annotated letters must not fall unnoticed.

The letters of the sets called `dev` were looked at while the grammar was written; of those called `heldout` only the
figures were, never the letters. Here every
order that is read is taken: how sure we are of them is `test_sureness.py`.
"""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from mailer.reading.orders.batch import answer
from mailer.reading.orders.sure.weigh import UNASKED

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
# set: (orders F1, slot accuracy, exact mails, wrong actions at most, silent loss at most, false orders at most)
FLOORS = {
    "orders_dev": (0.92, 0.93, 0.55, 0.045, 0.02, 1),
    "own_dev": (0.95, 0.94, 0.71, 0.075, 0.03, 5),
    "own_heldout": (0.94, 0.93, 0.64, 0.05, 0.04, 1),
    "others_dev": (0.92, 0.92, 0.57, 0.09, 0.05, 2),
    "others_b_dev": (0.88, 0.89, 0.46, 0.09, 0.12, 1),
    "others_c_dev": (0.89, 0.90, 0.32, 0.19, 0.09, 2),
    "others_d_dev": (0.84, 0.89, 0.32, 0.21, 0.06, 12),
    "others_heldout": (0.74, 0.82, 0.25, 0.21, 0.06, 4),
    "others2_heldout": (0.73, 0.85, 0.14, 0.33, 0.10, 14),
}


def _scorer():
    spec = importlib.util.spec_from_file_location("score_orders", CORPUS / "score_orders.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["score_orders"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def figures(campaign):
    scorer = _scorer()

    def of(name: str) -> dict:
        gold = scorer.read_lines((CORPUS / f"{name}.jsonl").read_bytes(), name)
        letters = (json.dumps({key: mail[key] for key in scorer.INPUT_FIELDS}) for mail in gold.values())
        answers = {found["id"]: found for found in map(json.loads, answer(letters, campaign, limit=UNASKED))}
        return scorer.summarise([scorer.score_mail(mail, answers[key]) for key, mail in gold.items()])

    return of


@pytest.mark.parametrize("name", sorted(FLOORS))
def test_figures_hold(figures, name):
    f1, slots, exact, wrong, lost, false = FLOORS[name]
    found = figures(name)
    assert found["orders"]["f1"] >= f1
    assert found["slots"]["accuracy"] >= slots
    assert found["exact_mails"]["rate"] >= exact
    assert found["wrong_action"]["rate"] <= wrong
    assert found["silent_loss"]["rate"] <= lost
    assert found["false_orders"]["orders"] <= false


def test_no_order_is_read_into_letters_without_one(figures):
    assert figures("orders_dev")["no_orders"]["no_orders"]["false_orders"]["orders"] == 0
    assert figures("own_dev")["no_orders"]["no_orders"]["false_orders"]["orders"] == 0


def test_traps_catch_at_most_one(figures):
    assert figures("orders_dev")["traps"]["trap:*"]["false_orders"]["orders"] <= 1


def test_every_kind_of_the_guide_is_read_somewhere(figures):
    scorer = _scorer()
    read = {kind for name in FLOORS for kind, row in figures(name)["kinds"].items() if row["matched"]}
    assert read >= set(scorer.KEY_ENUM)
