"""One step of the campaign's clock: the world up to a moment, and everything that happened on the way.

    advance(world, inputs, book=book, dice=dice, until=moment) -> Advance(world, events)

Pure: the same arguments give the same result, whichever order the parties stand in, in one step or hour by hour.

At every moment of its clock a party goes through `PHASES`, top to bottom; the first that changes something starts the
table again, and when nothing is left to change time goes by until something may be.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rules import delve
from rules.answers import settled
from rules.book import Book
from rules.changed import replace
from rules.decisions import in_time
from rules.dice import Dice
from rules.events import Event
from rules.hearing import heard, heeded, succession, town_orders, triggered
from rules.orders import Order
from rules.parties import by_party, meetings, met, scene_of, world_of
from rules.precedence import effective
from rules.provisions import night_underground
from rules.scene import Scene
from rules.schedule import first, moved, next_turnover, released
from rules.time import Day, Moment, day_of, end_of_day
from rules.town import town
from rules.travel import travel
from rules.world import AtPlace, InSite, OnRoute, World

_MOST_AT_ONCE = 1000  # things at one moment: more can only be a circle, and a day that fails is better than none


@dataclass(frozen=True, slots=True)
class Inputs:
    """What people said since the last step, all of it received before `until`."""

    orders: Sequence[Order]  # by time of receipt; those that still stand and those new
    # Decisions whose deadline passed and that fall to the DM ("dm" silence) are settled by the plausible proposal
    # unless a ruling came as an `Answer` order of the DM's among `orders`.
    heard: Moment | None = None  # open decisions hear people up to here, where that is later than `until` (R35, R69)


@dataclass(frozen=True, slots=True)
class Advance:
    """The outcome of a step."""

    world: World
    events: tuple[Event, ...]  # by moment, then party, then as they happened
    done: tuple[int, ...] = ()  # ids of orders that are finished: they stand no more


@dataclass(frozen=True, slots=True)
class Step:
    """What every phase may look at: what was said, and how far the clock may go."""

    orders: tuple[Order, ...]
    until: Moment
    heard: Moment  # `until`, or later: up to when an open decision hears answers


def advance(world: World, inputs: Inputs, *, book: Book, dice: Dice, until: Moment) -> Advance:
    """The world at `until`, or for a party with an open decision at the moment that stopped it.

    Resolved twice it is the same; several days are lived one after another. Source: R3, A55, A56.
    """
    late = max(until, inputs.heard or until)
    orders = tuple(order for order in inputs.orders if order.received <= late)
    said = by_party(world, orders)
    scenes = [scene_of(world, party, book, dice) for party in world.parties.values()]
    for moment in (*meetings(scenes, orders, until), until):
        step_heard = late if moment == until else moment
        scenes = [after for scene in scenes for after in _run(scene, Step(said(scene), moment, step_heard))]
        scenes = met(scenes, orders, moment)
    return _outcome(world, scenes)


def _outcome(world: World, scenes: Sequence[Scene]) -> Advance:
    in_order = sorted(scenes, key=lambda scene: scene.party.id)
    events = sorted((event for scene in in_order for event in scene.events), key=lambda event: (event.at, event.party))
    finished = {order for scene in scenes for order in scene.done}
    return Advance(world_of(world, scenes), tuple(events), tuple(sorted(finished)))


def _run(scene: Scene, step: Step) -> Iterator[Scene]:
    """The party at the end of the step, and those who broke away from it on the way."""
    scene = lived(scene, step)
    for alone in scene.apart:
        yield from _run(alone, step)
    yield replace(scene, apart=())


def lived(scene: Scene, step: Step) -> Scene:
    """One party at `step.until`, or stopped by a decision."""
    if scene.party.is_held:
        return scene
    if scene.party.closed is None:
        scene = scene.with_party(closed=_last_turnover(scene))
    stood = 0
    while True:
        told, was = len(scene.events), scene.now
        after = _phase(scene, step)
        if after is None:
            return scene
        scene = succession(triggered(after, step.orders, told) if step.orders else after, told)
        stood = stood + 1 if scene.now == was else 0
        if stood > _MOST_AT_ONCE:
            raise RuntimeError(f"{scene.party.id} does not get past {scene.now}")


def _phase(scene: Scene, step: Step) -> Scene | None:
    """The scene after the first phase that changes anything; None where the step is over for this party."""
    for phase in PHASES:
        after = phase(scene, step)
        if after is not scene:
            return after
    return None


Phase = Callable[[Scene, Step], Scene | None]


def _hear(scene: Scene, step: Step) -> Scene:
    """Orders that count by now."""
    return heard(scene, step.orders) if scene.party.decision is None else scene


def _decide(scene: Scene, step: Step) -> Scene | None:
    """An open question: settled, or the clock stands."""
    if scene.party.decision is None:
        return scene
    after, is_settled = settled(scene, step.orders, until=step.heard)
    return after if is_settled or after is not scene else None


def _owe(scene: Scene, step: Step) -> Scene:
    """Days lived ahead in a session pass without play; above ground town and road see to it. Source: R7, R8, A38."""
    if not isinstance(scene.party.where, InSite) or not scene.lives:
        return scene
    due = first(released(scene))
    if due is None:
        return scene
    scene = moved(scene, min(due.at, step.until))
    return due.step(scene) if scene.now == due.at else scene


def _happen(scene: Scene, _: Step) -> Scene:
    """What is due now in a dungeon."""
    if not isinstance(scene.party.where, InSite) or not scene.lives:
        return scene
    return delve.due(scene) or scene


def _close(scene: Scene, _: Step) -> Scene:
    """The end of a day. Town and road have their own nights."""
    last = _last_turnover(scene)
    if scene.party.closed is not None and scene.party.closed >= last:
        return scene
    scene = scene.with_party(closed=last)
    if last != scene.now or not isinstance(scene.party.where, InSite) or not scene.lives:
        return scene
    return night_underground(delve.day_over(scene))


def _pass(scene: Scene, step: Step) -> Scene:
    """Time, until the step ends, the day turns, or somebody said something."""
    if scene.now >= step.until:
        return scene
    until = min((step.until, next_turnover(scene), *_next_words(scene, step)))
    if not scene.lives:
        return moved(scene, until)
    match scene.party.where:
        case AtPlace():
            orders = town_orders(scene, step.orders)
            return _attentively(scene, step, until, lambda moment: town(scene, until=moment, orders=orders))
        case OnRoute():
            return _attentively(scene, step, until, lambda moment: in_time(travel(scene, until=moment)))
        case InSite():
            return delve.passed(scene, until=until)


def _attentively(scene: Scene, step: Step, until: Moment, go: Callable[[Moment], Scene]) -> Scene:
    """A stretch of town or road, no further than to where the party must be heard again."""
    after = go(until)
    moment = heeded(scene, after, step.orders) if step.orders else None
    if moment is None or moment >= until:
        return after
    at_once = go(moment) if moment > scene.now else scene
    if heeded(scene, at_once, step.orders) == moment:
        return at_once
    return go(Moment(moment + 1)) if moment + 1 < until else after


PHASES: tuple[Phase, ...] = (
    _hear,  # precedence at this clock: who says what the party does (R58-R60, A46-A48)
    _decide,  # an open question: an answer, its deadline, or the clock stands (R35, R69, R70)
    _owe,  # days owed (R5-R8)
    _happen,  # what is due now: arrivals, checks, traps, those who come back, the end of a way (R37-R53, R65)
    _close,  # the day's end: rations, wages, camp (A26, A45)
    _pass,  # time goes by, with its checks, journeys and nights (R2, R3, R19, R66)
)


def _last_turnover(scene: Scene) -> Moment:
    turnover = scene.book.house.turnover
    return end_of_day(Day(day_of(scene.now, turnover) - 1), turnover)


def _next_words(scene: Scene, step: Step) -> Iterator[Moment]:
    """Moments ahead at which an order comes in or begins to count."""
    for order in step.orders:
        if order.id in scene.done:
            continue
        if order.received > scene.now:
            yield order.received
        moment = effective(order, scene.party, scene.people)
        if moment is not None and moment > scene.now:
            yield moment
