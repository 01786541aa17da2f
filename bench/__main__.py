"""python -m bench [--only NAME]... [--scale small|full] [--json FILE]; python -m bench odds [--trials N]."""

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from bench.race import Row
from bench.scale import SCALES, Scale
from bench.table import table

SUBJECTS = (
    "idle",
    "collecting",
    "intake",
    "reading",
    "days",
    "forecasting",
    "composing",
    "sending",
    "growth",
    "memory",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; 0 also where something was not reached: a noisy machine is no failure."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="How fast Estafeta is, as ratios.")
    parser.add_argument("what", nargs="?", choices=("races", "odds"), default="races")
    parser.add_argument("--only", action="append", choices=SUBJECTS, help="one subject; may be said several times")
    parser.add_argument("--scale", choices=sorted(SCALES), default="full")
    parser.add_argument("--json", type=Path, help="write the rows to a file too")
    parser.add_argument("--trials", type=int, help="of the dice, for odds")
    said = parser.parse_args(argv)
    scale = SCALES[said.scale]
    if said.what == "odds":
        from bench.odds import report

        return report(said.trials or scale.trials, said.json)
    rows = measured(said.only or SUBJECTS, scale)
    print(table(rows))
    if said.json:
        said.json.write_text(json.dumps([row.plain() for row in rows], indent=1) + "\n", "utf-8")
    return 0


def measured(subjects: Sequence[str], scale: Scale) -> list[Row]:
    """The rows of some subjects; each is named while one waits for it."""
    rows: list[Row] = []
    for name in subjects:
        print(f"measuring {name} …", file=sys.stderr)
        rows += import_module(f"bench.{name}").rows(scale)
    return rows


if __name__ == "__main__":
    sys.exit(main())
