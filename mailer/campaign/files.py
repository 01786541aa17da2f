"""TOML files of a campaign as plain tables, whatever may be in them."""

import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

from mailer.campaign.mistakes import BAD, NOTHING, Bad, Notes, Phrase, Spot

_MAX_BYTES = 4_000_000
_SHOWN = 60  # characters of a line
_PLACE = re.compile(r"\(at line (\d+), column \d+\)$")
_SECRET = re.compile(r"((?:password|secret|token)\w*).*", re.IGNORECASE)  # not shown, should it stand there itself
_LANGUAGE = re.compile(r'^\s*language\s*=\s*["\'](es|en)["\']', re.MULTILINE)
# how tomllib begins a sentence → code of data/mistakes.toml
_WRONG = {
    "Invalid value": "toml_value",
    "Invalid date": "toml_value",
    "Expected '='": "toml_equals",
    "Expected newline": "toml_one_a_line",
    "Unterminated string": "toml_quote",
    "Illegal character": "toml_quote",
    "Expected '\"": "toml_quote",
    'Expected "\'"': "toml_quote",
    "Unescaped": "toml_backslash",
    "Invalid hex value": "toml_backslash",
    "Escaped character": "toml_backslash",
    "Unclosed": "toml_bracket",
    "Expected ']": "toml_bracket",
    "Invalid initial character": "toml_key",
    "Invalid statement": "toml_key",
    "Found invalid character": "toml_key",
    "Cannot": "toml_twice",
    "Duplicate": "toml_twice",
}


def read_toml(path: Path, name: str, notes: Notes) -> dict[str, Any] | Bad:
    """The tables of a file; decimal numbers come as Decimal. BAD and a mistake noted if it cannot be read."""
    spot = Spot(notes, name)
    try:
        if path.is_file() and path.stat().st_size > _MAX_BYTES:
            return spot.wrong(Phrase("found_large"), Phrase("too_large", {"megabytes": _MAX_BYTES // 1_000_000}))
        text = path.read_bytes().decode("utf-8-sig")
        return tomllib.loads(text, parse_float=Decimal)
    except FileNotFoundError:
        return spot.wrong(NOTHING, Phrase("file"))
    except OSError as error:
        return spot.wrong(error.strerror or type(error).__name__, Phrase("readable"))
    except UnicodeDecodeError:
        return spot.wrong(Phrase("found_binary"), Phrase("utf8"))
    except tomllib.TOMLDecodeError as error:
        if found := _LANGUAGE.search(text):  # the campaign's own, though nothing else can be read
            notes.language = found[1]
        return spot.wrong(*_syntax(text, str(error)))
    except (ValueError, ArithmeticError, RecursionError) as error:
        # A number of thousands of digits, or brackets nested without end.
        return spot.wrong(type(error).__name__, Phrase("toml"))


def language_in(folder: Path) -> str:
    """The language that `campaign.toml` names, also where it cannot be read whole; Spanish where it names none."""
    try:
        found = _LANGUAGE.search((folder / "campaign.toml").read_text("utf-8", errors="replace"))
    except OSError:
        return "es"
    return found[1] if found else "es"


def _syntax(text: str, said: str) -> tuple[Phrase, Phrase]:
    """The line that cannot be read, and what is wrong with it as far as we know Python's own words for it."""
    place = _PLACE.search(said)
    lines = text.splitlines()
    number = int(place[1]) if place else len(lines)
    there = _SECRET.sub(r"\1…", lines[number - 1].strip()) if 0 < number <= len(lines) else ""
    code = next((code for start, code in _WRONG.items() if said.startswith(start)), "toml")
    return Phrase("found_line", {"line": number, "text": there[:_SHOWN]}), Phrase(code)


def tables(data: dict[str, Any] | Bad) -> dict[str, Any]:
    """The tables, or none of a file that could not be read."""
    return {} if data is BAD else data
