"""A DM's line made a ruling of the rules: names tied to who and what exists, amounts to numbers, days to days.

understood("Duric pierde 10 po", desk)   # Adjust(("duric",), Figure.PURSE, 1000, -1)
understood("Dúrik: 12 pg", desk)         # Unclear("unknown_character", "Dúrik")
understood("Buenas noches", desk)        # None: no ruling; the reading may find something else in it
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from mailer.campaign.campaign import Campaign
from mailer.reading.orders.dates import Calendar, date_at
from mailer.reading.orders.numbers import number_at
from mailer.reading.orders.tokens import fold, tokenise
from mailer.reading.resolve.gazetteer import Entry, Gazetteer, How, Noun
from mailer.reading.resolve.money import coin_worth
from mailer.rulings.shapes import Match, shapes, vocabulary
from rules.character import Good
from rules.names import CharacterId, ItemId, PartyId, PlaceId, PlayerId, SiteId, ZoneId
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
)
from rules.time import Day
from rules.world import AtPlace, InSite, Party, Where, World

_AND = re.compile(r"\s*,\s*|\s+(?:y|e|and)\s+|\s*&\s*")
_COIN = re.compile(r"(\d[\d.,]*)\s*([^\W\d]+(?: [^\W\d]+){0,3}?)(?=\s*(?:,|\d|\by\b|\band\b|$))")
_COUNTED = re.compile(r"(\d{1,4})\s+(.+)")


@dataclass(frozen=True, slots=True)
class Unclear:
    """A ruling that names somebody or something we do not know: quoted back, nothing done."""

    code: str  # of the doubts
    name: str
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Undo:
    """The last ruling is taken back."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """A day is resolved again."""

    day: Day | None  # None: the last one


@dataclass(frozen=True, slots=True)
class Desk:
    """What a line is read by."""

    campaign: Campaign
    world: World
    names: Gazetteer  # everything there is: the DM's
    language: str
    today: Day
    sent: date  # today's real date


@dataclass(frozen=True, slots=True)
class Command:
    """An order for a party, in the words of a player."""

    party: PartyId
    words: str


@dataclass(frozen=True, slots=True)
class Address:
    """A player may write from an address, or may no more."""

    player: PlayerId
    address: str  # lower case
    is_new: bool


class _UnknownError(Exception):
    """A name that means nothing here; caught where the line is read."""

    def __init__(self, code: str, name: str, nearest: tuple[Entry, ...] = ()) -> None:
        self.unclear = Unclear(code, name, tuple(entry.label.es for entry in nearest))
        super().__init__(code)


def understood(line: str, desk: Desk) -> Ruling | Undo | Command | Reopen | Address | Unclear | None:
    """What a line rules; None where it is no ruling at all."""
    unclear = None
    for match in shapes().matches(line):
        try:
            return _RULINGS[match.kind](match, desk)
        except _UnknownError as error:
            unclear = unclear or (error.unclear if _is_ours(match, error.unclear) else None)
    return unclear


def _is_ours(match: Match, unclear: Unclear) -> bool:
    """Whether a line we cannot carry out was surely meant as a ruling: a vague shape without a known name was not."""
    if match.kind == "command":
        return False
    if unclear.code != "unknown_character":
        return True
    known = ("raise", "coin_to", "open", "close", "hand")
    return match.kind.startswith(("figure", "session", "level", "secret")) or match.kind in known


# -- slots -----------------------------------------------------------------------------------------------------------


def _who(match: Match, desk: Desk) -> tuple[CharacterId, ...]:
    """People by their names, or all the living of a party."""
    said = match.slots["who"]
    party = _maybe_party(said, desk)
    is_somebody = desk.names.find(said, Noun.CHARACTER).how is How.EXACT  # whose party bears their name
    if party is not None and not is_somebody:
        return tuple(name for name in party.members if desk.world.characters[name].is_alive)
    return tuple(dict.fromkeys(_person(name, desk) for name in _AND.split(said) if name))


def _person(name: str, desk: Desk) -> CharacterId:
    found = desk.names.find(name, Noun.CHARACTER)
    if found.entry is None or found.entry.id not in desk.world.characters:
        code = "ambiguous_character" if found.how is How.AMBIGUOUS else "unknown_character"
        raise _UnknownError(code, name, found.candidates)
    return CharacterId(found.entry.id)


def _maybe_party(said: str, desk: Desk) -> Party | None:
    """A party by its name or id; a lone character's party by theirs."""
    wanted = _plain(said)
    parties = desk.world.parties.values()
    return next((one for one in parties if wanted in (_plain(one.name), _plain(one.id.replace("-", " ")))), None)


