"""One run, as cron calls it: collect, take in, let days pass, send. `docs/flow.md` tells it as a story.

Letters and days are taken in the order of time: what was received before a turnover is read before that day closes.
No day is closed while a mailbox cannot be read to its end, for an order in it might belong to that day; only when it
stays silent for long does the campaign's clock go on without it.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from mailer.calm import DUE, has_due_mail, is_anything_due, leave_stamp, quiet_until
from mailer.errors import LedgerError, MailerError
from mailer.heard import last_read
from mailer.inbox.collect import Collected, collect, collect_again
from mailer.ledger.days import last_closed_day
from mailer.ledger.disk import disk_border
from mailer.ledger.ledger import Ledger, copy_in_memory, memory_ledger, open_ledger
from mailer.lock import hold
from mailer.outbox.delivery import Delivery
from mailer.post import Post
from mailer.ways import channel, chat_channel, chat_transport, transport
from rules.time import Day, end_of_day

if TYPE_CHECKING:
    from mailer.inbox.settings import ChatSettings
    from mailer.intake import Intake

PATIENCE = timedelta(hours=24)  # how long days wait for a mailbox that cannot be read
FORGETS = timedelta(minutes=54)  # of each hour that a network keeps what was not asked for: a margin for its clock


@dataclass
class Report:
    """What a run did. Nothing of it is a player's text."""

    started: datetime
    collected: Collected = field(default_factory=lambda: Collected(0, ()))
    accepted: int = 0
    ignored: int = 0
    held: int = 0
    repeats: int = 0
    shunted: int = 0
    failed: int = 0
    days: list[int] = field(default_factory=list)
    answers: int = 0  # parties' catching up after a decision
    delivery: Delivery = field(default_factory=Delivery)
    waiting_for_mailbox: bool = False  # a day is due and was not closed
    is_through: bool = False  # letters were read, and all that followed from them was done
    failures: list[str] = field(default_factory=list)
    exit_code: int = 0

    @property
    def is_idle(self) -> bool:
        """Whether there was nothing to do."""
        return not (self.collected.letters or self.days or self.answers or self.delivery.sent or self.failures)


def run(folder: Path, *, now: datetime, is_rehearsal: bool = False) -> Report:
    """One run of a campaign; failures of the world are in the report. BusyError when another run has the campaign."""
    with _world_border(folder), hold(folder):
        post = _open(folder, now, is_rehearsal=is_rehearsal)
        report = Report(now)
        with closing(post.ledger):
            try:
                with _world_border(folder):
                    for step in STEPS:
                        step(post, report, is_rehearsal)
            except LedgerError as error:  # the steps after it would only meet the same disk
                _note_failures(post, report, [error])
            finally:
                _write_run(post, report)
            until = None if is_rehearsal else quiet_until(post, report)
        if until:
            leave_stamp(post, report, until)
        return report


@contextmanager
def _world_border(folder: Path) -> Iterator[None]:
    """Inside, whatever the disk refuses is a LedgerError: one line and a code, and the next run goes on from there."""
    try:
        with disk_border(folder / "ledger.db"):
            yield
    except OSError as error:
        raise LedgerError(f"{error.filename or folder}: {error.strerror or error}") from error


def _open(folder: Path, now: datetime, *, is_rehearsal: bool) -> Post:
    from mailer.campaign.head import load_settings

    settings = load_settings(folder)
    path = folder / "ledger.db"
    ledger = _rehearsal_ledger(path) if is_rehearsal else open_ledger(path, create=True)
    post = Post(folder, settings, ledger, now, is_rehearsal=is_rehearsal)
    post.begin()
    return post


def _rehearsal_ledger(path: Path) -> Ledger:
    """What the ledger holds, in memory: whatever is written to it is forgotten."""
    if not path.exists():
        return memory_ledger(path)
    ledger = open_ledger(path)
    copy = copy_in_memory(ledger)
    ledger.close()
    return copy


