"""Reading letters for show: the same gate, reading and resolving as in a run, on a ledger that is thrown away."""

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mailer.campaign.load import load_campaign
from mailer.doorman import gate_roster, gate_trust
from mailer.gate.answer import Seen, SentMail, Setting, answer, quotable, sent_mail
from mailer.gate.gate import judge
from mailer.inbox.received import top_received
from mailer.ledger.ledger import Ledger, copy_in_memory, memory_ledger, open_ledger
from mailer.lines import Line, Record
from mailer.people import keep_people
from mailer.post import Post
from mailer.queueing import Thread
from mailer.reading.orders.said import Said, to_json
from mailer.reading.words.letter import open_letter
from mailer.reading.words.own_words import own_words
from mailer.recording import record
from rules.names import PlayerId


def rehearse(folder: Path, letters: Sequence[tuple[str, bytes]], *, sent: Path | None) -> Iterator[dict[str, Any]]:
    """One object a letter: what the gate says, the sender's own words, and what they would come to."""
    campaign = load_campaign(folder)
    now = datetime.now(UTC)
    post = Post(folder, campaign.settings, _ledger(campaign.ledger_path), now)
    post.begin()
    keep_people(post)
    mails = [sent_mail(path.read_bytes()) for path in sorted(sent.glob("*.eml"))] if sent else _sent(post)
    roster, trust = gate_roster(post.campaign, post.ledger.get("secret")), gate_trust(campaign.settings.trust)
    seen = Seen()
    for number, (name, raw) in enumerate(letters, 1):
        received = top_received(raw) or now
        setting = Setting(roster, trust, received)
        told = {**answer(raw, name, setting=setting, sent=mails, seen=seen), "orders": [], "doubts": []}
        if told["gate"] == "accepted":
            told |= _read(post, number, raw, setting=setting, sent=mails)
        yield told


def _read(post: Post, number: int, raw: bytes, *, setting: Setting, sent: Sequence[SentMail]) -> dict[str, Any]:
    """What one accepted letter comes to, its receipt left in the ledger that nobody keeps."""
    letter = open_letter(raw)
    verdict = judge(letter, roster=setting.roster, trust=setting.trust, now=setting.now)
    mails = quotable(letter, verdict.player, sent)
    own = own_words(letter, sent=[mail.text for mail in mails], subjects=[mail.subject for mail in mails])
    _keep(post, -number, raw, setting.now)
    moment = post.clock.moment(setting.now)
    player = PlayerId(str(verdict.player_id))
    rec = Record(-number, player, moment, letter, own, Thread(), dm_power=verdict.dm_power)
    with post.ledger.transaction():
        return _told(record(post, rec))


def _ledger(path: Path) -> Ledger:
    """A copy of the campaign's ledger in memory, or a new one."""
    if not path.exists():
        return memory_ledger(path)
    real = open_ledger(path)
    copy = copy_in_memory(real)
    real.close()
    return copy


def _sent(post: Post) -> list[SentMail]:
    """The mails of the campaign's own outbox."""
    rows = post.ledger.db.execute("select subject, text, recipient, message_id from outbox order by id desc limit 200")
    return [SentMail(row[0], row[1], (row[2],), row[3]) for row in rows]


def _keep(post: Post, number: int, raw: bytes, received: datetime) -> None:
    """A row for the letter, so that what is recorded has something to point to."""
    post.ledger.db.execute(
        "insert into letters (id, channel, account, folder, uidvalidity, uid, received, stored, raw, size)"
        " values (?, 'file', '', '', 0, ?, ?, ?, ?, ?)",
        (number, str(number), received.isoformat(), received.isoformat(), sqlite3.Binary(raw), len(raw)),
    )


def _told(lines: Sequence[Line]) -> dict[str, Any]:
    """Orders in the form of the corpus guide, doubts, and how each line fared."""
    return {
        "orders": [to_json(said) for line in lines for said in line.said],
        "doubts": [{"text": doubt.text, "code": str(doubt.code)} for line in lines for doubt in line.doubts],
        "lines": [{"line": line.number, "text": line.text, "verdict": line.verdict} for line in lines],
        "why": [_why(said) for line in lines for said in (*line.said, *(d.said for d in line.doubts if d.said))],
    }


def _why(said: Said) -> dict[str, Any]:
    """Which words made an order, and what speaks against it with its points."""
    from mailer.reading.orders.sure.weigh import sureness

    found = {name: sureness().reasons.get(name, 0) * count for name, count in said.distrust}
    against = {name: points for name, points in found.items() if points}
    return {
        "text": said.text,
        "why": list(said.why),
        "distrust": sureness().points(said.distrust),
        "against": against,
    }


def show(told: dict[str, Any], *, explain: bool) -> str:
    """The same for people."""
    rows = [f"{told['file']}: {told['gate']} ({told['reason']})" + (f", {told['player']}" if told["player"] else "")]
    rows += [f"  {line['line']:>3}  {line['verdict']:<7} {line['text']}" for line in told.get("lines", ())]
    rows += [f"       order  {_short(order)}" for order in told["orders"]]
    rows += [f"       doubt  {doubt['code']}: {doubt['text']}" for doubt in told["doubts"]]
    if explain:
        rows += [row for one in told.get("why", ()) for row in _explained(one)]
    if told["flags"]:
        rows.append(f"       flags  {', '.join(told['flags'])}")
    return "\n".join(rows)


def _explained(one: dict[str, Any]) -> list[str]:
    """Why an order was read, and how far it is distrusted."""
    rows = [f"       why    {one['text']!r}: {'; '.join(one['why'])}"]
    against = ", ".join(f"{name} {points}" for name, points in one["against"].items())
    return [*rows, f"       distrust {one['distrust']}" + (f": {against}" if against else "")]


def _short(order: dict[str, Any]) -> str:
    slots = ", ".join(f"{name}={value}" for name, value in order.items() if name not in ("kind", "text"))
    return f"{order['kind']}: {slots}"
