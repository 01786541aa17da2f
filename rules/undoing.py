"""How a ruling is taken back: the world now without what led from one world to another.

taken_back(world, before, after)
"""

from dataclasses import fields
from typing import Any, TypeVar

from rules.changed import replace
from rules.character import Character
from rules.time import Moment
from rules.world import Party, World

T = TypeVar("T", Character, Party)


def taken_back(world: World, before: World, after: World) -> World:
    """The world now, without what led from `before` to `after`; what has changed since by itself stays as it is.

    A number gives back the difference; a list loses what came and gets what went; anything else returns to what it
    was only if nobody has touched it since.
    """
    people = {
        name: _back(person, before.characters[name], after.characters[name])
        if name in before.characters and name in after.characters
        else person
        for name, person in world.characters.items()
    }
    came, went = after.characters.keys() - before.characters.keys(), before.characters.keys() - after.characters.keys()
    people = {name: one for name, one in people.items() if name not in came}
    people |= {name: before.characters[name] for name in went}
    made = after.parties.keys() - before.parties.keys()
    ended = before.parties.keys() - after.parties.keys()
    parties = {
        name: _back(party, before.parties[name], after.parties[name])
        if name in before.parties and name in after.parties
        else party
        for name, party in world.parties.items()
        if name not in made or party.members != after.parties[name].members
    }
    returned = {name: replace(before.parties[name], clock=_latest(world)) for name in ended}
    tasks = _list_back(world.tasks, before.tasks, after.tasks)
    return replace(world, characters=people, parties={**parties, **returned}, tasks=tasks)


def _latest(world: World) -> Moment:
    return max((party.clock for party in world.parties.values()), default=Moment(0))


_NEVER_BACK = frozenset({"clock", "closed", "heard"})  # of a party: time is not rewound (R3)


def _back(now: T, before: T, after: T) -> T:
    changed: dict[str, Any] = {
        field.name: _value_back(getattr(now, field.name), getattr(before, field.name), getattr(after, field.name))
        for field in fields(now)
        if field.name not in _NEVER_BACK and getattr(before, field.name) != getattr(after, field.name)
    }
    return replace(now, **changed) if changed else now


def _value_back(now: Any, before: Any, after: Any) -> Any:
    if now == after:
        return before
    if all(type(value) is int for value in (now, before, after)):
        return max(0, now + before - after)
    if all(isinstance(value, tuple) for value in (now, before, after)):
        return _list_back(now, before, after)
    return now


def _list_back(now: tuple[Any, ...], before: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[Any, ...]:
    came = [one for one in after if one not in before]
    went = [one for one in before if one not in after]
    return (*(one for one in now if one not in came), *(one for one in went if one not in now))


def is_whole(world: World, *, was: World | None = None) -> bool:
    """Whether everybody is in one party at most, and no party has lost its last member that `was` had."""
    members = [name for party in world.parties.values() for name in party.members]
    empty = {name for name, party in world.parties.items() if not party.members}
    known = {name for name, party in was.parties.items() if not party.members} if was is not None else set()
    return len(members) == len(set(members)) and empty <= known
