"""People as somebody pastes them, one a line, made into the tables of `roster.toml`.

Marta Solís <marta@example.com>        marta@example.com
Duric, guerrero 3, Marta, 18 pg        Krom; fighter 2 / thief 3; ; 14
Ulmo, clérigo 4, Iván, 20 pg, 35 po 4 pp, 7 raciones
"""

import re
import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

_PERSON = re.compile(r"\s*(?P<name>[^<>@,;]*?)[\s,;:<]*(?P<address>[^\s<>,;]+@[^\s<>,;]+)>?\s*")
_PARTS = re.compile(r"\s*[;,\t]\s*")
_NUMBER = re.compile(r"(\d{1,5})\s*(?:pg|hp|pv|puntos.*)?", re.IGNORECASE)
_RATIONS = re.compile(r"(\d{1,4})\s*(?:d[ií]as\s+de\s+)?(?:raciones|raci[oó]n|rations|ration)", re.IGNORECASE)
_COINS = re.compile(r"(?:\d[\d.]*\s*(?:pc|pp|pe|po|ppt|cp|sp|ep|gp|plat)\b\s*)+", re.IGNORECASE)
FRESH_RATIONS = 7  # of whoever comes with none named: nobody shall starve on the first day for a line left out
_SLUG = re.compile(r"[^a-z0-9]+")

Table = Mapping[str, Any]


class LineError(ValueError):
    """A line that cannot be read; `code` is a word of `data/init.toml`."""

    def __init__(self, code: str, **args: str) -> None:
        super().__init__(code)
        self.code, self.args_of_words = code, args


def slug(text: str, taken: Collection[str] = ()) -> str:
    """A short name for a table's head, none of those taken."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    word = _SLUG.sub("-", plain).strip("-")[:40] or "x"
    number, found = 2, word
    while found in taken:
        number, found = number + 1, f"{word}-{number}"
    return found


def person(line: str, *, is_dm: bool = False) -> Table:
    """A player's table."""
    found = _PERSON.fullmatch(line)
    if found is None:
        raise LineError("wrong_person", line=line.strip())
    address = found["address"].lower()
    name = found["name"].strip().strip('"') or address.partition("@")[0].capitalize()
    return {"name": name, "addresses": [address], **({"dm": True} if is_dm else {})}


def character(line: str, players: Mapping[str, Table]) -> Table:
    """A character's table: name, class and level, whose, hit points; without a player it is the DM's.

    Coins and rations may stand behind; whoever names none has no money and a week of food.
    """
    parts, brought = _brought(_PARTS.split(line.strip()))
    hit_points = _NUMBER.fullmatch(parts[-1]) if len(parts) > 2 else None
    if hit_points is None or not parts[0] or not parts[1]:
        raise LineError("wrong_character", line=line.strip())
    classes = [one.strip() for one in parts[1].split("/") if one.strip()]
    owner = parts[2] if len(parts) > 3 else ""
    found: dict[str, Any] = {"name": parts[0], "class": classes[0] if len(classes) == 1 else classes}
    found["max_hp"] = int(hit_points[1])
    return {**found, **({"player": _player(owner, players)} if owner else {}), **brought}


def _brought(parts: list[str]) -> tuple[list[str], Table]:
    """The parts without coins and rations, and these by their keys."""
    brought: dict[str, Any] = {"purse": 0, "rations": FRESH_RATIONS}
    left = []
    for number, part in enumerate(parts):
        rations = _RATIONS.fullmatch(part)
        if number > 1 and rations:
            brought["rations"] = int(rations[1])
        elif number > 1 and _COINS.fullmatch(part):
            brought["purse"] = part
        else:
            left.append(part)
    return left, brought


def _player(word: str, players: Mapping[str, Table]) -> str:
    """The player of that id, name or first name."""
    wanted = slug(word)
    for name, table in players.items():
        whole = slug(str(table["name"]))
        if wanted in (name, whole, whole.partition("-")[0]) or word.lower() in table["addresses"]:
            return name
    raise LineError("wrong_player", player=word)
