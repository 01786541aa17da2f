"""The lines to the mail servers: logged in and looked around, with nothing changed and nothing sent unasked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mailer.desk.finding import Finding, mend, note, said, well
from mailer.desk.peek import Peek
from mailer.desk.providers import Provider, provider_of_host, providers
from mailer.errors import ChannelError, LoginError, MailerError
from mailer.failures import both
from mailer.inbox.secret import SecretError
from mailer.inbox.settings import ImapSettings, MaildirOutSettings, MaildirSettings, SmtpSettings

if TYPE_CHECKING:
    from mailer.inbox.imap import ImapChannel


def mailboxes(peek: Peek) -> Iterator[Finding]:
    """Every mailbox: the login, its folder, and what of ours lies in the junk."""
    for settings in peek.settings.inbox if peek.settings else ():
        yield from mailbox(settings, _senders(peek))


def mailbox(settings: ImapSettings | MaildirSettings, senders: tuple[str, ...] = ()) -> Iterator[Finding]:
    """One mailbox."""
    if isinstance(settings, MaildirSettings):
        yield from _maildir(settings)
        return
    from mailer.inbox.imap import ImapChannel

    channel = ImapChannel(settings, readonly=True)
    try:
        channel.open()
        yield well("mailbox_well", name=channel.name)
        yield from _junk(channel, senders)
    except MailerError as error:
        yield _failure(error, settings, channel.name)
    finally:
        channel.close()


def out(peek: Peek) -> Iterator[Finding]:
    """The way out, opened; no mail is sent."""
    if peek.settings is not None:
        yield way_out(peek.settings.out)


def way_out(settings: SmtpSettings | MaildirOutSettings) -> Finding:
    """One way out, opened and closed."""
    if isinstance(settings, MaildirOutSettings):
        return _maildir_out(settings)
    from mailer.outbox.smtp import SmtpTransport

    transport = SmtpTransport(settings)
    try:
        transport.open()
    except MailerError as error:
        return _failure(error, settings, transport.name)
    finally:
        transport.close()
    return well("out_well", name=transport.name) if settings.user else well("out_open", name=transport.name)


def send_test(peek: Peek) -> Iterator[Finding]:
    """A test mail to each DM: the only thing the doctor ever sends, and only when asked."""
    if peek.settings is None or peek.campaign is None:
        return
    from mailer.outbox.transport import Outgoing, SentState
    from mailer.ways import transport as way

    transport = way(peek.settings)
    try:
        for dm in peek.campaign.roster.dms:
            address = dm.addresses[0]
            number, data = _test_mail(peek, address, dm.language)
            sent = transport.send(Outgoing(number, peek.settings.address, address, data))
            is_out = sent.state is SentState.SENT
            yield (
                well("test_sent", address=address)
                if is_out
                else mend("test_failed", address=address, reason=both(sent.reply or sent.state.value))
            )
    except MailerError as error:
        if isinstance(peek.settings.out, SmtpSettings):
            yield _failure(error, peek.settings.out, f"smtp:{peek.settings.out.host}")
        else:
            yield mend("test_failed", address=peek.settings.address, reason=both(str(error)))
    finally:
        transport.close()


def _test_mail(peek: Peek, address: str, language: str) -> tuple[str, bytes]:
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import format_datetime, formataddr, make_msgid

    settings = peek.settings
    assert settings is not None
    mail = EmailMessage(policy=SMTP)
    mail["From"] = formataddr((settings.name, settings.address))
    mail["To"] = address
    mail["Subject"] = said("test_mail", "subject", language, tag=settings.tag)
    mail["Date"] = format_datetime(peek.now.astimezone(settings.zone))
    mail["Message-ID"] = make_msgid("test", settings.address.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(said("test_mail", "text", language, address=settings.address))
    return str(mail["Message-ID"]), mail.as_bytes()


def _senders(peek: Peek) -> tuple[str, ...]:
    people = peek.campaign.roster.players.values() if peek.campaign else ()
    return tuple(address for one in people for address in one.addresses)


def _junk(channel: "ImapChannel", senders: tuple[str, ...]) -> Iterator[Finding]:
    if not senders:
        return
    try:
        found = channel.junk(senders)
    except ChannelError as error:
        yield mend("junk_unseen", name=channel.name, reason=both(error.reason))
        return
    if found:
        yield mend("junk_letters", senders=", ".join(sorted({one.sender for one in found})))
    else:
        yield well("junk_clean", name=channel.name)


def _maildir(settings: MaildirSettings) -> Iterator[Finding]:
    from mailer.inbox.maildir import MaildirChannel

    channel = MaildirChannel(settings, readonly=True)
    try:
        channel.open()
        yield well("mailbox_well", name=channel.name)
    except ChannelError as error:
        yield mend("maildir_missing", path=settings.path, reason=both(error.reason))


def _maildir_out(settings: MaildirOutSettings) -> Finding:
    import os

    if not settings.path.is_dir():
        return mend("maildir_missing", path=settings.path, reason="—")
    if not os.access(settings.path, os.W_OK):
        return mend("maildir_missing", path=settings.path, reason=both(os.strerror(13)))
    return note("out_maildir", path=settings.path)


def _failure(error: MailerError, settings: ImapSettings | SmtpSettings, name: str) -> Finding:
    """What kept us out, with the mend that fits the provider."""
    if isinstance(error, SecretError):
        return mend("secret_missing", reason=both(error.reason))
    if isinstance(error, LoginError):
        return mend("login_refused", name=name, reason=both(error.reason), login=_provider(settings).login)
    if isinstance(error, ChannelError) and error.step == "open" and isinstance(settings, ImapSettings):
        return mend("folder_missing", name=name, folder=settings.folder, reason=both(error.reason))
    reason = error.reason if isinstance(error, ChannelError) else str(error)
    if "CERTIFICATE_VERIFY_FAILED" in reason:
        why = reason.partition("verify failed: ")[2].partition(" (_ssl")[0]
        return mend("certificate_unknown", name=name, reason=both(why or reason))
    return mend("server_silent", name=name, reason=both(reason))


def _provider(settings: ImapSettings | SmtpSettings) -> Provider:
    """Whose server it is; Proton's Bridge is known by its ports on this machine."""
    bridge = providers()["proton"]
    if settings.host in ("127.0.0.1", "localhost") and settings.port in (bridge.imap["port"], bridge.smtp["port"]):
        return bridge
    return provider_of_host(settings.host)
