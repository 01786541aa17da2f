"""What everybody may hear of a day: kinds of event by name, of each only the keys named here, and no hidden place.

Whatever is not named is left out, so that a kind of event that is added tomorrow is a secret until somebody says not.
Nothing here depends on where a party truly is, on orders, purses, health or dice.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.atlas import Atlas
from rules.events import Audience, Event, EventKind

# kind → what of its data is told
PUBLIC: Mapping[EventKind, frozenset[str]] = {
    EventKind.ENCOUNTER: frozenset({"monsters", "returned"}),
    EventKind.DEAL_ACCEPTED: frozenset({"monsters", "price_cp", "rations"}),
    EventKind.DEAL_REFUSED: frozenset({"monsters"}),
    EventKind.DIED: frozenset({"cause"}),
    EventKind.CRITICAL: frozenset(),
    EventKind.ENTERED_SITE: frozenset({"site"}),
    EventKind.LEFT_SITE: frozenset({"place", "minutes"}),
    EventKind.DEPARTED: frozenset({"destination"}),
    EventKind.ARRIVED: frozenset({"place", "days"}),
    EventKind.REJOINED: frozenset({"party"}),
    EventKind.UNITED: frozenset({"party", "name"}),
}
_PLACES = ("place", "destination")


def public(events: Iterable[Event], atlas: Atlas) -> Iterator[Event]:
    """The events everybody may hear of, with nothing in them that is not for everybody: no dice, no rule, no hour."""
    for event in events:
        keys = PUBLIC.get(event.kind)
        if keys is None or event.audience is not Audience.PARTY or _is_hidden(event, atlas):
            continue
        people = event.characters if event.kind in (EventKind.DIED, EventKind.CRITICAL) else ()
        data = {key: value for key, value in event.data.items() if key in keys}
        yield replace(event, data=data, faces=(), source="", characters=people)


def _is_hidden(event: Event, atlas: Atlas) -> bool:
    """Whether it speaks of a place that has to be found."""
    named = {event.data.get(key) for key in _PLACES}
    if any(place in named and atlas.places[place].hidden for place in atlas.places):
        return True
    site = atlas.sites.get(event.data.get("site", ""))
    return site is not None and site.place in atlas.places and atlas.places[site.place].hidden
