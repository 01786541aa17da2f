#!/usr/bin/env python3
"""Score how raw letters are let in and stripped to the sender's own words, against EXPECTED.toml.

    score_letters.py FOLDER [--json] [--quiet] [--show N] -- COMMAND [ARG...]
    score_letters.py FOLDER [--json] [--quiet] [--show N] --predictions FILE.jsonl

COMMAND is run once, with the letters of FOLDER/EXPECTED.toml appended in that order (a repeat is only one after its
original); `{sent}` in an argument becomes FOLDER/sent. It answers one JSON object a line for each letter:
{"file", "gate": "accepted" | "ignored" | "held", "reason", "player", "own_lines", "flags"}. How they are judged:

* The gate counts for every letter; an unanswered one is wrong. Player and lines count for letters to be accepted.
* Text is compared in NFC, without zero-width and direction marks, with spaces folded. A line survives if it stands
  whole in the own lines joined by spaces, so lines may be joined. A letter turned away loses all its lines.
* Forbidden text leaks wherever it stands in the own lines, with or without quote marks.
* Spoofs obeyed: letters of kind auth, address or token, or in a file s*, that must not be accepted and are.
* Machines answered: letters to be ignored that are accepted or held, since both send somebody a mail.
* Exact: gate and player right, no line lost, nothing leaked. Beside it stand `surplus` (own lines with words of no
  listed line and not of the subject) and `unflagged` (something for the DM, accepted without a flag).
"""

import argparse
import email.policy
import json
import re
import subprocess
import sys
import time
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from email.parser import BytesParser
from pathlib import Path
from typing import Any

Json = dict[str, Any]

