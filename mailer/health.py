"""What the post's machine and its lines lack, for the DM."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from mailer.ledger.outbox import UNCERTAIN
from mailer.post import Post
from rules.time import Day, end_of_day

if TYPE_CHECKING:
    from mailer.writing.views import (
        AddressView,
        HealthView,
    )


def failing(post: Post) -> tuple["AddressView", ...]:
    """Addresses that refused our mails this week."""
    from mailer.writing.views import AddressView

    rows = post.ledger.db.execute(
        "select p.name, o.recipient, o.reply from outbox o join players p on p.id = o.player"
        " where o.state = 'dead' and o.created > ? group by o.recipient order by o.id",
        (utc(post.now - timedelta(days=7)),),
    )
    return tuple(
        AddressView(
            row["name"], row["recipient"], row["reply"].removeprefix(UNCERTAIN), is_stopped=False,
            is_uncertain=row["reply"].startswith(UNCERTAIN),
        )
        for row in rows
    )  # fmt: skip


def health(post: Post) -> tuple["HealthView", ...]:
    """What is not as it should be with the machine; nothing when all is well."""
    from mailer.writing.views import HealthView

    rows: list[HealthView] = []
    read = post.ledger.get("mailboxes_read")
    if read != post.now.isoformat():
        rows.append(HealthView("mailbox", is_well=False, words=read or "—"))
    late = count(
        post.ledger,
        "select count(*) from outbox where state in ('queued', 'unknown') and review is null and created < ?",
        yesterday(post),
    )
    if late:
        rows.append(HealthView("queue", is_well=False, words=str(late)))
    junk = post.ledger.get("junk")
    if junk:
        rows.append(HealthView("junk", is_well=False, words=junk))
        post.ledger.put("junk", "")
    return (*rows, *_chat_health(post))


def _chat_health(post: Post) -> Iterator["HealthView"]:
    """Chats that forgot what nobody asked for in time, and players whose chat is closed to us."""
    from mailer.writing.views import HealthView

    for chat in post.settings.chats:
        forgotten = post.ledger.get(f"forgotten:{chat.kind}")
        if forgotten:
            since = datetime.fromisoformat(forgotten).astimezone(post.settings.zone)
            words = f"{chat.kind.title()}, {since:%d/%m %H:%M} – {post.now.astimezone(post.settings.zone):%d/%m %H:%M}"
            yield HealthView("forgotten", is_well=False, words=words)
            post.ledger.put(f"forgotten:{chat.kind}", "")
    lost = post.ledger.db.execute(
        "select p.name, l.channel from links l join players p on p.id = l.player"
        " where l.ended_at is null and l.lost <> '' order by l.id"
    ).fetchall()
    if lost:
        words = ", ".join(f"{row['name']} ({row['channel'].title()})" for row in lost)
        yield HealthView("chat_lost", is_well=False, words=words)


def yesterday(post: Post) -> str:
    """The instant of the turnover before, as the ledger writes it."""
    day = post.clock.today(post.now)
    return utc(post.clock.instant(end_of_day(Day(day - 2), post.settings.turnover)))


def count(ledger: Ledger, question: str, *values: str) -> int:
    """The number that a question comes to."""
    return int(ledger.db.execute(question, values).fetchone()[0])
