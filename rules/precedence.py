"""Whose word counts: from everything said to what a party does, who was overruled by whom, and who goes alone.

Two kinds of order. *Personal* ones belong to the character's player. *Action* (a stance, a journey, waiting) is the
party's, and is decided by rank: the DM, then a player who broke away, then the spokesperson's latest word, then what
they are doing already. Without a spokesperson most of those who wrote decide; a tie leaves things as they are.

    verdict = weigh(party, people, orders)

Source: R58-R60, A46-A48.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.character import Character, Role
from rules.names import CharacterId, OrderId, PlayerId
from rules.orders import BreakAway, Order, Scope, Stance, Travel, Wait
from rules.time import Moment
from rules.world import InSite, Party

People = Mapping[CharacterId, Character]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a party does after everybody was heard."""

    plan: tuple[Order, ...] = ()  # the orders of the letter that rules, one after another
    overruled: tuple[tuple[Order, Order], ...] = ()  # who lost against which order
    replaced: tuple[Order, ...] = ()  # taken back by the same player's later word
    proposed: tuple[Order, ...] = ()  # plural orders of somebody who does not speak for the party
    votes: tuple[Order, ...] = ()  # of a party without spokesperson, the latest of each player
    alone: tuple[tuple[CharacterId, Order], ...] = ()  # who breaks away, and by which order


def effective(order: Order, party: Party, people: People) -> Moment | None:
    """From when an order counts: received, begun, its character free of owed days; None while its condition waits.

    Source: R8, A39, A40.
    """
    if order.condition and order.id not in party.triggered:
        return None
    person = people.get(order.character)
    owed = person.free_at if person is not None and person.free_at is not None else Moment(0)
    return max(order.received, order.starts or Moment(0), owed)


def counts(order: Order, party: Party, people: People) -> bool:
    """Whether an order counts at the party's clock. What was written while a decision stood open counts there."""
    moment = effective(order, party, people)
    return moment is not None and moment <= max(party.clock, party.heard or party.clock)


def is_action(order: Order) -> bool:
    """Whether it says what the party as a whole does."""
    return isinstance(order.act, Stance | Travel) or (isinstance(order.act, Wait) and order.scope is not Scope.PERSONAL)


def authority(party: Party, people: People, *, dead_speak: bool = True) -> PlayerId | None:
    """Who speaks for the party: its spokesperson, or the only player in it; None where nobody does. Source: A47.

    Delegation is to the person, so that a spokesperson whose character died speaks on, unless the house says not.
    """
    speaker = party.spokesperson
    if speaker is not None:
        return speaker if dead_speak or not _is_dead(speaker, party, people) else None
    players = {person.player for person in _players_own(party, people)}
    return players.pop() if len(players) == 1 else None


def absent_voice(party: Party, people: People, *, dead_speak: bool = True) -> CharacterId | None:
    """The dead character in whose name a spokesperson with nobody in the party speaks for it. Source: A47."""
    speaker = authority(party, people, dead_speak=dead_speak)
    if speaker is None or any(people[name].player == speaker for name in party.members if name in people):
        return None
    theirs = [person for person in people.values() if person.player == speaker and person.role is Role.CHARACTER]
    return None if any(person.is_alive for person in theirs) else next((person.id for person in theirs), None)


def _is_dead(player: PlayerId, party: Party, people: People) -> bool:
    own = [people[name] for name in party.members if people[name].player == player]
    return bool(own) and not any(person.is_alive for person in own)


def _players_own(party: Party, people: People) -> tuple[Character, ...]:
    """Living characters that players play."""
    members = (people[name] for name in party.members)
    return tuple(one for one in members if one.is_alive and one.player is not None and one.role is Role.CHARACTER)


def has_spokesperson(party: Party) -> bool:
    """Whether one was named, be it that they cannot speak now; then nobody votes. Source: A47."""
    return party.spokesperson is not None


def rank(order: Order, party: Party, people: People, *, dead_speak: bool = True) -> int:
    """0 for the DM, 1 for who speaks for the party, 2 for everybody else. Source: A46."""
    if order.by_dm:
        return 0
    if order.by != authority(party, people, dead_speak=dead_speak):
        return 2
    return 2 if _is_alone(order, party, people) else 1


def _is_alone(order: Order, party: Party, people: People) -> bool:
    """Whether it is said for one character where the party has more."""
    return order.scope is not Scope.PARTY and len(_players_own(party, people)) > 1


def weigh(party: Party, people: People, orders: Sequence[Order], *, dead_speak: bool = True) -> Verdict:
    """The verdict on all action orders and breakings-away that count at the party's clock. Source: A46, A47."""
    if isinstance(party.where, InSite):  # where idling means nothing: they hold their position
        orders = [order for order in orders if not isinstance(order.act, Wait)]
    actions = [order for order in orders if is_action(order)]
    ranks = {order.id: rank(order, party, people, dead_speak=dead_speak) for order in actions}
    plural = [order for order in actions if not _is_alone(order, party, people) or order.by_dm]
    ruling = _ruling(party, [order for order in plural if ranks[order.id] < 2], ranks)
    others = [order for order in plural if ranks[order.id] == 2]
    beaten = [order for order in plural if ranks[order.id] < 2 and order not in ruling]
    votes: tuple[Order, ...] = ()
    proposed: tuple[Order, ...] = ()
    if has_spokesperson(party) or ruling:
        proposed = tuple(others)
    else:
        votes = _votes(party, people, others)
        ruling = elected(votes)
    alone, lost = _leaving(party, people, orders, ruling)
    return Verdict(
        plan=ruling,
        overruled=tuple((order, ruling[-1]) for order in (*beaten, *lost) if order.by != ruling[-1].by),
        replaced=tuple(order for order in (*beaten, *lost) if order.by == ruling[-1].by),
        proposed=proposed,
        votes=votes,
        alone=alone,
    )


