"""Parties that ask each other to become one: "nos unimos al grupo de Maren", "we join Los Cuatro".

Only those who stand in the same place can be asked, so that nobody learns by asking who is where. Source: A48.
"""

from collections.abc import Iterable, Sequence

from mailer.ledger.orders import Source, record_order
from mailer.lines import Line, Record
from mailer.post import Post
from mailer.reading.orders.said import Said
from mailer.reading.orders.tokens import fold
from mailer.reading.resolve.context import Context
from mailer.reading.resolve.draft import Gloss
from mailer.replacing import replace_older
from mailer.rulings.shapes import Match, unions
from rules.apart import beside
from rules.character import Role
from rules.names import CharacterId, OrderId
from rules.orders import BreakAway, Order, Scope, Unite
from rules.world import Party

_US = frozenset({"", "nosotros", "nosotras", "we", "us"})


def unite(post: Post, rec: Record, lines: Sequence[Line], context: Context) -> None:
    """Write down who wants to be with whom; names that are nobody's here are left to the reading."""
    if context.character is None or context.party is None or rec.dm_power:
        return
    for line in lines:
        match = next(iter(unions().matches(line.text)), None) if line.verdict == "talk" else None
        other = _party(post, match.slots["party"], context.party) if match is not None else None
        whose = _whose(post, rec, match, context.party) if match is not None else None
        if other is None or whose is None:
            continue
        line.said.append(Said("unite", {"party": other.id}, 0, line.text))
        for order in _orders(post, rec, line, context.party, whose, other):
            given = record_order(post.ledger, order, Source(rec.letter, line.number))
            line.replaced[given.id] = replace_older(post, given, rec.letter)
            line.orders.append((given, Gloss("unite", notes=("asks_them",) if isinstance(order.act, Unite) else ())))


def _orders(post: Post, rec: Record, line: Line, party: Party, whose: CharacterId, other: Party) -> Iterable[Order]:
    """To be with others: all of the party, or one of it, who breaks away for that."""
    people = post.world.characters
    company = [one for one in party.members if people[one].is_alive and people[one].role is Role.CHARACTER]
    is_all = whose == "" or company == [whose]
    who = next((name for name in party.members if people[name].player == rec.player), whose) if whose == "" else whose
    if not is_all:
        yield Order(OrderId(0), rec.player, who, Scope.ALONE, rec.received, BreakAway(), text=line.text)
    scope = Scope.PARTY if is_all else Scope.ALONE
    yield Order(OrderId(0), rec.player, who, scope, rec.received, Unite(other.id), text=line.text)


def _party(post: Post, said: str, mine: Party) -> Party | None:
    """Another party at the same place, by its name or that of somebody in it."""
    wanted = fold(said).strip()
    for party in post.world.parties.values():
        if party.id != mine.id and beside(party.where, mine.where) and wanted in set(_called(post, party)):
            return party
    return None


def _called(post: Post, party: Party) -> Iterable[str]:
    yield fold(party.name)
    for name in party.members:
        person = post.world.characters[name]
        if person.is_alive:
            yield from (fold(person.name), fold(person.name.partition(" ")[0]))


def _whose(post: Post, rec: Record, match: Match, party: Party) -> CharacterId | None:
    """Who would go: "" for all of the party, one of the writer's own, None for somebody else's."""
    said = fold(match.slots.get("who", "")).strip()
    people = post.world.characters
    mine = [name for name in party.members if people[name].player == rec.player and people[name].is_alive]
    if match.kind == "party" and (said in _US or said == fold(party.name)):
        return CharacterId("")
    if match.kind == "me":
        return mine[0] if mine else None
    return next(
        (name for name in mine if said in (fold(people[name].name), fold(people[name].name.partition(" ")[0]))), None
    )
