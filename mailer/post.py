"""What one run holds: the campaign, its ledger, the instant it is, and what is read only when a step asks for it."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mailer.clock import Clock
from mailer.ledger.ledger import Ledger
from rules.time import Moment

if TYPE_CHECKING:
    from mailer.campaign.campaign import Campaign, Roster, Settings
    from mailer.reading.orders.gazetteer import Gazetteer as Reading
    from mailer.reading.resolve.gazetteer import Gazetteer as Known
    from mailer.sealed import SealedDice
    from rules.names import PartyId, PlayerId
    from rules.world import World

_COMPANIES = 16  # whose names are kept at hand: every party's of most campaigns, and little memory in the largest


@dataclass
class Post:
    """One campaign in one run. Not frozen: it remembers what it has read; what it holds never changes under it."""

    folder: Path
    settings: "Settings"
    ledger: Ledger
    now: datetime  # read once, by the command line
    is_rehearsal: bool = False  # the ledger is a copy in memory, nothing is sent
    _world: "World | None" = field(default=None, init=False, repr=False)
    _reading: "Reading | None" = field(default=None, init=False, repr=False)  # of that world
    _known: "dict[tuple[PartyId, ...] | None, Known]" = field(default_factory=dict, init=False, repr=False)
    _played: "dict[PlayerId, tuple[PartyId, ...]] | None" = field(default=None, init=False, repr=False)  # of that world

    @cached_property
    def _files(self) -> "Campaign":
        """All files of the campaign; read when first needed, for most runs need no more than the settings."""
        from mailer.campaign.load import load_campaign

        return load_campaign(self.folder)

    @cached_property
    def campaign(self) -> "Campaign":
        """The files of the campaign, with the addresses that the DM has given to players or taken from them."""
        return replace(self._files, roster=self._roster)

    def know_addresses(self) -> None:
        """Look at the addresses again: a ruling or its confirmation has changed them, or was rolled back."""
        self.campaign = replace(self.campaign, roster=self._roster)

    @property
    def _roster(self) -> "Roster":
        from mailer.ledger.addresses import settled_addresses
        from mailer.roster import with_addresses

        return with_addresses(self._files.roster, settled_addresses(self.ledger), ours=self.settings.address)

    @cached_property
    def clock(self) -> Clock:
        """Instants, moments and days."""
        return Clock(self.settings.zone, self.settings.anchor, self.settings.turnover)

    @cached_property
    def files_digest(self) -> str:
        """What the campaign's files were: a replay must know."""
        import hashlib

        digest = hashlib.sha256()
        for path in sorted((*self.folder.glob("*.toml"), *self.folder.glob("world/*.toml"))):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()[:16]

    @property
    def moment(self) -> Moment:
        """Now, by the campaign's clock."""
        return self.clock.moment(self.now)

    @cached_property
    def dice(self) -> "SealedDice":
        """The sealed dice; their master secret was made at the first run and never leaves the ledger."""
        from mailer.sealed import SealedDice

        return SealedDice(self.ledger.get("secret"), self.settings.tag, self.settings.anchor, self.settings.turnover)

    @property
    def world(self) -> "World":
        """The world as the ledger has it."""
        if self._world is None:
            from mailer.ledger.world import in_order, load_world

            doors = {name: site.place for name, site in self.campaign.book.atlas.sites.items()}
            self._world = in_order(load_world(self.ledger, self.campaign.start, doors=doors), self.campaign.start)
        return self._world

    def forget_world(self) -> None:
        """Read the world anew when it is next asked for."""
        self._world = self._reading = self._played = None
        self._known.clear()

    def keep_world(self, world: "World") -> None:
        """Remember the world that was just written down."""
        from mailer.ledger.world import in_order

        self.forget_world()
        self._world = in_order(world, self.campaign.start)

    @property
    def names(self) -> "Reading":
        """The names that letters are read by; made once for a world, for it takes as long as reading a letter."""
        if self._reading is None:
            from mailer.reading.resolve.for_reading import reading_gazetteer

            self._reading = reading_gazetteer(self.campaign, self.world)
        return self._reading

    def names_known_to(self, player: "PlayerId | None") -> "Known":
        """What a player may name: the same for all who play in the same parties; without a player, everything."""
        company = None if player is None else self._companies.get(player, ())
        if company not in self._known:
            from mailer.reading.resolve.known import gazetteer_of

            while len(self._known) >= _COMPANIES:
                del self._known[next(iter(self._known))]
            self._known[company] = gazetteer_of(self.campaign, self.world, player=player)
        return self._known[company]

    @property
    def _companies(self) -> "dict[PlayerId, tuple[PartyId, ...]]":
        """In which parties each player has somebody."""
        if self._played is None:
            played: dict[PlayerId, tuple[PartyId, ...]] = {}
            for party in self.world.parties.values():
                people = (self.world.characters[name].player for name in party.members if name in self.world.characters)
                for player in dict.fromkeys(one for one in people if one is not None):
                    played[player] = (*played.get(player, ()), party.id)
            self._played = played
        return self._played

    def begin(self) -> None:
        """Make the campaign's secret, once. With `dice.seed` in the settings it is that: for demos and tests."""
        if self.ledger.get("secret"):
            return
        import secrets

        with self.ledger.transaction():
            self.ledger.put("secret", self.settings.dice_seed or secrets.token_hex(32))
            self.ledger.put("begun", self.now.isoformat())
