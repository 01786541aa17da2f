"""Whether there is anything to do, and until when there will be nothing: what one run knows and the next goes by."""

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from mailer.ledger.days import last_closed_day
from mailer.people import is_roster_new
from mailer.post import Post
from rules.time import MINUTES_AN_HOUR, Moment

if TYPE_CHECKING:
    from mailer.run import Report

DUE = "select 1 from outbox where state in ('queued', 'sending', 'unknown') and due <= ?"


def is_anything_due(post: Post) -> bool:
    """Whether the world has to be looked at: a letter waits, a day is over, or with an hourly pace an hour is."""
    if post.ledger.db.execute("select 1 from letters where state = 'stored' limit 1").fetchone():
        return True
    if post.clock.due(last_closed_day(post.ledger), post.now) or is_roster_new(post):
        return True
    if post.ledger.get("reading"):  # a run ended between a letter and what follows from it
        return True
    if any(post.moment >= at for at in _noted(post)):
        return True
    if post.settings.pace != "hourly":
        return False
    row = post.ledger.db.execute("select max(until) from steps").fetchone()
    return row[0] is None or post.moment - row[0] >= MINUTES_AN_HOUR


def _noted(post: Post) -> tuple[Moment, ...]:
    """The moments at which somebody is to be reminded, as mailer.reminding and mailer.closing noted them."""
    found = (post.ledger.get(key) for key in ("remind_at", "close_reminder_at"))
    return tuple(Moment(int(at)) for at in found if at)


def has_due_mail(post: Post) -> bool:
    """Whether a mail or a message may go now."""
    from mailer.ledger.letters import utc

    return post.ledger.db.execute(f"{DUE} limit 1", (utc(post.now),)).fetchone() is not None


def quiet_until(post: Post, report: "Report") -> datetime | None:
    """Until when nothing falls due by itself after a run that found nothing; None when that cannot be told."""
    is_calm = report.is_idle and not report.exit_code and not report.delivery.later and not has_due_mail(post)
    if not is_calm or None in report.collected.traces or is_anything_due(post) or post.settings.pace == "hourly":
        return None
    instants = [post.clock.closes(post.clock.today(post.now)), *map(post.clock.instant, _noted(post))]
    due = "select min(due) from outbox where state in ('queued', 'sending', 'unknown')"
    if row := post.ledger.db.execute(due).fetchone()[0]:
        instants.append(datetime.fromisoformat(row))
    return min(instants)


def leave_stamp(post: Post, report: "Report", until: datetime) -> None:
    """For the runs after this one; without it they only look at everything."""
    from mailer.cli.language import say
    from mailer.quiet import stamp

    traces = [trace for trace in report.collected.traces if trace]
    seen = {path: sign for trace in traces for path, sign in trace.get("signs", {}).items()}
    mailboxes = [trace["mailbox"] for trace in traces if "mailbox" in trace]
    with suppress(OSError):
        stamp(
            str(post.folder), since=post.now.timestamp(), until=until.timestamp(), seen=seen, mailboxes=mailboxes,
            words=say("nothing_to_do", post.settings.language),
        )  # fmt: skip
