#!/usr/bin/env python3
"""Fit the points of `data/sureness.toml` on annotated mails, and print what they cost and save on authors left out.

    pip install scikit-learn
    python tests/corpus/fit_sureness.py tests/corpus/*_dev.jsonl

One file is one author. The second reader reads each author by what it learnt of others (`fit_likeness.py`). For
each author the points are fitted on all the others and tried on the one left out; the table shows, limit by limit, how
many mails are acted on wrongly and how many orders are still taken without asking. An order is harmful if it is false
or has an acting slot wrong, missing or made up (`score_orders.py`). The fit is plain: logistic regression with weights
drawn to zero, rounded.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import score_orders as scorer  # noqa: E402
from fit_likeness import TUNED, examples_of, learnt, table_of  # noqa: E402

from mailer.reading.orders.gazetteer import Gazetteer, load  # noqa: E402
from mailer.reading.orders.likeness import likely as second  # noqa: E402
from mailer.reading.orders.likeness.weights import Weights  # noqa: E402
from mailer.reading.orders.read import read  # noqa: E402
from mailer.reading.orders.said import to_json  # noqa: E402
from mailer.reading.orders.sure.weigh import UNASKED  # noqa: E402

LIMITS = range(-10, 41, 2)
FOLDS = 6  # groups of authors read together by what was learnt from the rest
STEPS, RATE, RIDGE = 1500, 0.05, 0.002
PLAIN = "plain"  # its orders are annotated by their kind alone: the second reader learns from them, nothing else does
SCALE = 10  # points for one unit of the logarithm of odds
FEWEST = 15  # orders that must show a reason before it has points
START = 10  # points every order begins with, `start` in the table
TRUST = frozenset({"alike", "plain"})  # reasons that speak for an order
MOST = {"plain": -8}  # speaks for an order no less, whatever the figures say: few words, and every one of them read
# Weighs no less whatever the figures say: what stands in quotation marks, fights with nobody in particular on no
# occasion, second thoughts.
LEAST = {"speech": 20, "unmet": 14, "mended": 20}


@dataclass(frozen=True, slots=True)
class Order:
    """An order that was read: what speaks against it, and whether acting on it would do harm."""

    counts: dict[str, int]
    harmful: bool
    matched: bool


@dataclass(frozen=True, slots=True)
class Mail:
    """The orders read in one mail, and how many it holds."""

    orders: tuple[Order, ...]
    gold: int
    author: str


def mails_of(path: Path, gazetteer: Gazetteer, table: Weights) -> list[Mail]:
    """The mails of one author as the grammar reads them, every order taken, with what the second reader has learnt."""
    author = path.stem
    shipped, second.weights = second.weights, lambda: table
    try:
        return [_mail(gold, gazetteer, author) for gold in scorer.read_lines(path.read_bytes(), author).values()]
    finally:
        second.weights = shipped


def _mail(gold: dict[str, Any], gazetteer: Gazetteer, author: str) -> Mail:
    found = read(
        gold["body"], subject=gold["subject"], character=gold["from_character"], gazetteer=gazetteer,
        sent=date.fromisoformat(gold["sent"]), limit=UNASKED,
    ).said  # fmt: skip
    answer = json.loads(json.dumps({"orders": [to_json(said) for said in found], "doubts": []}))
    score = scorer.score_mail(gold, answer)
    harmful = {
        p for p, _, slots in score.pairs if any(slot.status != "right" and slot.is_in(scorer.ACTING) for slot in slots)
    }
    matched = {p for p, *_ in score.pairs}
    orders = (
        Order(dict(said.distrust), at in harmful or at not in matched, at in matched) for at, said in enumerate(found)
    )
    return Mail(tuple(orders), len(gold["orders"]), author)


def fitted(mails: Sequence[Mail]) -> dict[str, int]:
    """The points of every reason: none below zero; of kinds, slots and what speaks for an order, of either sign."""
    import numpy as np

    rows = [(order, TUNED.get(mail.author, 1.0)) for mail in mails for order in mail.orders]
    seen = Counter(name for order, _ in rows for name in order.counts)
    names = sorted(name for name, count in seen.items() if count >= FEWEST)
    column = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(rows), len(names) + 1))
    table[:, -1] = 1.0
    for at, (order, _) in enumerate(rows):
        for name, count in order.counts.items():
            if name in column:
                table[at, column[name]] = count
    harmful = np.array([order.harmful for order, _ in rows], dtype=float)
    share = np.array([weight for _, weight in rows]) / sum(weight for _, weight in rows)
    weights, speed, size = np.zeros(len(names) + 1), np.zeros(len(names) + 1), np.zeros(len(names) + 1)
    ridge = np.array([RIDGE] * len(names) + [0.0])
    least = np.array([-np.inf if "." in name or name in TRUST else 0.0 for name in names] + [-np.inf])
    most = np.array([0.0 if name in TRUST else np.inf for name in names] + [np.inf])
    for step in range(1, STEPS + 1):
        odds = 1 / (1 + np.exp(-(table @ weights)))
        slope = table.T @ (share * (odds - harmful)) + ridge * weights
        speed, size = 0.9 * speed + 0.1 * slope, 0.999 * size + 0.001 * slope**2
        weights -= RATE * (speed / (1 - 0.9**step)) / (np.sqrt(size / (1 - 0.999**step)) + 1e-9)
        weights = np.clip(weights, least, most)
    points = {
        name: min(max(round(float(weights[at]) * SCALE), LEAST.get(name, -999)), MOST.get(name, 999))
        for name, at in column.items()
    }
    return {name: value for name, value in points.items() if value}


def total(order: Order, points: dict[str, int]) -> int:
    """The points of an order."""
    return START + sum(points.get(name, 0) * count for name, count in order.counts.items())


def row_of(mails: Sequence[Mail], points: dict[str, int], limit: int) -> list[float]:
    """In percent: mails acted on wrongly, orders read that are taken, F1, and orders written that are taken rightly."""
    taken = [[order for order in mail.orders if total(order, points) < limit] for mail in mails]
    wrong = sum(any(order.harmful for order in orders) for orders in taken)
    kept, gold = sum(map(len, taken)), sum(mail.gold for mail in mails)
    matched = sum(order.matched for orders in taken for order in orders)
    right = sum(not order.harmful for orders in taken for order in orders)
    read_ = sum(len(mail.orders) for mail in mails)
    return [100 * wrong / len(mails), 100 * kept / read_, 200 * matched / (gold + kept), 100 * right / gold]


def toml_of(points: dict[str, int]) -> str:
    """The points as `data/sureness.toml` holds them, the heaviest first."""
    heads = {"reasons": "", "kinds": "kinds.", "slots": "slots."}
    rows: list[str] = []
    for head, start in heads.items():
        mine = {n: v for n, v in points.items() if (n.startswith(start) if start else "." not in n)}
        rows += ["", f"[{head}]"]
        for name, value in sorted(mine.items(), key=lambda one: (-one[1], one[0])):
            short = name.removeprefix(start)
            rows.append((f'"{short}"' if "." in short else short) + f" = {value}")
    return "\n".join(rows)


def main() -> int:
    """Fit, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, help="annotated mails, a file an author")
    gazetteer = load(HERE / "campaign" / "gazetteer.toml")
    files = parser.parse_args().files
    examples = {path: [one for letter in examples_of(path, gazetteer) for one in letter] for path in files}
    authors: dict[str, list[Mail]] = {}
    for fold in range(FOLDS):
        out = {path for path in files[fold::FOLDS] if path.stem != PLAIN}
        table = Weights(table_of(learnt([one for path, found in examples.items() if path not in out for one in found])))
        authors |= {path.stem: mails_of(path, gazetteer, table) for path in sorted(out)}
    mails = [mail for found in authors.values() for mail in found]
    print_tables(authors, mails)
    print(toml_of(fitted(mails)))
    return 0


def print_tables(authors: dict[str, list[Mail]], mails: Sequence[Mail]) -> None:
    """What each limit costs and saves, an author at a time, by points that were fitted without them."""
    for name, mine in authors.items():
        points = fitted([mail for mail in mails if mail.author != name])
        print(f"\n{name} left out: {len(mine)} mails\nlimit   wrong   taken      F1   right")
        for limit in LIMITS:
            print(f"{limit:>5}" + "".join(f"{value:>8.1f}" for value in row_of(mine, points, limit)))


if __name__ == "__main__":
    sys.exit(main())
