"""The party's own affairs: spokesperson, who carries whom, breaking away and coming back.

Source: A46-A48, R58-R62.
"""

from fractions import Fraction
from typing import Any

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.asking import Offer, ask, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.gazetteer import How, Noun
from mailer.reading.resolve.names import folded
from mailer.reading.resolve.people import person
from mailer.reading.resolve.talk import Meaning, Talk, doubtful, for_dm, named
from mailer.reading.resolve.words import words
from rules.character import Character
from rules.house import House
from rules.names import CharacterId, PlayerId
from rules.orders import BreakAway, Carry, Designate, Rejoin


def spokesperson(talk: Talk) -> Meaning:
    """What a spokesperson directs that is no order of another kind."""
    match talk.slots.text("action"):
        case "designate":
            return _designated(talk)
        case "carry":
            return _carried(talk)
        case action:
            talk.slots.text("text"), talk.slots.text("object")
            return for_dm(talk.said.text, action or "other")


def _designated(talk: Talk) -> Meaning:
    """The naming of a spokesperson, by a character or a player of the party."""
    names = talk.slots.texts("who") or ("self",)
    if len(names) != 1:
        return doubtful(ask(talk.said, Code.WHICH_PLAYER, offers=_players(talk)))
    name = names[0]
    if folded(name) in {"self", "yo", "me", "i"}:
        return Meaning((Designate(talk.context.player.id),))
    match = person(name, talk.context)
    if match.entry is not None:
        player = talk.context.world.characters[CharacterId(match.entry.id)].player
        if player is not None and match.entry.id in _members(talk):
            return Meaning((Designate(player),), names=named(name, match))
    match = talk.find(name, Noun.PLAYER)
    if match.entry is not None and match.entry.id in _party_players(talk):
        return Meaning((Designate(PlayerId(match.entry.id)),), names=named(name, match))
    return doubtful(ask(talk.said, Code.WHICH_PLAYER, name, offers=_players(talk), name=name))


def _members(talk: Talk) -> tuple[CharacterId, ...]:
    """The actor's party."""
    return talk.party.members if talk.party is not None else ()


def _party_players(talk: Talk) -> tuple[PlayerId, ...]:
    """The players of the actor's party."""
    people = talk.context.world.characters
    players = (people[name].player for name in _members(talk) if name in people)
    return tuple(dict.fromkeys(player for player in players if player is not None))


def _players(talk: Talk) -> tuple[Offer, ...]:
    """The players of the party as answers."""
    roster = talk.context.campaign.roster.players
    named_ = (roster[player].name for player in _party_players(talk) if player in roster)
    return tuple(Offer("player", {"who": [name]}, name, name) for name in named_)


def _carried(talk: Talk) -> Meaning:
    """Who carries a body or a companion; a thing to carry is the DM's. Source: R62."""
    written = talk.slots.text("object") or talk.slots.text("text")
    body = _body(talk, written)
    if isinstance(body, Doubt):
        return doubtful(body)
    if body is None:
        told = for_dm(talk.said.text, "carry")
        return told.noting(Note.CAN_WALK) if _is_of_us(talk, written) else told
    bearers = _bearers(talk)
    if isinstance(bearers, Doubt):
        return doubtful(bearers)
    strong = tuple(name for name in bearers if name != body.id)
    return Meaning((Carry(body.id, strong),), facts={"body": body.name})


def _is_of_us(talk: Talk, written: str) -> bool:
    """Whether it is a companion who is to be carried, and no thing."""
    entry = person(written, talk.context).entry
    return entry is not None and entry.id in _members(talk)


def _body(talk: Talk, written: str) -> Character | Doubt | None:
    """Whom to carry: the member named, or the only dead one; None if it is a thing, or somebody who can walk."""
    match = person(written, talk.context)
    people = talk.context.world.characters
    if match.entry is not None and match.entry.id in _members(talk):
        one = people[CharacterId(match.entry.id)]
        return None if one.is_conscious else one
    if not set(folded(written).split()) & set(words().lists["body"]):
        return None
    dead = tuple(people[name] for name in _members(talk) if name in people and not people[name].is_alive)
    said = tuple(one for one in dead if folded(one.name) in folded(written))
    dead = said or dead
    if len(dead) == 1:
        return dead[0]
    offers = tuple(Offer("character", {"object": one.name}, one.name, one.name) for one in dead)
    return ask(talk.said, Code.WHICH_BODY, written, offers=(*offers, to_dm(talk.said)))


def _bearers(talk: Talk) -> tuple[CharacterId, ...] | Doubt:
    """Who carries: members of the party, all of them the sender's own unless they speak for it or judge."""
    if talk.slots.text("who") == "party":
        people = talk.context.world.characters
        return tuple(name for name in _members(talk) if people[name].is_conscious)
    names = tuple(name for name in talk.slots.texts("who") if folded(name) not in {"self", "party", "unspecified"})
    if not names:
        return (talk.actor.id,)
    matches = tuple((name, person(name, talk.context)) for name in names)
    unknown = next((name for name, match in matches if match.how in {How.NONE, How.AMBIGUOUS}), None)
    if unknown is not None:
        return ask(talk.said, Code.UNKNOWN_CHARACTER, unknown, offers=(to_dm(talk.said),))
    bearers = tuple(CharacterId(match.entry.id) for _, match in matches if match.entry is not None)
    if not set(bearers) <= set(_members(talk)):
        return ask(talk.said, Code.NOT_IN_PARTY, offers=(to_dm(talk.said),))
    return bearers


def independence(talk: Talk) -> Meaning:
    """Breaking away, with the strength of both parts where it is known to all. Source: R60."""
    others = set(talk.context.companions(talk.party)) - {talk.actor.id}
    if not others:
        return doubtful(ask(talk.said, Code.ALREADY_ALONE, offers=(to_dm(talk.said),)))
    act = BreakAway(lasting=talk.slots.text("scope") == "all")
    return Meaning((act,)).noting(**strengths(talk))


def strengths(talk: Talk) -> dict[str, Any]:
    """Hit dice of the one who leaves and of those who stay, as exact numbers in words, and their chances in percent."""
    from rules.survival import party_hit_dice

    if talk.party is None:
        return {}
    people = talk.context.world.characters
    stay = tuple(people[name] for name in talk.party.members if name in people and name != talk.actor.id)
    book = talk.context.campaign.book
    alone = party_hit_dice((talk.actor,), tables=book.tables, house=book.house)
    rest = party_hit_dice(stay, tables=book.tables, house=book.house)
    hd = {"alone_hd": str(alone), "rest_hd": str(rest)}
    return hd if not alone or not rest else {**hd, **_chances(alone, rest, book.house)}


def _chances(alone: Fraction, rest: Fraction, house: House) -> dict[str, int]:
    """The chances of both parts against foes that would be an even match for all of them together."""
    from rules.survival import chance_of

    low, high, even = house.chance_min, house.chance_max, alone + rest
    return {
        "alone_chance": chance_of(alone, even, low=low, high=high),
        "party_chance": chance_of(rest, even, low=low, high=high),
    }


def rejoin(talk: Talk) -> Meaning:
    """Coming back to the party one left. Source: A48."""
    if talk.party is None or talk.party.left is None:
        return doubtful(ask(talk.said, Code.NOT_APART, offers=(to_dm(talk.said),)))
    return Meaning((Rejoin(),), facts={"party": talk.party.left})
