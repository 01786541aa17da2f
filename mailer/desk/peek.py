"""A campaign looked at without touching it: its ledger opened for reading only, its files read as far as they go."""

import sqlite3
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mailer.campaign.files import language_in
from mailer.errors import CampaignError, LedgerError, NoCampaignError
from mailer.ledger.ledger import SCHEMA_VERSION, Ledger

if TYPE_CHECKING:
    from mailer.campaign.campaign import Campaign, Settings


@dataclass(frozen=True, slots=True)
class Peek:
    """What can be had of a campaign; whatever cannot is None."""

    folder: Path
    now: datetime
    since: datetime  # how far back failures are looked for
    settings: "Settings | None"
    campaign: "Campaign | None"
    mistakes: CampaignError | None
    ledger: Ledger | None
    ledger_error: str = ""

    @property
    def language(self) -> str:
        """The campaign's, also where its settings cannot be read whole."""
        return self.settings.language if self.settings else language_in(self.folder)


def peek(folder: Path, *, now: datetime, since: datetime) -> Peek:
    """The campaign as far as it can be read; NoCampaignError where there is none.

    Nothing is written, not even a missing ledger.
    """
    from mailer.campaign.load import load_campaign, load_settings

    settings, campaign, mistakes = None, None, None
    try:
        settings = load_settings(folder)
        campaign = load_campaign(folder)
    except NoCampaignError:
        raise
    except CampaignError as error:
        mistakes = error
        if settings is None:
            mistakes = _all_mistakes(folder, error)
    ledger, wrong = _ledger(folder / "ledger.db")
    if campaign is not None and ledger is not None:
        campaign = _with_addresses(campaign, ledger)
    return Peek(folder, now, since, settings, campaign, mistakes, ledger, wrong)


def _with_addresses(campaign: "Campaign", ledger: Ledger) -> "Campaign":
    """The campaign with the addresses that the DM has given to players or taken from them."""
    from mailer.ledger.addresses import settled_addresses
    from mailer.roster import with_addresses

    rows = settled_addresses(ledger)
    return replace(campaign, roster=with_addresses(campaign.roster, rows, ours=campaign.settings.address))


def _all_mistakes(folder: Path, first: CampaignError) -> CampaignError:
    """Those of all files, not only of the settings."""
    from mailer.campaign.load import load_campaign

    try:
        load_campaign(folder)
    except CampaignError as error:
        return error
    return first


def _ledger(path: Path) -> tuple[Ledger | None, str]:
    if not path.exists():
        return None, ""
    try:
        return read_ledger(path), ""
    except LedgerError as error:
        return None, str(error)


def read_ledger(path: Path, *, is_copy: bool = False) -> Ledger:
    """The ledger for reading only, as it is; LedgerError when it is damaged or of another version.

    A copy that nobody writes to is read without leaving anything beside it.
    """
    how = "immutable=1" if is_copy else "mode=ro"
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=10, isolation_level=None)
        db.row_factory = sqlite3.Row
        version = db.execute("pragma user_version").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise LedgerError(f"{path}: {error}") from error
    if version != SCHEMA_VERSION:
        db.close()
        if version > SCHEMA_VERSION:
            raise LedgerError(f"{path} was written by a later Estafeta (schema {version}, ours {SCHEMA_VERSION})")
        raise LedgerError(f"{path} was written by an earlier Estafeta (schema {version}, ours {SCHEMA_VERSION})")
    return Ledger(db, path)