def _plain(name: str) -> str:
    return " ".join(fold(name).replace('"', " ").split())


def _is_everybody(said: str) -> bool:
    return _plain(said) in vocabulary()["everything"]["parties"]


def _parties(match: Match, desk: Desk) -> tuple[PartyId, ...]:
    """One party, several, or all of the campaign."""
    said = match.slots["party"]
    if _is_everybody(said):
        return tuple(desk.world.parties)
    return tuple(_party(name, desk).id for name in ([said] if _maybe_party(said, desk) else _AND.split(said)))


def _party(name: str, desk: Desk) -> Party:
    """A party by its name, or that of somebody in it."""
    party = _maybe_party(name, desk)
    if party is not None:
        return party
    found = desk.names.find(name, Noun.CHARACTER)
    home = [one for one in desk.world.parties.values() if found.entry and found.entry.id in one.members]
    if found.how is not How.EXACT or not home:
        raise _UnknownError("unknown_party", name)
    return home[0]


def _number(said: str) -> int:
    tokens = tokenise(said)
    found = number_at(tokens, [token.fold for token in tokens], 0) if tokens else None
    if found is None or found.end != len(tokens) or not isinstance(found.value, int):
        raise _UnknownError("bad_amount", said)
    return found.value


def number_or_none(said: str) -> int | None:
    """A number in figures or in words."""
    try:
        return _number(said)
    except _UnknownError:
        return None


def _coins(said: str, desk: Desk) -> int:
    """Copper pieces of an amount such as "12 po 4 pp"."""
    total = 0
    for amount, coin in _COIN.findall(said):
        worth = coin_worth(coin.strip(), language=desk.language)
        if worth is None:
            raise _UnknownError("bad_amount", said)
        total += _number(amount) * worth
    return total


def _figure(said: str) -> Figure:
    plain = " ".join(fold(said).split())
    return Figure(next(name for name, listed in vocabulary()["figures"].items() if plain in listed))


def _where(said: str, desk: Desk) -> Where:
    """A place, a dungeon at its first zone with a way out, or a zone of a dungeon."""
    found = desk.names.find(said, Noun.PLACE)
    if found.entry is not None and found.how is How.EXACT:
        return AtPlace(PlaceId(found.entry.id))
    atlas = desk.campaign.book.atlas
    zone = desk.names.find(said, Noun.ZONE)
    if zone.entry is not None:
        return InSite(SiteId(zone.entry.owner), ZoneId(zone.entry.id), frozenset())
    site = desk.names.find(said, Noun.SITE)
    if site.entry is not None:
        zones = atlas.sites[SiteId(site.entry.id)].zones
        first = next((one.id for one in zones.values() if one.exit_to), next(iter(zones)))
        return InSite(SiteId(site.entry.id), first, frozenset())
    if found.entry is not None:
        return AtPlace(PlaceId(found.entry.id))
    code = "ambiguous_place" if How.AMBIGUOUS in (found.how, zone.how, site.how) else "unknown_place"
    raise _UnknownError(code, said, found.candidates)


def day_named(said: str, desk: Desk) -> Day:
    """A day that has been: by its real date, its weekday, or its date in the campaign's calendar."""
    own = _campaign_day(said, desk)
    if own is not None:
        return own
    tokens = tokenise(said)
    found = date_at(tokens, [token.fold for token in tokens], 0, Calendar(desk.sent)) if tokens else None
    if found is None or "date" not in found.value:
        raise _UnknownError("date", said)
    day = Day((date.fromisoformat(found.value["date"]) - desk.campaign.settings.anchor).days)
    while day > desk.today and "weekday" in found.value:
        day = Day(day - 7)
    return day


def day_or_none(said: str, desk: Desk) -> Day | None:
    """The same; None for words that name no day."""
    try:
        return day_named(said, desk)
    except _UnknownError:
        return None


