"""A campaign as the rest of the post knows it: the folder's files read into frozen values.

The folder: `campaign.toml` (settings), `roster.toml` (players, characters, parties), `world/*.toml` (places, routes,
dungeons, monsters, prices, activities), `templates/` (own versions of mails, optional) and `ledger.db`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from mailer.inbox.settings import ChatSettings, ImapSettings, MaildirOutSettings, MaildirSettings, SmtpSettings
from rules.names import CharacterId, PartyId, PlayerId

if TYPE_CHECKING:  # an idle run reads settings and people only, and shall not wait for the whole game
    from rules.book import Book
    from rules.calendar import Calendar
    from rules.world import World


@dataclass(frozen=True, slots=True)
class TrustSettings:
    """Which servers' word on a sender we believe."""

    authserv_ids: tuple[str, ...] = ()  # exact names; a leading dot is a suffix rule
    verify_dkim: bool = False  # check signatures ourselves
    spf_is_enough: bool = False  # an aligned SPF pass proves a sender where our server gives no DMARC verdict
    unnamed_results: bool = False  # our server leaves its name out of the header (Microsoft 365)
    token_days: int = 30  # how long a reply token is good


@dataclass(frozen=True, slots=True)
class LimitSettings:
    """Brakes, so that no letter and no loop can hurt."""

    letter_bytes: int = 1_000_000
    receipts_an_hour: int = 6  # per player
    mails_a_day: int = 300
    strangers_answer_days: int = 7


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """Whether a day's outcomes wait for the DM before they go out."""

    hours: int = 0  # after the turnover; 0: they go out at once
    silence: str = "send"  # or "hold"


@dataclass(frozen=True, slots=True)
class Settings:
    """What `campaign.toml` says."""

    name: str  # "Los Cuatro en Mundarrah"
    tag: str  # in brackets in every subject
    language: str  # "es" or "en": the default of players who name none
    zone: ZoneInfo
    address: str  # our own mailbox address: From of every mail
    plus_addresses: bool  # whether tokens may ride in estafeta+TOKEN@
    anchor: date  # the real date of day 0
    anchor_campaign: tuple[int, int, int]  # the campaign calendar's date on that day: year, month, day
    inbox: tuple[ImapSettings | MaildirSettings, ...]
    out: SmtpSettings | MaildirOutSettings
    trust: TrustSettings
    limits: LimitSettings
    dice_seed: str = ""  # fixed secret for demos and tests; "" makes a secret one at the first run
    rules: str = "osric"  # whose classes: "osric", "bx" or "5e"
    calendar: str = "gregorian"  # a shipped calendar, or a file of the campaign's
    anchor_weekday: str = ""  # what day of the week day 0 is there; "" as the calendar counts
    backup_keep_days: int = 30
    log_level: str = "warning"  # error, warning, info, debug
    sessions: str = ""  # when the table meets, an iCalendar RRULE: "FREQ=WEEKLY;BYDAY=TH"; "" for no fixed day
    turnover: int = 1380  # the house's, here too for runs that read nothing but the settings
    pace: str = "daily"
    sure: str = "normal"  # careful, normal or bold: how sure of an order we must be not to ask first
    review: ReviewSettings = ReviewSettings()
    chats: tuple[ChatSettings, ...] = ()  # at most one of each network

    def chat(self, name: str) -> ChatSettings | None:
        """The chat of that network, where the campaign has one."""
        return next((one for one in self.chats if one.kind == name), None)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who writes, or reads."""

    id: PlayerId
    name: str
    addresses: tuple[str, ...]  # the first gets our mails; lower case
    language: str
    is_dm: bool = False
    gender: str = "m"
    tokens: tuple[str, ...] = ()  # reply tokens given out by hand or by another host, beside those we make
    reminder_hours: int = 0  # how long before the day closes they are reminded; 0: not at all
    token_generation: int = 0  # another number revokes all reply tokens that we made for them before


@dataclass(frozen=True, slots=True)
class Roster:
    """What `roster.toml` says: people and who plays whom."""

    players: Mapping[PlayerId, Player]
    characters: Mapping[CharacterId, PlayerId]  # whose character
    parties: Mapping[PartyId, tuple[CharacterId, ...]]

    @property
    def dms(self) -> tuple[Player, ...]:
        """Those who judge, in roster order."""
        return tuple(player for player in self.players.values() if player.is_dm)


@dataclass(frozen=True, slots=True)
class Campaign:
    """One campaign folder, whole and without a mistake."""

    folder: Path
    settings: Settings
    roster: Roster
    book: Book
    calendar: Calendar
    start: World  # as the files begin it; afterwards the ledger knows better
    people_notes: Mapping[str, str]  # DM's aliases for names that stand in no other file: "posadero" → place or person

    @property
    def ledger_path(self) -> Path:
        """Where the ledger lies."""
        return self.folder / "ledger.db"
