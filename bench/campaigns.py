"""Campaigns to measure with: the example's folder with as many parties like its own as wanted, and worlds beside it."""

import os
import shutil
import tomllib
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from mailer.campaign.campaign import Campaign
from mailer.campaign.load import load_campaign, load_settings
from mailer.ledger.ledger import open_ledger
from mailer.post import Post
from mailer.resources import shipped
from rules.character import Character
from rules.names import CharacterId, PartyId, PlayerId
from rules.world import Party, World

MADRID = ZoneInfo("Europe/Madrid")
NOON = datetime(2026, 1, 16, 20, 0, tzinfo=MADRID)  # of the first day, before its turnover
LATE = datetime(2026, 1, 16, 23, 5, tzinfo=MADRID)  # five minutes after it
_PLAYERS = ("luis", "marta", "ivan", "jana")
_PEOPLE = ("duric", "krom", "ulmo", "joram")


@cache
def example() -> Campaign:
    """The example campaign, read once."""
    return load_campaign(shipped("data") / "example")


def folder(where: Path, *, parties: int = 1, inbox: str = "") -> Path:
    """A campaign folder with so many parties like the first; `inbox` replaces the Maildir."""
    shutil.copytree(shipped("data") / "example", where, dirs_exist_ok=True)
    for name in ("new", "cur", "tmp"):
        (where / "mail" / "in" / name).mkdir(parents=True, exist_ok=True)
    settings = where / "campaign.toml"
    text = settings.read_text("utf-8").replace("[trust]", "[limits]\nmails_a_day = 100000\n\n[trust]")
    if inbox:
        head, _, rest = text.partition("[[inbox]]")
        text = f"{head}{inbox}\n\n[out]{rest.partition('[out]')[2]}"
    settings.write_text(text, "utf-8")
    roster = where / "roster.toml"
    with roster.open("a", encoding="utf-8") as file:
        file.writelines(_twin(roster, number) for number in range(1, parties))
    return where


def senders(parties: int = 1) -> list[str]:
    """Where the players of those parties write from."""
    domains = {"luis": "example.com", "marta": "example.com", "ivan": "example.net", "jana": "example.net"}
    first = [f"{name}@{domains[name]}" for name in _PLAYERS]
    return first + [f"{name}{number}@example.com" for number in range(1, parties) for name in _PLAYERS]


@cache
def _first_party(roster: str) -> dict[str, Any]:
    return tomllib.loads(roster)


def _twin(roster: Path, number: int) -> str:
    """Players, characters and party of the first party, once more under other names."""
    known = _first_party((shipped("data") / "example" / roster.name).read_text("utf-8"))
    rows: list[str] = []
    for name, person in zip(_PLAYERS, _PEOPLE, strict=True):
        sheet = known["characters"][person]
        rows += (
            f'\n[players.{name}{number}]\nname = "{name.capitalize()} {_word(number)}"',
            f'addresses = ["{name}{number}@example.com"]',
            f'\n[characters.{person}{number}]\nname = "{person.capitalize()}{_word(number)}"',
            f'player = "{name}{number}"\nclass = "{sheet["class"]}"\nmax_hp = {sheet["max_hp"]}',
            f'purse = "{sheet["purse"]}"\nrations = {sheet["rations"]}\ngoods = ["backpack", "6 torches"]',
        )
    party = known["parties"]["los-cuatro"]
    members = ", ".join(f'"{person}{number}"' for person in _PEOPLE)
    rows += (
        f'\n[parties.cuatro{number}]\nname = "Cuatro {_word(number)}"\nmembers = [{members}]',
        f'spokesperson = "luis{number}"\nsite = "{party["site"]}"\nzone = "{party["zone"]}"',
        f'known = {party["known"]!r}\nstance = "secure"\nsince = 2026-01-15T22:00:00\n'.replace("'", '"'),
    )
    return "\n".join(rows)


def _word(number: int) -> str:
    """The number in letters, so that names stay names."""
    word = ""
    while number:
        number, rest = divmod(number - 1, 20)
        word = "bcdfghjklmnprstvwxyz"[rest] + "aeiou"[number % 5] + word
    return word


def post(where: Path, now: datetime = NOON) -> Post:
    """A run's post, its ledger just made."""
    made = Post(where, load_settings(where), open_ledger(where / "ledger.db", create=True), now)
    made.begin()
    return made


def crowd(parties: int) -> World:
    """A world of five a party, each like one of the example's or with its people elsewhere."""
    start = example().start
    first = start.parties[PartyId("los-cuatro")]
    characters: dict[CharacterId, Character] = {}
    made: dict[PartyId, Party] = {}
    for number in range(parties):
        sheets = [start.characters[name] for name in (*first.members, first.members[0])]
        people = [
            replace(one, id=CharacterId(f"{one.id}-{at}-{number}"), player=PlayerId(f"{one.player}-{number}"))
            for at, one in enumerate(sheets)
        ]
        name = PartyId(f"p{number:05}")
        characters |= {one.id: one for one in people}
        made[name] = replace(
            first, id=name, members=tuple(one.id for one in people), spokesperson=people[0].player
        )  # fmt: skip
    return World(characters, made)


def drop(where: Path, raw: bytes, when: datetime, number: int) -> None:
    """A letter arrives in the campaign's Maildir."""
    path = where / "mail" / "in" / "new" / f"{int(when.timestamp())}.{number}.host"
    path.write_bytes(raw)
    os.utime(path, (when.timestamp(),) * 2)
