#!/usr/bin/env python3
"""Learn `data/likeness.tsv` from annotated letters: which signs of a sentence speak for which kinds of order.

    pip install scikit-learn
    python tests/corpus/fit_likeness.py tests/corpus/*_dev.jsonl > data/likeness.tsv

A sentence is labelled with the orders whose verbatim words stand in it; an order that no sentence can be found for
says nothing. For every kind, and for any order at all, a logistic regression with small weights.
"""

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import score_orders as scorer  # noqa: E402

from mailer.reading.orders import read as reader  # noqa: E402
from mailer.reading.orders.gazetteer import Gazetteer, load  # noqa: E402
from mailer.reading.orders.letter import Mail, Sentence  # noqa: E402
from mailer.reading.orders.likeness.likely import kinds_of as drafted  # noqa: E402
from mailer.reading.orders.likeness.signs import signs_of  # noqa: E402
from mailer.reading.orders.likeness.weights import ANY  # noqa: E402
from mailer.reading.orders.said import Doubt, Said  # noqa: E402
from mailer.reading.orders.understanding import Understanding  # noqa: E402

Json = dict[str, Any]
ASIDE = ("who", "except", "speaker", "companions", "condition", "unless")  # words that seldom tell the sentence
FEWEST = 4  # sentences of a kind below which nothing is learnt
SEEN = 3  # sentences of a sign, likewise
LEAST = 12  # hundredths; smaller weights are left out
RIDGE = 3.0  # the inverse of how strongly weights are drawn to zero
# The grammar was written on these: what its frames say of them says less about strangers.
TUNED = {"orders_dev": 0.4, "own_dev": 0.3, "others_dev": 0.5, "others_b_dev": 0.5, "others_c_dev": 0.5,
         "others_d_dev": 0.6, "plain": 2.0}  # fmt: skip


@dataclass(slots=True)
class Example:
    """A sentence: its signs, the kinds it holds, those it may hold for all we know, and how much it counts."""

    text: str
    signs: frozenset[str]
    kinds: set[str]
    unknown: set[str]
    weight: float


def examples_of(path: Path, gazetteer: Gazetteer) -> list[list[Example]]:
    """The sentences of every letter of a file."""
    weight = TUNED.get(path.stem, 1.0)
    return [_letter(gold, gazetteer, weight) for gold in scorer.read_lines(path.read_bytes(), path.stem).values()]


def _letter(gold: Json, gazetteer: Gazetteer, weight: float) -> list[Example]:
    found, mail, read = sentences_of(gold, gazetteer)
    examples = [Example(_text(one), signs_of(one, mail), set(), set(), weight) for one in found]
    for order in gold["orders"]:
        alike = [at for at, kinds in enumerate(read) if kinds & kinds_of(order)]
        at = place_of(order, [one.text for one in examples], alike)
        for example in examples if at is None else [examples[at]]:
            (example.unknown if at is None else example.kinds).update(kinds_of(order))
    return examples


def sentences_of(gold: Json, gazetteer: Gazetteer) -> tuple[list[Sentence], Mail, list[set[str]]]:
    """The sentences of a letter as the reader cuts them, the letter, and the kinds the grammar reads in each."""
    kept: list[tuple[Understanding, Mail]] = []
    settled = reader.settled

    def keep(so_far: Understanding, mail: Mail, *, limit: int) -> tuple[list[Said], list[Doubt]]:
        kept.append((so_far, mail))
        return settled(so_far, mail, limit=limit)

    reader.settled = keep
    try:
        reader.read(
            gold["body"], subject=gold["subject"], character=gold["from_character"], gazetteer=gazetteer,
            sent=date.fromisoformat(gold["sent"]),
        )  # fmt: skip
    finally:
        reader.settled = settled
    so_far, mail = kept[0]
    told = list(so_far.told)
    read = [[drafted(draft) for draft in so_far.drafts if draft.clause.sentence is one] for one in told]
    return told, mail, [set().union(*found) for found in read]


def _text(sentence: Sentence) -> str:
    return sentence.span(0, len(sentence.words))


def kinds_of(order: Json) -> set[str]:
    """The kinds of an annotated order as the table calls them."""
    key = scorer.KEY_ENUM.get(order["kind"])
    if order["kind"] == "shop":
        return {f"shop.{item.get('verb', 'buy')}" for item in scorer.items_of(order, "items")} or {"shop.buy"}
    return {order["kind"] if key is None else f"{order['kind']}.{order.get(key)}"}


