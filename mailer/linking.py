"""Linking: a chat becomes a player's by a code mailed to the registered address, good once and for two days."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from mailer.gate.chat import CODE_CHARS
from mailer.inbox.chat import CHATS
from mailer.inbox.settings import MatrixSettings, TelegramSettings
from mailer.ledger.chats import Link, end_links, keep_code, links_of
from mailer.ledger.posting import bring_home
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for
from mailer.reading.resolve.draft import Gloss
from mailer.rulings.shapes import links

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.lines import Line, Record

GOOD_FOR = timedelta(days=2)
LABELS = {"telegram": "Telegram", "matrix": "Matrix"}


def offer_link(post: Post, player: "Player", channel: str, *, key: str) -> None:
    """Queue the mail with a new code, inside a transaction. `key` says what asked for it: one code each."""
    from mailer.writing.views import LinkCodeView

    chat = post.settings.chat(channel)
    code = _code(post, player, f"{channel} {key}")
    until = post.now + GOOD_FOR
    keep_code(post.ledger, code, player.id, now=post.now, expires=until)
    names = names_for(post, player)
    moment = post.clock.moment(until)
    bot = f"@{chat.bot}" if isinstance(chat, TelegramSettings) and chat.bot else ""
    view = LinkCodeView(
        head=letterhead_for(post, player).head(post.clock.today(post.now), names),
        channel=LABELS[channel],
        code=code,
        expires=f"{names.moment_day(moment)}, {names.hour(moment)}",
        account=chat.user if isinstance(chat, MatrixSettings) else bot,
        link=f"t.me/{bot[1:]}?start={code}" if bot else "",
    )
    queue_view(post, view, to=to_player(player), key=f"{key}:link-{channel}")


def _code(post: Post, player: "Player", what: str) -> str:
    """Fifty bits that only the registered mailbox can know; the same for the same request."""
    secret = post.ledger.get("secret").encode()
    told = f"link {player.id} {player.token_generation} {what}".encode()
    return base64.b32encode(hmac.new(secret, told, hashlib.sha256).digest()).decode().lower()[:CODE_CHARS]


def answer_links(post: Post, rec: "Record", lines: "Sequence[Line]") -> None:
    """Lines that ask to write by chat, or no more, answered; all others are left to the reading."""
    player = post.campaign.roster.players[rec.player]
    for line in lines:
        match = next(iter(links().matches(line.text)), None) if line.verdict == "talk" else None
        if match is None:
            continue
        line.glosses.append(Gloss("answer"))
        line.answers.append(("link", _said(post, player, _done(post, match.kind, rec, player))))


def _done(post: Post, wish: str, rec: "Record", player: "Player") -> dict[str, Any]:
    facts: dict[str, Any] = {"ended": (), "none": False, "absent": "", "channel": "", "address": player.addresses[0]}
    if wish in CHATS:
        if post.settings.chat(wish) is None:
            return facts | {"absent": LABELS[wish]}
        offer_link(post, player, wish, key=f"letter:{rec.letter}")
        return facts | {"channel": LABELS[wish]}
    channel = wish.removeprefix("end_")
    ended = _ended(post, player, None if channel == "all" else channel, letter=rec.letter)
    return facts | {"ended": tuple(dict.fromkeys(LABELS[one.channel] for one in ended)), "none": not ended}


def end_links_at_desk(post: Post, player: "Player", channel: str | None) -> tuple[Link, ...]:
    """The accounts that are the player's no more, by the DM's hand; the player is told by mail. In a transaction."""
    from mailer.writing.views import ChatNoteView

    ended = _ended(post, player, channel, letter=None)
    head = letterhead_for(post, player).head(post.clock.today(post.now), names_for(post, player))
    for one in dict.fromkeys(one.channel for one in ended):
        view = ChatNoteView(head, "unlinked", LABELS[one])
        queue_view(post, view, to=to_player(player), key=f"desk:{post.now.isoformat()}:unlinked-{one}")
    return ended


def _ended(post: Post, player: "Player", channel: str | None, *, letter: int | None) -> tuple[Link, ...]:
    """Those accounts are strangers' again, and what waited to be told there goes by mail."""
    ended = tuple(one for one in links_of(post.ledger, player.id) if channel in (None, one.channel))
    end_links(post.ledger, ended, letter=letter, now=post.now)
    for one in ended:
        bring_home(post.ledger, player.id, one.channel, one.conv, now=post.now)
    return ended


def _said(post: Post, player: "Player", facts: dict[str, Any]) -> tuple[str, ...]:
    from mailer.writing.templates import macro

    say = macro(player.language, "text", template="answers", name="link", own=post.folder / "templates")
    return tuple(row.strip() for row in str(say(facts)).splitlines() if row.strip())
