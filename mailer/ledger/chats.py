"""Chats in the ledger: who writes from where, the codes by which we know it, and a message's later versions."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from rules.names import OrderId, PlayerId


@dataclass(frozen=True, slots=True)
class Link:
    """Somebody's account in a chat."""

    id: int
    channel: str
    author: str
    player: PlayerId
    conv: str
    name: str


def link_of(ledger: Ledger, channel: str, author: str, *, before: int) -> Link | None:
    """Whose account it was when that letter came: the code must have come earlier."""
    row = ledger.db.execute(
        "select id, channel, author, player, conv, name from links where channel = ? and author = ? and begun < ?"
        " and ended_at is null",
        (channel, author, before),
    ).fetchone()
    return Link(*row) if row else None


def links_of(ledger: Ledger, player: PlayerId) -> tuple[Link, ...]:
    """A player's accounts, the latest first."""
    rows = ledger.db.execute(
        "select id, channel, author, player, conv, name from links where player = ? and ended_at is null"
        " order by id desc",
        (player,),
    )
    return tuple(Link(*row) for row in rows)


def begin_link(ledger: Ledger, link: Link, *, letter: int, now: datetime) -> None:
    """The account is the player's from now on, and nobody else's."""
    ledger.db.execute(
        "update links set ended_at = ?, ended = ? where channel = ? and author = ? and ended_at is null",
        (utc(now), letter, link.channel, link.author),
    )
    ledger.db.execute(
        "insert into links (channel, author, player, conv, name, begun, begun_at) values (?, ?, ?, ?, ?, ?, ?)",
        (link.channel, link.author, link.player, link.conv, link.name, letter, utc(now)),
    )


def end_links(ledger: Ledger, links: Sequence[Link], *, letter: int | None, now: datetime) -> None:
    """Those accounts are strangers' again."""
    ledger.db.executemany(
        "update links set ended_at = ?, ended = ? where id = ?", [(utc(now), letter, one.id) for one in links]
    )


def heard_from(ledger: Ledger, link: Link, conv: str) -> None:
    """They wrote from there: there they can be reached."""
    ledger.db.execute("update links set conv = ?, lost = '' where id = ?", (conv, link.id))


def conversation(ledger: Ledger, channel: str, conv: str) -> str:
    """What a conversation is called by now."""
    for _ in range(9):
        now = ledger.get(f"moved:{channel}:{conv}")
        if not now or now == conv:
            break
        conv = now
    return conv


def last_way(ledger: Ledger, player: PlayerId) -> tuple[str, str]:
    """The channel and the conversation that a player's last order came from."""
    row = ledger.db.execute(
        "select channel, folder from letters where player = ? and state = 'accepted'"
        " and exists (select 1 from orders where letter = letters.id) order by received desc, id desc limit 1",
        (player,),
    ).fetchone()
    return (row[0], row[1]) if row else ("", "")


def reachable(ledger: Ledger, player: PlayerId, channel: str, conv: str) -> bool:
    """Whether that conversation is with an account of theirs, and ours get through."""
    found = (
        "select 1 from links where player = ? and channel = ? and conv = ? and ended_at is null and lost = '' limit 1"
    )
    return ledger.db.execute(found, (player, channel, conv)).fetchone() is not None


# -- codes -----------------------------------------------------------------------------------------------------------


def keep_code(ledger: Ledger, code: str, player: PlayerId, *, now: datetime, expires: datetime) -> None:
    """Remember that this code was given to that player."""
    ledger.db.execute(
        "insert into codes (digest, player, made, expires) values (?, ?, ?, ?) on conflict do nothing",
        (_digest(code), player, utc(now), utc(expires)),
    )


def use_code(ledger: Ledger, code: str, *, letter: int, at: datetime) -> PlayerId | None:
    """Whose code it is, used up now; None where it is nobody's, was used, or has run out."""
    row = ledger.db.execute(
        "update codes set used = ? where digest = ? and used is null and expires > ? returning player",
        (letter, _digest(code), utc(at)),
    ).fetchone()
    return PlayerId(row[0]) if row else None


def _digest(code: str) -> str:
    return hashlib.sha256(f"estafeta link {code}".encode()).hexdigest()


# -- versions of a message -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Original:
    """A message that was changed or deleted."""

    id: int
    state: str
    author: str
    received: datetime
    stored: datetime


def original(ledger: Ledger, account: str, conv: str, uid: str) -> Original | None:
    """The message of that number, where we have it."""
    row = ledger.db.execute(
        "select id, state, sender, received, stored from letters"
        " where account = ? and folder = ? and uidvalidity = 0 and uid = ?",
        (account, conv, uid),
    ).fetchone()
    if row is None:
        return None
    return Original(row[0], row[1], row[2], datetime.fromisoformat(row[3]), datetime.fromisoformat(row[4]))


