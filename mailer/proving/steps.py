"""A step resolved again: the events and sheets that come of its inputs, beside those that the ledger has."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mailer.failures import line
from mailer.ledger.codec import encode
from mailer.ledger.days import events_of_step
from mailer.ledger.inputs import Read, inputs_of
from mailer.ledger.ledger import memory_ledger
from mailer.ledger.orders import orders_numbered
from mailer.ledger.world import load_world
from mailer.post import Post
from mailer.proving.differences import differences
from mailer.proving.walk import Taken
from mailer.resolving import Lived, Said, resolved
from mailer.sealed import written
from rules.events import Event
from rules.names import PlayerId
from rules.world import World

_MOST = 20  # differences named in one step: the first says what is wrong, thousands say no more


@dataclass(frozen=True, slots=True)
class StepProof:
    """What came of resolving one step again."""

    events: int = 0  # that came out the same
    sheets: int = 0
    wrong: tuple[str, ...] = ()
    unproved: str = ""  # why it could not be: other_rules, no_inputs, word


def prove_step(post: Post, taken: Taken) -> StepProof:
    """A step of the clock from its inputs, the first from the files, a ruling from its words."""
    if taken.mark.kind == "start":
        return _compared(post, taken, (), _begun(post))
    if taken.mark.kind == "ruling":
        from mailer.proving.rulings import ruled_again

        world = ruled_again(post, taken)
        return StepProof(unproved="word") if world is None else _compared(post, taken, None, world)
    if taken.mark.inputs is None:
        return StepProof(unproved="no_inputs")
    read = inputs_of(taken.mark.inputs)
    try:
        events, world = _again(post, taken, read)
    except Exception as error:  # whatever the present rules say to a ledger that may be wrong
        if not taken.mark.is_of(post):
            return StepProof(unproved="other_rules")
        return StepProof(wrong=(line("wrong_step", _language(post), step=taken.mark.number, cause=_cause(error)),))
    return _compared(post, taken, events, world)


def _begun(post: Post) -> World:
    """The world as the files begin it where there is no ledger yet."""
    doors = {name: site.place for name, site in post.campaign.book.atlas.sites.items()}
    empty = memory_ledger(post.ledger.path)
    try:
        return load_world(empty, post.campaign.start, doors=doors)
    finally:
        empty.close()


def _again(post: Post, taken: Taken, read: Read) -> tuple[Sequence[Event], World]:
    said = Said(orders_numbered(post.ledger, read.orders), read.heard, frozenset(map(PlayerId, read.away)))
    lived = resolved(post, taken.before if read.begins is None else read.begins, said, taken.mark.until)
    return lived.result.events, lived.world if read.begins is not None else _as_written(taken.before, lived)


def _as_written(found: World, lived: Lived) -> World:
    """The world with only those changes that are written: that a question does not wait for people away is none."""
    parties = {
        name: found.parties[name] if name in found.parties and lived.before.parties.get(name) == party else party
        for name, party in lived.world.parties.items()
    }
    return replace(lived.world, parties=parties)


def _compared(post: Post, taken: Taken, events: Sequence[Event] | None, world: World) -> StepProof:
    """What was resolved beside what was written down."""
    stored = events_of_step(post.ledger, taken.mark.number)
    wrong = [] if events is None else list(_events_differ(post, stored, events))
    wrong += _sheets_differ(post, taken.after, world)
    if wrong and not taken.mark.is_of(post):
        return StepProof(unproved="other_rules")
    sheets = len(world.characters) + len(world.parties)
    return StepProof(len(stored) if events is not None else 0, sheets, tuple(wrong[:_MOST]))


def _sheets_differ(post: Post, after: World, world: World) -> Iterator[str]:
    was, now = _plain(after), _plain(world)
    for key in sorted(was.keys() | now.keys()):
        if was.get(key) != now.get(key):
            for path, old, new in differences("", was.get(key), now.get(key)):
                said = {"who": key[1] or "·", "path": path or "·", "was": _short(old), "now": _short(new)}
                yield line("wrong_sheet", _language(post), **said)


def _plain(world: World) -> dict[tuple[str, str], Any]:
    """Sheets, parties and what belongs to no party, as they are written."""
    found: dict[tuple[str, str], Any] = {("world", ""): replace(world, characters={}, parties={})}
    found |= {("sheet", name): sheet for name, sheet in world.characters.items()}
    found |= {("party", name): party for name, party in world.parties.items()}
    return {key: json.loads(json.dumps(encode(value))) for key, value in found.items()}


def _events_differ(post: Post, stored: Sequence[Event], resolved_: Sequence[Event]) -> Iterator[str]:
    """Each event that is on one side only."""
    was, now = Counter(map(_text, stored)), Counter(map(_text, resolved_))
    anchor = post.settings.anchor
    for event, others, code in (
        *((one, now, "wrong_event") for one in stored),
        *((one, was, "missing_event") for one in resolved_),
    ):
        text = _text(event)
        if others[text]:
            others[text] -= 1
            continue
        faces = ", ".join(f"d{face.sides} {face.value}" for face in event.faces)
        told = _short(dict(event.data)) + (f" ({faces})" if faces else "")
        yield line(code, _language(post), when=written(event.at, anchor), kind=event.kind.value,
                   who=", ".join(event.characters) or event.party, told=told)  # fmt: skip


def _text(event: Event) -> str:
    """Everything an event says, in one line that equals that of its twin."""
    faces = sorted((face.throw.what, face.throw.who, face.throw.at, face.n, face.sides, face.value)
                   for face in dict.fromkeys(event.faces))  # fmt: skip
    said = [event.at, event.party, event.kind.value, event.characters, dict(event.data), event.source, event.audience]
    return json.dumps([*said, faces], sort_keys=True)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:79] + "…"


def _cause(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _language(post: Post) -> str:
    return post.settings.language
