"""A party in a dungeon: what is due at its clock, and time passing until something is.

`due(scene)` does the first thing due now, by a table; `passed(scene, until=...)` lets time go by with its encounter
checks. Neither knows where a step of the clock ends: everything hangs on the world alone.

Source: R12-R19, R37-R53, A26-A29.
"""

from collections.abc import Callable
from types import ModuleType

from rules.bodies import asked
from rules.changed import replace
from rules.dice import Face, Throw
from rules.encounter import meet, missed, returned
from rules.events import Audience, EventKind
from rules.foray import begun, fresh, inside, interval, is_moving, quiet_told, under_way
from rules.health import full_hp
from rules.load import party_move_ft
from rules.names import ZoneId
from rules.orders import StanceKind
from rules.scene import Scene
from rules.spells import lacks_spells, recover_spells
from rules.stances import explore, raid, return_, secure
from rules.time import Moment
from rules.traps import in_the_dark, walked_into
from rules.ways import way_between, zone_traps
from rules.world import Foray, InSite

_STANCES: dict[StanceKind, ModuleType] = {
    StanceKind.SECURE: secure,
    StanceKind.EXPLORE: explore,
    StanceKind.RAID: raid,
    StanceKind.RETURN: return_,
}


def due(scene: Scene) -> Scene | None:
    """The scene after the first thing that is due at its clock; None where nothing is."""
    foray = under_way(scene)
    for happen in _HAPPENINGS:
        after = happen(scene, foray)
        if after is not None:
            return after
    return None


def _check_owed(scene: Scene, foray: Foray) -> Scene | None:
    return passed(scene, until=scene.now) if foray.minutes_to_check == 0 else None


def _hunters(scene: Scene, _: Foray) -> Scene | None:
    """Those who come back fight where they find the party, and go home where they do not. Source: R65."""
    here = inside(scene)
    band = next((band for band in scene.bands if band.due is not None and band.due <= scene.now), None)
    if band is None:
        return None
    is_found = band.site == here.site and (band.zone is None or band.zone == here.zone)
    return returned(scene, band) if is_found else missed(scene, band)


def _relieved(scene: Scene, foray: Foray) -> Scene | None:
    """A stance held until its hour ends there, and the party holds its position."""
    if foray.until is None or foray.until > scene.now:
        return None
    return begun(fresh(scene, is_done=True), StanceKind.SECURE, by="default")


def _fallen(scene: Scene, foray: Foray) -> Scene | None:
    return asked(scene) if is_moving(foray) or foray.objective is not None else None


def _unplanned(scene: Scene, foray: Foray) -> Scene | None:
    return None if foray.move_ft else _planned(scene, foray)


def _planned(scene: Scene, foray: Foray) -> Scene:
    after: Scene = _STANCES[foray.stance].plan(scene)
    return after


