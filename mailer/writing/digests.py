"""The DM's digest from values of the rules: what waits, every party's day, secrets, owed days, tomorrow's load."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mailer.writing.names import Names
from mailer.writing.outcomes import Letterhead, question
from mailer.writing.told import SECRET, told
from mailer.writing.views.digest import AwayView, DecisionNeed, DigestView, EarlierDay, LoadView, PartyDay
from mailer.writing.views.head import Person, Seal
from rules.character import Character, Role
from rules.events import Audience, Event, EventKind
from rules.orders import StanceKind
from rules.time import MINUTES_A_DAY, Day, Moment
from rules.world import InSite, OnRoute, Party

_NOTABLE = frozenset(
    {
        EventKind.ENCOUNTER, EventKind.DIED, EventKind.CRITICAL, EventKind.DEAL_OFFERED, EventKind.DEAL_ACCEPTED,
        EventKind.DEAL_REFUSED, EventKind.DEAL_COUNTERED, EventKind.RETREAT_CALLED, EventKind.LEFT_SITE,
        EventKind.ENTERED_SITE, EventKind.OBJECTIVE_REACHED, EventKind.OBJECTIVE_MISSED, EventKind.DEPARTED,
        EventKind.ARRIVED, EventKind.NOTICED_LOST, EventKind.PLACE_FOUND, EventKind.STRANGER_MET, EventKind.BROKE_AWAY,
        EventKind.REJOINED, EventKind.UNITED, EventKind.SPOKESPERSON, EventKind.DECISION_ANSWERED,
        EventKind.PROVISIONS_OUT, EventKind.BODY_LEFT, EventKind.DECISION_EXPIRED, EventKind.TRAP,
    }
)  # fmt: skip
_TENTHS = 10


def digest_view(
    day: Day,
    *,
    events: Sequence[Event],
    names: Names,
    letterhead: Letterhead,
    now: Moment,
    proposals: Mapping[str, str] | None = None,
    next_session: Day | None = None,
    **rest: Any,
) -> DigestView:
    """The digest of a day. `proposals` gives by decision id the option the house would take.

    `rest` fills the fields that the post alone knows: waiting, held, shunted, addresses, silent, warnings, health,
    mails, seals.
    """
    session = Moment(next_session * MINUTES_A_DAY) if next_session is not None else now
    return DigestView(
        head=letterhead.head(day, names),
        decisions=_decisions(names, now, proposals or {}),
        secrets=tuple(told(one, names) for one in events if _is_secret(one)),
        days=tuple(_party_day(party, events, names) for party in names.world.parties.values()),
        away=_away(names, now),
        free=tuple(_free(names, session)),
        next_session=names.day(next_session) if next_session is not None else "",
        load=tuple(load for party in names.world.parties.values() if (load := _load(party, names))),
        **rest,
    )


def earlier_day(day: Day, *, events: Sequence[Event], names: Names, revealed: Seal | None = None) -> EarlierDay:
    """A day that was missed: every party's, and what only the DM hears of it."""
    return EarlierDay(
        names.dates.view(day, names.language),
        tuple(_party_day(party, events, names) for party in names.world.parties.values()),
        tuple(told(one, names) for one in events if _is_secret(one)),
        revealed,
    )


def _is_secret(event: Event) -> bool:
    """Whether only the DM hears of it, and would want to: checks that found nobody are no news."""
    is_hidden = event.audience is Audience.DM or event.kind in SECRET
    return is_hidden and event.kind is not EventKind.QUIET


def _decisions(names: Names, now: Moment, proposals: Mapping[str, str]) -> tuple[DecisionNeed, ...]:
    open_ = [party for party in names.world.parties.values() if party.decision]
    return tuple(_need(number, party, names, now, proposals) for number, party in enumerate(open_, 1))


def _need(number: int, party: Party, names: Names, now: Moment, proposals: Mapping[str, str]) -> DecisionNeed:
    assert party.decision is not None
    return DecisionNeed(
        f"D{number}",
        party.name,
        question(party.decision, names, now),
        falls_to_dm=party.decision.deadline <= now and party.decision.silence == "dm",
        proposal=proposals.get(party.decision.id, ""),
    )


