"""From one thing said to drafts of orders, doubts and a gloss: the table of kinds and the way through it.

`resolve` never raises for what a person wrote, and never loses it: at least an order or a doubt comes of everything
but what asks for neither (a correction, "nothing today", an offer withdrawn).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from mailer.reading.orders.said import Doubt, Said
from mailer.reading.resolve import activity, company, decision, desk, dungeon, hire, limits, meet, rest, shop, travel
from mailer.reading.resolve.asking import ask, lettered, letters_of, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.conditions import Force, force_of
from mailer.reading.resolve.context import Context
from mailer.reading.resolve.draft import Correction, DraftOrder, Gloss, Resolution
from mailer.reading.resolve.gloss import gloss_of
from mailer.reading.resolve.people import Actors, Nature, actors
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Meaning, Talk, for_dm
from rules.orders import Act, Answer, BreakAway, Rejoin, Scope
from rules.orders import Travel as TravelAct
from rules.routines import REPEATABLE
from rules.time import Moment
from rules.world import AtPlace


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of the guide is resolved."""

    means: Callable[[Talk], Meaning]
    nature: Nature
    waits: bool = True  # whether it may come into force later or on a condition


KINDS: Mapping[str, Kind] = {
    "shop": Kind(shop.shop, Nature.PERSONAL),
    "travel": Kind(travel.travel, Nature.PARTY),
    "dungeon": Kind(dungeon.dungeon, Nature.PARTY),
    "encounter": Kind(meet.encounter, Nature.COMMON),
    "retreat": Kind(limits.retreat, Nature.SHARED),
    "encumbrance": Kind(limits.encumbrance, Nature.SHARED),
    "rest": Kind(rest.rest, Nature.SHARED),
    "research": Kind(activity.research, Nature.PERSONAL),
    "train": Kind(activity.train, Nature.PERSONAL),
    "carouse": Kind(activity.carouse, Nature.PERSONAL),
    "hire": Kind(hire.hire, Nature.PERSONAL),
    "explore_town": Kind(activity.explore_town, Nature.PERSONAL),
    "class_work": Kind(activity.class_work, Nature.PERSONAL),
    "craft": Kind(activity.craft, Nature.PERSONAL),
    "wait": Kind(rest.wait, Nature.PARTY),
    "decision": Kind(decision.decision, Nature.COMMON),
    "spokesperson": Kind(company.spokesperson, Nature.COMMON),
    "independence": Kind(company.independence, Nature.PERSONAL),
    "rejoin": Kind(company.rejoin, Nature.PERSONAL),
    "cancel": Kind(desk.cancel, Nature.PERSONAL, waits=False),
    "resume": Kind(desk.resume, Nature.PERSONAL, waits=False),
    "status": Kind(desk.status, Nature.PERSONAL, waits=False),
    "other": Kind(desk.other, Nature.SHARED),
    "absence": Kind(desk.absence, Nature.PERSONAL, waits=False),
    "undo": Kind(desk.undo, Nature.PERSONAL, waits=False),
}

_WITHOUT_ORDER = frozenset({"correction", "nothing", "withdrawn"})


def resolve(said: Said, *, context: Context, previous: tuple[DraftOrder, ...] = ()) -> Resolution:
    """What becomes of one thing said; `previous` are the drafts of the same letter before it."""
    if said.kind in _WITHOUT_ORDER:
        return _correction(said) if said.kind == "correction" else Resolution((), (), Gloss(said.kind))
    kind = KINDS.get(said.kind, KINDS["other"])
    slots = Slots(said.slots)
    who = _actors(said, slots, kind, context)
    people = context.world.characters
    talks = (Talk(said, slots, context, people[name], scope, previous) for name, scope in who.each)
    parts = tuple(_for_one(talk, kind) for talk in talks)
    meaning = sum((told for told, _ in parts), Meaning())
    orders = (*(order for _, drafts in parts for order in drafts), *_staying(said, who, context))
    doubts = lettered(_distinct((*who.doubts, *meaning.doubts)))
    if not orders and not doubts:
        doubts = (ask(said, Code.NOT_UNDERSTOOD, offers=(to_dm(said),)),)
    return Resolution(orders, doubts, gloss_of(said, slots, who, meaning=meaning, orders=orders, context=context))


