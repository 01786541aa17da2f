"""Orders that take no time: attitudes, limits, bearers, the spokesperson, taking back, words for the DM.

Source: R15, R16, R58, R62, A25, A46, A47, A49.
"""

from collections.abc import Callable, Sequence

from rules.bodies import is_here, taken
from rules.changed import replace
from rules.events import Audience, EventKind
from rules.foray import begun
from rules.names import CharacterId, OrderId, PlayerId
from rules.orders import (
    Absence,
    Answer,
    Ask,
    Cancel,
    Carry,
    Designate,
    Free,
    LoadUpTo,
    Meet,
    Order,
    Rejoin,
    Resume,
    RetreatAt,
    Scope,
    StanceKind,
    Unite,
)
from rules.routines import resumed, without
from rules.scene import Scene
from rules.spoken import done, failed, proposed, rank_of, speaks
from rules.uniting import uniting
from rules.world import OnRoute


def instant(scene: Scene, order: Order) -> Scene:
    """The scene after an order that takes no time, if it is one."""
    if order.id in scene.done:
        return scene
    if _is_of_the_dead(scene, order):
        return failed(scene, order, "dead")
    do = _INSTANTS.get(type(order.act))
    return scene if do is None else do(scene, order)


def _is_of_the_dead(scene: Scene, order: Order) -> bool:
    """Whether a dead character is to act; a dead spokesperson still speaks for the party. Source: A47."""
    person, foray = scene.people[order.character], scene.party.foray
    if order in scene.party.votes or (foray is not None and foray.order == order.id):
        return False  # the others carry it out
    return (
        not person.is_alive and rank_of(scene, order) == 2 and not isinstance(order.act, Ask | Free | Cancel | Resume)
    )


def _meet(scene: Scene, order: Order) -> Scene:
    """An attitude stands until another one about the same creatures. Source: A25."""
    assert isinstance(order.act, Meet)
    if not speaks(scene, order):
        return proposed(scene, order)
    against = order.act.against
    kept = (o for o in scene.party.standing if not (isinstance(o.act, Meet) and o.act.against == against))
    return done(scene.with_party(standing=(*kept, order)), order.id)  # heard; it stands as long as the party holds it


def _limit(scene: Scene, order: Order) -> Scene:
    """A limit of one's own goes on the sheet; one the spokesperson states for all stands for those who stated none.

    Source: R15, R16, A46.
    """
    person = scene.people[order.character]
    if order.scope is Scope.PARTY and speaks(scene, order):
        kind = type(order.act)
        kept = (o for o in scene.party.standing if not isinstance(o.act, kind))
        return done(scene.with_party(standing=(*kept, order)), order.id)
    limits = person.limits
    if isinstance(order.act, RetreatAt):
        limits = replace(limits, retreat_percent=order.act.percent, retreat_hp=order.act.hp, retreat_by=order.id)
    if isinstance(order.act, LoadUpTo):
        limits = replace(limits, load_level=order.act.level, load_weight=order.act.weight, load_by=order.id)
    return done(scene.with_person(replace(person, limits=limits)), order.id)


def _carry(scene: Scene, order: Order) -> Scene:
    """Whoever speaks for the party may name bearers; anybody else only themselves. Source: R62, A46."""
    assert isinstance(order.act, Carry)
    if not is_here(scene, order.act.body):
        return failed(scene, order, "no_body")
    bearers = tuple(name for name in order.act.bearers or (order.character,) if _can_bear(scene, name))
    own = {person.id for person in scene.living if person.player == order.by}
    if not bearers or not (speaks(scene, order) or set(bearers) <= own):
        return failed(scene, order, "not_theirs") if bearers else failed(scene, order, "no_bearer")
    return done(taken(scene, order.act.body, bearers), order.id)


def _can_bear(scene: Scene, name: CharacterId) -> bool:
    return name in scene.party.members and scene.people[name].is_conscious


def _designate(scene: Scene, order: Order) -> Scene:
    """The DM's word or the present spokesperson's names another; else most of the players must. Source: R58, A47."""
    assert isinstance(order.act, Designate)
    if not any(person.player == order.act.player for person in scene.people.values()):
        return failed(scene, order, "not_with_them")
    if order.by_dm or order.by == scene.party.spokesperson:
        return done(_spokesperson(scene, order.act.player), order.id)
    return scene


def elected_spokesperson(scene: Scene, orders: Sequence[Order]) -> Scene:
    """The scene with the spokesperson whom more than half of the players of the party name. Source: R58."""
    naming = [order for order in orders if isinstance(order.act, Designate) and order.id not in scene.done]
    if not naming:
        return scene
    players = {person.player for person in scene.living if person.player is not None}
    latest = {order.by: order for order in naming if order.by in players}
    for order in latest.values():
        assert isinstance(order.act, Designate)
        agree = [o.id for o in latest.values() if isinstance(o.act, Designate) and o.act.player == order.act.player]
        if 2 * len(agree) > len(players):
            return done(_spokesperson(scene, order.act.player), *(o.id for o in naming))
    return scene


def _spokesperson(scene: Scene, player: PlayerId) -> Scene:
    if scene.party.spokesperson == player:
        return scene
    under_way = scene.party.foray.order if scene.party.foray else None
    scene = done(scene, *(vote.id for vote in scene.party.votes if vote.id != under_way))
    scene = scene.with_party(spokesperson=player, votes=())
    return scene.tell(EventKind.SPOKESPERSON, data={"player": player}, source="R58")