def coming_day(said: str, desk: Desk) -> Day | None:
    """A day ahead, or today: "el 25", "25 de enero", "Friday", "25 de Escarcha"; None for words that name none."""
    try:
        own = _campaign_day(said, desk)
    except _UnknownError:
        return None
    tokens = tokenise(said)
    words = [token.fold for token in tokens]
    calendar = Calendar(desk.sent)
    found = date_at(tokens, words, 0, calendar) if tokens else None
    value = found.value if found is not None and found.end == len(tokens) else None
    if value is None and len(tokens) == 1 and tokens[0].text.rstrip("stndrh").isdecimal():
        value = calendar.numbered(int(tokens[0].text.rstrip("stndrh")))
    if own is not None or value is None or "date" not in value:
        return own
    return Day((date.fromisoformat(value["date"]) - desk.campaign.settings.anchor).days)


def _campaign_day(said: str, desk: Desk) -> Day | None:
    """A day of the campaign's own calendar: "15 de Escarcha"."""
    calendar, plain = desk.campaign.calendar, _plain(said)
    number = re.search(r"\b(\d{1,2})\b", plain)
    if number is None:
        return None
    year = calendar.date_of(desk.today).year
    for index, month in enumerate(calendar.months, 1):
        if any(re.search(rf"\b{re.escape(_plain(name))}\b", plain) for name in (month.label.es, month.label.en)):
            try:
                return calendar.day_of(year, index, int(number[1]))
            except ValueError as error:
                raise _UnknownError("date", said) from error
    return None


def _player(said: str, desk: Desk) -> PlayerId:
    found = desk.names.find(said, Noun.PLAYER)
    if found.entry is not None:
        return PlayerId(found.entry.id)
    person = desk.names.find(said, Noun.CHARACTER)
    owner = desk.world.characters[CharacterId(person.entry.id)].player if person.entry else None
    if owner is None:
        raise _UnknownError("which_player", said, found.candidates)
    return owner


# -- kinds -----------------------------------------------------------------------------------------------------------


def _adjust(by: int) -> Callable[[Match, Desk], Ruling]:
    def made(match: Match, desk: Desk) -> Ruling:
        return Adjust(_who(match, desk), _figure(match.slots["figure"]), _number(match.slots["n"]), by)

    return made


def _purse(by: int) -> Callable[[Match, Desk], Ruling]:
    def made(match: Match, desk: Desk) -> Ruling:
        return Adjust(_who(match, desk), Figure.PURSE, _coins(match.slots["coins"], desk), by)

    return made


def _level(match: Match, desk: Desk) -> Ruling:
    return Adjust(_who(match, desk), Figure.LEVEL, _number(match.slots["n"]))


def _gain(match: Match, desk: Desk) -> Ruling:
    """A thing of the price list under its name and weight there, or one that is in none as it was called."""
    who, said = _who(match, desk), match.slots["thing"]
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
    who, said = _who(match, desk), match.slots["thing"]
    counted = _COUNTED.fullmatch(said)
    quantity, name = (int(counted[1]), counted[2]) if counted else (None, said)
    found = desk.names.find(name, Noun.GOOD, owner=who[0]) if who else None
    if found is None or found.entry is None:
        raise _UnknownError("unknown_good", name, found.candidates if found else ())
    label = next(g.label for g in desk.world.characters[who[0]].goods if g.item == found.entry.id)
    return Lose(who, label, quantity)


def _spell(do: str) -> Callable[[Match, Desk], Ruling]:
    def made(match: Match, desk: Desk) -> Ruling:
        who, said = _who(match, desk), match.slots["spell"]
        known = {_plain(one.name): one.name for name in who for one in desk.world.characters[name].spells}
        if do != "learn" and _plain(said) not in known:
            raise _UnknownError("unknown_spell", said)
        level = match.slots.get("n") or match.slots.get("n2")
        return Spells(who, do, known.get(_plain(said), said), _number(level) if level else 1)

    return made


def _raise(match: Match, desk: Desk) -> Ruling:
    hp = match.slots.get("n")
    return Raise(_who(match, desk), _number(hp) if hp else 1)


def _join(match: Match, desk: Desk) -> Ruling:
    return Join(_who(match, desk), _party(match.slots["party"], desk).id)