def said_at(order: Order, party: Party) -> Moment:
    """When an order counts as said: as it came in, or as what it waited for came true. Source: A46."""
    return max((moment for fired, moment in party.fired if fired == order.id), default=order.received)


def _ruling(party: Party, orders: Sequence[Order], ranks: Mapping[OrderId, int]) -> tuple[Order, ...]:
    """The orders that rule. Above ground a journey and what is to be done at its end do not exclude each other."""
    if isinstance(party.where, InSite):
        return _latest(party, orders, ranks)
    journeys = _latest(party, [order for order in orders if not isinstance(order.act, Stance)], ranks)
    stances = _latest(party, [order for order in orders if isinstance(order.act, Stance)], ranks)
    return tuple(sorted((*journeys, *stances), key=lambda order: (order.received, order.id)))


def _latest(party: Party, orders: Sequence[Order], ranks: Mapping[OrderId, int]) -> tuple[Order, ...]:
    """The highest rank's latest letter, whole: what was said in one breath is a plan, not a change of mind.

    An order whose condition came true is said at that moment, and goes before what else its letter said.
    """
    if not orders:
        return ()
    best = max(orders, key=lambda order: (-ranks[order.id], said_at(order, party), order.id))

    def breath(order: Order) -> tuple[object, ...]:
        return order.by, order.received, said_at(order, party), ranks[order.id]

    return tuple(sorted((order for order in orders if breath(order) == breath(best)), key=lambda order: order.id))


def _votes(party: Party, people: People, orders: Iterable[Order]) -> tuple[Order, ...]:
    """What each living player asked for in their latest letter, those cast before included. Source: A47."""
    living = {person.player for person in _players_own(party, people)}
    said = {order.id: order for order in (*party.votes, *orders) if order.by in living}
    latest: dict[PlayerId, int] = {}
    for order in said.values():
        latest[order.by] = max(order.received, latest.get(order.by, order.received))
    kept = (order for order in said.values() if order.received == latest[order.by])
    return tuple(sorted(kept, key=lambda order: (order.received, order.id)))


def first_wishes(votes: Iterable[Order]) -> tuple[Order, ...]:
    """The first thing each player asks for; what they want after it is voted on after it."""
    first: dict[PlayerId, Order] = {}
    for order in votes:
        first.setdefault(order.by, order)
    return tuple(first.values())


def elected(votes: Sequence[Order]) -> tuple[Order, ...]:
    """The order most asked for, as first said; nothing where two are asked for alike. Source: A47."""
    wishes = first_wishes(votes)
    if not wishes:
        return ()
    tally = Counter(wish_of(order) for order in wishes)
    (wish, most), *rest = tally.most_common(2)
    if rest and rest[0][1] == most:
        return ()
    return (next(order for order in wishes if wish_of(order) == wish),)


def wish_of(order: Order) -> tuple[object, ...]:
    """What an order asks for in the main, whatever its details."""
    match order.act:
        case Stance():
            return (order.act.stance, order.act.target)
        case Travel():
            return ("travel", order.act.destination)
        case _:
            return ("wait",)


def _leaving(
    party: Party, people: People, orders: Sequence[Order], ruling: Sequence[Order]
) -> tuple[tuple[tuple[CharacterId, Order], ...], tuple[Order, ...]]:
    """Who breaks away, and which such orders came before the spokesperson spoke and so count no more.

    Whoever declared to go their own way for good leaves though the spokesperson spoke after. Source: R60, A46.
    """
    spoke = max((said_at(order, party) for order in ruling), default=-1)
    leaving: dict[CharacterId, Order] = {}
    lost: list[Order] = []
    mine = [o for o in orders if _breaks(o, party, people)]
    lasting = {o.character for o in mine if isinstance(o.act, BreakAway) and o.act.lasting}
    for order in sorted(mine, key=lambda order: (order.received, order.id)):
        if said_at(order, party) >= spoke or order.character in lasting or not ruling:
            known = leaving.get(order.character)
            leaving[order.character] = order if known is None or is_action(order) else known
        else:
            lost.append(order)
    return tuple(leaving.items()), tuple(lost)


def _breaks(order: Order, party: Party, people: People) -> bool:
    """Whether an order is somebody's own way: to break away, or an action for one character of several."""
    if order.by_dm or order.character not in party.members or not people[order.character].is_alive:
        return False
    if not _is_alone(order, party, people) and not isinstance(order.act, BreakAway):
        return False
    return isinstance(order.act, BreakAway) or is_action(order)