def _collect(post: Post, report: Report, is_rehearsal: bool) -> None:
    """Every waiting letter of every mailbox, safe in the ledger."""
    mailboxes = (channel(one, readonly=is_rehearsal) for one in post.settings.inbox)
    chats = (chat_channel(one, post.ledger, readonly=is_rehearsal) for one in post.settings.chats)
    report.collected = collect(post.ledger, (*mailboxes, *chats), post.now, senders=_looked_for(post))
    if post.ledger.get("read_again_since") and not is_rehearsal:
        report.collected = _read_again(post, report.collected)
    with post.ledger.transaction():
        if report.collected.is_whole:
            post.ledger.put("mailboxes_read", post.now.isoformat())
        for chat in post.settings.chats:
            if chat.kind in report.collected.read:
                _note_asked(post, chat)
        if report.collected.junk:
            post.ledger.put("junk", ", ".join(sorted({one.sender for one in report.collected.junk})))
    _note_failures(post, report, report.collected.failures)
    if report.collected.unseen:
        from mailer.failures import told

        report.failures += (told(one, post.settings.language) for one in report.collected.unseen)


def _note_asked(post: Post, chat: "ChatSettings") -> None:
    """When a chat was asked last; a network that forgets may have forgotten something before. Inside a transaction."""
    last = post.ledger.get(f"asked:{chat.kind}")
    if last and chat.retention_hours and post.now - datetime.fromisoformat(last) > FORGETS * chat.retention_hours:
        post.ledger.put(f"forgotten:{chat.kind}", last)
    post.ledger.put(f"asked:{chat.kind}", post.now.isoformat())


def _read_again(post: Post, collected: Collected) -> Collected:
    """With what was read before an older ledger was put back. Until every mailbox gave it, no day is closed."""
    from mailer.inbox.again import ReadFolder
    from mailer.inbox.settings import ImapSettings

    since = datetime.fromisoformat(post.ledger.get("read_again_since")).date() - timedelta(days=1)
    letters, failures = collected.letters, list(collected.failures)
    for one in post.settings.inbox:
        if isinstance(one, ImapSettings) and one.move_to:
            try:
                letters += collect_again(post.ledger, ReadFolder(one, since=since), post.now)
            except LedgerError:
                raise
            except MailerError as error:
                failures.append(error)
    if not failures:
        with post.ledger.transaction():
            post.ledger.put("read_again_since", "")
    return replace(collected, letters=letters, failures=tuple(failures))


def _looked_for(post: Post) -> tuple[str, ...]:
    """Whose letters to look for in junk folders: everybody's, once a day before it is closed."""
    if not post.clock.due(last_closed_day(post.ledger), post.now):
        return ()
    from mailer.campaign.head import load_roster
    from mailer.ledger.addresses import settled_addresses
    from mailer.roster import with_addresses

    roster = load_roster(post.folder, post.settings)
    people = with_addresses(roster, settled_addresses(post.ledger), ours=post.settings.address).players.values()
    return tuple(address for one in people for address in one.addresses)


def _alarm(post: Post, report: Report, is_rehearsal: bool) -> None:
    """A mail to the DM, once a day, about what no later run can mend by itself."""
    if report.collected.failures and not is_rehearsal:
        from mailer.alarms import alarm

        alarm(post, report.collected.failures)


def _advance(post: Post, report: Report, _is_rehearsal: bool) -> None:
    """Letters and days in the order of time."""
    if not is_anything_due(post):
        return
    from mailer import closing
    from mailer.intake import Intake
    from mailer.people import keep_people, note_roster
    from mailer.reminding import is_time, remind
    from mailer.reopening import go_on
    from mailer.turnover import begin_world, close, due_days
    from mailer.welcoming import welcome

    keep_people(post)
    begin_world(post)
    welcome(post)
    note_roster(post)
    intake = Intake(post)
    with _going_on(post, report, "day_not_closed"):
        for day in map(Day, due_days(post) if _may_close(post, report) else ()):
            intake.take_in(before=post.clock.closes(day))
            while go_on(post, end_of_day(day, post.settings.turnover)):
                report.answers += 1
            close(post, day)
            report.days.append(day)
        if report.days:
            intake.blame.try_once_more()
    intake.take_in()
    with _going_on(post, report, "answer_not_carried_out"):
        while go_on(post, post.moment):
            report.answers += 1
        if is_time(post):
            remind(post)
        closing.remind(post)
        report.is_through = True
    _count(post, report, intake)


@contextmanager
def _going_on(post: Post, report: Report, code: str) -> Iterator[None]:
    """Inside, a mistake of ours costs the step it is made in, which is rolled back; letters and mails go on.

    No later day is closed before it, for days go in order; every run tries it again, and says so. What the disk refuses
    is no mistake of ours and ends the run: whatever came after would only meet the same disk.
    """
    try:
        with disk_border(post.ledger.path):
            yield
    except MailerError:
        raise
    except Exception as error:
        from mailer.failures import line
        from mailer.traces import trace

        logging.getLogger(__name__).error("%s\n%s", line(code, "en"), trace(error))  # noqa: TRY400 - its words are left out
        post.forget_world()
        report.failures.append(line(code, post.settings.language, cause=type(error).__name__))
        report.exit_code = report.exit_code or os.EX_SOFTWARE