def resolve_all(said: Iterable[Said], *, context: Context) -> tuple[Resolution, ...]:
    """What becomes of a whole letter, each thing knowing what was said before it ("y después ...").

    Of all the ready answers to one line no two have the same letter.
    """
    done: list[Resolution] = []
    previous: tuple[DraftOrder, ...] = ()
    taken: Counter[int] = Counter()
    for one in said:
        found = resolve(one, context=context, previous=previous)
        done.append(replace(found, doubts=lettered(found.doubts, taken=taken[one.line])))
        taken[one.line] += letters_of(found.doubts)
        previous = (*previous, *done[-1].orders)
    return tuple(done)


def _actors(said: Said, slots: Slots, kind: Kind, context: Context) -> Actors:
    """Whose order it is; directives name those they are about, not who gives them."""
    if said.kind == "spokesperson":
        return _director(said, slots, context)
    nature = kind.nature
    if said.kind == "wait" and slots.raw("who") != "party" and _is_idle(context):
        nature = Nature.SHARED
    return actors(said, slots, context=context, nature=nature)


def _is_idle(context: Context) -> bool:
    """Whether the sender's party stays where it is anyway, so that waiting leaves nobody."""
    party = context.party
    if party is None or not isinstance(party.where, AtPlace):
        return False
    return not any(isinstance(order.act, TravelAct) for order in party.standing)


def _director(said: Said, slots: Slots, context: Context) -> Actors:
    """Who gives a directive: the spokesperson for all, anyone else for their own characters."""
    about = actors(said, slots, context=context, nature=Nature.PERSONAL)
    if said.slots.get("action") == "designate" or context.speaks_for_party or context.player.is_dm:
        giver = Said(said.kind, {**said.slots, "who": "party"}, said.line, said.text, said.why)
        return actors(giver, Slots(giver.slots), context=context, nature=Nature.COMMON)
    return about


def _for_one(talk: Talk, kind: Kind) -> tuple[Meaning, tuple[DraftOrder, ...]]:
    """What something said means for one character, and the drafts of it."""
    force = force_of(talk) if kind.waits else Force()
    if force.doubts:
        return Meaning(doubts=force.doubts), ()
    meaning = for_dm(talk.said.text, force.for_dm) if force.for_dm else kind.means(talk)
    unknown = () if talk.said.kind in KINDS else (Note.UNKNOWN_KIND,)
    meaning = meaning.noting(*unknown, *force.notes)
    if talk.scope is Scope.ALONE and meaning.acts:
        meaning = meaning.noting(**company.strengths(talk))
    drafts = tuple(_draft(talk, act, starts, force, meaning) for act in meaning.acts for starts in force.starts)
    return meaning, drafts


def _draft(talk: Talk, act: Act, starts: Moment | None, force: Force, meaning: Meaning) -> DraftOrder:
    """One order but for its number."""
    context, said = talk.context, talk.said
    scope = (
        Scope.ALONE if isinstance(act, BreakAway | Rejoin) else Scope.PARTY if isinstance(act, Answer) else talk.scope
    )
    return DraftOrder(
        by=context.player.id,
        character=talk.actor.id,
        scope=scope,
        received=context.received,
        act=act,
        starts=starts,
        condition=force.condition,
        text=said.text,
        as_spokesperson=said.slots.get("as_spokesperson") is True and context.speaks_for_party,
        by_dm=context.player.is_dm,
        every=_every(talk, act),
        needs_confirm=meaning.needs_confirm,
    )


def _every(talk: Talk, act: Act) -> int:
    """After how many days something is to be done again; 0 for what happens once, or goes on by itself."""
    return (talk.slots.whole("every") or 0) if isinstance(act, REPEATABLE) else 0


def _staying(said: Said, who: Actors, context: Context) -> tuple[DraftOrder, ...]:
    """Breaking away of own characters left out of the party's action ("todos menos Chema")."""
    return tuple(
        DraftOrder(
            context.player.id,
            name,
            Scope.ALONE,
            context.received,
            BreakAway(),
            text=said.text,
            by_dm=context.player.is_dm,
        )
        for name in who.staying
    )


def _correction(said: Said) -> Resolution:
    """Another text for a line of the last receipt."""
    slots = Slots(said.slots)
    line, text = slots.whole("line"), slots.text("text")
    if line is None or not text:
        return Resolution((), (ask(said, Code.NOT_UNDERSTOOD),), Gloss(said.kind))
    return Resolution((), (), Gloss(said.kind, facts={"line": line}), Correction(line, text))


def _distinct(doubts: Iterable[Doubt]) -> Iterable[Doubt]:
    """Each doubt once."""
    seen: list[Doubt] = []
    for doubt in doubts:
        if doubt not in seen:
            seen.append(doubt)
            yield doubt
