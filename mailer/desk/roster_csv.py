"""The roster as a spreadsheet: characters as they stand written as CSV, and new ones read from it into roster.toml.

    id,name,player,address,party,class,max_hp,hp,role,employer,race,gender,str,…,cha,xp,purse_cp,rations,life
    krom,Krom,marta,marta@example.com,Los Cuatro,thief 2,9,9,character,,human,m,9,…,10,1300,2000,3,alive

Reading only adds people: who is in the campaign already is the ledger's, and changes by a ruling.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mailer.campaign.campaign import Roster
from mailer.campaign.toml import literal, table
from mailer.desk.roster_lines import slug
from rules.character import Character
from rules.world import World

_ABILITIES = ("str", "int", "wis", "dex", "con", "cha")
COLUMNS = (
    "id", "name", "player", "address", "party", "class", "max_hp", "hp", "role", "employer", "race", "gender",
    *_ABILITIES, "xp", "purse_cp", "rations", "life",
)  # fmt: skip
_NEEDED = ("name", "class", "max_hp")
_NUMBERS = {"max_hp": "max_hp", "hp": "hp", "xp": "xp", "purse_cp": "purse", "rations": "rations"}
# What people who write their own sheet in Spanish, or with spaces, call the columns.
_HEADS = {
    "nombre": "name", "personaje": "name", "character": "name", "jugador": "player", "jugadora": "player",
    "dirección": "address", "correo": "address", "email": "address", "grupo": "party", "clase": "class",
    "pg máximos": "max_hp", "pg max": "max_hp", "max hp": "max_hp", "pg": "hp", "raza": "race", "género": "gender",
    "papel": "role", "px": "xp", "bolsa (pc)": "purse_cp", "raciones": "rations", "vida": "life",
    "fue": "str", "des": "dex", "sab": "wis", "car": "cha",
}  # fmt: skip
_WORDS = ("role", "employer", "race", "gender", "life")
_DEFAULTS = {"role": "character", "race": "human", "gender": "m", "life": "alive", "xp": 0, "purse": 0, "rations": 0}

Table = dict[str, Any]


class SheetError(ValueError):
    """A sheet that cannot be read; `code` is a word of `data/imports.toml`."""

    def __init__(self, code: str, **words: object) -> None:
        super().__init__(code)
        self.code, self.words = code, words


def as_csv(world: World, roster: Roster) -> str:
    """Everybody as they stand, party by party in their order, the dead too."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    housed = [name for party in world.parties.values() for name in party.members]
    for name in dict.fromkeys((*housed, *world.characters)):
        row = row_of(world.characters[name], world, roster)
        writer.writerow({column: _safe(value) for column, value in row.items()})
    return out.getvalue()


def row_of(person: Character, world: World, roster: Roster) -> dict[str, Any]:
    """What stands of somebody, by column."""
    player = roster.players.get(person.player) if person.player else None
    party = next((one for one in world.parties.values() if person.id in one.members), None)
    return {
        "id": person.id, "name": person.name, "player": person.player or "",
        "address": player.addresses[0] if player else "", "party": party.name if party else "",
        "class": " / ".join(f"{one.name} {one.level}" for one in person.classes), "max_hp": person.max_hp,
        "hp": person.hp, "role": person.role.value, "employer": person.employer or "",
        "race": person.race, "gender": person.gender,
        **{name: person.abilities.get(name, "") for name in _ABILITIES},
        "xp": person.xp, "purse_cp": person.purse_cp, "rations": person.rations, "life": person.life.value,
    }  # fmt: skip


def _safe(value: Any) -> Any:
    """Text that a spreadsheet must not take for a formula gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


@dataclass(slots=True)
class Additions:
    """What a sheet adds to a roster."""

    players: dict[str, Table] = field(default_factory=dict)
    characters: dict[str, Table] = field(default_factory=dict)
    parties: dict[str, list[str]] = field(default_factory=dict)  # name → who joins


def read_sheet(text: str, *, players: Mapping[str, Iterable[str]], characters: Iterable[str]) -> Additions:
    """The people of a sheet who are not known yet. `players`: id → addresses; `characters`: ids. SheetError."""
    rows = sheet_rows(text)
    heads = {_head(name) for name in rows.fieldnames or ()}
    for name in _NEEDED:
        if name not in heads:
            raise SheetError("csv_head", name=name)
    known, found = set(characters), Additions()
    people = {name: set(addresses) for name, addresses in players.items()}
    for line, row in cells(rows):
        name = row.get("id") or slug(row["name"])
        if not row["name"] or name in known:
            continue
        if name in found.characters:
            raise SheetError("csv_twice", line=line, name=row["name"])
        found.characters[name] = _character(row, line)
        owner = _owner(row, line, people, found)
        if owner:
            found.characters[name]["player"] = owner
        if row.get("party"):
            found.parties.setdefault(row["party"], []).append(name)
    return found


def read_text(path: Path) -> str:
    """The text of a sheet, in UTF-8 or as spreadsheets on Windows write it. SheetError where it is none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SheetError("csv_unreadable", path=path, reason=error.strerror or "") from error
    for encoding in ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise SheetError("csv_unreadable", path=path, reason="CSV?")


