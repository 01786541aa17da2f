"""A party hears its orders: what counts at its clock is carried out, held back, overruled, or passed on.

`heard(scene, orders)` changes nothing the second time at the same moment. Personal affairs in town are the town's.

Source: R59, R60, A46-A50.
"""

from collections.abc import Sequence

from rules.action import is_same, obeyed
from rules.apart import broken_away, has_company
from rules.bodies import set_down
from rules.changed import replace
from rules.character import Role
from rules.events import Event, EventKind
from rules.foray import begun
from rules.instants import cancelled, elected_spokesperson, instant
from rules.names import CharacterId
from rules.orders import BreakAway, Order, Scope, StanceKind, Travel, Wait
from rules.precedence import Verdict, counts, first_wishes, is_action, weigh, wish_of
from rules.scene import Scene
from rules.spoken import done, proposed
from rules.time import Moment
from rules.world import InSite

NOBODY = CharacterId("")  # the character of an order whose character is of no party
_TOWN = ("Shop", "Hire", "Rest", "Do")


def relevant(scene: Scene, orders: Sequence[Order]) -> tuple[Order, ...]:
    """Orders that concern this party and are not done, by receipt.

    A spokesperson whose character lies dead somewhere else speaks on, in the name of the first member. Source: A47.
    """
    members, speaker = scene.party.members, scene.party.spokesperson
    mine: list[Order] = []
    for order in orders:
        if order.id in scene.done:
            continue
        if order.character in members:
            mine.append(order)
        elif order.by == speaker and members and _is_buried(scene, order.character):
            mine.append(replace(order, character=members[0]))
    return tuple(sorted(mine, key=lambda order: (order.received, order.id)))


def _is_buried(scene: Scene, character: CharacterId) -> bool:
    """Whether somebody is of no party any more: left behind in this step, or before it."""
    return character == NOBODY or character in scene.people


def heard(scene: Scene, orders: Sequence[Order]) -> Scene:
    """The scene after everything that counts at its clock was heard."""
    scene = set_down(scene) if scene.party.bodies else scene
    if not orders and not scene.party.votes:
        return scene if scene.party.foray else _settled_in(scene)
    scene = cancelled(scene, _counting(scene, orders))
    for order in _counting(scene, orders):
        scene = instant(scene, order)
    scene = elected_spokesperson(scene, _counting(scene, orders))
    verdict = _weighed(scene, _counting(scene, orders))
    scene = _told(scene, verdict)
    scene = _voted(scene, verdict)
    left = len(scene.apart)
    scene = obeyed(_parted(scene, verdict), verdict.plan)
    if len(scene.apart) > left:  # what was done before they parted is done for all of them
        theirs = (order.id for order in verdict.plan if order.character not in scene.party.members)
        ended = (*scene.done, *theirs)
        scene = replace(scene, apart=tuple(done(alone, *ended) for alone in scene.apart))
    return scene if scene.party.foray else _settled_in(scene)


def _settled_in(scene: Scene) -> Scene:
    """With nothing ordered a party in a dungeon holds its position. Source: A46."""
    if not isinstance(scene.party.where, InSite) or not scene.lives:
        return scene
    return begun(scene, StanceKind.SECURE, by="default")


def _counting(scene: Scene, orders: Sequence[Order]) -> tuple[Order, ...]:
    return tuple(order for order in relevant(scene, orders) if counts(order, scene.party, scene.people))


def _weighed(scene: Scene, orders: Sequence[Order]) -> Verdict:
    return weigh(scene.party, scene.people, orders, dead_speak=scene.book.house.dead_spokesperson_stays)


def _told(scene: Scene, verdict: Verdict) -> Scene:
    """Those who lost hear of it the same run, and by whose word. Source: A46."""
    for order, winner in verdict.overruled:
        data = {"order": order.id, "by": winner.id, "text": order.text, "by_text": winner.text}
        scene = scene.tell(EventKind.OVERRULED, characters=(order.character,), data=data, source="R59, A46")
        scene = done(scene, order.id)
    under_way = scene.party.foray.order if scene.party.foray else None
    for order in verdict.proposed:
        scene = scene if order.id == under_way else proposed(scene, order)
    return done(scene, *(order.id for order in verdict.replaced))


def _voted(scene: Scene, verdict: Verdict) -> Scene:
    """The votes of a party without spokesperson as they now stand, new ones shown to all. Source: A47."""
    over = next((vote for vote in scene.party.votes if vote.id in scene.done), None)
    if over is not None:
        return _counted_anew(scene, over)
    before = {vote.id for vote in scene.party.votes}
    after = {vote.id for vote in verdict.votes}
    if before == after:
        return scene
    for vote in verdict.votes:
        if vote.id not in before:
            data = {"order": vote.id, "text": vote.text}
            scene = scene.tell(EventKind.PROPOSED, characters=(vote.character,), data=data, source="R58, A47")
    under_way = scene.party.foray.order if scene.party.foray else None
    return done(scene, *(before - after - {under_way})).with_party(votes=verdict.votes)


