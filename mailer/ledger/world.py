"""The world in the ledger: after every step the sheets and parties that changed, so that any past state can be read."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from mailer.ledger.codec import decode, encode
from mailer.ledger.ledger import Ledger
from rules.names import CharacterId, PartyId

if TYPE_CHECKING:  # an idle run never looks at the world, and shall not wait for the game
    from rules.world import Party, World

T = TypeVar("T")

# From key to key by the index: never through all the states that each was in.
_LATEST = """
with recursive known (name) as (
    select min({key}) from {table}
    union all select (select min({key}) from {table} where {key} > name) from known where name is not null
)
select name, (select json from {table} where {key} = name order by step desc limit 1) as json
from known where name is not null order by name
"""


def load_world(ledger: Ledger, start: "World") -> "World":
    """The world as it stands: what the ledger knows, and people and parties of the files that it does not know yet."""
    from rules.character import Character
    from rules.world import Party, World

    characters = _latest(ledger, "sheets", "character", Character)
    parties = _latest(ledger, "parties", "party", Party)
    row = ledger.db.execute("select json from worlds order by step desc limit 1").fetchone()
    common = decode(World, json.loads(row[0])) if row else start
    placed = {member for party in parties.values() for member in party.members}
    joining = {name: sheet for name, sheet in start.characters.items() if name not in characters}
    return replace(
        common,
        characters={**characters, **joining},
        parties={**parties, **_parties_of(start, set(joining) - placed, set(parties))},
    )


def _latest(ledger: Ledger, table: str, key: str, kind: type[T]) -> dict[Any, T]:
    rows = ledger.db.execute(_LATEST.format(table=table, key=key))
    return {row[0]: decode(kind, json.loads(row[1])) for row in rows if row[1] != "null"}


def _parties_of(start: "World", newcomers: set[CharacterId], known: set[PartyId]) -> "dict[PartyId, Party]":
    """The files' parties that the ledger lacks, with those of their members who are new."""
    fresh = {name: party for name, party in start.parties.items() if name not in known}
    return {name: party for name, party in fresh.items() if newcomers.intersection(party.members)}


def save_world(ledger: Ledger, step: int, world: "World", *, before: "World | None") -> None:
    """Write down what a step changed; without `before`, everything."""
    _save(ledger, "sheets", step, world.characters, before.characters if before else {})
    _save(ledger, "parties", step, world.parties, before.parties if before else {})
    common = replace(world, characters={}, parties={})
    if before is None or common != replace(before, characters={}, parties={}):
        ledger.db.execute("insert into worlds values (?, ?)", (step, _text(common)))


def _save(ledger: Ledger, table: str, step: int, now: Mapping[Any, T], before: Mapping[Any, T]) -> None:
    """Write the values that are not what they were; a party that is no more is written as null."""
    changed = [(name, step, _text(value)) for name, value in now.items() if before.get(name) != value]
    ended = [(name, step, "null") for name in before if name not in now]
    ledger.db.executemany(
        f"insert into {table} values (?, ?, ?) on conflict do update set json = excluded.json", changed + ended
    )


def _text(value: object) -> str:
    return json.dumps(encode(value), ensure_ascii=False, separators=(",", ":"))
