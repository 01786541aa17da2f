"""The world in the ledger: after every step the sheets and parties that changed, so that any past state can be read."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from mailer.ledger.codec import decode, encode
from mailer.ledger.ledger import Ledger
from rules.names import CharacterId, PartyId, PlaceId, SiteId

if TYPE_CHECKING:  # an idle run never looks at the world, and shall not wait for the game
    from rules.character import Character
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


def load_world(ledger: Ledger, start: "World", *, doors: Mapping[SiteId, PlaceId] | None = None) -> "World":
    """The world as it stands: what the ledger knows, and people of the files that it does not know yet.

    A newcomer enters the party that lists them, or, where that is underground, a party of one at the place outside it
    (`doors`); whatever they enter stands at the hour the others have reached.
    """
    known = known_world(ledger, start)
    joining = {name: sheet for name, sheet in start.characters.items() if name not in known.characters}
    parties = dict(known.parties)
    placed = {member for party in parties.values() for member in party.members}
    for home in start.parties.values():
        fresh = tuple(name for name in home.members if name in joining and name not in placed)
        if fresh:
            parties |= _entered(fresh, home, parties, joining, doors or {})
    return replace(known, characters={**known.characters, **joining}, parties=parties)


def known_world(ledger: Ledger, start: "World") -> "World":
    """The world as the ledger alone has it, and what else `start` holds before the first step."""
    from rules.character import Character
    from rules.world import Party, World

    row = ledger.db.execute("select json from worlds order by step desc limit 1").fetchone()
    common = decode(World, json.loads(row[0])) if row else start
    characters = _latest(ledger, "sheets", "character", Character)
    return replace(common, characters=characters, parties=_latest(ledger, "parties", "party", Party))


def in_order(world: "World", start: "World") -> "World":
    """The world with everybody as the files list them, so that a player's first character is the roster's first.

    Whoever is in no file comes last, by name: a world kept and one read again are told in one order.
    """
    characters, parties = _listed(world.characters, start.characters), _listed(world.parties, start.parties)
    return replace(world, characters=characters, parties=parties)


def _listed(found: Mapping[Any, T], files: Mapping[Any, T]) -> dict[Any, T]:
    return {
        name: found[name] for name in (*files, *sorted(name for name in found if name not in files)) if name in found
    }


def world_after(ledger: Ledger, step: int, start: "World") -> "World":
    """The world as a step left it."""
    from rules.character import Character
    from rules.world import Party, World

    row = ledger.db.execute("select json from worlds where step <= ? order by step desc limit 1", (step,)).fetchone()
    common = decode(World, json.loads(row[0])) if row else start
    characters = _at(ledger, step, "sheets", "character", Character)
    return replace(common, characters=characters, parties=_at(ledger, step, "parties", "party", Party))


def is_anybody_new(ledger: Ledger, world: "World") -> bool:
    """Whether the world holds somebody of the files whose sheet was never written down."""
    asked = "select 1 from sheets where character = ? limit 1"
    return any(ledger.db.execute(asked, (name,)).fetchone() is None for name in world.characters)


def _entered(
    fresh: tuple[CharacterId, ...], home: "Party", parties: "Mapping[PartyId, Party]",
    people: "Mapping[CharacterId, Character]", doors: Mapping[SiteId, PlaceId],
) -> "dict[PartyId, Party]":  # fmt: skip
    """The parties that newcomers of one party of the files enter or make."""
    from rules.world import AtPlace, InSite, Party

    there = parties.get(home.id)
    if there is None:
        latest = max(parties.values(), key=lambda one: one.clock, default=home)
        if latest.clock <= home.clock:
            return {home.id: home}
        return {home.id: replace(home, clock=latest.clock, closed=latest.closed)}
    if not isinstance(there.where, InSite) or there.where.site not in doors:
        return {home.id: replace(there, members=(*there.members, *fresh))}
    where = AtPlace(doors[there.where.site])
    names = {one: PartyId(f"{one}-solo" if PartyId(one) in parties else one) for one in fresh}
    return {
        name: Party(name, people[one].name, (one,), there.clock, where, left=there.id, closed=there.closed)
        for one, name in names.items()
    }


def _latest(ledger: Ledger, table: str, key: str, kind: type[T]) -> dict[Any, T]:
    rows = ledger.db.execute(_LATEST.format(table=table, key=key))
    return {row[0]: decode(kind, json.loads(row[1])) for row in rows if row[1] != "null"}


def _at(ledger: Ledger, step: int, table: str, key: str, kind: type[T]) -> dict[Any, T]:
    last = f"(select max(step) from {table} where {key} = t.{key} and step <= ?)"
    rows = ledger.db.execute(f"select {key}, json from {table} t where step = {last} order by {key}", (step,))
    return {row[0]: decode(kind, json.loads(row[1])) for row in rows if row[1] != "null"}


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
