"""Answers to open decisions, matched to their options. Source: A25, R34-R36, R69, R70."""

from typing import Any

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.asking import Offer, ask, to_dm
from mailer.reading.resolve.codes import Code
from mailer.reading.resolve.gazetteer import How, Noun
from mailer.reading.resolve.meet import rations_in
from mailer.reading.resolve.names import folded, stems
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Meaning, Talk, doubtful
from mailer.reading.resolve.words import words
from rules.atlas import Label
from rules.orders import Answer
from rules.world import Decision, Option


def decision(talk: Talk) -> Meaning:
    """An answer to the one open question it can be about."""
    chosen = _which(talk)
    if isinstance(chosen, Doubt):
        return doubtful(chosen)
    answer = talk.slots.text("answer")
    pay, rations = talk.money("pay"), rations_in(talk.slots.inners("gives"))
    facts: dict[str, Any] = {"decision": chosen.id, "kind": chosen.kind}
    others = [thing for thing in talk.slots.inners("gives") if rations_in((thing,)) is None and _is_thing(talk, thing)]
    option = _option(talk, chosen, answer)
    if answer == "counter" or others or (option is not None and _offers_less(option, pay, rations)):
        said = talk.slots.text("terms") or talk.said.text
        return Meaning((Answer(chosen.id, "counter", pay, rations, said),), facts={**facts, "choice": "counter"})
    if option is None:
        return doubtful(_which_option(talk, chosen))
    told = {**facts, "choice": option.key, "means": option.means, "cost_cp": option.cost_cp, "rations": option.rations}
    return Meaning((Answer(chosen.id, option.key, pay, rations),), facts=told)


def _is_thing(talk: Talk, thing: Slots) -> bool:
    """Whether something given is a thing at all: "y buen viaje" adds nothing to a deal that is taken."""
    if talk.slots.text("answer") != "accept" or thing.whole("qty") is not None:
        return True
    name = thing.text("item")
    return not _is_food(name) and talk.find(name, Noun.ITEM, Noun.GOOD).how is not How.NONE


def _is_food(name: str) -> bool:
    """Whether food is meant that was asked for anyway, without a number of its own."""
    return any(stem.startswith(("racion", "ration")) for stem in stems(name))


def _which(talk: Talk) -> Decision | Doubt:
    """The open question meant, or the doubt that there is none, that it is closed, or which it is."""
    open_ = tuple(d for d in talk.context.decisions if d.deadline > talk.context.received)
    if not open_:
        code = Code.DECISION_CLOSED if talk.context.decisions else Code.NO_OPEN_DECISION
        return ask(talk.said, code, offers=(to_dm(talk.said),))
    written = talk.slots.text("decision")
    if written:
        open_ = tuple(d for d in open_ if d.id == written) or open_
    offer = talk.slots.text("offer")
    meant = tuple(d for d in open_ if _is_about(talk, d, offer)) if offer and len(open_) > 1 else open_
    if len(meant) == 1:
        return meant[0]
    choices = tuple(
        Offer("decision", {"decision": d.id}, _called_by(talk, d, "es"), _called_by(talk, d, "en"), _told(talk, d))
        for d in meant or open_
    )
    return ask(talk.said, Code.WHICH_DECISION, offers=choices)


def _told(talk: Talk, decision: Decision) -> dict[str, Any]:
    """What tells one open question from another."""
    monsters = [id_ for id_, _ in decision.band.monsters] if decision.band is not None else []
    party = talk.context.world.parties[decision.party].name
    return {"decision": decision.id, "kind": decision.kind, "party": party, "monsters": monsters}


def _called_by(talk: Talk, decision: Decision, language: str) -> str:
    """What a question is about, by the names it has in one language: "Los Cuatro: goblin"."""
    party = talk.context.world.parties[decision.party].name
    about = ", ".join(label.in_(language) for label in _labels(talk, decision)[:-1])
    return f"{party}: {about}" if about else party


def _is_about(talk: Talk, decision: Decision, offer: str) -> bool:
    """Whether the words for an offer fit a question: its creatures, its place or its party."""
    spoken = set(stems(offer))
    return any(spoken & set(stems(name)) for label in _labels(talk, decision) for name in (label.es, label.en))


def _labels(talk: Talk, decision: Decision) -> tuple[Label, ...]:
    """The names that a question is about."""
    atlas = talk.context.atlas
    band = decision.band.monsters if decision.band is not None else ()
    monsters = tuple(atlas.monsters[id_].label for id_, _ in band if id_ in atlas.monsters)
    place = (atlas.places[decision.place].label,) if decision.place in atlas.places else ()  # type: ignore[index]
    party = talk.context.world.parties[decision.party].name
    return (*monsters, *place, Label(party, party))


def _option(talk: Talk, decision: Decision, answer: str) -> Option | None:
    """The option that an answer chooses: by its key, by what it means, or as the only one of its sort."""
    choice = folded(talk.slots.text("choice"))
    if choice:
        return _called(decision, choice)
    for meaning in words().answers.get(answer, ()):
        found = tuple(option for option in decision.options if option.means == meaning)
        if len(found) == 1:
            return found[0]
    return None


def _called(decision: Decision, choice: str) -> Option | None:
    """The only option of that key, meaning or other name."""
    bare = choice.removeprefix("opcion ").removeprefix("option ").removeprefix("la ").strip()
    keyed = tuple(o for o in decision.options if bare in {folded(o.key), folded(o.means)})
    found = keyed or tuple(o for o in decision.options if choice in words().options.get(o.means, ()))
    return found[0] if len(found) == 1 else None


def implied(talk: Talk, means: str) -> Meaning | None:
    """An answer given by an order of another kind: "esperamos", said by a lost party that is asked what to do."""
    party = talk.party
    question = party.decision if party is not None else None
    if question is None or question.deadline <= talk.context.received:
        return None
    option = next((option for option in question.options if option.means == means), None)
    if option is None:
        return None
    facts = {"decision": question.id, "kind": question.kind, "choice": option.key, "means": means}
    return Meaning((Answer(question.id, option.key),), facts=facts)


def _offers_less(option: Option, pay: int | None, rations: int | None) -> bool:
    """Whether an acceptance names a lower price than was asked: that is an offer of their own."""
    pays_less = pay is not None and pay < option.cost_cp
    gives_less = rations is not None and rations < option.rations
    return pays_less or gives_less


def _which_option(talk: Talk, decision: Decision) -> Doubt:
    """The doubt about which option, with all of them as answers."""
    offers = tuple(
        Offer("option", {"answer": "choose", "choice": o.key}, facts={"option": o.key, "means": o.means})
        for o in decision.options
    )
    return ask(talk.said, Code.WHICH_OPTION, offers=offers, decision=decision.id)
