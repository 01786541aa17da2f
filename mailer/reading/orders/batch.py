"""Letters as JSON Lines in, orders and doubts as JSON Lines out.

{"id": "a1", "from_character": "Krom", "sent": "2026-01-18", "subject": "", "body": "compro 2 antorchas"}
{"id": "a1", "orders": [{"kind": "shop", ...}], "doubts": [{"text": ..., "code": ...}]}
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from mailer.reading.orders.gazetteer import Gazetteer, load
from mailer.reading.orders.read import read
from mailer.reading.orders.said import to_json
from mailer.reading.orders.sure.weigh import UNASKED, sureness


def answer(lines: Iterable[str], gazetteer: Gazetteer, *, limit: int | None = None) -> Iterator[str]:
    """One line of JSON for every line that holds a letter; `limit` is that of `read`."""
    for line in lines:
        if line.strip():
            yield json.dumps(_answer(json.loads(line), gazetteer, limit), ensure_ascii=False)


def _answer(letter: dict[str, Any], gazetteer: Gazetteer, limit: int | None) -> dict[str, Any]:
    reading = read(
        letter.get("body") or "",
        subject=letter.get("subject") or "",
        character=letter["from_character"],
        sent=date.fromisoformat(letter["sent"]),
        gazetteer=gazetteer,
        limit=limit,
    )
    return {
        "id": letter["id"],
        "orders": [to_json(said) for said in reading.said],
        "doubts": [
            {"text": ", ".join((doubt.text, *doubt.args.get("also", ()))), "code": doubt.code.value}
            for doubt in reading.doubts
        ],
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Read letters on stdin, answer on stdout."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gazetteer", type=Path, help="the campaign's names")
    parser.add_argument("--sure", choices=(*sureness().limits, "unasked"), help="when to ask first; unasked: never")
    options = parser.parse_args(argv)
    limit = UNASKED if options.sure == "unasked" else sureness().limits[options.sure or "normal"]
    gazetteer = load(options.gazetteer) if options.gazetteer else Gazetteer()
    for line in answer(sys.stdin, gazetteer, limit=limit):
        sys.stdout.write(line + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
