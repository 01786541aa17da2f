"""An open question settled: by whoever may answer, or at its deadline by what was said beforehand, else by the house.

Source: R35, R61, R69, R70, A25, A39, A47.
"""

from collections import Counter
from collections.abc import Sequence

from rules.bodies import bearers_for, left, taken
from rules.deal import accepted, attitude, can_pay, covers
from rules.decisions import means_of
from rules.encounter import refused
from rules.events import EventKind
from rules.hearing import relevant
from rules.names import PlayerId
from rules.orders import Answer, Attitude, Carry, Meet, Order, Stance, StanceKind
from rules.precedence import authority, has_spokesperson
from rules.scene import Scene
from rules.spoken import done, failed, proposed, rank_of
from rules.time import Moment
from rules.wilderness import settled as settled_on_the_road
from rules.world import Decision


def settled(scene: Scene, orders: Sequence[Order], *, until: Moment) -> tuple[Scene, bool]:
    """The scene, and whether its open question was settled by `until`."""
    decision = scene.party.decision
    assert decision is not None
    timely = [
        order
        for order in relevant(scene, orders)
        if decision.opened <= order.received < decision.deadline and order.received <= until
    ]
    timely = [order for order in timely if not _comes_later(order, timely)]
    votes: dict[PlayerId, str] = {}
    for order in timely:
        means = meaning(scene, decision, order)
        if _has_the_word(scene, order):
            if means:
                return _answered(scene, decision, order, means), True
            scene = _unclear(scene, decision, order)
        elif isinstance(order.act, Answer):
            scene = _voted(scene, order, means, votes)
            if _is_majority(scene, votes, means):
                return _answered(scene, decision, order, means, votes=_agreeing(votes, means)), True
    if until < decision.deadline:
        return scene, False
    return _expired(scene, decision, _most(votes)), True


def _comes_later(order: Order, orders: Sequence[Order]) -> bool:
    """Whether a stance follows upon another one of its letter, so that it says nothing about what is asked now."""
    if not isinstance(order.act, Stance):
        return False
    first = min(o.id for o in orders if isinstance(o.act, Stance) and (o.by, o.received) == (order.by, order.received))
    return order.id != first


def _has_the_word(scene: Scene, order: Order) -> bool:
    return rank_of(scene, order) < 2


def meaning(scene: Scene, decision: Decision, order: Order) -> str:
    """What an order says to a question; "" where it says nothing to it."""
    if not counts_now(scene, order):
        return ""
    match decision.kind, order.act:
        case _, Answer(decision=named) if named not in (None, decision.id):
            return ""
        case "deal", Answer(choice="counter") as act:
            band = decision.band
            enough = band and (act.pay_cp or 0) >= band.price_cp and (act.rations or 0) >= band.rations
            return "accept" if enough else ""
        case _, Answer() as act:
            return means_of(decision, act.choice)
        case "deal", Meet() as act if decision.band is not None:
            return _by_attitude(scene, decision, act)
        case "body", Carry() as act if act.body == decision.body:
            return "carry"
        case "body", Stance(stance=StanceKind.SECURE, target=None) if not _is_heard(scene, order):
            return "stay"
        case _:
            return ""


def counts_now(scene: Scene, order: Order) -> bool:
    """Whether an order is meant for now: neither for a later day nor for a condition that is not met."""
    if order.condition and order.id not in scene.party.triggered:
        return False
    return order.starts is None or order.starts <= order.received


def _is_heard(scene: Scene, order: Order) -> bool:
    """Whether an order was weighed at this moment already: the party moves on all the same, so it is no answer."""
    return scene.party.heard is not None and order.received <= scene.party.heard


def _by_attitude(scene: Scene, decision: Decision, act: Meet) -> str:
    band = decision.band
    if band is None:
        return ""
    if act.attitude is Attitude.FIGHT:
        return "refuse"
    return "accept" if covers(act, band) and can_pay(scene, band) else ""


def _unclear(scene: Scene, decision: Decision, order: Order) -> Scene:
    """The scene after an answer that is none of the options: a counter-offer is the DM's to judge. Source: A49."""
    if not isinstance(order.act, Answer) or order.act.decision not in (None, decision.id):
        return scene
    if order.act.choice != "counter":
        return failed(scene, order, "no_such_option")
    act = order.act
    data = {"decision": decision.id, "words": act.words, "pay_cp": act.pay_cp or 0, "rations": act.rations or 0}
    scene = scene.tell(EventKind.DEAL_COUNTERED, characters=(order.character,), data=data, source="R34, A49")
    return done(scene, order.id)