def _party_day(party: Party, events: Iterable[Event], names: Names) -> PartyDay:
    people = [names.world.characters[one] for one in party.members]
    hp, most = sum(max(0, one.hp) for one in people if one.is_alive), sum(one.max_hp for one in people)
    notable = (one for one in events if one.party == party.id and one.kind in _NOTABLE)
    return PartyDay(
        party.name,
        names.where(party),
        doing(party, names),
        f"{hp} / {most}",
        tuple(told(one, names) for one in notable if one.audience is not Audience.DM),
    )


def doing(party: Party, names: Names) -> str:
    """In a few words: the stance, the road, or the tasks in hand."""
    if party.decision:
        return names.words.of("doing", "decides")
    if party.foray:
        return names.words.of("stance", party.foray.stance.value)
    if isinstance(party.where, OnRoute):
        return names.words.of("doing", "travels")
    tasks = dict.fromkeys(
        names.activity(task.activity) for task in names.world.tasks if task.character in party.members
    )
    return names.words.listed(tuple(tasks)) if tasks else names.words.of("doing", "rests")


def _away(names: Names, now: Moment) -> tuple[AwayView, ...]:
    """Who owes days: the first day free is the one their personal date names. Source: R7, A37."""
    owing = [(one, one.free_at) for one in _players(names) if one.free_at is not None and one.free_at > now]
    rows = ((one, free_at, -(-(free_at - now) // MINUTES_A_DAY)) for one, free_at in owing)
    return tuple(AwayView(one.name, days, names.moment_day(free_at)) for one, free_at, days in rows)


def _free(names: Names, session: Moment) -> Iterable[Person]:
    """Who may sit down at a session: neither owing days at its hour nor in the middle of a task."""
    busy = {task.character for task in names.world.tasks if task.until > session}
    for one in _players(names):
        if one.id not in busy and (one.free_at is None or one.free_at <= session):
            yield names.person(one.id)


def _players(names: Names) -> Iterable[Character]:
    everyone = names.world.characters.values()
    return (one for one in everyone if one.is_alive and one.role is Role.CHARACTER and one.player is not None)


def _load(party: Party, names: Names) -> LoadView | None:
    """Tomorrow's checks if nothing changes, what they are expected to bring, and the chance of none. Source: A22."""
    checks, chance = _checks(party, names)
    if not checks or not chance:
        return None
    expected = round(checks * chance * _TENTHS)
    return LoadView(party.name, checks, expected, round((1 - chance) ** checks * 100))


def _checks(party: Party, names: Names) -> tuple[int, Fraction]:
    house = names.book.house
    if isinstance(party.where, InSite) and party.foray:
        return _checks_a_day(party.foray.stance, names), _site_chance(party.where, names)
    if isinstance(party.where, OnRoute):
        rows = [names.book.tables.terrain.get(leg.terrain) for leg in names.book.atlas.routes[party.where.route].legs]
        known = [row for row in rows if row is not None]
        if known and house.wilderness_checks == "day_night":
            return 2, Fraction(sum(row.day_in_12 + row.night_in_12 for row in known), 24 * len(known))
        if known:
            return 3, Fraction(sum(row.osric_in_12 for row in known), 12 * len(known))
    return 0, Fraction(0)


def _checks_a_day(stance: StanceKind, names: Names) -> int:
    house = names.book.house
    if stance is StanceKind.SECURE:
        return MINUTES_A_DAY // house.secure_minutes
    moving = min(house.explore_max_minutes, MINUTES_A_DAY)
    return moving // house.moving_minutes + (MINUTES_A_DAY - moving) // house.secure_minutes


def _site_chance(where: InSite, names: Names) -> Fraction:
    site = names.book.atlas.sites.get(where.site)
    zone = site.zones.get(where.zone) if site else None
    table = names.book.atlas.encounters.get((zone.table if zone else "") or (site.table if site else ""))
    if table is None:
        return Fraction(names.book.house.check_chance, names.book.house.check_sides)
    return Fraction(table.chance, table.sides)
