"""A day as one player's character knows it: the outcome, the decision and the death made from values of the rules."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mailer.writing.deeds import standing
from mailer.writing.names import Names
from mailer.writing.suggest import suggestions
from mailer.writing.told import may_know, told
from mailer.writing.views.head import Head, Reader, Seal
from mailer.writing.views.outcome import (
    ROUTINE,
    DeathView,
    DecisionView,
    Hours,
    OptionView,
    OutcomeView,
    PersonState,
    QuestionView,
    SheetView,
)
from rules.character import Character, Life, Role
from rules.events import Event, EventKind
from rules.names import CharacterId, PartyId, PlaceId, PlayerId
from rules.orders import Order
from rules.precedence import absent_voice
from rules.standing import stands
from rules.time import MINUTES_A_DAY, MINUTES_AN_HOUR, Day, Moment, end_of_day
from rules.world import AtPlace, Decision, Party, World

_APART = frozenset({EventKind.OVERRULED})  # told in a section of their own
_UNTOLD = frozenset({EventKind.ORDER_DONE})  # what was done is told by what came of it
_LAST_HOUR = frozenset(
    {EventKind.ENCOUNTER, EventKind.TRAP, EventKind.SURVIVAL, EventKind.SAVE, EventKind.CRITICAL, EventKind.DIED}
)


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What is the same in every mail of a campaign to one reader."""

    tag: str
    campaign: str
    reader: Reader

    def head(self, day: Day, names: Names) -> Head:
        """The head of a mail about that day."""
        return Head(self.tag, self.campaign, self.reader, names.dates.view(day, names.language))


def outcome_view(
    character: CharacterId,
    day: Day,
    *,
    events: Sequence[Event],
    orders: Sequence[Order],
    names: Names,
    letterhead: Letterhead,
    now: Moment,
    promise: Seal | None = None,
    revealed: Seal | None = None,
) -> OutcomeView:
    """The day of one character. `events` and `orders` may be everybody's: what the reader may not know stays out."""
    sheet = names.world.characters[character]
    party = party_of(character, names)
    parties = _parties(party, events, character)
    known = [one for one in events if may_know(one, characters=(character,), parties=parties)]
    tale = tuple(told(one, names) for one in known if one.kind not in _APART | _UNTOLD)
    may_answer = sheet.is_alive or party.spokesperson == sheet.player
    dead_speak = names.book.house.dead_spokesperson_stays
    standing_now = tuple(stands(character, names.world, orders, dead_speak=dead_speak))
    return OutcomeView(
        head=letterhead.head(day, names),
        character=names.person(character),
        party=party.name if len(party.members) > 1 else "",
        where=names.where(party),
        told=tale,
        overruled=tuple(told(one, names) for one in known if one.kind in _APART),
        people=tuple(_state(names.world.characters[one], names) for one in party.members),
        sheet=_sheet(sheet, names, now) if sheet.is_alive else None,
        deadline=names.deadline(end_of_day(names.day_of(now), names.turnover), now),
        stance=party.foray.stance.value if party.foray else "",
        hours=_hours(known, day, names) if tale else None,
        standing=standing(standing_now, names),
        questions=(question(party.decision, names, now),) if party.decision and may_answer else (),
        suggestions=suggestions(sheet, party, names, now=now, standing=[one.order.act for one in standing_now]),
        promise=promise,
        revealed=revealed,
        is_named=names.is_one_of_several(character),
    )


def decision_view(
    character: CharacterId,
    decision: Decision,
    *,
    events: Sequence[Event],
    names: Names,
    letterhead: Letterhead,
    now: Moment,
    is_reminder: bool = False,
) -> DecisionView:
    """The question alone, with what led to it in the last hour."""
    party = names.world.parties[decision.party]
    known = (one for one in events if may_know(one, characters=(character,), parties=(decision.party,)))
    led = [one for one in known if one.at == decision.opened and one.kind is not EventKind.DEAL_OFFERED]
    speaker = party.spokesperson
    return DecisionView(
        head=letterhead.head(names.day_of(decision.opened), names),
        character=names.person(character),
        party=party.name if len(party.members) > 1 else "",
        question=question(decision, names, now),
        told=() if is_reminder else tuple(told(one, names) for one in led),
        decides=names.player(speaker) if speaker else "",
        you_decide=len(party.members) == 1 or (speaker is not None and speaker == names.reader),
        is_reminder=is_reminder,
        is_named=names.plays_beside(decision.party),
    )


