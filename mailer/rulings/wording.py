"""A ruling's changes as events: whom each concerns, and what it says in either language."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mailer.post import Post
from mailer.writing.dates import CampaignDates
from mailer.writing.names import Names
from mailer.writing.templates import LANGUAGES, macro
from mailer.writing.words import words_of
from rules.events import Audience, Event, EventKind
from rules.names import PartyId, PlayerId
from rules.rulings import Change, party_of
from rules.time import Moment
from rules.world import World

if TYPE_CHECKING:
    from mailer.rulings.desk import Ruler


def events_of(
    post: Post, changes: Sequence[Change], *, words: str, by: PlayerId, at: Moment, world: World
) -> tuple[Event, ...]:
    """One event a change, told to the party or to the one it is about alone; `world` is that after it."""
    return tuple(_event(post, change, words, by=by, at=at, world=world) for change in changes)


def _event(post: Post, change: Change, words: str, *, by: PlayerId, at: Moment, world: World) -> Event:
    home = party_of(world, change.who) if change.who is not None else None
    party = change.party or (home.id if home is not None else PartyId(""))
    said = {} if change.code == "note" else {f"label_{one}": say(post, change, one, world) for one in LANGUAGES}
    data: dict[str, Any] = {"change": change.code, "by": by, **said}
    if words and change.code == "note":
        data["words"] = words
    characters = (change.who,) if change.who is not None else ()
    audience = Audience.PARTY if change.is_public else Audience.CHARACTERS
    return Event(EventKind.RULED, at, party, characters, data, source="R11, A46", audience=audience)


def say(post: Post, change: Change, language: str, world: World) -> str:
    """The change in words: "Krom: 12 PG (tenía 9)"."""
    names = names_in(post, language, world)
    phrase = macro(language, "text", template="rulings", name=change.code, own=post.folder / "templates")
    return " ".join(str(phrase(_worded(change, names))).split())


def names_in(post: Post, language: str, world: World) -> Names:
    """What people and things are called in a language, for no reader in particular."""
    return Names(
        knows_all=True,
        words=words_of(language, post.folder / "templates"),
        book=post.campaign.book,
        world=world,
        dates=CampaignDates(post.campaign.calendar, post.campaign.settings.anchor),
        players={one.id: one.name.split()[0] for one in post.campaign.roster.players.values()},
    )


def _worded(change: Change, names: Names) -> Mapping[str, Any]:
    """The change with every id a word."""
    now = change.now
    match change.code:
        case "moved":
            now = _place(change.now, names)
        case "speaker" | "player":
            now = names.player(change.now) if change.now else ""
        case "decision":
            now = names.words.of("means", change.now)
        case "session":
            now = names.moment_day(change.now) if change.now else ""
    return {
        "who": names.person(change.who) if change.who is not None else None,
        "party": names.party(change.party) if change.party is not None else "",
        "was": change.was,
        "now": now,
    }


def _place(where: Sequence[str], names: Names) -> str:
    kind, name, *zone = where
    match kind:
        case "site":
            return f"{names.site(name)}, {names.zone(zone[0])}"
        case _:
            return names.place(name)


def undone(
    post: Post, events: Iterable[Event], *, by: PlayerId, at: Moment, world: World, heard: World | None = None
) -> tuple[Event, ...]:
    """The events of a ruling told again, as taken back; `heard` is the world in which they were told.

    Those hear of it who heard of the ruling, wherever they are by now, and those where its people are.
    """
    return tuple(
        replace(said, party=party, characters=said.characters if number == 0 else ())
        for event in events
        if event.kind in (EventKind.RULED, EventKind.TASK_DONE)
        for said in (_undone(post, event, by=by, at=at),)
        for number, party in enumerate(_homes(event, world, heard or world))
    )


def _undone(post: Post, event: Event, *, by: PlayerId, at: Moment) -> Event:
    """An event told as taken back."""
    data = {"change": "undone", "by": by, **{f"label_{one}": _taken_back(post, event, one) for one in LANGUAGES}}
    return Event(
        EventKind.RULED, at, event.party, event.characters, data, source="R11, A46", audience=event.audience
    )  # fmt: skip


def _homes(event: Event, world: World, heard: World) -> tuple[PartyId, ...]:
    """The parties that hear of it: that of its people first; of what all could know those of all who heard it too."""
    first = _home(event, world)
    if event.characters:
        home = party_of(world, event.characters[0])
        first = home.id if home is not None else first
    if event.data.get("change") == "session":  # all the table heard who owes how many days
        return tuple(dict.fromkeys((first, *(name for name, party in world.parties.items() if party.members))))
    if event.audience is not Audience.PARTY:
        return (first,)
    there = heard.parties[event.party].members if event.party in heard.parties else ()
    homes = (home.id for name in there if (home := party_of(world, name)) is not None)
    found = [party for party in dict.fromkeys((first, *homes, event.party)) if party in world.parties]
    return tuple(found) or (first,)


def _taken_back(post: Post, event: Event, language: str) -> str:
    told = event.data.get(f"label_{language}") or event.data.get("words") or event.data.get(f"words_{language}") or ""
    phrase = macro(language, "text", template="rulings", name="undone", own=post.folder / "templates")
    return " ".join(str(phrase({"now": told})).split())


def _home(event: Event, world: World) -> PartyId:
    """The party that hears of it: that of the event, or where its people are now."""
    if event.party in world.parties or not event.characters:
        return event.party
    home = party_of(world, event.characters[0])
    return home.id if home is not None else event.party


def undone_words(post: Post, text: str, party: PartyId, *, by: "Ruler") -> tuple[Event, ...]:
    """That a ruling without events of its own is taken back, told to a party."""
    said = Event(EventKind.RULED, by.received, party, (), {"words": text})
    return tuple(
        replace(one, audience=Audience.PARTY)
        for one in undone(post, (said,), by=by.player, at=by.received, world=post.world)
    )
