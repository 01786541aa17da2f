"""The clock, and whether cron calls: how old the last run is, what it came to, and which days wait."""

import fcntl
import json
import os
import shlex
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mailer.clock import Clock
from mailer.desk.finding import Finding, mend, note, well
from mailer.desk.peek import Peek
from mailer.failures import line
from mailer.heard import heard
from mailer.ledger.days import last_closed_day
from mailer.ledger.letters import utc
from rules.time import Day

_BEHIND = timedelta(minutes=3)
_OLD = timedelta(hours=3)  # cron calls every hour at the least
_STUCK = timedelta(minutes=30)


def clock(peek: Peek) -> Iterator[Finding]:
    """What time it is here and there."""
    if peek.settings is None:
        return
    settings = peek.settings
    here = Clock(settings.zone, settings.anchor, settings.turnover)
    closes = f"{settings.turnover // 60:02}:{settings.turnover % 60:02}"
    behind = _behind(peek)
    if behind > _BEHIND:
        yield mend("clock_behind", minutes=int(behind.total_seconds() // 60))
    else:
        local = peek.now.astimezone(settings.zone)
        yield well("clock_well", now=f"{local:%Y-%m-%d %H:%M}", zone=settings.zone.key, closes=closes)
    if here.today(peek.now) < 0:
        yield note("anchor_ahead", anchor=settings.anchor.isoformat())


def _behind(peek: Peek) -> timedelta:
    """By how much letters of late seem to come from the future: the mail server's clock is the better one."""
    if peek.ledger is None:
        return timedelta()
    rows = peek.ledger.db.execute(
        "select received, stored from letters where stored >= ? order by id desc limit 200", (utc(peek.since),)
    )
    ahead = (datetime.fromisoformat(row[0]) - datetime.fromisoformat(row[1]) for row in rows)
    return max(ahead, default=timedelta())


def cron(peek: Peek) -> Iterator[Finding]:
    """The last runs."""
    held = _held_for(peek)
    if held is not None and held > _STUCK:
        yield mend("run_stuck", age=held)
    if peek.ledger is None:
        if not peek.ledger_error:
            yield mend("run_never", folder=peek.folder, cron=cron_line(peek.folder))
        return
    last = heard(peek.ledger, "last_run")
    if not last:
        yield mend("run_never", folder=peek.folder, cron=cron_line(peek.folder))
        return
    age = peek.now - last
    yield mend("run_old", age=age, cron=cron_line(peek.folder)) if age > _OLD else well("run_fresh", age=age)
    yield from _failures(peek, last)
    yield from _late_days(peek)


def cron_line(folder: Path) -> str:
    """What calls this campaign every hour, with whole paths: cron knows none."""
    whole = folder.resolve()
    words = (str(program()), "run", "-C", str(whole), "--log", str(whole / "estafeta.log"))
    return "7 * * * *  " + " ".join(map(shlex.quote, words)).replace("%", "\\%")


def program() -> Path:
    """The whole path of the command that runs, or of the one that lies beside this Python."""
    called = Path(sys.argv[0])
    if called.name == "estafeta" and called.exists():
        return called.absolute()
    return Path(sys.executable).with_name("estafeta")


def _failures(peek: Peek, last: datetime) -> Iterator[Finding]:
    assert peek.ledger is not None
    rows = peek.ledger.db.execute(
        "select started, exit_code, notes from runs where exit_code != 0 and started >= ? order by id",
        (peek.since.astimezone(UTC).isoformat(),),
    ).fetchall()
    if not rows:
        return
    since = f"{peek.since:%Y-%m-%d}"
    if datetime.fromisoformat(rows[-1]["started"]) < last:
        yield note("run_recovered", count=len(rows), since=since)
        return
    told = json.loads(rows[-1]["notes"]).get("failures") or [
        line("exit_code", peek.language, number=rows[-1]["exit_code"])
    ]
    yield mend("run_failed", count=len(rows), since=since, told=told[0])


def _late_days(peek: Peek) -> Iterator[Finding]:
    assert peek.ledger is not None
    if peek.settings is None:
        return
    here = Clock(peek.settings.zone, peek.settings.anchor, peek.settings.turnover)
    due = here.due(last_closed_day(peek.ledger), peek.now - _OLD)
    if due:
        yield mend("days_late", count=len(due), day=here.date_of(Day(due[0])).isoformat())


def _held_for(peek: Peek) -> timedelta | None:
    """For how long another run has had the campaign; None when none has."""
    path = peek.folder / ".lock"
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        since = datetime.fromtimestamp(max(path.stat().st_mtime, path.stat().st_atime), UTC)
        return _holder_age(path) or peek.now - since
    finally:
        os.close(handle)
    return None


def _holder_age(path: Path) -> timedelta | None:
    """How long the process that holds the lock has run, where Linux tells; None elsewhere."""
    try:
        inode = path.stat().st_ino
        locks = Path("/proc/locks").read_text().splitlines()
        pid = next(line.split()[4] for line in locks if "FLOCK" in line and line.split()[5].endswith(f":{inode}"))
        ticks = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
        up = float(Path("/proc/uptime").read_text().split()[0])
    except (OSError, StopIteration, ValueError, IndexError):
        return None
    return timedelta(seconds=max(0.0, up - ticks / os.sysconf("SC_CLK_TCK")))
