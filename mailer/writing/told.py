"""Events made tellable for one reader, and those the reader may not know left out.

Three locks, one behind the other: the event's audience; kinds that are the DM's whatever their audience says; and
kinds that are one person's own affair, told only to those they name.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import groupby
from typing import Any

from mailer.writing.names import Names
from mailer.writing.views.head import Person
from mailer.writing.views.outcome import FaceView, Told
from rules.dice import Face
from rules.events import Audience, Event, EventKind
from rules.names import CharacterId, PartyId

SECRET = frozenset({EventKind.WENT_ASTRAY, EventKind.REINFORCEMENTS_DUE, EventKind.REINFORCEMENTS_MISSED})
OWN_AFFAIR = frozenset(
    {
        EventKind.BOUGHT, EventKind.SOLD, EventKind.NOT_BOUGHT, EventKind.NOT_SOLD, EventKind.LODGING,
        EventKind.LODGING_UNPAID, EventKind.HIRED, EventKind.NOT_HIRED, EventKind.WAGES, EventKind.WAGES_UNPAID,
        EventKind.DISMISSED, EventKind.TASK_BEGUN, EventKind.TASK_DONE, EventKind.TASK_WAITS, EventKind.OVERRULED,
        EventKind.ORDER_DONE, EventKind.ORDER_FAILED, EventKind.ORDER_QUEUED, EventKind.FOR_THE_DM,
        EventKind.ORDER_SUSPENDED,
    }
)  # fmt: skip
# What a throw was for that tells by its very name what only the DM knows.
_HIDDEN_THROWS = frozenset({"way", "veer", "returns", "hours_to_safe"})
# Keys of an event's data that no player's mail ever holds, whoever put them there.
_HIDDEN_KEYS = frozenset({"is_lost", "lost_miles_tenths", "true_place", "returns", "price_floor_cp"})


def may_know(event: Event, *, characters: Collection[CharacterId], parties: Collection[PartyId]) -> bool:
    """Whether the player of these characters, members of these parties, may be told of an event. Source: A52, R61."""
    if event.audience is Audience.DM or event.kind in SECRET:
        return False
    is_own = event.kind in OWN_AFFAIR and event.characters
    if event.audience is Audience.CHARACTERS or is_own:
        return any(one in event.characters for one in characters)
    return event.party in parties


def told(event: Event, names: Names) -> Told:
    """The event with every id made a word."""
    data = {key: value for key, value in event.data.items() if key not in _HIDDEN_KEYS}
    return Told(
        kind=event.kind.value,
        hour=names.hour(event.at),
        who=tuple(names.person(one) for one in event.characters),
        d=_worded(data, event, names),
        faces=_faces(event.faces if names.knows_all else (one for one in event.faces if not _is_hidden(one))),
        source=event.source,
        group=_group(event, names),
    )


def _group(event: Event, names: Names) -> str:
    """How a sentence calls those it happened to: the party, or the name of one who is alone."""
    party = names.world.parties.get(event.party)
    if party is not None and len(party.members) == 1:
        return names.person(party.members[0]).name
    return str(names.words.table["group"])


def _faces(faces: Iterable[Face]) -> tuple[FaceView, ...]:
    """Dice of one throw together."""
    together = groupby(faces, key=lambda face: (_throw(face.throw.what), face.sides, face.by_hand))
    return tuple(
        FaceView(what, sides, tuple(face.value for face in group), by_hand)
        for (what, sides, by_hand), group in together
    )


def _is_hidden(face: Face) -> bool:
    return face.throw.what.partition(":")[0] in _HIDDEN_THROWS


def _throw(what: str) -> str:
    """What a throw was for, without what only tells throws apart: "wounds:2" → "wounds"."""
    first, _, last = what.partition(":")
    return "activity" if last in ("chance", "result") else first.replace(" ", "_")


def _worded(data: Mapping[str, Any], event: Event, names: Names) -> dict[str, Any]:
    """The data with words for ids; keys that a phrase may ask for and an event may leave out are there and empty."""
    worded: dict[str, Any] = dict.fromkeys(_MAY_BE_ASKED)
    for key, value in data.items():
        turn = _TURNS.get(key)
        worded[key] = turn(value, event, names) if turn and value is not None else value
    for stem in ("words", "effect", "label"):
        if f"{stem}_{names.language}" in data:
            worded[stem] = data[f"{stem}_{names.language}"]
    worded["many"] = _many(data.get("monsters"))
    if not names.knows_all and not _is_own(event, names):
        worded["percent"] = None  # at what health another turns back is their own affair (A46)
    return worded


def _is_own(event: Event, names: Names) -> bool:
    """Whether all that an event names are the reader's own."""
    people = [names.world.characters.get(one) for one in event.characters]
    return all(one is not None and one.player == names.reader for one in people)


