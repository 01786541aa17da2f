"""A ruling of every kind, made of the slots of its shape; UnknownError where one names what is not there."""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta

from mailer.reading.orders.tokens import fold
from mailer.reading.resolve.gazetteer import How, Noun
from mailer.rulings.asked import Address, Command, Desk, Reopen, Undo, UnknownError
from mailer.rulings.naming import (
    AND,
    coins_in,
    day_named,
    figure_in,
    folded_name,
    is_everybody,
    maybe_party,
    number_in,
    parties_in,
    party_in,
    people_in,
    person_in,
    player_in,
    where_in,
)
from mailer.rulings.shapes import Match
from rules.character import Good
from rules.names import ItemId, OrderId, PlayerId
from rules.rulings import (
    Adjust,
    Close,
    Figure,
    Gain,
    Hand,
    Hold,
    Join,
    Kill,
    Lose,
    Move,
    Note,
    Open,
    Raise,
    Retire,
    Ruling,
    Session,
    Speaker,
    Spells,
    TakeUp,
)
from rules.time import Day

_COUNTED = re.compile(r"(\d{1,4})\s+(.+)")


def _adjust(by: int) -> Callable[[Match, Desk], Ruling]:
    def made(match: Match, desk: Desk) -> Ruling:
        return Adjust(people_in(match, desk), figure_in(match.slots["figure"]), number_in(match.slots["n"]), by)

    return made


def _purse(by: int) -> Callable[[Match, Desk], Ruling]:
    def made(match: Match, desk: Desk) -> Ruling:
        return Adjust(people_in(match, desk), Figure.PURSE, coins_in(match.slots["coins"], desk), by)

    return made


def _level(match: Match, desk: Desk) -> Ruling:
    return Adjust(people_in(match, desk), Figure.LEVEL, number_in(match.slots["n"]))


def _gain(match: Match, desk: Desk) -> Ruling:
    """A thing of the price list under its name and weight there, or one that is in none as it was called."""
    who, said = people_in(match, desk), match.slots["thing"]
    counted = _COUNTED.fullmatch(said)
    quantity, name = (int(counted[1]), counted[2]) if counted else (1, said)
    found = desk.names.find(name, Noun.ITEM)
    if found.entry is not None and found.how is How.EXACT:
        item = desk.campaign.book.atlas.items[ItemId(found.entry.id)]
        label = item.label.in_(desk.language)
        return Gain(who, Good(item.id, label, quantity, item.weight, item.price_cp))
    return Gain(who, Good(ItemId(re.sub(r"[^a-z0-9]+", "_", fold(name)).strip("_")), name, quantity, 0, 0))


def _lose(match: Match, desk: Desk) -> Ruling:
    """A thing as it stands on the sheet of the first of them."""
    who, said = people_in(match, desk), match.slots["thing"]
    counted = _COUNTED.fullmatch(said)
    quantity, name = (int(counted[1]), counted[2]) if counted else (None, said)
    found = desk.names.find(name, Noun.GOOD, owner=who[0]) if who else None
    if found is None or found.entry is None:
        raise UnknownError("unknown_good", name, found.candidates if found else ())
    label = next(g.label for g in desk.world.characters[who[0]].goods if g.item == found.entry.id)
    return Lose(who, label, quantity)


def _spell(do: str) -> Callable[[Match, Desk], Ruling]:
    def made(match: Match, desk: Desk) -> Ruling:
        who, said = people_in(match, desk), match.slots["spell"]
        known = {folded_name(one.name): one.name for name in who for one in desk.world.characters[name].spells}
        if do != "learn" and folded_name(said) not in known:
            raise UnknownError("unknown_spell", said)
        level = match.slots.get("n") or match.slots.get("n2")
        return Spells(who, do, known.get(folded_name(said), said), number_in(level) if level else 1)

    return made


def _raise(match: Match, desk: Desk) -> Ruling:
    hp = match.slots.get("n")
    return Raise(people_in(match, desk), number_in(hp) if hp else 1)


def _join(match: Match, desk: Desk) -> Ruling:
    return Join(people_in(match, desk), party_in(match.slots["party"], desk).id)


def _move(match: Match, desk: Desk) -> Ruling:
    return Move(people_in(match, desk), where_in(match.slots["place"], desk))


def _session(match: Match, desk: Desk) -> Ruling:
    place, day = match.slots.get("place"), day_named(match.slots["date"], desk)
    if day > desk.today:  # not played yet
        raise UnknownError("date", match.slots["date"])
    return Session(
        people_in(match, desk),
        day,
        number_in(match.slots["n"]),
        where_in(place, desk) if place else None,
        match.slots.get("words", ""),
    )