def death_view(
    character: CharacterId, day: Day, *, events: Sequence[Event], names: Names, letterhead: Letterhead
) -> DeathView:
    """A character's last hour, for the player: what happened at that moment, and where the body is."""
    party = party_of(character, names)
    last = next((one for one in events if one.kind is EventKind.DIED and character in one.characters), None)
    at = last.at if last else None
    known = (one for one in events if may_know(one, characters=(character,), parties=(party.id,)))
    tale = [one for one in known if one.at == at and one.kind in _LAST_HOUR]
    bearers = party.bodies.get(character, ())
    left = next((one for one in events if one.kind is EventKind.BODY_LEFT and character in one.characters), None)
    return DeathView(
        head=letterhead.head(day, names),
        character=names.person(character),
        told=tuple(told(one, names) for one in tale if not one.characters or character in one.characters),
        body="carried" if bearers else "left" if left else "",
        bearers=tuple(names.person(one) for one in bearers),
        zone=names.known_zone(left.data.get("zone"), left.party) or "" if left else "",
    )


def question(decision: Decision, names: Names, now: Moment) -> QuestionView:
    """An open question in words."""
    band = decision.band
    options = tuple(OptionView(one.key, one.means, one.cost_cp, one.rations) for one in decision.options)
    return QuestionView(
        id=decision.id,
        kind=decision.kind,
        options=options,
        deadline=names.deadline(decision.deadline, now),
        silence=next((one.means for one in options if one.key == decision.silence), decision.silence),
        monsters=names.counted(band.monsters) if band else (),
        place=names.place(decision.place) if decision.place else "",
        price_cp=band.price_cp if band else 0,
        rations=band.rations if band else 0,
        opened=names.hour(decision.opened),
        many=sum(count for _, count in band.monsters) > 1 if band else False,
        body=names.person(decision.body).name if decision.body else "",
    )


def readers(world: World) -> tuple[tuple[CharacterId, PlayerId], ...]:
    """Who gets an outcome: players' characters, living or dead, who are with a party. A body left behind is not."""
    members = (world.characters[one] for party in world.parties.values() for one in party.members)
    return tuple((one.id, one.player) for one in members if one.player is not None and one.role is Role.CHARACTER)


def party_of(character: CharacterId, names: Names) -> Party:
    """The party a character is in, or speaks for after death; whose body was left behind else stands nowhere."""
    for party in names.world.parties.values():
        if character in party.members:
            return party
    dead_speak = names.book.house.dead_spokesperson_stays
    for party in names.world.parties.values():
        if absent_voice(party, names.world.characters, dead_speak=dead_speak) == character:
            return party
    nowhere = AtPlace(PlaceId(""))
    return Party(PartyId(character), names.person(character).name, (character,), Moment(0), nowhere)


def _parties(party: Party, events: Iterable[Event], character: CharacterId) -> tuple[PartyId, ...]:
    """The party of now, and the one that was left in these events, for the hours before."""
    left = (one.party for one in events if one.kind is EventKind.BROKE_AWAY and character in one.characters)
    return (party.id, *left)


def _state(sheet: Character, names: Names) -> PersonState:
    """A companion's health; of hired people and animals too, for the party sees them."""
    return PersonState(
        names.person(sheet.id),
        sheet.hp,
        sheet.max_hp,
        is_dead=sheet.life is Life.DEAD,
        is_critical=sheet.is_critical,
        exhaustion=sheet.exhaustion,
    )


def _sheet(sheet: Character, names: Names, now: Moment) -> SheetView:
    task = next((one for one in names.world.tasks if one.character == sheet.id), None)
    rows = names.book.tables.exhaustion
    effects = tuple(
        row.effect_en if names.language == "en" else row.effect_es for row in rows if row.level <= sheet.exhaustion
    )
    return SheetView(
        purse_cp=sheet.purse_cp,
        rations=sheet.rations,
        xp=sheet.xp,
        spells=_grouped(spell.name for spell in sheet.spells if not spell.lost),
        lost_spells=_grouped(spell.name for spell in sheet.spells if spell.lost),
        effects=sheet.effects,
        exhaustion=sheet.exhaustion,
        exhaustion_effects=effects,
        free_on=names.moment_day(sheet.free_at) if sheet.free_at is not None and sheet.free_at > now else "",
        busy=names.activity(task.activity) if task else "",
        busy_until=names.moment_day(task.until) if task else "",
        goods=tuple((names.good(good), good.quantity) for good in sheet.goods),
    )


def _grouped(names: Iterable[str]) -> tuple[str, ...]:
    """Each name once, with how many of it there are."""
    return tuple(f"{name} ({count})" if count > 1 else name for name, count in Counter(names).items())


def _hours(events: Iterable[Event], day: Day, names: Names) -> Hours:
    """Which hours of a day had something in them besides routine; what happens as it closes is in its last hour."""
    start = end_of_day(day, names.turnover) - MINUTES_A_DAY
    marks = [False] * 24
    for event in events:
        if event.kind.value not in ROUTINE:
            marks[min(23, max(0, (event.at - start - 1) // MINUTES_AN_HOUR))] = True
    return Hours(names.turnover // MINUTES_AN_HOUR, tuple(marks))