def place_of(order: Json, texts: Sequence[str], alike: Sequence[int]) -> int | None:
    """The sentence that holds most of an order's words; its numbers' or its condition's if it has no others.

    Failing all, the one sentence that the grammar reads as an order of its kind (`alike`); none if there is not one.
    """
    parts = [part for name in order if name not in ASIDE for part in scorer.spans(order[name], name)]
    numbers = [str(order[name]) for name in ("pct", "hp") if name in order]
    conditions = [part for name in ("condition", "unless") for part in scorer.spans(order.get(name), name)]
    for wanted in (parts, numbers, conditions):
        scores = [sum(_share(part, text) for part in wanted) for text in texts]
        if any(scores):
            return scores.index(max(scores))
    if len(texts) == 1:
        return 0
    return alike[0] if len(alike) == 1 else None


def _share(part: str, text: str) -> float:
    """How much of some words a sentence holds."""
    folded, wanted = scorer.fold(part), set(re.findall(r"\w+", scorer.fold(part)))
    inside = scorer.fold(text)
    if folded and folded in inside:
        return 2 + len(wanted) / 10
    common = len(wanted & set(re.findall(r"\w+", inside)))
    return common / len(wanted) if wanted and common >= max(1, 0.6 * len(wanted)) else 0.0


def learnt(examples: Sequence[Example]) -> dict[str, dict[str, float]]:
    """For every kind the weight of every sign."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # more only wait for each other: the sums are small
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import numpy as np
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    seen = Counter(sign for one in examples for sign in one.signs)
    signs = sorted(sign for sign, count in seen.items() if count >= SEEN)
    column = {sign: at for at, sign in enumerate(signs)}
    rows = [[column[sign] for sign in one.signs if sign in column] for one in examples]
    ends = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    indices = np.array([at for row in rows for at in sorted(row)], dtype=np.int32)
    table = csr_matrix((np.ones(len(indices)), indices, ends), shape=(len(rows), len(signs)))
    found: dict[str, dict[str, float]] = {}
    for kind, (holds, weight) in targets(examples):
        fit = LogisticRegression(C=RIDGE, solver="lbfgs", fit_intercept=False, max_iter=120, tol=1e-3)
        fit.fit(table, holds, sample_weight=weight)
        found[kind] = dict(zip(signs, fit.coef_[0].tolist(), strict=True))
    return found


def targets(examples: Sequence[Example]) -> Iterator[tuple[str, tuple[list[bool], list[float]]]]:
    """For every kind which sentences hold it, and how much each sentence counts for it."""
    counts = Counter(kind for one in examples for kind in one.kinds)
    for kind in [ANY, *sorted(kind for kind, count in counts.items() if count >= FEWEST)]:
        holds = [bool(one.kinds) if kind == ANY else kind in one.kinds for one in examples]
        unknown = [bool(one.unknown) if kind == ANY else kind in one.unknown for one in examples]
        yield (
            kind,
            (
                holds,
                [
                    0.0 if maybe and not yes else one.weight
                    for one, yes, maybe in zip(examples, holds, unknown, strict=True)
                ],
            ),
        )


def table_of(weights: dict[str, dict[str, float]]) -> dict[str, str]:
    """The table, weights in hundredths, those that say little left out."""
    signs = sorted({sign for table in weights.values() for sign in table})
    table: dict[str, str] = {}
    for sign in signs:
        parts = [(kind, round(100 * found.get(sign, 0.0))) for kind, found in weights.items()]
        kept = [f"{kind} {weight}" for kind, weight in parts if abs(weight) >= LEAST]
        if kept:
            table[sign] = " ".join(kept)
    return table


def main() -> int:
    """Learn and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, help="annotated letters")
    gazetteer = load(HERE / "campaign" / "gazetteer.toml")
    letters = [letter for path in parser.parse_args().files for letter in examples_of(path, gazetteer)]
    print("# Which signs of a sentence speak for which kinds of order: tests/corpus/fit_likeness.py made this table.")
    for sign, row in table_of(learnt([one for letter in letters for one in letter])).items():
        print(f"{sign}\t{row}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
