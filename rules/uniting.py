"""Parties that become one: both must want it, and stand in one place at one moment.

Those who asked first come to the others, under whose name and spokesperson they go on. Source: A47, A48.
"""

from collections.abc import Sequence

from rules.apart import can_rejoin, merged
from rules.events import EventKind
from rules.foray import quiet_told
from rules.names import PartyId
from rules.orders import Order, Scope, Unite
from rules.precedence import authority
from rules.scene import Scene
from rules.spoken import done, failed, proposed, rank_of, speaks
from rules.time import MINUTES_A_DAY, Moment
from rules.world import Party


def uniting(scene: Scene, order: Order) -> Scene:
    """The scene after somebody asked for it: it waits for the others, a proposal where they do not speak for theirs."""
    assert isinstance(order.act, Unite)
    if order.act.party == scene.party.id:
        return done(scene, order.id)
    if scene.now - order.received > scene.book.house.proposal_days * MINUTES_A_DAY:
        return failed(scene, order, "nobody_united")
    if order.scope is Scope.PARTY and not speaks(scene, order):
        return proposed(scene, order)
    return scene


def willing(scene: Scene, orders: Sequence[Order], other: Party, moment: Moment) -> Order | None:
    """The order by which a party wants to be one with another: of who speaks for it, else of most of its players."""
    mine = [
        order
        for order in orders
        if isinstance(order.act, Unite) and _is_with(order.act, other) and order.received <= moment
        if order.character in scene.party.members and order.id not in scene.done
    ]
    spoken = next((order for order in mine if rank_of(scene, order) < 2), None)
    house, players = scene.book.house, {one.player for one in scene.living if one.player is not None}
    if spoken is not None or authority(scene.party, scene.people, dead_speak=house.dead_spokesperson_stays) is not None:
        return spoken
    agree = {order.by for order in mine if order.by in players}
    return mine[0] if 2 * len(agree) > len(players) else None


def _is_with(act: Unite, other: Party) -> bool:
    """Whether it is this party that somebody wants to be one with: all of it, or who comes of it alone."""
    return act.party == other.id if act.who is None else act.who in other.members


def united(scenes: dict[PartyId, Scene], orders: Sequence[Order], moment: Moment) -> dict[PartyId, Scene]:
    """The parties after those who both want it, and stand beside each other, became one."""
    for order in orders:
        if not isinstance(order.act, Unite) or order.received > moment:
            continue
        one = next((scene for scene in scenes.values() if order.character in scene.party.members), None)
        many = scenes.get(order.act.party)
        if one is None or many is None or one is many or not can_rejoin(one, many):
            continue
        asked, agreed = willing(one, orders, many.party, moment), willing(many, orders, one.party, moment)
        if asked is not None and agreed is not None:
            scenes = {name: scene for name, scene in scenes.items() if name != one.party.id}
            scenes[many.party.id] = _one(one, many, orders)
            scenes = {name: _after(scene, one.party.id, many.party.id) for name, scene in scenes.items()}
    return scenes


def _after(scene: Scene, gone: PartyId, now: PartyId) -> Scene:
    """Whoever broke away from a party that is one with another may come back to that."""
    return scene.with_party(left=now) if scene.party.left == gone and scene.party.id != now else scene


def _one(one: Scene, many: Scene, orders: Sequence[Order]) -> Scene:
    """The others with those who came to them; what each party wanted of its own is over."""
    names = {one.party.id, many.party.id}
    people = {*one.party.members, *many.party.members}
    over = [
        order.id
        for order in orders
        if isinstance(order.act, Unite) and order.character in people
        if order.act.party in names or order.act.who in people
    ]
    foray = one.party.foray
    over += [foray.order] if foray is not None and foray.order is not None else []
    over += [vote.id for vote in one.party.votes]
    who = tuple(person.id for person in one.living)
    scene = merged(quiet_told(one), quiet_told(many))
    data = {"party": many.party.id, "name": one.party.name, "player": scene.party.spokesperson}
    scene = scene.tell(EventKind.UNITED, characters=who, data=data, source="R58, A48")
    left = None if scene.party.left in names else scene.party.left
    return done(scene.with_party(left=left), *over)