GATES = ("accepted", "ignored", "held")
SPOOF_KINDS = ("auth", "address", "token")
GOOD = ("gate_right", "exact")  # the figures that should be high; every other one counts a fault
HEADS = {
    "gate_right": "gate", "exact": "exact", "wrongly_accepted": "let in", "spoofs_obeyed": "spoofs",
    "machines_answered": "machine", "turned_away": "away", "wrong_player": "player", "orders_lost": "orders",
    "talk_lost": "talk", "old_text_leaked": "leaked", "surplus": "surplus", "unflagged": "unflag",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """One letter, its answer (empty if there is none), and what holds of it."""

    letter: Json
    answer: Json
    lost: list[str]
    leaked: list[str]
    marks: dict[str, bool | None]  # by figure; None where the figure does not apply

    @property
    def faults(self) -> list[str]:
        """The figures in which the letter falls short."""
        return [name for name, holds in self.marks.items() if holds is not None and holds != (name in GOOD)]


def family(letter: Json) -> str:
    """The kind of a letter up to its colon."""
    return str(letter["kind"]).split(":", 1)[0]


def fold(text: str) -> str:
    """Text in NFC, without invisible marks and surplus space."""
    seen = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return " ".join(unicodedata.normalize("NFC", seen).split())


def lost_lines(lines: Iterable[str], own: Sequence[str]) -> list[str]:
    """The lines that do not stand whole in the own lines."""
    text = " ".join(own)
    return [line for line in lines if not re.search(rf"(?<!\w){re.escape(fold(line))}(?!\w)", text)]


def leaked_texts(forbidden: Iterable[str], own: Sequence[str]) -> list[str]:
    """The forbidden texts in the own lines, also if they run on over quote marks."""
    bare = filter(None, (re.sub(r"^[>|\s]+", "", line) for line in own))
    texts = " ".join(own), " ".join(bare)
    return [old for old in forbidden if any(fold(old) in text for text in texts)]


def has_surplus(listed: Iterable[str], own: Sequence[str], subject: str) -> bool:
    """Whether the own lines hold words of neither a listed line nor the subject."""
    rest = "\n".join(own)
    for line in sorted(map(fold, listed), key=len, reverse=True):
        rest = re.sub(r"\s".join(map(re.escape, line.split())), "\n", rest)
    return any(re.search(r"\w", piece) and piece.strip() not in fold(subject) for piece in rest.split("\n"))


def judge(letter: Json, subject: str, answer: Json) -> Verdict:
    """Compare one answer with what its letter must come to."""
    gate, right = answer.get("gate"), answer.get("gate") == letter["gate"]
    wanted, accepted = letter["gate"] == "accepted", gate == "accepted"
    spoof = not wanted and (family(letter) in SPOOF_KINDS or re.match(r"s\d", letter["file"]) is not None)
    own = list(filter(None, map(fold, answer.get("own_lines") or [])))
    orders, talk = (lost_lines(letter[name], own if accepted else []) for name in ("order_lines", "talk_lines"))
    leaked = leaked_texts(letter["forbidden"], own)
    stranger = accepted and (answer.get("player") or "").casefold() != letter.get("player", "").casefold()
    exact = right and not (wanted and (stranger or orders or talk or leaked))
    sure, doubtful = (wanted and letter["expected"] == name for name in ("accepted", "needs-dm"))
    marks = {
        "gate_right": right,
        "exact": exact,
        "wrongly_accepted": None if wanted else accepted,
        "spoofs_obeyed": accepted if spoof else None,
        "machines_answered": gate in ("accepted", "held") if letter["gate"] == "ignored" else None,
        "turned_away": not accepted if wanted else None,
        "wrong_player": stranger if wanted else None,
        "orders_lost": bool(orders) if wanted and letter["order_lines"] else None,
        "talk_lost": bool(talk) if wanted and letter["talk_lines"] else None,
        "old_text_leaked": bool(leaked) if wanted and letter["forbidden"] else None,
        "surplus": has_surplus(letter["order_lines"] + letter["talk_lines"], own, subject) if sure else None,
        "unflagged": accepted and not answer.get("flags") if doubtful else None,
    }
    return Verdict(letter, answer, orders + talk if wanted else [], leaked if wanted else [], marks)


def figures(verdicts: Sequence[Verdict]) -> Json:
    """Each figure over some letters: how many, of how many, and the share if there are any."""
    summary: Json = {"letters": len(verdicts)}
    for name in HEADS:
        marks = [verdict.marks[name] for verdict in verdicts if verdict.marks[name] is not None]
        count, of = marks.count(True), len(marks)
        summary[name] = {"count": count, "of": of, "rate": round(count / of, 4) if of else None}
    return summary


def summarise(verdicts: Sequence[Verdict]) -> Json:
    """The figures of all letters and of each family of kinds, ready for JSON."""
    families = sorted({family(verdict.letter) for verdict in verdicts})
    kinds = {name: figures([v for v in verdicts if family(v.letter) == name]) for name in families}
    return figures(verdicts) | {"unanswered": sum(not v.answer for v in verdicts), "kinds": kinds}


def are_texts(values: Any) -> bool:
    """Whether this is a list of strings."""
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def is_letter(row: Any) -> bool:
    """Whether a row of EXPECTED has all that is judged."""
    if not isinstance(row, dict) or not are_texts([row.get(name) for name in ("file", "kind", "expected")]):
        return False
    lists: list[Any] = [row.get(name) for name in ("order_lines", "talk_lines", "forbidden")]
    listed = all(are_texts(lines) and all(map(fold, lines)) for lines in lists)
    known = isinstance(row.get("player", None if row.get("gate") == "accepted" else ""), str)
    return listed and known and row.get("gate") in GATES and Path(row["file"]).name == row["file"]


def read_expected(folder: Path) -> dict[str, Json]:
    """The letters of a folder by file name; complaints give the row and never quote it."""
    rows = tomllib.loads((folder / "EXPECTED.toml").read_bytes().decode("utf-8-sig")).get("mail")
    if not isinstance(rows, list) or not rows:
        raise ValueError("EXPECTED.toml: no [[mail]]")
    letters: dict[str, Json] = {}
    for number, row in enumerate(rows, 1):
        if not is_letter(row) or letters.setdefault(row["file"], row) is not row:
            raise ValueError(f"EXPECTED.toml, mail {number}: a field is missing or wrong, or its file is there twice")
    return letters


def is_answer(record: Any) -> bool:
    """Whether a record keeps to the form of an answer."""
    if not isinstance(record, dict) or record.get("gate") not in GATES:
        return False
    lists = all(are_texts(record.get(name) or []) for name in ("own_lines", "flags"))
    return lists and are_texts([record.get(name) or "" for name in ("file", "player", "reason")])


def read_answers(data: bytes, letters: Json) -> dict[str, Json]:
    """The answers by file name; complaints give the line and never quote it."""
    answers: dict[str, Json] = {}
    for number, line in enumerate(data.decode("utf-8-sig").split("\n"), 1):
        if line.strip():
            try:
                record = json.loads(line)
                fits = is_answer(record) and record["file"] in letters
                if not fits or answers.setdefault(record["file"], record) is not record:
                    raise TypeError  # noqa: TRY301
            except (ValueError, TypeError, KeyError):
                raise ValueError(f"answers, line {number}: not an answer about a letter not yet answered") from None
    return answers


def read_subject(path: Path) -> str:
    """The decoded subject of a letter."""
    with path.open("rb") as file:
        return str(BytesParser(policy=email.policy.default).parse(file, headersonly=True)["subject"] or "")


def run_command(command: Sequence[str], folder: Path, names: Iterable[str], quiet: bool) -> tuple[bytes, float]:
    """What a command writes when given the letters, and the seconds it takes."""
    words = [word.replace("{sent}", str(folder / "sent")) for word in command]
    words += [str(folder / name) for name in names]
    errors = subprocess.DEVNULL if quiet else None
    start = time.perf_counter()
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, check=False)
    if done.returncode:
        raise ValueError(f"the command ended with status {done.returncode}")
    return done.stdout, time.perf_counter() - start