def cancelled(scene: Scene, orders: Sequence[Order]) -> Scene:
    """The scene with orders taken back by those who gave them, or by the DM; what was begun is broken off.

    Source: A46.
    """
    for cancel in orders:
        if isinstance(cancel.act, Cancel) and cancel.id not in scene.done:
            gone = tuple(other.id for other in orders if _takes_back(cancel, cancel.act, other))
            scene = without(done(scene, cancel.id, *gone), gone)
            scene = _broken_off(_let_go(scene, cancel, cancel.act, gone), cancel, cancel.act, gone)
    return scene


def _takes_back(cancel: Order, act: Cancel, other: Order) -> bool:
    if other.id == cancel.id or not (cancel.by_dm or other.by == cancel.by):
        return False
    if other.received > cancel.received or (other.received == cancel.received and other.id > cancel.id):
        return False
    if act.order is not None:
        return other.id == act.order
    return act.kind in ("all", type(other.act).__name__.lower()) and (
        cancel.by_dm or other.character == cancel.character
    )


def _is_theirs(scene: Scene, cancel: Order, whose: CharacterId | None) -> bool:
    """Whether something of a character's is for who takes back to end."""
    person = scene.people.get(whose) if whose is not None else None
    if not (cancel.by_dm or (person is not None and person.player == cancel.by)):
        return False
    assert isinstance(cancel.act, Cancel)
    return cancel.act.order is not None or cancel.by_dm or whose == cancel.character


def _let_go(scene: Scene, cancel: Order, act: Cancel, gone: tuple[OrderId, ...]) -> Scene:
    """The scene without the attitudes and limits that were taken back. Source: R15, R16, A25."""
    kept = tuple(o for o in scene.party.standing if o.id not in gone and not _takes_back(cancel, act, o))
    if kept != scene.party.standing:
        scene = scene.with_party(standing=kept)
    for person in scene.everyone:
        limits = person.limits
        if not _is_theirs(scene, cancel, person.id):
            continue
        if _is_meant(act, limits.retreat_by, gone, "retreatat"):
            limits = replace(limits, retreat_percent=None, retreat_hp=None, retreat_by=None)
        if _is_meant(act, limits.load_by, gone, "loadupto"):
            limits = replace(limits, load_level=None, load_weight=None, load_by=None)
        if limits != person.limits:
            scene = scene.with_person(replace(person, limits=limits))
    return scene


def _is_meant(act: Cancel, order: OrderId | None, gone: tuple[OrderId, ...], kind: str) -> bool:
    """Whether a limit is taken back: by its order's number or by its kind; one nobody ordered only by its kind."""
    if act.order is not None:
        return order is not None and (order == act.order or order in gone)
    return act.kind == kind or (act.kind == "all" and order is not None)


def _broken_off(scene: Scene, cancel: Order, act: Cancel, gone: tuple[OrderId, ...]) -> Scene:
    """The scene without the work and the foray whose orders were taken back. Source: A46."""

    def is_over(order: OrderId | None, whose: CharacterId | None, kind: str) -> bool:
        if order is None:
            return False
        wanted = order == act.order if act.order is not None else act.kind in ("all", kind)
        return order in gone or (wanted and _is_theirs(scene, cancel, whose))

    tasks = tuple(task for task in scene.tasks if not is_over(task.order, task.character, "do"))
    if len(tasks) < len(scene.tasks):
        scene = replace(scene, tasks=tasks)
    where = scene.party.where
    if act.kind == "wait" and isinstance(where, OnRoute) and where.halted_until is not None:
        scene = scene.with_party(where=replace(where, halted_until=None))
    foray = scene.party.foray
    if foray is not None and is_over(foray.order, foray.whose, "stance"):
        scene = begun(scene, StanceKind.SECURE, by="default")
    return scene


def _for_the_dm(scene: Scene, order: Order) -> Scene:
    assert isinstance(order.act, Free)
    data = {"order": order.id, "words": order.act.words}
    scene = scene.tell(
        EventKind.FOR_THE_DM, characters=(order.character,), data=data, source="A49, A50", audience=Audience.CHARACTERS
    )
    return done(scene, order.id)


def _asked(scene: Scene, order: Order) -> Scene:
    return done(scene, order.id)  # the receipt answered it


def _absent(scene: Scene, order: Order) -> Scene:
    assert isinstance(order.act, Absence)
    return done(scene, order.id) if order.act.until <= scene.now else scene


def _unasked(scene: Scene, order: Order) -> Scene:
    """An answer to nothing: the question was settled before, or never put."""
    return scene if scene.party.decision is not None else failed(scene, order, "no_decision")


def _at_home(scene: Scene, order: Order) -> Scene:
    """Coming back means nothing to somebody who never left."""
    return scene if scene.party.left is not None else failed(scene, order, "not_apart")


_INSTANTS: dict[type, Callable[[Scene, Order], Scene]] = {
    Meet: _meet,
    RetreatAt: _limit,
    LoadUpTo: _limit,
    Carry: _carry,
    Designate: _designate,
    Free: _for_the_dm,
    Ask: _asked,
    Absence: _absent,
    Answer: _unasked,
    Resume: resumed,
    Rejoin: _at_home,
    Unite: uniting,
}
