"""Words of a DM's line tied to who and what exists: people, parties, places, players, numbers, sums and days."""

import re
from datetime import date

from mailer.reading.orders.dates import Calendar, date_at
from mailer.reading.orders.numbers import number_at
from mailer.reading.orders.tokens import fold, tokenise
from mailer.reading.resolve.gazetteer import How, Noun
from mailer.reading.resolve.money import coin_worth
from mailer.rulings.asked import Desk, UnknownError
from mailer.rulings.shapes import Match, vocabulary
from rules.names import CharacterId, PartyId, PlaceId, PlayerId, SiteId, ZoneId
from rules.rulings import (
    Figure,
)
from rules.time import Day
from rules.world import AtPlace, InSite, Party, Where

AND = re.compile(r"\s*,\s*|\s+(?:y|e|and)\s+|\s*&\s*")
_COIN = re.compile(r"(\d[\d.,]*)\s*([^\W\d]+(?: [^\W\d]+){0,3}?)(?=\s*(?:,|\d|\by\b|\band\b|$))")


def people_in(match: Match, desk: Desk) -> tuple[CharacterId, ...]:
    """People by their names, or all the living of a party."""
    said = match.slots["who"]
    party = maybe_party(said, desk)
    is_somebody = desk.names.find(said, Noun.CHARACTER).how is How.EXACT  # whose party bears their name
    if party is not None and not is_somebody:
        return tuple(name for name in party.members if desk.world.characters[name].is_alive)
    return tuple(dict.fromkeys(person_in(name, desk) for name in AND.split(said) if name))


def person_in(name: str, desk: Desk) -> CharacterId:
    """The character of that name; UnknownError with the nearest ones."""
    found = desk.names.find(name, Noun.CHARACTER)
    if found.entry is None or found.entry.id not in desk.world.characters:
        code = "ambiguous_character" if found.how is How.AMBIGUOUS else "unknown_character"
        raise UnknownError(code, name, found.candidates)
    return CharacterId(found.entry.id)


def maybe_party(said: str, desk: Desk) -> Party | None:
    """A party by its name or id; a lone character's party by theirs."""
    wanted = folded_name(said)
    parties = desk.world.parties.values()
    return next(
        (one for one in parties if wanted in (folded_name(one.name), folded_name(one.id.replace("-", " ")))), None
    )


def folded_name(name: str) -> str:
    """A name without case, accents, quotes and surplus space."""
    return " ".join(fold(name).replace('"', " ").split())


def is_everybody(said: str) -> bool:
    """Whether all parties are meant."""
    return folded_name(said) in vocabulary()["everything"]["parties"]


def parties_in(match: Match, desk: Desk) -> tuple[PartyId, ...]:
    """One party, several, or all of the campaign."""
    said = match.slots["party"]
    if is_everybody(said):
        return tuple(desk.world.parties)
    return tuple(party_in(name, desk).id for name in ([said] if maybe_party(said, desk) else AND.split(said)))


def party_in(name: str, desk: Desk) -> Party:
    """A party by its name, or that of somebody in it."""
    party = maybe_party(name, desk)
    if party is not None:
        return party
    found = desk.names.find(name, Noun.CHARACTER)
    home = [one for one in desk.world.parties.values() if found.entry and found.entry.id in one.members]
    if found.how is not How.EXACT or not home:
        raise UnknownError("unknown_party", name)
    return home[0]


def number_in(said: str) -> int:
    """The number in digits or words; UnknownError where it is none."""
    tokens = tokenise(said)
    found = number_at(tokens, [token.fold for token in tokens], 0) if tokens else None
    if found is None or found.end != len(tokens) or not isinstance(found.value, int):
        raise UnknownError("bad_amount", said)
    return found.value


def number_or_none(said: str) -> int | None:
    """A number in figures or in words."""
    try:
        return number_in(said)
    except UnknownError:
        return None


def coins_in(said: str, desk: Desk) -> int:
    """Copper pieces of an amount such as "12 po 4 pp"."""
    total = 0
    for amount, coin in _COIN.findall(said):
        worth = coin_worth(coin.strip(), language=desk.language)
        if worth is None:
            raise UnknownError("bad_amount", said)
        total += number_in(amount) * worth
    return total


def figure_in(said: str) -> Figure:
    """The figure of a sheet that the words name."""
    plain = " ".join(fold(said).split())
    return Figure(next(name for name, listed in vocabulary()["figures"].items() if plain in listed))


def where_in(said: str, desk: Desk) -> Where:
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
    raise UnknownError(code, said, found.candidates)


def day_named(said: str, desk: Desk) -> Day:
    """A day that has been: by its real date, its weekday, or its date in the campaign's calendar."""
    own = _campaign_day(said, desk)
    if own is not None:
        return own
    tokens = tokenise(said)
    found = date_at(tokens, [token.fold for token in tokens], 0, Calendar(desk.sent)) if tokens else None
    if found is None or "date" not in found.value:
        raise UnknownError("date", said)
    day = Day((date.fromisoformat(found.value["date"]) - desk.campaign.settings.anchor).days)
    while day > desk.today and "weekday" in found.value:
        day = Day(day - 7)
    return day


def day_or_none(said: str, desk: Desk) -> Day | None:
    """The same; None for words that name no day."""
    try:
        return day_named(said, desk)
    except UnknownError:
        return None


def _campaign_day(said: str, desk: Desk) -> Day | None:
    """A day of the campaign's own calendar: "15 de Escarcha"."""
    calendar, plain = desk.campaign.calendar, folded_name(said)
    number = re.search(r"\b(\d{1,2})\b", plain)
    if number is None:
        return None
    year = calendar.date_of(desk.today).year
    for index, month in enumerate(calendar.months, 1):
        if any(re.search(rf"\b{re.escape(folded_name(name))}\b", plain) for name in (month.label.es, month.label.en)):
            try:
                return calendar.day_of(year, index, int(number[1]))
            except ValueError as error:
                raise UnknownError("date", said) from error
    return None


def player_in(said: str, desk: Desk) -> PlayerId:
    """The player by their own name or that of a character of theirs; UnknownError with the nearest."""
    found = desk.names.find(said, Noun.PLAYER)
    if found.entry is not None:
        return PlayerId(found.entry.id)
    person = desk.names.find(said, Noun.CHARACTER)
    owner = desk.world.characters[CharacterId(person.entry.id)].player if person.entry else None
    if owner is None:
        raise UnknownError("which_player", said, found.candidates)
    return owner