def _note(match: Match, desk: Desk) -> Ruling:
    """To parties by their names; to people by theirs it is for them alone."""
    said = match.slots["party"]
    names = [said, *AND.split(said)]
    if not is_everybody(said) and all(maybe_party(one, desk) is None for one in names):
        who = tuple(dict.fromkeys(person_in(one, desk) for one in names[1:]))
        return Note(match.slots["words"], who=who)
    return Note(match.slots["words"], parties=parties_in(match, desk))


def _command(match: Match, desk: Desk) -> Command:
    """Only to a party by its own name: "Krom: ..." is for the reading, and never an order to all of Krom's party."""
    party = maybe_party(match.slots["party"], desk)
    if party is None:
        raise UnknownError("unknown_party", match.slots["party"])
    return Command(party.id, match.slots["words"])


def _speaker(match: Match, desk: Desk) -> Ruling:
    """Somebody who plays in the party."""
    party, player = party_in(match.slots["party"], desk), player_in(match.slots["player"], desk)
    if player not in {desk.world.characters[name].player for name in party.members}:
        raise UnknownError("which_player", match.slots["player"])
    return Speaker(party.id, player)


def _open(match: Match, desk: Desk) -> Ruling:
    """A party under a name that none has yet."""
    name, place = match.slots["name"], match.slots.get("place")
    if maybe_party(name, desk) is not None:
        raise UnknownError("party_exists", name)
    who = people_in(match, desk) if "who" in match.slots else ()
    return Open(name, who, where_in(place, desk) if place else None)


def _hand(match: Match, desk: Desk) -> Ruling:
    """To a player by their own name."""
    said = match.slots["player"]
    found = desk.names.find(said, Noun.PLAYER)
    if found.entry is None:
        raise UnknownError("which_player", said, found.candidates)
    return Hand(people_in(match, desk), PlayerId(found.entry.id))


def _address(is_new: bool) -> Callable[[Match, Desk], Address]:
    def made(match: Match, desk: Desk) -> Address:
        said = re.sub(r"[<\[(].*", "", match.slots["address"].lstrip("<"))  # "marta2@example.org<mailto:...>"
        return Address(player_in(match.slots["player"], desk), said.strip("> ").lower(), is_new)

    return made


def _reopen(match: Match, desk: Desk) -> Reopen:
    """A day by its date, or by the number it has in either calendar: the latest that has been."""
    said = match.slots.get("date")
    if said is None:
        return Reopen(None)
    if not said.isdecimal():
        return Reopen(day_named(said, desk))
    for day in range(desk.today, max(-1, desk.today - 60), -1):
        real = desk.campaign.settings.anchor + timedelta(days=day)
        if int(said) in (desk.campaign.calendar.date_of(Day(day)).day, real.day):
            return Reopen(Day(day))
    raise UnknownError("date", said)


def _resume(match: Match, desk: Desk) -> Ruling:
    """A suspended order by its number."""
    number = number_in(match.slots["n"])
    people = desk.world.characters.values()
    if not any(one.suspended is not None and one.order == number for person in people for one in person.routines):
        raise UnknownError("not_suspended", match.slots["n"])
    return TakeUp(OrderId(number))


def _secret(match: Match, desk: Desk) -> Ruling:
    return Note(match.slots["words"], who=people_in(match, desk))


RULINGS: Mapping[str, Callable[[Match, Desk], Ruling | Undo | Command | Reopen | Address]] = {
    "reopen": _reopen,
    "undo": lambda match, desk: Undo(),
    "session": _session,
    "open": _open,
    "close": lambda match, desk: Close(party_in(match.slots["party"], desk).id),
    "address": _address(is_new=True),
    "no_address": _address(is_new=False),
    "hand": _hand,
    "resume": _resume,
    "hold": lambda match, desk: Hold(parties_in(match, desk), is_held=True),
    "release": lambda match, desk: Hold(parties_in(match, desk), is_held=False),
    "secret": _secret,
    "note": _note,
    "speaker": _speaker,
    "kill": lambda match, desk: Kill(people_in(match, desk)),
    "retire": lambda match, desk: Retire(people_in(match, desk)),
    "raise": _raise,
    "level": _level,
    "figure_to": _adjust(0),
    "figure_up": _adjust(1),
    "figure_down": _adjust(-1),
    "coin_to": _purse(0),
    "coin_up": _purse(1),
    "coin_down": _purse(-1),
    "spell_recover_all": lambda match, desk: Spells(people_in(match, desk), "recover"),
    "spell_learn": _spell("learn"),
    "spell_lose": _spell("lose"),
    "spell_recover": _spell("recover"),
    "join": _join,
    "move": _move,
    "gain": _gain,
    "lose": _lose,
    "command": _command,
}