def sheet_rows(text: str) -> "csv.DictReader[str]":
    """The rows of a sheet by the names in its first line, below what a spreadsheet may say of its separator."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    plain = re.sub(r"\A\"?sep=.\"?\n", "", plain, flags=re.IGNORECASE)
    return csv.DictReader(io.StringIO(plain), dialect=_dialect(plain))


def cells(rows: "csv.DictReader[str]") -> Iterator[tuple[int, dict[str, str]]]:
    """Each row with the number of its line, names of columns in lower case."""
    try:
        for raw in rows:
            row = {_head(name): str(value or "").strip() for name, value in raw.items() if name}
            yield rows.line_num, {name: value.removeprefix("'") for name, value in row.items()}
    except csv.Error as error:
        raise SheetError("csv_unreadable", path="CSV", reason=str(error)) from error


def _head(name: str | None) -> str:
    word = " ".join(str(name).lower().replace("_", " ").split())
    return _HEADS.get(word, word.replace(" ", "_"))


def _dialect(text: str) -> type[csv.excel]:
    """Commas, or the semicolons and tabs that spreadsheets write where the comma is a decimal mark."""
    head = text.partition("\n")[0]

    class Dialect(csv.excel):
        delimiter = max(",;\t", key=head.count)

    return Dialect


def _character(row: Mapping[str, str], line: int) -> Table:
    classes = [one.strip() for one in row["class"].split("/") if one.strip()]
    made: Table = {"name": row["name"], "class": classes[0] if len(classes) == 1 else classes}
    for column, key in _NUMBERS.items():
        if row.get(column):
            made[key] = _number(row[column], line, column)
    made |= {name: row[name] for name in _WORDS if row.get(name)}
    abilities = {name: _number(row[name], line, name) for name in _ABILITIES if row.get(name)}
    if abilities:
        made["abilities"] = abilities
    return {key: value for key, value in made.items() if value != _DEFAULTS.get(key)}


def _number(text: str, line: int, name: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise SheetError("csv_number", line=line, value=text, name=name)
    return int(text)


def _owner(row: Mapping[str, str], line: int, people: dict[str, set[str]], found: Additions) -> str:
    """The player's id: one known by id or address, else a new one, who needs an address."""
    word, address = row.get("player", ""), row.get("address", "").lower()
    if not word and not address:
        return ""
    known = next((name for name, addresses in people.items() if address and address in addresses), "")
    if known or slug(word) in people:
        return known or slug(word)
    if not address:
        raise SheetError("csv_player", line=line, name=word)
    name = slug(word or address.partition("@")[0], people)
    people[name] = {address}
    found.players[name] = {"name": word or address, "addresses": [address]}
    return name


def added(text: str, new: Additions, *, parties: Mapping[str, str], place: str) -> str:
    """The text of roster.toml with those people: new tables at its end, new names in the parties it has.

    `parties`: name in lower case → id, of those in the file. What stands there stays as it is, comments too.
    """
    pieces: list[str] = []
    for name, members in new.parties.items():
        known = parties.get(name.casefold())
        if known:
            text = _joined(text, known, members, name)
        else:
            pieces.append(
                table(f"parties.{slug(name, parties.values())}", {"name": name, "members": members, "place": place})
            )
    housed = {one for members in new.parties.values() for one in members}
    lone = {name: {**one, "place": place} for name, one in new.characters.items() if name not in housed}
    pieces = [
        *(table(f"players.{name}", one) for name, one in new.players.items()),
        *(table(f"characters.{name}", lone.get(name, one)) for name, one in new.characters.items()),
        *pieces,
    ]
    return text.rstrip("\n") + "\n\n" + "\n".join(pieces) if pieces else text


def _joined(text: str, party: str, members: list[str], name: str) -> str:
    """The text with people added to the list of members of one party."""
    head = re.compile(rf"^\[parties\.\"?{re.escape(party)}\"?\][^\[]*?^members\s*=\s*\[", re.MULTILINE)
    found = head.search(text)
    end = text.find("]", found.end()) if found else -1
    if found is None or end < 0 or "#" in text[found.end() : end]:
        raise SheetError("csv_party", name=name, who=", ".join(members))
    inside = text[found.end() : end].rstrip().rstrip(",")
    return text[: found.end()] + ", ".join([inside, *map(literal, members)]) + text[end:]