def _laden(scene: Scene, foray: Foray) -> Scene | None:
    """Who carries more or less than when the way was reckoned walks the rest of it at another pace."""
    if not foray.minutes_left:
        return None
    move = party_move_ft(scene)
    if move == foray.move_ft:
        return None
    left, *legs = (-(-minutes * foray.move_ft // move) for minutes in (foray.minutes_left, *foray.legs))
    return scene.with_party(foray=replace(foray, minutes_left=left, legs=tuple(legs), move_ft=move))


def _arrived(scene: Scene, foray: Foray) -> Scene | None:
    if foray.minutes_left or not foray.path:
        return None
    return _arrive(scene, foray, foray.path[0])


def _arrive(scene: Scene, foray: Foray, zone: ZoneId) -> Scene:
    """The scene in the next zone of the path, with every trap on the way there walked into. Source: R44, R47."""
    where = inside(scene)
    site = scene.book.atlas.sites[where.site]
    is_new = foray.stance in (StanceKind.EXPLORE, StanceKind.RAID) and zone not in where.known | frozenset(where.trail)
    way = way_between(site, where.zone, zone, where.known)
    left, legs = (foray.legs[0], foray.legs[1:]) if foray.legs else (0, ())
    foray = replace(foray, path=foray.path[1:], minutes_left=left, legs=legs, seen=foray.seen | {zone}, behind=0)
    scene = scene.with_party(foray=foray, where=_at(where, zone))
    audience = Audience.PARTY if zone in where.known else Audience.DM  # exploring brings no knowledge (R46)
    scene = scene.tell(EventKind.MOVED, data={"zone": zone}, source="R41, R46, A29", audience=audience)
    if not is_new:
        return scene
    traps = (*(way.traps if way else ()), *(zone_traps(site, zone) if zone in site.zones else ()))
    for key, trap in traps:
        scene = walked_into(scene, key, trap)
    return scene


def _at(where: InSite, zone: ZoneId) -> InSite:
    """Where they are after a step: known ground ends the trail, new ground makes it longer. Source: R47."""
    if zone in where.known:
        return replace(where, zone=zone, explored_minutes=0, known_point=None, trail=())
    point = where.known_point or (where.zone if where.zone in where.known else None)
    trail = where.trail if zone in where.trail else (*where.trail, zone)
    return replace(where, zone=zone, known_point=point, trail=trail)


def _tired(scene: Scene, foray: Foray) -> Scene | None:
    """A day's exploring done, the party camps until the day turns. Source: A26."""
    if foray.stance is not StanceKind.EXPLORE or foray.is_camped:
        return None
    house = scene.book.house
    if foray.explored_today < house.explore_max_minutes:
        return None
    scene = quiet_told(scene)
    owed = foray.minutes_to_check < house.moving_minutes
    camped = replace(under_way(scene), is_camped=True, minutes_to_check=0 if owed else house.secure_minutes)
    return scene.with_party(foray=camped).tell(EventKind.MADE_CAMP, data={"zone": inside(scene).zone}, source="A26")


def _finished(scene: Scene, foray: Foray) -> Scene | None:
    """At the end of its path a stance says what comes next; a held position has none."""
    if foray.path or foray.minutes_left or foray.is_camped:
        return None
    if foray.stance is StanceKind.SECURE and foray.objective is None:
        return None
    after: Scene = _STANCES[foray.stance].finish(scene)
    return after


_HAPPENINGS: tuple[Callable[[Scene, Foray], Scene | None], ...] = (
    _check_owed,  # an hour on the way that was cut short
    _hunters,  # reinforcements that come back
    _relieved,  # the hour up to which the stance was wanted
    _fallen,  # nobody moves on before it is said what becomes of the dead
    _unplanned,  # a stance just taken
    _laden,
    _arrived,
    _finished,
    _tired,
)


def passed(scene: Scene, *, until: Moment) -> Scene:
    """The scene with time gone by until `until`, or until something is due or found.

    Checks that find nobody are only counted. Source: R19, R37, R42, A22, A36.
    """
    foray, house = under_way(scene), scene.book.house
    length, end = interval(foray, house), _end(scene, foray, until)
    table, chance, sides = _odds(scene)
    party, roll_one, start = scene.party.id, scene.dice.face, scene.now
    is_watch = not is_moving(foray)
    goal = house.quiet_checks_to_recover if is_watch and lacks_spells(scene) else -1
    now, left, count = start, foray.minutes_to_check, scene.party.quiet_checks
    quiet: list[Face] = []
    found: Face | None = None
    while now + left <= end:
        now, left = Moment(now + left), length
        face = roll_one(Throw(now, party, "check"), 0, sides)
        if face.value <= chance:
            found = face
            break
        quiet.append(face)
        count = count + 1 if is_watch else 0
        if count == goal or _is_dark(foray):
            break
    else:
        now, left = end, left - (end - now)
    foray = replace(foray, minutes_to_check=left, quiet=(*foray.quiet, *quiet))
    scene = scene.with_party(**_walked(scene, foray, Moment(now - start)), clock=now, quiet_checks=count)
    if found is not None:
        return meet(scene, table, found=(found,))
    if count == goal and quiet:
        return recover_spells(quiet_told(scene))
    return in_the_dark(scene) if quiet and _is_dark(foray) else scene


def _is_dark(foray: Foray) -> bool:
    """Whether the party explores a site that has no map. Source: A30."""
    return foray.stance is StanceKind.EXPLORE and foray.is_random and not foray.is_camped


def _end(scene: Scene, foray: Foray, until: Moment) -> Moment:
    """How far time can go before the world asks for something else."""
    now, house = scene.now, scene.book.house
    ends = [until]
    if is_moving(foray):
        ends.append(Moment(now + foray.minutes_left))
        if foray.stance is StanceKind.EXPLORE:
            ends.append(Moment(now + house.explore_max_minutes - foray.explored_today))
    if foray.until is not None:
        ends.append(foray.until)
    ends += [band.due for band in scene.bands if band.due is not None]
    return max(now, min(ends))


def _odds(scene: Scene) -> tuple[str, int, int]:
    """The encounter table of the zone, and the odds of a check. Source: A22."""
    where, atlas, house = inside(scene), scene.book.atlas, scene.book.house
    site = atlas.sites[where.site]
    zone = site.zones.get(where.zone)
    name = (zone.table if zone else "") or site.table
    table = atlas.encounters.get(name)
    return (name, house.check_chance, house.check_sides) if table is None else (name, table.chance, table.sides)


def _walked(scene: Scene, foray: Foray, minutes: int) -> dict[str, Foray | InSite]:
    """What so many minutes of walking change. Source: R47, A26."""
    if not minutes or not is_moving(foray):
        return {"foray": foray}
    where = inside(scene)
    is_exploring = foray.stance is StanceKind.EXPLORE
    foray = replace(
        foray,
        minutes_left=max(0, foray.minutes_left - minutes),
        explored_today=foray.explored_today + (minutes if is_exploring else 0),
    )
    is_known = bool(foray.path) and foray.path[0] in where.known and where.zone in where.known
    if foray.stance is StanceKind.RETURN or is_known:
        is_backtracking = where.known_point is not None
        return {"foray": foray if is_backtracking else replace(foray, behind=foray.behind + minutes)}
    point = where.known_point or where.zone
    return {
        "foray": foray,
        "where": replace(where, explored_minutes=where.explored_minutes + minutes, known_point=point),
    }


def day_over(scene: Scene) -> Scene:
    """The scene with a new day's exploring ahead and the old one's quiet told. Source: R1, A26, A36."""
    scene = _rested(quiet_told(scene)).with_party(quiet_checks=0)
    foray = under_way(scene)
    if not foray.is_camped and not foray.explored_today:
        return scene
    to_check = scene.book.house.moving_minutes if foray.is_camped else foray.minutes_to_check
    return scene.with_party(foray=replace(foray, explored_today=0, is_camped=False, minutes_to_check=to_check))


def _rested(scene: Scene) -> Scene:
    """The scene after a day with a quiet watch, where the house lets such a day heal. Source: A57."""
    house = scene.book.house
    if not house.dungeon_rest_heals or scene.party.quiet_checks < house.quiet_checks_to_recover:
        return scene
    for person in scene.living:
        hp = min(full_hp(person), person.hp + house.heal_per_rest_day)
        if person.hp < 1 or hp <= person.hp:
            continue
        data = {"hp": hp, "gained": hp - person.hp}
        scene = scene.with_person(replace(person, hp=hp))
        scene = scene.tell(EventKind.HEALED, characters=(person.id,), data=data, source="A57")
    return scene
