"""The ways in and out that a campaign's settings describe, each imported only when it is wanted."""

from datetime import datetime
from typing import TYPE_CHECKING

from mailer.ledger.ledger import Ledger

if TYPE_CHECKING:
    from mailer.campaign.campaign import Settings
    from mailer.inbox.channel import Channel
    from mailer.inbox.settings import ChatSettings
    from mailer.outbox.transport import ChatTransport, Transport


def channel(settings: object, *, readonly: bool = False) -> "Channel":
    """The way in that some settings describe."""
    from mailer.inbox.settings import ImapSettings, MaildirSettings

    if isinstance(settings, MaildirSettings):
        from mailer.inbox.maildir import MaildirChannel

        return MaildirChannel(settings, readonly=readonly)
    if isinstance(settings, ImapSettings):
        from mailer.inbox.imap import ImapChannel

        return ImapChannel(settings, readonly=readonly)
    raise TypeError(settings)


def chat_channel(settings: "ChatSettings", ledger: Ledger, *, readonly: bool = False) -> "Channel":
    """The way in from a chat; how far it was read, the ledger knows."""
    from mailer.inbox.settings import TelegramSettings

    def cursors(account: str) -> str:
        return ledger.get(f"cursor:{account}")

    if isinstance(settings, TelegramSettings):
        from mailer.inbox.telegram import TelegramChannel

        return TelegramChannel(settings, cursors=cursors, readonly=readonly)
    from mailer.inbox.matrix import MatrixChannel

    return MatrixChannel(settings, cursors=cursors, readonly=readonly)


def chat_transport(settings: "Settings", name: str, *, now: datetime) -> "ChatTransport | None":
    """The way out into a chat; None where the campaign has none of that name."""
    from mailer.inbox.settings import TelegramSettings

    chat = settings.chat(name)
    if chat is None:
        return None
    if isinstance(chat, TelegramSettings):
        from mailer.outbox.telegram import TelegramTransport

        return TelegramTransport(chat, now=now)
    from mailer.outbox.matrix import MatrixTransport

    return MatrixTransport(chat, now=now)


def transport(settings: "Settings") -> "Transport":
    """The way out."""
    from mailer.inbox.settings import MaildirOutSettings

    if isinstance(settings.out, MaildirOutSettings):
        from mailer.outbox.maildir import MaildirTransport

        return MaildirTransport(settings.out)
    from mailer.outbox.smtp import SmtpTransport

    return SmtpTransport(settings.out)
