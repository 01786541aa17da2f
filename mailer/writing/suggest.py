"""What a character can do today: four to six orders valid for this place, purse and date, ready to copy."""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from mailer.writing.deeds import deed
from mailer.writing.names import Names
from mailer.writing.views.orders import Deed
from rules.atlas import PlaceKind
from rules.character import Character, LoadLevel
from rules.names import PlaceId
from rules.orders import (
    Act,
    Answer,
    Attitude,
    Do,
    LoadUpTo,
    Meet,
    Purchase,
    Rest,
    RetreatAt,
    Shop,
    Stance,
    StanceKind,
    Travel,
)
from rules.time import Moment
from rules.world import AtPlace, InSite, OnRoute, Party

_FEWEST, _MOST = 4, 6
_RETREAT_PERCENT = 50
_MORE = (Meet(Attitude.PARLEY), RetreatAt(percent=_RETREAT_PERCENT))  # fits everywhere
_SOCIABLE = frozenset({PlaceKind.TOWN, PlaceKind.INN})
_NEED_NO_MORE = frozenset({"carouse", "explore_town", "prayer"})


def suggestions(
    sheet: Character, party: Party, names: Names, *, now: Moment, standing: Iterable[Act] = ()
) -> tuple[Deed, ...]:
    """Four to six orders, none that stands already; none for the dead, only answers for those who owe days.

    Source: R8, R10, R17.
    """
    if not sheet.is_alive:
        return ()
    stands = {_main(act) for act in standing}
    acts = list(islice(_new(_acts(sheet, party, names, now), stands), _MOST))
    if sheet.free_at is None or sheet.free_at <= now:  # what always fits, where the place offers little
        acts += islice(_new((*_precautions(sheet), *_MORE), {*stands, *map(_main, acts)}), max(0, _FEWEST - len(acts)))
    return tuple(deed(act, names) for act in acts)


def _new(acts: Iterable[Act], known: Collection[tuple[object, ...]]) -> Iterator[Act]:
    """The orders that are about nothing known, each once."""
    said = set(known)
    for act in acts:
        if _main(act) not in said:
            said.add(_main(act))
            yield act


def _main(act: Act) -> tuple[object, ...]:
    """What an order is about, whatever else it says: of two that are alike the second offers nothing."""
    match act:
        case Stance(stance=stance, site=site):
            return (Stance, stance, site)
        case Travel(destination=place):
            return (Travel, place)
        case Meet(attitude=attitude):
            return (Meet, attitude)
        case Do(activity=activity):
            return (Do, activity)
        case RetreatAt() | LoadUpTo() | Rest():
            return (type(act),)
        case _:
            return (act,)


def _acts(sheet: Character, party: Party, names: Names, now: Moment) -> Iterator[Act]:
    if party.decision:
        yield from (Answer(None, option.key) for option in party.decision.options[:2])
    if sheet.free_at is not None and sheet.free_at > now:
        return
    match party.where:
        case InSite():
            yield from _underground(sheet, party)
        case AtPlace(place=place):
            yield from _at_place(sheet, place, names)
        case OnRoute():
            yield from _under_way(sheet)


def _underground(sheet: Character, party: Party) -> Iterator[Act]:
    here = party.foray.stance if party.foray else None
    for stance in (StanceKind.RETURN, StanceKind.SECURE, StanceKind.EXPLORE):
        if stance is not here:
            yield Stance(stance)
    yield from _precautions(sheet)


def _precautions(sheet: Character) -> Iterator[Act]:
    """What to say beforehand where something may turn up. Source: R15, R16, A25."""
    if sheet.limits.retreat_percent is None and sheet.limits.retreat_hp is None:
        yield RetreatAt(percent=_RETREAT_PERCENT)
    yield Meet(Attitude.AVOID)
    if sheet.limits.load_level is None and sheet.limits.load_weight is None:
        yield LoadUpTo(LoadLevel.HEAVY)
    yield Meet(Attitude.FIGHT)


def _at_place(sheet: Character, place: PlaceId, names: Names) -> Iterator[Act]:
    atlas = names.book.atlas
    here = atlas.places.get(place)
    if here is None:
        return
    if here.market:
        yield from _purchase(sheet, place, names)
    if here.safe and sheet.hp < sheet.max_hp:
        yield Rest()
    if here.kind in _SOCIABLE:
        yield from _pastimes(sheet, names)
    for route in atlas.routes.values():
        other = next((end for end in route.ends if end != place), None)
        if place in route.ends and other and not atlas.places[other].hidden:
            yield Travel(other)
    yield from (Stance(StanceKind.EXPLORE, site=site.id) for site in atlas.sites.values() if site.place == place)
    yield Rest(days=1)


def _pastimes(sheet: Character, names: Names) -> Iterator[Act]:
    """Up to two activities of the campaign that need no more said than their name."""
    plain = [one for one in names.book.atlas.activities.values() if one.id.partition(":")[0] in _NEED_NO_MORE]
    for activity in plain[:2]:
        if activity.cost_cp <= sheet.purse_cp:
            yield Do(activity.id, days=activity.days, spend_cp=activity.cost_cp or None)


def _purchase(sheet: Character, place: PlaceId, names: Names) -> Iterator[Act]:
    """Rations for a week if they run low, else the dearest thing of the plain gear that the purse can bear."""
    here = names.book.atlas.places[place]
    sold = [
        item
        for item in names.book.atlas.items.values()
        if item.id not in here.not_sold and item.category in ("gear", "ration")
    ]
    affordable = [item for item in sold if 0 < item.price_cp * here.price_percent <= sheet.purse_cp * 100]
    rations = next((item for item in affordable if item.category == "ration"), None)
    best = rations or max(affordable, key=lambda item: (item.price_cp, item.id), default=None)
    if best:
        yield Shop((Purchase(best.id, 1, max(1, best.price_cp * here.price_percent // 100)),))


def _under_way(sheet: Character) -> Iterator[Act]:
    yield Rest(days=1)
    yield from _precautions(sheet)
