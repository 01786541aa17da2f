"""Whose order it is: for whom the sender may speak, and whether it is personal, the party's or a breaking away.

Source: A46, A47, R58-R60.
"""

from dataclasses import dataclass
from enum import StrEnum

from mailer.reading.orders.said import Doubt, Said
from mailer.reading.resolve.asking import Offer, ask, to_dm
from mailer.reading.resolve.codes import Code
from mailer.reading.resolve.context import Context
from mailer.reading.resolve.draft import Named
from mailer.reading.resolve.gazetteer import Entry, Match, Noun
from mailer.reading.resolve.names import folded
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import named
from rules.character import Character
from rules.names import CharacterId
from rules.orders import Scope
from rules.world import Party

_OF_THE_PLAYER = frozenset({"status", "cancel", "resume", "undo", "absence", "other"})  # open to the dead's players too
_MYSELF = frozenset({"self", "yo", "mi", "me", "myself", "i"})


class Nature(StrEnum):
    """Whose affair a kind of order is. Source: A46."""

    PERSONAL = "personal"
    SHARED = "shared"  # personal, unless said in the plural by who speaks for the party: a limit, a rest
    PARTY = "party"  # the party's, unless said in the singular: then a breaking away
    COMMON = "common"  # the party's however it is said: an attitude, an answer


@dataclass(frozen=True, slots=True)
class Actors:
    """Who does it, each with its scope; whoever of the sender's stays out of it; what must be asked first."""

    each: tuple[tuple[CharacterId, Scope], ...] = ()
    doubts: tuple[Doubt, ...] = ()
    names: tuple[Named, ...] = ()
    staying: tuple[CharacterId, ...] = ()  # own characters excepted from the party's action


def actors(said: Said, slots: Slots, *, context: Context, nature: Nature) -> Actors:
    """Whose order this is, or why it is nobody's."""
    who = slots.raw("who")
    people, names, doubts = _people(said, slots.texts("who") if isinstance(who, list | tuple) else (), context)
    if doubts:
        return Actors(doubts=doubts, names=names)
    people = people or _fellows(slots, context)
    if context.player.is_dm:
        found = _for_dm(said, slots, people, context=context, nature=nature)
    elif context.character is None or context.sheet is None:
        return Actors(doubts=(ask(said, Code.NO_CHARACTER),))
    elif people:
        found = _by_name(said, people, context=context, nature=nature)
    else:
        found = _unnamed(said, str(who or ""), slots, context=context, nature=nature)
    return Actors(found.each, found.doubts, (*names, *found.names), found.staying)


def _people(
    said: Said, written: tuple[str, ...], context: Context
) -> tuple[tuple[CharacterId, ...], tuple[Named, ...], tuple[Doubt, ...]]:
    """The characters of some names and their glosses, or the doubt about the first that is nobody's."""
    found: list[CharacterId] = []
    names: tuple[Named, ...] = ()
    for name in written:
        if folded(name) in _MYSELF and context.character is not None:
            found.append(context.character)
            continue
        match = person(name, context)
        if match.entry is None:
            return (), (), (_nobody(said, name, match),)  # the next name is asked about once this one is known
        found.append(CharacterId(match.entry.id))
        names += named(name, match)
    return tuple(dict.fromkeys(found)), names, ()


def _fellows(slots: Slots, context: Context) -> tuple[CharacterId, ...]:
    """The sender and the characters they travel with, where it says so: none at all means alone.

    Company that is no character ("la caravana de la sal") changes nothing for anybody.
    """
    if context.character is None or slots.raw("who") == "party" or "companions" not in slots:
        return ()
    entries = (person(name, context).entry for name in slots.texts("companions"))
    fellows = tuple(CharacterId(entry.id) for entry in entries if entry is not None)
    is_alone = slots.raw("companions") in ([], ())
    return tuple(dict.fromkeys((context.character, *fellows))) if fellows or is_alone else ()