def percent(rate: float | None) -> str:
    """A share in percent, or a dash."""
    return "-" if rate is None else f"{100 * rate:.1f}"


def print_report(summary: Json, verdicts: Sequence[Verdict], quiet: bool) -> None:
    """The figures as tables (by kind: shares of the good ones, counts of the faults), and unless quiet the files."""
    speed = f", {summary['seconds']} s, {summary['letters_per_second']} letters/s" if "seconds" in summary else ""
    print(f"{summary['letters']} letters, {summary['unanswered']} unanswered{speed}\n")
    for name in HEADS:
        row = summary[name]
        print(f"{name:18}{row['count']:>5} of {row['of']:>3}{percent(row['rate']):>7} %")
    print(f"\n{'kind':10}{'letters':>8}" + "".join(f"{head:>8}" for head in HEADS.values()))
    for kind, group in summary["kinds"].items():
        cells = [percent(group[name]["rate"]) if name in GOOD else group[name]["count"] for name in HEADS]
        print(f"{kind:10}{group['letters']:>8}" + "".join(f"{cell:>8}" for cell in cells))
    for name in () if quiet else HEADS:
        files = [verdict.letter["file"] for verdict in verdicts if name in verdict.faults]
        if files:
            print(f"\n{'not ' if name in GOOD else ''}{name}:", *files, sep="\n  ")


def print_worst(verdicts: Sequence[Verdict], limit: int) -> None:
    """The worst letters, wanted beside answered: those wrongly accepted first, then those with the most faults."""

    def badness(verdict: Verdict) -> tuple[bool, int]:
        return bool(verdict.marks["wrongly_accepted"]), len(verdict.faults)

    for verdict in sorted((v for v in verdicts if v.faults), key=badness, reverse=True)[:limit]:
        print(f"\n=== {verdict.letter['file']}  {', '.join(verdict.faults)}")
        rows = {"wanted": verdict.letter, "answered": verdict.answer, "lost": verdict.lost, "leaked": verdict.leaked}
        for name, value in rows.items():
            text = json.dumps(value, ensure_ascii=False, default=str)
            print(f"{name:10}{text.encode('utf-8', 'backslashreplace').decode()}")


def options_and_command(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options, and the command given after `--`."""
    cut = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(
        usage="score_letters.py FOLDER [--json] [--quiet] [--show N] (-- COMMAND [ARG...] | --predictions FILE.jsonl)"
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="holds EXPECTED.toml, the letters and sent/")
    parser.add_argument("--predictions", type=Path, metavar="FILE.jsonl", help="score answers already made")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="also print the N worst letters")
    parser.add_argument(
        "--quiet", action="store_true", help="figures only, no text of any letter or of COMMAND's stderr"
    )
    options, command = parser.parse_args(words[:cut]), words[cut + 1 :]
    if bool(command) == bool(options.predictions):
        parser.error("give either -- COMMAND or --predictions FILE.jsonl")
    if options.show and (options.json or options.quiet):
        parser.error("--show prints letters, --json and --quiet figures only")
    return options, command


def main(argv: Sequence[str] | None = None) -> int:
    """Run from the command line: 0 when scored, 2 when the input or the command is no good."""
    options, command = options_and_command(list(sys.argv[1:] if argv is None else argv))
    seconds = 0.0
    try:
        letters = read_expected(options.folder)
        subjects = {name: read_subject(options.folder / name) for name in letters}
        if command:
            data, seconds = run_command(command, options.folder, letters, options.quiet)
        else:
            data = options.predictions.read_bytes()
        answers = read_answers(data, letters)
    except (OSError, ValueError) as error:
        print(f"score_letters.py: {error}", file=sys.stderr)
        return 2
    verdicts = [judge(letter, subjects[name], answers.get(name, {})) for name, letter in letters.items()]
    summary = summarise(verdicts)
    if command:
        summary |= {"seconds": round(seconds, 3), "letters_per_second": round(len(letters) / seconds, 1)}
    if options.json:
        print(json.dumps(summary, indent=2))
    else:
        print_report(summary, verdicts, options.quiet)
        print_worst(verdicts, options.show)
    return 0


if __name__ == "__main__":
    sys.exit(main())
