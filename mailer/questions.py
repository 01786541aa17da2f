"""Questions that the ledger answers: a day told again, as it was told to that player, and what we keep of somebody."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

from mailer.absence import absences
from mailer.earlier import told_by
from mailer.ledger.chats import links_of
from mailer.ledger.days import steps_of
from mailer.ledger.outbox import Queued, queue
from mailer.post import Post
from mailer.queueing import message_id, to_player
from mailer.readers import names_for
from mailer.reading.resolve.draft import Gloss
from mailer.rulings.shapes import Match, questions
from rules.names import PlayerId
from rules.time import Day

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.lines import Line, Record
    from mailer.writing.names import Names

Asked = tuple[str, tuple[str, ...]]  # a topic and the rows of its answer
_BACK = 400  # days
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_MOST = 3  # mails sent again for one letter
_ID, _DATE = (re.compile(rb"^%s: .*(?:\r\n[ \t].*)*\r\n" % name, re.MULTILINE) for name in (b"Message-ID", b"Date"))


def answer_questions(post: Post, rec: "Record", lines: "Sequence[Line]") -> None:
    """Answer the lines that ask for a day again or for what we keep; the others are left to the reading."""
    player = post.campaign.roster.players[rec.player]
    for line in lines:
        match = _question(line.text) if line.verdict == "talk" else None
        if match is None:
            continue
        rows = _rows(post, match, rec, player)
        if rows:
            line.glosses.append(Gloss("answer"))
            line.answers.append((match.kind, rows))


def _question(text: str) -> Match | None:
    """The question of a line, or of one of its sentences: "Gracias. ¿Qué tienes mío?"."""
    for said in (text, *_SENTENCE.split(text)):
        match = next(iter(questions().matches(said)), None)
        if match is not None:
            return match
    return None


def _rows(post: Post, match: Match, rec: "Record", player: "Player") -> tuple[str, ...]:
    names = names_for(post, player)
    if match.kind == "mine":
        return _said(post, "mine", _kept(post, player, names), names)
    day = _day(post, match, player)
    if day is None:
        return _said(post, "resend", {"day": "", "mails": 0}, names)
    mails = _again(post, day, rec, player)
    return _said(post, "resend", {"day": names.day(day), "mails": mails}, names)


def _said(post: Post, name: str, facts: dict[str, Any], names: "Names") -> tuple[str, ...]:
    from mailer.writing.templates import macro

    written = macro(names.language, "text", template="answers", name=name, own=post.folder / "templates")(facts)
    return tuple(row.strip() for row in str(written).splitlines() if row.strip())


# -- a day again -----------------------------------------------------------------------------------------------------


def _day(post: Post, match: Match, player: "Player") -> Day | None:
    """The closed day meant: the latest with that number in the campaign's month, else in the real one."""
    if "date" in match.slots:
        return _dated(post, match.slots["date"], player)
    if not match.slots["n"].isdecimal():
        return None
    number, calendar = int(match.slots["n"]), post.campaign.calendar
    last = post.clock.today(post.now) - 1
    recent = range(last, max(-1, last - _BACK), -1)
    named = (day for day in recent if calendar.date_of(Day(day)).day == number)
    real = (day for day in recent if post.clock.date_of(Day(day)).day == number)
    found = next(named, None)
    found = next(real, None) if found is None else found
    return None if found is None else Day(found)


def _dated(post: Post, said: str, player: "Player") -> Day | None:
    from mailer.rulings.asked import Desk
    from mailer.rulings.naming import day_or_none

    desk = Desk(
        campaign=post.campaign, world=post.world, names=post.names_known_to(player.id), language=player.language,
        today=post.clock.today(post.now), sent=post.clock.local(post.moment).date(),
    )  # fmt: skip
    return day_or_none(said, desk)


def _again(post: Post, day: Day, rec: "Record", player: "Player") -> int:
    """How many mails go out again: what this player was told of that day, the same words under a new id.

    Into the chat that asked for them, in the words they had there, or in the mail's. What waits for the DM is not told.
    """
    found = "select key, kind, subject, text, data, chat from outbox where player = ? and kind in {kinds}"
    found += " and not (review is not null and state = 'queued') order by id"
    kinds = "('outcome', 'death', 'catch_up', 'revision')"
    rows = post.ledger.db.execute(found.format(kinds=kinds), (player.id,)).fetchall()
    first, last = steps_of(post.ledger, day)
    mails = [row for row in rows if any(first < step <= last for step in told_by(row["key"])[1])]
    to = to_player(player)
    for number, row in enumerate(mails[-_MOST:]):
        key = f"letter:{rec.letter}:resend:{day}:{number}:{to.address}"
        new = message_id(post, key, to)
        data = _ID.sub(f"Message-ID: {new}\r\n".encode(), row["data"], count=1)
        stamp = format_datetime(post.now.astimezone(post.settings.zone) + timedelta(seconds=number))
        data = _DATE.sub(f"Date: {stamp}\r\n".encode(), data, count=1)
        mail = Queued(key, new, row["kind"], player.id, to.address, row["subject"], row["text"], data)
        if rec.thread.place is not None:
            place = rec.thread.place
            mail = replace(mail, channel=place.channel, conv=place.conv, chat=row["chat"] or row["text"])
        queue(post.ledger, mail, post.now)
    return len(mails[-_MOST:])


# -- what we keep ----------------------------------------------------------------------------------------------------


def _kept(post: Post, player: "Player", names: "Names") -> dict[str, Any]:
    """What the ledger holds of a player, in figures, and the addresses and characters by name."""
    return {
        "name": player.name,
        "addresses": player.addresses,
        "chats": [f"{one.channel.title()} ({one.name or one.author})" for one in links_of(post.ledger, player.id)],
        "people": [one.name for one in post.world.characters.values() if one.player == player.id],
        "letters": _count(post, "select count(*) from letters where player = ?", player.id),
        "mails": _count(post, "select count(*) from outbox where player = ?", player.id),
        "orders": _count(post, "select count(*) from orders where player = ? and state = 'standing'", player.id),
        "away": [
            (names.moment_day(one.since), names.moment_day(one.until - 1))
            for one in absences(post.ledger)
            if one.player == player.id
        ],
    }


def _count(post: Post, question: str, player: PlayerId) -> int:
    return int(post.ledger.db.execute(question, (player,)).fetchone()[0])