def versions(ledger: Ledger, account: str, conv: str, uid: str) -> tuple[tuple[int, str], ...]:
    """Number and words of the message and of the edits of it that counted, oldest first."""
    rows = ledger.db.execute(
        "select id, own_words from letters where account = ? and folder = ? and uidvalidity = 0 and uid = ?"
        " and state = 'accepted' union all"
        " select id, own_words from letters where account = ? and folder = ? and target = ? and target <> ''"
        " and state = 'accepted' order by id",
        (account, conv, uid, account, conv, uid),
    )
    return tuple((row[0], row[1]) for row in rows)


def is_edited_again(
    ledger: Ledger, account: str, conv: str, target: str, *, after: int, before: datetime | None
) -> bool:
    """Whether a later edit of the same message waits to be read in the same breath."""
    found = (
        "select 1 from letters where account = ? and folder = ? and target = ? and target <> '' and state = 'stored'"
        " and id > ? and received < ? limit 1"
    )
    until = utc(before) if before else "9"
    return ledger.db.execute(found, (account, conv, target, after, until)).fetchone() is not None


def day_that_read(ledger: Ledger, since: datetime) -> list[int]:
    """The days that were closed since then, in order."""
    return [
        row[0] for row in ledger.db.execute("select day from days where closed_at >= ? order by day", (utc(since),))
    ]


def is_carried_out(ledger: Ledger, letters: Sequence[int]) -> bool:
    """Whether an order of those letters has been settled by a step of time."""
    marks = ", ".join("?" * len(letters))
    found = f"select 1 from orders where letter in ({marks}) and settled is not null limit 1"
    return ledger.db.execute(found, tuple(letters)).fetchone() is not None


def standing_in(ledger: Ledger, letters: Sequence[int]) -> tuple[OrderId, ...]:
    """The orders of those letters that stand."""
    marks = ", ".join("?" * len(letters))
    found = f"select id from orders where letter in ({marks}) and state = 'standing'"
    return tuple(OrderId(row[0]) for row in ledger.db.execute(found, tuple(letters)))


def drop_doubts(ledger: Ledger, letters: Sequence[int]) -> None:
    """What we asked about those letters is asked no more."""
    ledger.db.executemany(
        "update doubts set state = 'dropped' where letter = ? and state = 'open'", [(one,) for one in letters]
    )


def is_said_twice(ledger: Ledger, player: PlayerId, words: str, *, letter: int, since: datetime) -> bool:
    """Whether the same player sent the same words moments ago, and they stand as an order."""
    found = (
        "select 1 from letters where player = ? and received >= ? and id <> ? and state = 'accepted' and own_words = ?"
        " and exists (select 1 from orders where letter = letters.id and state = 'standing') limit 1"
    )
    return ledger.db.execute(found, (player, utc(since), letter, words)).fetchone() is not None


BREATH = (  # {one}, {other}: two messages that one person sent and one run fetched, counted through as one letter
    "{one}.player = {other}.player and {one}.account = {other}.account and {one}.folder = {other}.folder"
    " and {one}.stored = {other}.stored and {one}.channel in ('telegram', 'matrix')"
)


def lines_before(ledger: Ledger, letter: int) -> int:
    """The last line's number of what was read before it of the same breath, 0 where it is the first."""
    found = (
        "select max(m.line) from letters n join letters o on o.id <> n.id and " + BREATH.format(one="o", other="n")
        + " join lines m on m.letter = o.id where n.id = ?"
    )  # fmt: skip
    return ledger.db.execute(found, (letter,)).fetchone()[0] or 0


def is_followed(ledger: Ledger, letter: int) -> bool:
    """Whether more of the same person waits to be read in the same breath."""
    found = (
        "select 1 from letters n join letters o on o.account = n.account and o.folder = n.folder and o.id <> n.id"
        " and o.stored = n.stored and o.state = 'stored' where n.id = ? limit 1"
    )
    return ledger.db.execute(found, (letter,)).fetchone() is not None


def answered_kind(ledger: Ledger, channel: str, conv: str, number: str) -> str:
    """Which kind of mail of ours a message answers; "" where it is none."""
    rows = ledger.db.execute(
        "select kind, posted from outbox where channel = ? and conv = ? order by id desc limit 50", (channel, conv)
    )
    return next((row["kind"] for row in rows if f'"{number}"' in row["posted"]), "")
