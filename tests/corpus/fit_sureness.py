#!/usr/bin/env python3
"""Fit the points of `data/sureness.toml` on annotated mails, and print what they cost and save on authors left out.

    python tests/corpus/fit_sureness.py tests/corpus/*_dev.jsonl

One file is one author. For each author the points are fitted on all the others and tried on the one left out; the
table shows, limit by limit, how many mails are acted on wrongly and how many orders are still taken without asking.
An order is harmful if it is false or has an acting slot wrong, missing or made up (`score_orders.py`). The fit is
plain: the points that make harmful orders likely and others unlikely, none below zero, kept small, rounded.
"""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import score_orders as scorer  # noqa: E402

from mailer.reading.orders.gazetteer import Gazetteer, load  # noqa: E402
from mailer.reading.orders.read import read  # noqa: E402
from mailer.reading.orders.said import to_json  # noqa: E402
from mailer.reading.orders.sure.weigh import UNASKED  # noqa: E402

LIMITS = range(2, 13)
STEPS, RATE, RIDGE = 400, 0.5, 0.02
# What one would think before counting: natural logs of odds; the mails may move them.
PRIOR = {
    **dict.fromkeys(("unread_money", "unread_time", "unread_measure", "instead", "verb_in_item", "turned_later"), 1.8),
    **dict.fromkeys(
        ("same_time", "odd_time", "name_in_slot", "speech", "question", "last_price", "rival", "unmet"), 1.2
    ),
    **dict.fromkeys(
        ("unread_number", "unread_condition", "loose_condition", "odd_place", "goods_beside", "after_it"), 1.0
    ),
    **dict.fromkeys(("unread_name", "unread_turn", "unread_when", "unread_denial", "unread_thing", "irreal"), 0.8),
    **dict.fromkeys(
        ("unread_much", "unread_proper", "wish", "past", "odd_foe", "that_behind", "table_row", "bare", "past_before"),
        0.8,
    ),
    **dict.fromkeys(("unread_verb", "crossing_slot", "wordy_slot", "time_beside", "unasked", "unknown_item"), 0.6),
    **dict.fromkeys(("unread_word", "long_sentence", "far_sense", "other_subject", "purpose", "loose_beside"), 0.45),
    **dict.fromkeys(("asked_beside", "weak_verb", "many_orders", "dots", "unread_or"), 0.3),
}
SCALE = 5  # points for one unit of log odds
TUNED = {
    "orders_dev": 0.3,
    "own_dev": 0.15,
    "others_dev": 0.5,
    "others_b_dev": 0.5,
    "others_c_dev": 0.5,
}  # what the grammar was written on says less about strangers


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


def mails_of(path: Path, gazetteer: Gazetteer) -> list[Mail]:
    """The mails of one author as the grammar reads them, every order taken."""
    author = path.stem
    return [_mail(gold, gazetteer, author) for gold in scorer.read_lines(path.read_bytes(), author).values()]


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
    """The points of every reason: logistic regression by gradient, drawn to what one would think, never below zero."""
    rows = [(order, TUNED.get(mail.author, 1.0)) for mail in mails for order in mail.orders]
    names = sorted({name for order, _ in rows for name in order.counts})
    weights, bias = dict.fromkeys(names, 0.0), -2.0
    memory = dict.fromkeys(names, 1e-6)
    bias_memory = 1e-6
    total = sum(weight for _, weight in rows)
    for _ in range(STEPS):
        slope, slope_bias = (
            {name: RIDGE * (10 if "." in name else 1) * (weights[name] - PRIOR.get(name, 0.0)) for name in names},
            0.0,
        )
        for order, weight in rows:
            odds = bias + sum(weights[name] * count for name, count in order.counts.items())
            error = weight * (1 / (1 + math.exp(-max(min(odds, 30.0), -30.0))) - order.harmful) / total
            slope_bias += error
            for name, count in order.counts.items():
                slope[name] += error * count
        for name in names:
            memory[name] += slope[name] ** 2
            weights[name] = max(0.0, weights[name] - RATE * slope[name] / math.sqrt(memory[name]) * 0.1)
        bias_memory += slope_bias**2
        bias -= RATE * slope_bias / math.sqrt(bias_memory) * 0.1
    points = {name: round(weights[name] * SCALE) for name in names}
    return {name: value for name, value in points.items() if value}


def total(order: Order, points: dict[str, int]) -> int:
    """The points of an order."""
    return sum(points.get(name, 0) * count for name, count in order.counts.items())


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
    authors = {path.stem: mails_of(path, gazetteer) for path in parser.parse_args().files}
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