def _many(monsters: Any) -> bool:
    return sum(count for _, count in monsters) > 1 if isinstance(monsters, list | tuple) else False


def _moment(value: Any, _: Event, names: Names) -> str:
    return names.moment_day(value) if isinstance(value, int) else str(value)


def _day(value: Any, _: Event, names: Names) -> str:
    return names.day(value) if isinstance(value, int) else str(value)


def _moment_hour(value: Any, _: Event, names: Names) -> str:
    return f"{names.moment_day(value)}, {names.hour(value)}" if isinstance(value, int) else str(value)


def _pairs(value: Any, _: Event, names: Names) -> tuple[tuple[str, int], ...]:
    rows = value.items() if isinstance(value, Mapping) else value
    return tuple((names.person(who).name, amount) for who, amount in rows)


def _people(value: Any, _: Event, names: Names) -> tuple[Person, ...]:
    return tuple(names.person(CharacterId(one)) for one in ([value] if isinstance(value, str) else value))


def _person_name(value: Any, _: Event, names: Names) -> str | None:
    """Names in a row, nothing for nobody."""
    if not value:
        return None
    return names.words.listed([person.name for person in _people(value, _, names)])


def _by(value: Any, event: Event, names: Names) -> Any:
    """Who did it: codes stay codes (of a stance, of a healing), people get their names."""
    if event.kind in (EventKind.STANCE_BEGUN, EventKind.CRITICAL_OVER):
        return value
    if isinstance(value, int):
        return names.orderer(value)
    if value in names.world.characters:
        return names.person(CharacterId(value)).name
    return names.player(value)


def _trap(value: Any, _: Event, names: Names) -> Any:
    """A trap's label, which events carry in both languages."""
    return value[1 if names.language == "en" else 0] if isinstance(value, list | tuple) else value


def _cause(value: Any, _: Event, __: Names) -> str:
    """What somebody died of, without which attack it was: "save:poison" → "save"."""
    return str(value).partition(":")[0]


def _choice(value: Any, event: Event, names: Names) -> Any:
    """What was chosen, by its meaning where the party's decision is still at hand to look it up."""
    party = names.world.parties.get(event.party)
    options = party.decision.options if party and party.decision else ()
    return next((option.means for option in options if option.key == value), value)


_TURNS: dict[str, Callable[[Any, Event, Names], Any]] = {
    "zone": lambda value, event, names: names.known_zone(value, event.party),
    "place": lambda value, _, names: names.place(value),
    "destination": lambda value, _, names: names.place(value),
    "site": lambda value, _, names: names.site(value),
    "route": lambda value, _, names: names.route(value),
    "item": lambda value, _, names: names.item(value),
    "role": lambda value, _, names: names.role(value),
    "roles": lambda value, _, names: tuple(names.role(one) for one in value),
    "activity": lambda value, _, names: names.activity(value),
    "party": lambda value, _, names: names.party(value),
    "alone_party": lambda value, _, names: names.party(value),
    "player": lambda value, _, names: names.player(value),
    "monsters": lambda value, _, names: names.counted(value),
    "speaker": _person_name,
    "who": _person_name,
    "body": _person_name,
    "bearers": _people,
    "shares": _pairs,
    "paid": _pairs,
    "eaten": _pairs,
    "until": _moment,
    "at": _moment_hour,
    "arrives_day": _day,
    "by": _by,
    "trap": _trap,
    "cause": _cause,
    "choice": _choice,
}
_MAY_BE_ASKED = (
    "words", "effect", "label", "zone", "place", "route", "site", "detail", "text", "by_text", "by", "until", "trap",
    "speaker", "who", "percent", "shares", "paid", "left_over", "left_behind", "price_cp", "rations", "offer_cp",
    "gain_cp", "xp", "spend_cp", "days", "arrives_day", "left_tenths", "quantity", "modifier", "attack", "alone_hd",
    "rest_hd", "party_hd", "roll", "returned", "reason", "pay_cp", "monsters", "roles", "dice", "damage", "cause",
    "at", "why", "votes", "lives",
)  # fmt: skip