def _voted(scene: Scene, order: Order, means: str, votes: dict[PlayerId, str]) -> Scene:
    """An answer of somebody who does not speak for the party: a proposal, or a vote where nobody does. Source: A47."""
    dead_speak = scene.book.house.dead_spokesperson_stays
    if has_spokesperson(scene.party) and authority(scene.party, scene.people, dead_speak=dead_speak) is not None:
        return proposed(scene, order)
    if means:
        votes[order.by] = means
    return scene


def _is_majority(scene: Scene, votes: dict[PlayerId, str], means: str) -> bool:
    players = {person.player for person in scene.living if person.player is not None}
    return bool(means) and 2 * _agreeing(votes, means) > len(players)


def _most(votes: dict[PlayerId, str]) -> str:
    """What most of those who wrote wanted; "" for a tie."""
    (first, most), *rest = [*Counter(votes.values()).most_common(2), ("", 0)][:2]
    return "" if rest and rest[0][1] == most else first


def _agreeing(votes: dict[PlayerId, str], means: str) -> int:
    return sum(vote == means for vote in votes.values())


def _answered(scene: Scene, decision: Decision, order: Order, means: str, *, votes: int = 0) -> Scene:
    """The scene after an answer; what was written by then counts at the moment that stood still. Source: R35, R69.

    `votes`: how many wanted it, where it was not one person's word.
    """
    data = {"decision": decision.id, "choice": means, "by": order.by, "order": order.id, "at": order.received}
    data |= {"votes": votes} if votes else {}
    scene = scene.tell(EventKind.DECISION_ANSWERED, data=data, source="R35, R61, R69")
    if isinstance(order.act, Answer):
        scene = done(scene, order.id)
    if isinstance(order.act, Carry):
        means = "stay"  # the order itself names the bearers, and is carried out next
    return carried_out(scene.with_party(heard=order.received), decision, means)


def _expired(scene: Scene, decision: Decision, wanted: str) -> Scene:
    """The scene after a deadline passed. Source: R70, A25."""
    means = wanted or silence(scene, decision)
    data = {"decision": decision.id, "choice": means}
    scene = scene.tell(EventKind.DECISION_EXPIRED, data=data, source="R70, A25")
    return carried_out(scene.with_party(heard=decision.deadline), decision, means)


def silence(scene: Scene, decision: Decision) -> str:
    """What no answer means: the attitude declared, else the house's word, else what is plausible. Source: R70, A25."""
    if decision.kind == "deal" and decision.band is not None:
        said = attitude(scene, decision.band)
        if said is not None and said.attitude is Attitude.FIGHT:
            return "refuse"
        if said is not None and said.attitude is not Attitude.FIGHT and _is_within(said, decision):
            return "accept"
    stated = means_of(decision, decision.silence)
    return stated or decision.options[0].means


def _is_within(said: Meet, decision: Decision) -> bool:
    """Whether who wants to talk would pay: within the limits said, or any price where none was said."""
    assert decision.band is not None
    is_limited = said.pay_up_to_cp is not None or said.rations_up_to is not None
    return covers(said, decision.band) if is_limited else True


def carried_out(scene: Scene, decision: Decision, means: str) -> Scene:
    """The scene with what was decided done."""
    match decision.kind:
        case "deal":
            assert decision.band is not None
            if means == "accept" and can_pay(scene, decision.band):
                return accepted(scene, decision.band)
            return refused(scene, decision.band)
        case "body":
            assert decision.body is not None
            return _body(scene.with_party(decision=None), decision, means)
        case "lost" | "place_found" | "stranger":
            return settled_on_the_road(scene, means)
        case _:
            return scene.with_party(decision=None)


def _body(scene: Scene, decision: Decision, means: str) -> Scene:
    """The scene after it was said what becomes of a body; "stay" leaves it lying beside them. Source: R62."""
    assert decision.body is not None
    if means == "leave":
        return left(scene, decision.body)
    if means == "carry":
        return taken(scene, decision.body, bearers_for(scene))
    return scene