def person(name: str, context: Context) -> Match:
    """The character of a name; people of the sender's own party come first."""
    match = context.gazetteer.find(name, Noun.CHARACTER)
    party = context.party
    if match.entry is not None or party is None:
        return match
    near = tuple(entry for entry in match.candidates if entry.id in party.members)
    return Match(match.how, near or match.candidates)


def _nobody(said: Said, name: str, match: Match) -> Doubt:
    """The doubt about a name that is nobody's, or several people's."""
    code = Code.AMBIGUOUS_CHARACTER if match.how == "ambiguous" else Code.UNKNOWN_CHARACTER
    offers = tuple(_instead(said, name, entry) for entry in match.candidates)
    return ask(said, code, name, offers=(*offers, to_dm(said)))


def _instead(said: Said, name: str, entry: Entry) -> Offer:
    """The answer that puts a person in the place of a name, wherever it stands."""
    written = {slot: Slots(said.slots).texts(slot) for slot in ("who", "except")}
    known = {
        slot: [entry.label.es if one == name else one for one in names]
        for slot, names in written.items()
        if name in names
    }
    return Offer("character", known, entry.label.es, entry.label.en)


def _unnamed(said: Said, who: str, slots: Slots, *, context: Context, nature: Nature) -> Actors:
    """Orders of "I" and "we"."""
    sheet, party = context.sheet, context.party
    if sheet is None:
        return Actors(doubts=(ask(said, Code.NO_CHARACTER),))
    speaks = context.speaks_for_party
    is_shared = nature is Nature.SHARED and who == "party" and (speaks or context.is_leaderless)
    is_party_word = nature in {Nature.PARTY, Nature.COMMON} or is_shared
    if said.kind in _OF_THE_PLAYER:
        return Actors(((sheet.id, Scope.PERSONAL),))
    if not sheet.is_alive and not (is_party_word and speaks):
        return Actors(doubts=(ask(said, Code.CHARACTER_DEAD, name=sheet.name),))
    if not is_party_word:
        return Actors(((sheet.id, Scope.PERSONAL),))
    if who == "self" and nature is Nature.PARTY and not slots.flag("as_spokesperson"):
        return _alone(said, sheet.id, context=context)
    staying, doubts = _excepted(said, slots, party, context)
    return Actors(doubts=doubts) if doubts else Actors(((sheet.id, Scope.PARTY),), staying=staying)


def _alone(said: Said, character: CharacterId, *, context: Context) -> Actors:
    """A party action in the singular: breaking away, unless one is alone already. Source: A46.

    Of a spokesperson underground it may as well be meant for all; that is asked, for a split there can kill.
    """
    party = context.party_of(character)
    if set(context.companions(party)) <= {character}:
        return Actors(((character, Scope.PARTY),))
    if context.speaks_for_party and said.kind == "dungeon":
        name = context.world.characters[character].name
        offers = (Offer("party", {"who": "party"}), Offer("alone", {"who": [name]}, name, name))
        return Actors(doubts=(ask(said, Code.ALONE_OR_PARTY, offers=offers),))
    return Actors(((character, Scope.ALONE),))


def _by_name(said: Said, people: tuple[CharacterId, ...], *, context: Context, nature: Nature) -> Actors:
    """Orders that name who does it."""
    dead = next((one for name in people if _is_own_dead(one := context.world.characters[name], context)), None)
    if dead is not None:
        return Actors(doubts=(ask(said, Code.CHARACTER_DEAD, name=dead.name),))
    mine = tuple(name for name in people if name in context.own)
    others = tuple(name for name in people if name not in context.own)
    party = context.party
    is_all = party is not None and set(context.companions(party)) <= set(people)
    if nature is Nature.SHARED and (len(people) == 1 or not (context.speaks_for_party or context.is_leaderless)):
        is_all = False
    if nature is not Nature.PERSONAL and is_all and context.character is not None:
        return Actors(((context.character, Scope.PARTY),))
    if nature is Nature.COMMON and mine and not others:
        return Actors(((mine[0], Scope.PARTY),))
    if nature in {Nature.PARTY, Nature.COMMON}:
        if others and context.speaks_for_party:
            return Actors(doubts=(_split(said, mine, context),))
        alone = tuple((name, _alone_scope(name, context)) for name in mine)
        return Actors(alone, doubts=(_not_yours(said, others, context),) if others else ())
    personal = tuple((name, Scope.PERSONAL) for name in mine)
    return Actors(personal, doubts=(_not_yours(said, others, context),) if others else ())