def _move(match: Match, desk: Desk) -> Ruling:
    return Move(_who(match, desk), _where(match.slots["place"], desk))


def _session(match: Match, desk: Desk) -> Ruling:
    place, day = match.slots.get("place"), day_named(match.slots["date"], desk)
    if day > desk.today:  # not played yet
        raise _UnknownError("date", match.slots["date"])
    return Session(
        _who(match, desk),
        day,
        _number(match.slots["n"]),
        _where(place, desk) if place else None,
        match.slots.get("words", ""),
    )


def _note(match: Match, desk: Desk) -> Ruling:
    """To parties by their names; to people by theirs it is for them alone."""
    said = match.slots["party"]
    names = [said, *_AND.split(said)]
    if not _is_everybody(said) and all(_maybe_party(one, desk) is None for one in names):
        who = tuple(dict.fromkeys(_person(one, desk) for one in names[1:]))
        return Note(match.slots["words"], who=who)
    return Note(match.slots["words"], parties=_parties(match, desk))


def _command(match: Match, desk: Desk) -> Command:
    """Only to a party by its own name: "Krom: ..." is for the reading, and never an order to all of Krom's party."""
    party = _maybe_party(match.slots["party"], desk)
    if party is None:
        raise _UnknownError("unknown_party", match.slots["party"])
    return Command(party.id, match.slots["words"])


def _speaker(match: Match, desk: Desk) -> Ruling:
    """Somebody who plays in the party."""
    party, player = _party(match.slots["party"], desk), _player(match.slots["player"], desk)
    if player not in {desk.world.characters[name].player for name in party.members}:
        raise _UnknownError("which_player", match.slots["player"])
    return Speaker(party.id, player)


def _open(match: Match, desk: Desk) -> Ruling:
    """A party under a name that none has yet."""
    name, place = match.slots["name"], match.slots.get("place")
    if _maybe_party(name, desk) is not None:
        raise _UnknownError("party_exists", name)
    who = _who(match, desk) if "who" in match.slots else ()
    return Open(name, who, _where(place, desk) if place else None)


def _hand(match: Match, desk: Desk) -> Ruling:
    """To a player by their own name."""
    said = match.slots["player"]
    found = desk.names.find(said, Noun.PLAYER)
    if found.entry is None:
        raise _UnknownError("which_player", said, found.candidates)
    return Hand(_who(match, desk), PlayerId(found.entry.id))


def _address(is_new: bool) -> Callable[[Match, Desk], Address]:
    def made(match: Match, desk: Desk) -> Address:
        said = re.sub(r"[<\[(].*", "", match.slots["address"].lstrip("<"))  # "marta2@example.org<mailto:...>"
        return Address(_player(match.slots["player"], desk), said.strip("> ").lower(), is_new)

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
    raise _UnknownError("date", said)


def _secret(match: Match, desk: Desk) -> Ruling:
    return Note(match.slots["words"], who=_who(match, desk))


_RULINGS: Mapping[str, Callable[[Match, Desk], Ruling | Undo | Command | Reopen | Address]] = {
    "reopen": _reopen,
    "undo": lambda match, desk: Undo(),
    "session": _session,
    "open": _open,
    "close": lambda match, desk: Close(_party(match.slots["party"], desk).id),
    "address": _address(is_new=True),
    "no_address": _address(is_new=False),
    "hand": _hand,
    "hold": lambda match, desk: Hold(_parties(match, desk), is_held=True),
    "release": lambda match, desk: Hold(_parties(match, desk), is_held=False),
    "secret": _secret,
    "note": _note,
    "speaker": _speaker,
    "kill": lambda match, desk: Kill(_who(match, desk)),
    "retire": lambda match, desk: Retire(_who(match, desk)),
    "raise": _raise,
    "level": _level,
    "figure_to": _adjust(0),
    "figure_up": _adjust(1),
    "figure_down": _adjust(-1),
    "coin_to": _purse(0),
    "coin_up": _purse(1),
    "coin_down": _purse(-1),
    "spell_recover_all": lambda match, desk: Spells(_who(match, desk), "recover"),
    "spell_learn": _spell("learn"),
    "spell_lose": _spell("lose"),
    "spell_recover": _spell("recover"),
    "join": _join,
    "move": _move,
    "gain": _gain,
    "lose": _lose,
    "command": _command,
}
