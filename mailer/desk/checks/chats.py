"""The chats: whether the network will have us, nothing else takes our messages, and everybody can be reached."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from mailer.desk.finding import Finding, mend, note, well
from mailer.desk.peek import Peek
from mailer.errors import LoginError, MailerError
from mailer.inbox.secret import SecretError
from mailer.inbox.settings import MatrixSettings, TelegramSettings

_SELDOM = timedelta(hours=12)


def chats(peek: Peek) -> Iterator[Finding]:
    """Every chat of the campaign."""
    for one in peek.settings.chats if peek.settings else ():
        yield from chat_line(one)
        yield from _asked(peek, one)
    yield from _lost(peek)


def chat_line(settings: TelegramSettings | MatrixSettings) -> Iterator[Finding]:
    """Whether the network will have us."""
    try:
        yield from _telegram(settings) if isinstance(settings, TelegramSettings) else _matrix(settings)
    except SecretError as error:
        yield mend("secret_missing", reason=str(error))
    except LoginError as error:
        yield mend("chat_refused", name=settings.kind, reason=error.reason)
    except MailerError as error:
        yield mend("server_silent", name=settings.kind, reason=getattr(error, "reason", str(error)))


def _telegram(settings: TelegramSettings) -> Iterator[Finding]:
    from mailer.inbox.bot import Bot

    bot = Bot(settings)
    about = bot.ask("getMe", "open")
    name = str(about.get("username") or "") if isinstance(about, dict) else ""
    hook = bot.ask("getWebhookInfo", "open")
    if isinstance(hook, dict) and hook.get("url"):
        yield mend("chat_webhook")
        return
    yield well("chat_well", name=f"@{name}")
    if settings.bot.casefold() != name.casefold():
        yield note("chat_bot_name", name=name)


def _matrix(settings: MatrixSettings) -> Iterator[Finding]:
    from mailer.inbox.room import Homeserver

    Homeserver(settings).ask("GET", "open", "account", "whoami")
    yield well("chat_well", name=settings.user)


def _asked(peek: Peek, settings: TelegramSettings | MatrixSettings) -> Iterator[Finding]:
    """A network that forgets has to be asked more than once a day."""
    last = peek.ledger.get(f"asked:{settings.kind}") if peek.ledger else ""
    if last and settings.retention_hours and peek.now - datetime.fromisoformat(last) > _SELDOM:
        yield mend("chat_seldom", name=settings.kind, hours=settings.retention_hours)


def _lost(peek: Peek) -> Iterator[Finding]:
    if peek.ledger is None:
        return
    rows = peek.ledger.db.execute(
        "select p.name, l.channel, l.lost from links l join players p on p.id = l.player"
        " where l.ended_at is null and l.lost <> '' order by l.id"
    )
    for row in rows:
        yield mend("chat_lost", who=row["name"], name=row["channel"], reason=row["lost"])