def _is_own_dead(person: Character, context: Context) -> bool:
    """Whether somebody is a dead character of the sender's."""
    return person.player == context.player.id and not person.is_alive


def _alone_scope(character: CharacterId, context: Context) -> Scope:
    """ALONE, or PARTY of a character that has no company anyway."""
    return Scope.PARTY if set(context.companions(context.party_of(character))) <= {character} else Scope.ALONE


def _not_yours(said: Said, others: tuple[CharacterId, ...], context: Context) -> Doubt:
    """The refusal about other people's characters: nothing but their names."""
    return ask(said, Code.NOT_YOURS, names=[context.world.characters[name].name for name in others])


def _split(said: Said, mine: tuple[CharacterId, ...], context: Context) -> Doubt:
    """The doubt of a spokesperson's order for some only: nobody but a player breaks away. Source: R60, A46."""
    own = [context.world.characters[name].name for name in mine]
    alone = (Offer("alone", {"who": own}, ", ".join(own), ", ".join(own)),) if own else ()
    return ask(said, Code.SPLIT_PARTY, offers=(Offer("party", {"who": "party", "except": []}), *alone, to_dm(said)))


def _excepted(
    said: Said, slots: Slots, party: Party | None, context: Context
) -> tuple[tuple[CharacterId, ...], tuple[Doubt, ...]]:
    """Own characters that stay out of the party's action, and the doubt if it is others'."""
    people, _, doubts = _people(said, slots.texts("except"), context)
    if doubts or not people or party is None:
        return (), doubts
    if any(name not in context.own for name in people):
        return (), (_split(said, (), context),)
    return people, ()


def _for_dm(said: Said, slots: Slots, people: tuple[CharacterId, ...], *, context: Context, nature: Nature) -> Actors:
    """The DM commands anyone; without names, the party named, their own, or the only one there is."""
    if people and nature in {Nature.PERSONAL, Nature.SHARED}:
        return Actors(tuple((name, Scope.PERSONAL) for name in people))
    if people:
        whole = set(context.companions(context.party_of(people[0]))) <= set(people)
        if whole or nature is Nature.COMMON:
            return Actors(((people[0], Scope.PARTY),))
        return Actors(tuple((name, _alone_scope(name, context)) for name in people))
    if nature is Nature.PERSONAL and context.character is None and said.kind not in _OF_THE_PLAYER:
        return Actors(doubts=(ask(said, Code.UNKNOWN_CHARACTER, offers=_anyone(context)),))
    party = _dms_party(slots, context)
    if party is None or not party.members:
        choices = tuple(Offer("party", {"party": p.id}, p.name, p.name) for p in context.world.parties.values())
        return Actors(doubts=(ask(said, Code.WHICH_PARTY, offers=choices),))
    living = context.companions(party) or party.members
    scope = Scope.PERSONAL if nature is Nature.PERSONAL else Scope.PARTY
    return Actors(((context.character if context.character in living else living[0], scope),))


def _anyone(context: Context) -> tuple[Offer, ...]:
    """Everybody's living characters, as answers."""
    people = (person for person in context.world.characters.values() if person.is_alive and person.player is not None)
    return tuple(Offer("character", {"who": [person.name]}, person.name, person.name) for person in people)


def _dms_party(slots: Slots, context: Context) -> Party | None:
    """The party a DM means."""
    written = folded(slots.text("party"))
    parties = tuple(context.world.parties.values())
    if written:
        return next((party for party in parties if written in {folded(party.id), folded(party.name)}), None)
    return context.party or (parties[0] if len(parties) == 1 else None)
