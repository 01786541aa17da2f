"""The whole intake of letters: collected, judged, read, their orders and receipts written down.

Against the obvious script: one letter after the other with imap_tools, its text cut at the first quote, one row with
sqlite-utils. The script knows no sender, reads no order and answers nobody.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.campaigns import NOON, folder, post, senders
from bench.collecting import channel, filled
from bench.letters import letters
from bench.race import Contest, Row, Side, race
from bench.scale import Scale
from bench.servers import dovecot, has_dovecot
from mailer.inbox.collect import collect
from mailer.intake import Intake
from mailer.people import keep_people
from mailer.turnover import begin_world

A_PARTY = 40  # letters a party of four: ten a player
_QUOTE = re.compile(r"^(El .{5,200} escribió:|>.*)$", re.MULTILINE | re.DOTALL)


def rows(scale: Scale) -> Iterator[Row]:
    """Letters of players who each write ten."""
    if not has_dovecot():
        return
    count, parties = scale.taken_in, max(1, scale.taken_in // A_PARTY)
    with dovecot() as server:
        raws = [raw for raw, _ in letters(count, senders(parties))]
        yield race(
            Contest(
                f"whole intake of {count:,} letters", count,
                Side("estafeta", _estafeta, lambda where: _ready(where, server, raws, parties)),
                Side("imap_tools, sqlite-utils", _script, lambda where: filled(server, raws, where)),
                reach=1.0,
            ),
            rounds=min(scale.rounds, 3),
        )  # fmt: skip


def _ready(where: Path, server: Any, raws: list[bytes], parties: int) -> tuple[Any, Any, str]:
    """A campaign whose files were read by an earlier run."""
    made = post(folder(where / "campaign", parties=parties))
    keep_people(made)
    begin_world(made)
    _, place, user = filled(server, raws, where)
    return made, place, user


def _estafeta(state: tuple[Any, Any, str]) -> int:
    made, place, user = state
    collect(made.ledger, [channel(place, user)], NOON)
    return taken_in(made)


def taken_in(made: Any) -> int:
    """How many waiting letters were accepted; each has its receipt."""
    intake = Intake(made)
    intake.take_in()
    answered = made.ledger.db.execute("select count(*) from outbox where kind = 'receipt'").fetchone()[0]
    if answered != intake.accepted:
        raise AssertionError(f"{intake.accepted} accepted, {answered} answered, {intake.blame.failed} failed")
    made.ledger.close()
    return intake.accepted


def _script(state: tuple[Path, Any, str]) -> int:
    from imap_tools import MailBoxUnencrypted
    from sqlite_utils import Database

    where, place, user = state
    db = Database(where / "script.db")
    with MailBoxUnencrypted(*place).login(user, "secret") as box:
        for mail in box.fetch(mark_seen=False):
            words = _QUOTE.split(mail.text, maxsplit=1)[0].strip()
            row = {
                "uid": mail.uid,
                "sender": mail.from_,
                "subject": mail.subject,
                "date": str(mail.date),
                "words": words,
            }
            db.table("letters").insert(row, pk="uid")
    return int(db.table("letters").count)
