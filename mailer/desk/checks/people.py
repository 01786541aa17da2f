"""The table: letters that wait for somebody, mails that do not arrive, decisions nobody settled."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from mailer.desk.finding import Finding, doctor_words, mend, note, well
from mailer.desk.peek import Peek
from mailer.heard import heard
from mailer.ledger.letters import utc
from mailer.ledger.outbox import UNCERTAIN

_LATE = timedelta(hours=2)
_DAY = timedelta(days=1)
_NEAR = 70  # percent of the day's ceiling


def letters(peek: Peek) -> Iterator[Finding]:
    """Letters held, set aside, or left unread."""
    if peek.ledger is None:
        return
    db = peek.ledger.db
    held = db.execute(
        "select reason, count(*), group_concat(distinct coalesce(nullif(sender, ''), player, '?')) as who"
        " from letters where state = 'held' group by reason"
    ).fetchall()
    for row in held:
        reason = doctor_words()["reason"].get(row["reason"], row["reason"])
        yield mend("letters_held", count=row[1], who=row["who"], reason=reason)
    shunted, last = db.execute("select count(*), max(id) from letters where state = 'shunted'").fetchone()
    if shunted:
        error = db.execute("select error from letters where id = ?", (last,)).fetchone()[0]
        yield mend("letters_shunted", count=shunted, told=(error.strip().splitlines() or ["?"])[-1])
    yield from _unread(peek)
    latest = db.execute("select max(received) from letters").fetchone()[0]
    if latest is None:
        yield note("letters_none")
    elif not held and not shunted:
        yield well("letters_clear", last=_day(peek, latest))


def _unread(peek: Peek) -> Iterator[Finding]:
    assert peek.ledger is not None
    last = heard(peek.ledger, "last_run")
    if not last:
        return
    count = peek.ledger.db.execute(
        "select count(*) from letters where state = 'stored' and stored < ?", (utc(last),)
    ).fetchone()[0]
    if count:
        yield mend("letters_waiting", count=count)


def strangers(peek: Peek) -> Iterator[Finding]:
    """Who wrote and is not known: often a player with another address."""
    if peek.ledger is None:
        return
    from mailer.gate.addresses import sender_of
    from mailer.reading.words.letter import open_letter

    rows = peek.ledger.db.execute(
        "select raw from letters where state = 'ignored' and reason = 'stranger' and received >= ?"
        " and channel not in ('telegram', 'matrix')"
        " order by id desc limit 20",
        (utc(peek.since),),
    )
    found = dict.fromkeys(sender_of(open_letter(row[0]).from_fields).address for row in rows)
    if found:
        yield note("strangers", since=f"{peek.since:%Y-%m-%d}", who=", ".join(filter(None, found)))


def outbox(peek: Peek) -> Iterator[Finding]:
    """Mails that wait too long, or came back."""
    if peek.ledger is None:
        return
    db, late = peek.ledger.db, utc(peek.now - _LATE)
    waiting = db.execute(
        "select count(*), min(created), max(reply) from outbox where state in ('queued', 'sending')"
        " and review is null and created < ?",
        (late,),
    ).fetchone()
    unknown = db.execute("select count(*) from outbox where state = 'unknown'").fetchone()[0]
    dead = db.execute(
        "select recipient, count(*), max(reply) from outbox where state = 'dead' and created >= ? group by recipient",
        (utc(peek.since),),
    ).fetchall()
    if waiting[0]:
        yield mend("outbox_late", count=waiting[0], since=_day(peek, waiting[1]), reply=waiting[2] or "—")
    if unknown:
        yield note("outbox_unknown", count=unknown)
    for row in dead:
        reply = (row[2] or "").removeprefix(UNCERTAIN) or "—"
        if (row[2] or "").startswith(UNCERTAIN):
            yield mend("outbox_uncertain", address=row[0], count=row[1], reply=reply)
        else:
            yield mend("outbox_dead", address=row[0], count=row[1], reply=reply)
    if not waiting[0] and not unknown and not dead:
        sent = db.execute("select count(*) from outbox where sent >= ?", (utc(peek.since),)).fetchone()[0]
        yield well("outbox_clear", sent=sent, since=f"{peek.since:%Y-%m-%d}")
    yield from _ceiling(peek)


def _ceiling(peek: Peek) -> Iterator[Finding]:
    assert peek.ledger is not None
    if peek.settings is None:
        return
    sent = peek.ledger.db.execute("select count(*) from outbox where sent > ?", (utc(peek.now - _DAY),)).fetchone()[0]
    limit = peek.settings.limits.mails_a_day
    if sent * 100 >= limit * _NEAR:
        yield mend("outbox_limit", sent=sent, limit=limit)


def decisions(peek: Peek) -> Iterator[Finding]:
    """Open questions past their hour."""
    if peek.ledger is None or peek.settings is None:
        return
    from mailer.clock import Clock

    here = Clock(peek.settings.zone, peek.settings.anchor, peek.settings.turnover)
    count = peek.ledger.db.execute(
        "select count(*) from decisions where state = 'open' and deadline < ?", (here.moment(peek.now - _LATE),)
    ).fetchone()[0]
    if count:
        yield mend("decisions_late", count=count)


def _day(peek: Peek, text: str) -> str:
    when = datetime.fromisoformat(text)
    return f"{when.astimezone(peek.settings.zone) if peek.settings else when:%Y-%m-%d %H:%M}"
