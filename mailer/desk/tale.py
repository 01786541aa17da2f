"""Things told in words: events, orders and places as a mail would say them, for the DM or for everybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from mailer.post import Post
from mailer.resources import shipped
from rules.events import Audience, Event, EventKind
from rules.names import PlayerId
from rules.orders import Order
from rules.world import Party

if TYPE_CHECKING:
    from mailer.writing.names import Names
    from mailer.writing.phrases import Phrases

# What is worth telling of a day, beside what people buy, eat and sleep for.
NOTABLE = frozenset(
    {
        EventKind.ENCOUNTER, EventKind.DIED, EventKind.CRITICAL, EventKind.DEAL_OFFERED, EventKind.DEAL_ACCEPTED,
        EventKind.DEAL_REFUSED, EventKind.DEAL_COUNTERED, EventKind.RETREAT_CALLED, EventKind.LEFT_SITE,
        EventKind.ENTERED_SITE, EventKind.OBJECTIVE_REACHED, EventKind.OBJECTIVE_MISSED, EventKind.DEPARTED,
        EventKind.ARRIVED, EventKind.NOTICED_LOST, EventKind.PLACE_FOUND, EventKind.STRANGER_MET, EventKind.BROKE_AWAY,
        EventKind.REJOINED, EventKind.UNITED,
        EventKind.PROVISIONS_OUT, EventKind.BODY_LEFT, EventKind.DECISION_EXPIRED, EventKind.TRAP,
    }
)  # fmt: skip


@cache
def _labels() -> Mapping[str, Mapping[str, str]]:
    import tomllib

    with (shipped("data") / "show.toml").open("rb") as file:
        return tomllib.load(file)


def label(code: str, language: str, **args: object) -> str:
    """A word of `data/show.toml`; one that is none of its codes stands for itself."""
    entry = _labels().get(code)
    return entry[language].format(**args) if entry else code


@dataclass(frozen=True, slots=True)
class Teller:
    """Words of one language for one campaign."""

    names: "Names"
    phrases: "Phrases"

    @property
    def language(self) -> str:
        """The language."""
        return self.names.language

    def event(self, event: Event) -> str:
        """What happened, in one sentence."""
        from mailer.writing.told import told

        return " ".join(self.phrases.say("events", event.kind.value, told(event, self.names)).split())

    def order(self, order: Order) -> str:
        """An order in its short form."""
        from mailer.writing.deeds import deed

        done = deed(order.act, self.names, every=order.every)
        return self.phrases.say("orders", done.act, done.d).replace("\u00a0", " ")

    def where(self, party: Party) -> str:
        """Where a party believes it is."""
        found = self.names.where(party)
        return " → ".join(filter(None, (found.label, found.zone or found.toward)))

    def doing(self, party: Party) -> str:
        """In a few words, as the digest says it: its stance, the road, or the tasks in hand."""
        from mailer.writing.digests import doing

        return doing(party, self.names)

    def money(self, cp: int) -> str:
        """A sum."""
        from mailer.writing.amounts import money

        return money(cp, self.names.words).replace("\u00a0", " ")

    def plain(self, event: Event) -> dict[str, Any]:
        """An event for programs and tables."""
        return {
            "at": event.at, "hour": self.names.hour(event.at), "kind": event.kind.value, "party": event.party,
            "characters": list(event.characters), "says": self.event(event), "source": event.source,
            "secret": event.audience is Audience.DM, "faces": [[one.sides, one.value] for one in event.faces],
        }  # fmt: skip


def teller(post: Post, *, language: str = "", orderers: Sequence[int] = ()) -> Teller:
    """Words in the campaign's language, or another; `orderers` are orders whose givers are named."""
    from mailer.campaign.campaign import Player
    from mailer.readers import names_for
    from mailer.writing.templates import phrases

    own = post.folder / "templates"
    reader = Player(PlayerId(""), "—", (), language or post.settings.language)
    given = _givers(post, orderers)
    names = names_for(post, reader, post.world, orderers=given)
    return Teller(names, phrases(reader.language, own if own.is_dir() else None))


def _givers(post: Post, orders: Sequence[int]) -> dict[int, PlayerId]:
    rows = (
        (one, post.ledger.db.execute("select player from orders where id = ?", (one,)).fetchone()) for one in orders
    )
    return {one: PlayerId(row[0]) for one, row in rows if row}