def _may_close(post: Post, report: Report) -> bool:
    """Whether days may be closed: every mailbox was read, or has been silent for too long."""
    if report.collected.is_whole:
        return True
    may = post.now - last_read(post.ledger) > PATIENCE
    report.waiting_for_mailbox = not may
    return may


def _count(post: Post, report: Report, intake: "Intake") -> None:
    for name in ("accepted", "ignored", "held", "repeats"):
        setattr(report, name, getattr(intake, name))
    report.shunted, report.failed = intake.blame.shunted, intake.blame.failed
    if report.shunted or report.failed:
        from mailer.failures import line

        count = report.shunted + report.failed
        report.failures.append(line("unread_one" if count == 1 else "unread_many", post.settings.language, count=count))
        report.exit_code = report.exit_code or 70


def _send(post: Post, report: Report, is_rehearsal: bool) -> None:
    """What the outbox holds, mail by mail; chats first, for what cannot go there goes by mail."""
    if is_rehearsal or not has_due_mail(post):
        return
    from mailer.outbox.send import send

    left = max(0, post.settings.limits.mails_a_day - _sent_today(post))
    chats = _send_to_chats(post, report, left)
    mails = send(
        post.ledger, transport(post.settings), sender=post.settings.address, now=post.now, at_most=max(0, left - chats)
    )
    report.delivery = replace(mails, sent=mails.sent + chats)
    if mails.failure:
        _note_failures(post, report, [mails.failure])


def _send_to_chats(post: Post, report: Report, at_most: int) -> int:
    """How many messages went into chats."""
    from mailer.ledger.letters import utc

    if not post.ledger.db.execute(f"{DUE} and channel <> 'mail' limit 1", (utc(post.now),)).fetchone():
        return 0
    from mailer.outbox.chats import send_chats

    posted = send_chats(
        post.ledger, lambda name: chat_transport(post.settings, name, now=post.now), now=post.now, at_most=at_most
    )
    _note_failures(post, report, posted.failures)
    return posted.sent


def _sent_today(post: Post) -> int:
    from mailer.ledger.letters import utc

    since = utc(post.now - timedelta(days=1))
    return int(
        post.ledger.db.execute("select count(*) from outbox where sent > ? and within is null", (since,)).fetchone()[0]
    )


def _note_failures(post: Post, report: Report, failures: Iterable[MailerError]) -> None:
    for failure in failures:
        from mailer.failures import told

        report.failures.append(told(failure, post.settings.language))
        report.exit_code = report.exit_code or failure.exit_code


def _write_run(post: Post, report: Report) -> None:
    """A row a run that did something; an idle one only says when it was."""
    import json

    with post.ledger.transaction() as db:
        post.ledger.put("last_run", post.now.isoformat())
        if report.is_through and post.ledger.get("reading"):
            post.ledger.put("reading", "")
        if report.is_idle:
            return
        notes = {
            "letters": report.collected.letters, "accepted": report.accepted, "held": report.held,
            "days": report.days, "sent": report.delivery.sent, "failures": report.failures,
        }  # fmt: skip
        db.execute(
            "insert into runs (started, ended, exit_code, notes) values (?, ?, ?, ?)",
            (report.started.isoformat(), post.now.isoformat(), report.exit_code, json.dumps(notes)),
        )


def _keep_copy(post: Post, _report: Report, is_rehearsal: bool) -> None:
    """A whole copy of the ledger after a day was closed, also when the run that closed it died; the newest are kept."""
    row = post.ledger.db.execute("select closed_at from days order by day desc limit 1").fetchone()
    if is_rehearsal or row is None:
        return
    from mailer.ledger.backup import back_up, is_copied_since, prune

    if is_copied_since(post.ledger, datetime.fromisoformat(row[0])):
        return
    back_up(post.ledger, reason="daily", now=post.now)
    prune(post.ledger, keep=post.settings.backup_keep_days)


STEPS: tuple[Callable[[Post, Report, bool], None], ...] = (_collect, _advance, _alarm, _send, _keep_copy)
