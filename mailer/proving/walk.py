"""The steps of a campaign one after another, each with the world it found and the world it left."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mailer import __version__
from mailer.ledger.codec import decode
from mailer.ledger.ledger import Ledger
from mailer.ledger.world import world_after
from mailer.post import Post
from rules.character import Character
from rules.time import Day, Moment, day_of
from rules.world import Party, World


@dataclass(frozen=True, slots=True)
class Mark:
    """A step as its row has it."""

    number: int
    kind: str
    until: Moment
    ran_at: datetime
    rules: str
    data: str
    is_undone: bool
    inputs: str | None
    day: Day | None = None  # in whose proof it stands: the next day to be closed, or None after the last

    def is_of(self, post: Post) -> bool:
        """Whether the present program and files made it, so that it must come out the same."""
        return (self.rules, self.data) == (__version__, post.files_digest)


@dataclass(frozen=True, slots=True)
class Taken:
    """A step, and what it did to the world."""

    mark: Mark
    before: World
    after: World


def marks(post: Post) -> tuple[Mark, ...]:
    """Every step, in order; each with the day that the next turnover closed."""
    rows = post.ledger.db.execute(
        "select id, kind, until, ran_at, rules, data, undone, inputs from steps order by id desc"
    )
    found: list[Mark] = []
    day: Day | None = None
    for row in rows:
        if row["kind"] == "turnover":
            day = day_of(Moment(row["until"] - 1), post.settings.turnover)
        at = datetime.fromisoformat(row["ran_at"])
        found.append(
            Mark(
                row["id"], row["kind"], Moment(row["until"]), at, row["rules"], row["data"], row["undone"] is not None,
                row["inputs"], day,
            )
        )  # fmt: skip
    return tuple(reversed(found))


def walk(post: Post, wanted: Sequence[Mark]) -> Iterator[Taken]:
    """Those steps, which follow one another, with their worlds; `post` is at the instant and in the world of each."""
    if not wanted:
        return
    world = world_after(post.ledger, wanted[0].number - 1, post.campaign.start)
    changed = _changed(post.ledger, wanted[0].number, wanted[-1].number)
    for mark in wanted:
        after = _laid(post.ledger, world, mark.number, changed.get(mark.number, ()))
        post.now = mark.ran_at
        post.keep_world(world)
        yield Taken(mark, world, after)
        world = after


Key = tuple[str, str]  # table, name


def _changed(ledger: Ledger, first: int, last: int) -> dict[int, list[Key]]:
    """Which sheets and parties each step wrote: looked up once, for the tables are ordered by name."""
    found: dict[int, list[Key]] = {}
    between = (first, last)
    for row in ledger.db.execute("select step, character from sheets where step between ? and ?", between):
        found.setdefault(row[0], []).append(("sheets", row[1]))
    for row in ledger.db.execute("select step, party from parties where step between ? and ?", between):
        found.setdefault(row[0], []).append(("parties", row[1]))
    return found


_ROW = {
    "sheets": "select json from sheets where character = ? and step = ?",
    "parties": "select json from parties where party = ? and step = ?",
}


def _laid(ledger: Ledger, world: World, step: int, keys: Sequence[Key]) -> World:
    """The world with what a step wrote down."""
    row = ledger.db.execute("select json from worlds where step = ?", (step,)).fetchone()
    people, parties = dict(world.characters), dict(world.parties)
    common = decode(World, json.loads(row[0])) if row else world
    for table, name in keys:
        text = ledger.db.execute(_ROW[table], (name, step)).fetchone()[0]
        if table == "sheets":
            people.pop(name, None)  # type: ignore[call-overload]
            if text != "null":
                people[name] = decode(Character, json.loads(text))  # type: ignore[index]
        else:
            parties.pop(name, None)  # type: ignore[call-overload]
            if text != "null":
                parties[name] = decode(Party, json.loads(text))  # type: ignore[index]
    return replace(common, characters=people, parties=parties)
