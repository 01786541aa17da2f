"""TOML files of a campaign as plain tables, whatever may be in them."""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

from mailer.campaign.mistakes import BAD, NOTHING, Bad, Notes, Phrase, Spot

_MAX_BYTES = 4_000_000


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
        return spot.wrong(str(error), Phrase("toml"))
    except (ValueError, ArithmeticError, RecursionError) as error:
        # A number of thousands of digits, or brackets nested without end.
        return spot.wrong(type(error).__name__, Phrase("toml"))


def tables(data: dict[str, Any] | Bad) -> dict[str, Any]:
    """The tables, or none of a file that could not be read."""
    return {} if data is BAD else data
