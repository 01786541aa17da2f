"""Going to a place: destination and way found on the map, the arrival forecast by the rules of the road."""

from dataclasses import replace

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.asking import Offer, ask, pick, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.dates import when
from mailer.reading.resolve.draft import Named
from mailer.reading.resolve.gazetteer import Entry, How, Match, Noun
from mailer.reading.resolve.names import folded
from mailer.reading.resolve.talk import Meaning, Talk, doubtful, named
from rules.names import PlaceId, RouteId, SiteId
from rules.orders import Scope, Travel
from rules.time import MINUTES_A_DAY, Day, Moment
from rules.world import AtPlace

_PACES = frozenset({"careful", "normal", "forced"})


def travel(talk: Talk) -> Meaning:
    """A journey, or the doubt about where to."""
    written = talk.slots.text("destination")
    if not written:
        return doubtful(ask(talk.said, Code.NO_DESTINATION))
    match = ground(talk, written)
    if match.entry is None:
        return doubtful(_by_route(talk, written) or unknown_place(talk, written, match, "destination"))
    destination = place_of(talk, match.entry)
    if destination == talk.place == talk.bound_for and "via" not in talk.slots:
        return doubtful(ask(talk.said, Code.ALREADY_THERE, written, name=written))
    via, names, doubts = _via(talk)
    if doubts:
        return doubtful(*doubts)
    act = Travel(destination, via, _pace(talk), talk.slots.flag("stealth"), folded(talk.slots.text("transport")))
    told = Meaning((act,), names=(*named(written, match), *names), facts={"destination": destination})
    return told + _forecast(talk, act) + _origin(talk)


def ground(talk: Talk, written: str) -> Match:
    """The place of a name; a dungeon's name means its mouth."""
    match = talk.find(written, Noun.PLACE)
    if match.how is How.EXACT:
        return match
    site = talk.find(written, Noun.SITE)
    if site.entry is not None and (match.entry is None or site.how is How.EXACT):
        return site
    return match if match.candidates else site


def place_of(talk: Talk, entry: Entry) -> PlaceId:
    """Where above ground an entry is."""
    if entry.noun is Noun.SITE:
        return talk.context.atlas.sites[SiteId(entry.id)].place
    return PlaceId(entry.id)


def unknown_place(talk: Talk, written: str, match: Match, slot: str) -> Doubt:
    """The doubt about a place that nothing, or more than one thing, is called."""
    code = Code.AMBIGUOUS_PLACE if match.how is How.AMBIGUOUS else Code.UNKNOWN_PLACE
    offers = (*pick(match.candidates, slot), to_dm(talk.said))
    return ask(talk.said, code, written, offers=offers, name=written)


def _by_route(talk: Talk, written: str) -> Doubt | None:
    """The doubt about a road given as the aim: to which of its ends."""
    route = talk.find(written, Noun.ROUTE)
    if route.entry is None:
        return None
    ends = talk.context.atlas.routes[RouteId(route.entry.id)].ends
    places = (talk.context.gazetteer.named(Noun.PLACE, end) for end in ends if end != talk.place)
    offers = pick((place for place in places if place is not None), "destination", via=[written])
    return ask(talk.said, Code.WHICH_END, written, offers=(*offers, to_dm(talk.said)), name=written)


def _pace(talk: Talk) -> str:
    """The pace, normal unless said otherwise."""
    pace = talk.slots.text("pace")
    return pace if pace in _PACES else "normal"


def _via(talk: Talk) -> tuple[tuple[PlaceId | RouteId, ...], tuple[Named, ...], tuple[Doubt, ...]]:
    """The places and routes to go by; the first unknown is asked about, for it might be the point of the order."""
    way: list[PlaceId | RouteId] = []
    names: tuple[Named, ...] = ()
    for index, written in enumerate(talk.slots.texts("via")):
        match = talk.find(written, Noun.ROUTE)
        if match.how is not How.EXACT:
            other = talk.find(written, Noun.PLACE)
            match = other if other.how is How.EXACT or match.entry is None else match
        if match.entry is None:
            return (), (), (_unknown_way(talk, written, match, index),)
        way.append(RouteId(match.entry.id) if match.entry.noun is Noun.ROUTE else PlaceId(match.entry.id))
        names += named(written, match)
    return tuple(way), names, ()


def _unknown_way(talk: Talk, written: str, match: Match, index: int) -> Doubt:
    """The doubt about a way: another one, the usual one, or the DM."""
    kept = [text for place, text in enumerate(talk.slots.texts("via")) if place != index]
    usual = Offer("usual_way", {"via": kept})
    offers = (*pick(match.candidates, f"via.{index}"), usual, to_dm(talk.said))
    return ask(talk.said, Code.UNKNOWN_WAY, written, offers=offers, name=written)


def _origin(talk: Talk) -> Meaning:
    """A remark if they are not where the letter says they start."""
    written = talk.slots.text("origin")
    if not written:
        return Meaning()
    match = ground(talk, written)
    if match.entry is None or talk.place is None or place_of(talk, match.entry) == talk.place:
        return Meaning()
    return Meaning(notes=(Note.OTHER_ORIGIN,), facts={"from": talk.place})


def _forecast(talk: Talk, act: Travel) -> Meaning:
    """The day of arrival, as far as the road can be foreseen, and whether it is in time."""
    if talk.inside is not None:
        return Meaning(notes=(Note.INSIDE_SITE,))
    start = when(talk.slots, "depart", "when", context=talk.context)
    leaves = start.day if start is not None and start.day is not None and not start.is_past else None
    arrives, knows_way = arrival(talk, act, leaves)
    if not knows_way:
        return Meaning(notes=(Note.NO_WAY,))
    if arrives is None:
        return Meaning()
    due = when(talk.slots, "arrive_by", context=talk.context)
    is_late = due is not None and due.day is not None and arrives > due.day
    return Meaning(facts={"arrives_day": arrives}, notes=(Note.LATE_ARRIVAL,) if is_late else ())


def arrival(talk: Talk, act: Travel, leaves: Day | None) -> tuple[Day | None, bool]:
    """The day of arrival if nothing befalls them (None where it cannot be told), and whether a way leads there at all.

    Somebody who goes alone is reckoned alone: their own pace counts, not the party's.
    """
    from rules.dice import Scripted
    from rules.routes import arrives, planned
    from rules.scene import Scene

    party = talk.party
    if party is None or not isinstance(party.where, AtPlace):
        return None, True
    going = (talk.actor.id,) if talk.scope is Scope.ALONE else party.members
    people = {name: talk.context.world.characters[name] for name in going if name in talk.context.world.characters}
    now = Moment(max(party.clock, talk.context.received))
    lone = replace(party, members=tuple(people), clock=now)
    scene = Scene(lone, people, talk.context.campaign.book, Scripted([]))
    if planned(scene, act, party.where.place) is None:
        return None, False
    moment = arrives(scene, act, leaving=None if leaves is None else talk.context.dawn(leaves))
    return None if moment is None else Day(moment // MINUTES_A_DAY), True