def _counted_anew(scene: Scene, over: Order) -> Scene:
    """The votes after what most wanted is done: theirs go on with what they wanted next, all others are over."""
    votes = scene.party.votes
    agreed = {vote.by: vote.id for vote in first_wishes(votes) if wish_of(vote) == wish_of(over)}
    kept = tuple(vote for vote in votes if vote.by in agreed and vote.id != agreed[vote.by])
    gone = (vote.id for vote in votes if vote not in kept)
    return done(scene, *gone).with_party(votes=kept)


def _parted(scene: Scene, verdict: Verdict) -> Scene:
    """The scene without those who break away; who only wants what all do stays with them. Source: R60, A46."""
    for who, order in verdict.alone:
        if is_action(order) and is_same(scene, order, verdict.plan):
            continue
        if isinstance(order.act, BreakAway):
            scene = done(scene, order.id)
        if has_company(scene, who):
            scene = broken_away(scene, who)
    return scene


def town_orders(scene: Scene, orders: Sequence[Order]) -> tuple[Order, ...]:
    """What the town carries out: personal affairs as received, and of the party's actions the one that rules."""
    known = [order for order in relevant(scene, orders) if order.received <= scene.now]
    counting = [order for order in known if counts(order, scene.party, scene.people)]
    plan = [order for order in _weighed(scene, counting).plan if isinstance(order.act, Travel | Wait)]
    ruling = tuple(replace(order, scope=Scope.PARTY, condition="") for order in plan)
    personal = (
        replace(order, condition="")
        for order in known
        if type(order.act).__name__ in _TOWN and (not order.condition or order.id in scene.party.triggered)
    )
    return (*personal, *ruling)


def heeded(before: Scene, after: Scene, orders: Sequence[Order]) -> Moment | None:
    """The first moment of a stretch of town or road at which the party must be heard again; None for none.

    A death, an event that an order waits for, or an action that is over while the party stays where it is.
    """
    known = before.party.triggered
    mine = relevant(before, orders)
    waiting = [order for order in mine if order.condition and order.id not in known]
    moments = [event.at for event in after.events[len(before.events) :] if _matters(event, waiting)]
    counting = [order for order in mine if counts(order, before.party, before.people)]
    over = (o for o in _weighed(before, counting).plan if o.id in after.done and o.id not in before.done)
    if type(before.party.where) is type(after.party.where):
        moments += [_when(order, before, after) for order in over]
    return min(moments, default=None)


def _matters(event: Event, waiting: Sequence[Order]) -> bool:
    if event.kind is EventKind.DIED:
        return True
    return any(_matters_to(event, order) for order in waiting)


def succession(scene: Scene, since: int) -> Scene:
    """The scene in which the party is told who speaks for it now that its spokesperson has nobody left. Source: A47."""
    speaker = scene.party.spokesperson
    died = {name for event in scene.events[since:] if event.kind is EventKind.DIED for name in event.characters}
    if speaker is None or not died or not scene.lives:
        return scene
    theirs = [person for person in scene.people.values() if person.player == speaker and person.role is Role.CHARACTER]
    if not any(person.id in died for person in theirs) or any(person.is_alive for person in theirs):
        return scene
    data = {"player": speaker, "why": "dead", "stays": scene.book.house.dead_spokesperson_stays}
    return scene.tell(EventKind.SPOKESPERSON, data=data, source="R58, A47")


def _matters_to(event: Event, order: Order) -> bool:
    """Whether an event is the one an order waits for. What happened before it was said, or as it was, does not count.

    The minute itself does not: a step that ends with it has not heard the order yet, and days may be cut anywhere.
    """
    return event.kind.value == order.condition and event.at > order.received


def _when(order: Order, before: Scene, after: Scene) -> Moment:
    told = (event.at for event in after.events[len(before.events) :] if event.data.get("order") == order.id)
    until = order.act.until if isinstance(order.act, Wait) else None
    return next(told, max(before.now, until or before.now))


def triggered(scene: Scene, orders: Sequence[Order], since: int) -> Scene:
    """The scene with conditional orders whose event came true among those told after the first `since`."""
    known = scene.party.triggered
    waiting = [order for order in relevant(scene, orders) if order.condition and order.id not in known]
    if not waiting:
        return scene
    events = scene.events[since:]
    true = frozenset(order.id for order in waiting if any(_matters_to(event, order) for event in events))
    if not true:
        return scene
    new = ((order, scene.now) for order in sorted(true))
    return scene.with_party(triggered=known | true, fired=(*scene.party.fired, *new))
