"""From a view to a row of the outbox: rendered, enveloped, its bytes final, in the transaction of what it tells."""

import hashlib
import re
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from mailer.ledger.outbox import Queued, id_of, queue, requeue
from mailer.place import Place
from mailer.post import Post

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.mail import Attachment
    from mailer.writing.views import View

_UNSAFE = re.compile(r"[^a-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Thread:
    """The letter a mail answers, for the headers that hold a thread together."""

    message_id: str = ""
    references: tuple[str, ...] = ()
    subject: str = ""  # of the player's letter, or of our own mail that is followed up
    is_ours: bool = False  # whether it follows up a mail of ours: then it keeps that one's subject
    is_answer: bool = False  # goes back by the way the letter came
    place: Place | None = None  # where it came from, if not by mail


@dataclass(frozen=True, slots=True)
class Recipient:
    """One person at one address."""

    name: str
    address: str
    player: "Player | None" = None  # None: a stranger


def to_player(player: "Player") -> Recipient:
    """The player at the first registered address: the only one we ever write to."""
    return Recipient(player.name, player.addresses[0], player)


def queue_view(
    post: Post,
    view: "View",
    *,
    to: Recipient,
    key: str,
    thread: Thread = Thread(),
    attachments: tuple["Attachment", ...] = (),
) -> bool:
    """Whether the mail is new. `key` says what it tells; with the recipient it makes the Message-ID."""
    whole_key = f"{key}:{to.address}"
    row = _row(post, view, message_id(post, whole_key, to), to, whole_key, thread=thread, attachments=attachments)
    return queue(post.ledger, row, post.now)


def requeue_view(post: Post, view: "View", *, to: Recipient, key: str) -> bool:
    """Whether a mail that waits, and was never tried, now says this."""
    whole_key = f"{key}:{to.address}"
    known = id_of(post.ledger, whole_key)
    return bool(known) and requeue(post.ledger, _row(post, view, known, to, whole_key))


def _row(
    post: Post,
    view: "View",
    known_as: str,
    to: Recipient,
    key: str,
    *,
    thread: Thread = Thread(),
    attachments: tuple["Attachment", ...] = (),
) -> Queued:
    """The mail, its bytes final."""
    from mailer.writing.message import Envelope, build
    from mailer.writing.render import render

    mail = render(view, own=post.folder / "templates", attachments=attachments)
    envelope = Envelope(
        message_id=known_as,
        sent=post.now.astimezone(post.settings.zone),
        from_name=post.settings.name,
        from_address=post.settings.address,
        to_name=to.name,
        to_address=to.address,
        campaign=slug(post.settings.tag),
        reply_to=reply_address(post, to),
        in_reply_to=thread.message_id,
        references=thread.references,
        subject=thread.subject if thread.is_ours else "",
        list_id=f"{slug(post.settings.tag)}.{_domain(post)}",
        unsubscribe=post.settings.address,
    )
    player = to.player.id if to.player else None
    row = Queued(
        key, known_as, mail.kind.value, player, to.address, envelope.subject or mail.subject, mail.text,
        build(mail, envelope=envelope),
    )  # fmt: skip
    place = thread.place if thread.is_answer else _place(post, to, mail.kind.value)
    return row if place is None else _in_chat(post, row, view, place)


def _place(post: Post, to: Recipient, kind: str) -> Place | None:
    """The chat that the player is to be told in; a campaign without one does not even ask."""
    if not post.settings.chats or to.player is None:
        return None
    from mailer.routing import route_of

    return route_of(post, to.player, kind)


def _in_chat(post: Post, row: Queued, view: "View", place: Place) -> Queued:
    """The same mail for a chat; its bytes stay with it, in case it has to go by mail after all."""
    from mailer.writing.render import chat_words

    words = chat_words(view, own=post.folder / "templates")
    return replace(row, channel=place.channel, conv=place.conv, chat=words, answers=place.answers)


def queue_words(post: Post, view: "View", *, place: Place, key: str) -> bool:
    """Whether the message is new: one that goes to a chat and to nobody's address."""
    from mailer.writing.render import chat_words, kind_of

    whole_key = f"{key}:{place.channel}:{place.conv}"
    words = chat_words(view, own=post.folder / "templates")
    nobody = Recipient("", "")
    row = Queued(
        whole_key, message_id(post, whole_key, nobody), kind_of(view).value, None, "", "", words, b"",
        place.channel, place.conv, words, place.answers,
    )  # fmt: skip
    return queue(post.ledger, row, post.now)


def following(post: Post, key: str, to: Recipient) -> Thread:
    """The thread of a mail of ours that another follows up: mail programs keep them together by id and subject."""
    row = post.ledger.db.execute(
        "select message_id, subject from outbox where key = ?", (f"{key}:{to.address}",)
    ).fetchone()
    return Thread(row["message_id"], (), f"Re: {row['subject']}", is_ours=True) if row else Thread()


def message_id(post: Post, key: str, to: Recipient) -> str:
    """The mail's id: a digest of what it tells, whom it is to, and their token.

    It ends in the player's reply token: an answer in the thread proves itself, also where a mail server knows no
    sub-addresses.
    """
    told = hashlib.blake2b(key.encode(), digest_size=6).hexdigest()
    who = _UNSAFE.sub("-", (to.player.id if to.player else "x").lower())[:20]
    return f"<e.{told}.{who}.{_token(post, to)}@{_domain(post)}>"


def reply_address(post: Post, to: Recipient) -> str:
    """Where an answer goes: our address, with the player's token in it where the server takes that."""
    if not post.settings.plus_addresses or to.player is None:
        return ""
    local, _, domain = post.settings.address.partition("@")
    return f"{local}+{_token(post, to)}@{domain}"


def _token(post: Post, to: Recipient) -> str:
    """The recipient's reply token, the same for every mail of a month; a stranger has none."""
    if to.player is None:
        return "x"
    from mailer.gate.tokens import make_token

    days = post.settings.trust.token_days
    until = post.now.date().replace(day=1) + timedelta(days=31 + days)
    return make_token(
        post.ledger.get("secret").encode(), to.player.id, expires=until, generation=to.player.token_generation
    )


def slug(text: str) -> str:
    """Lower-case ASCII with hyphens, for headers."""
    return _UNSAFE.sub("-", text.lower()).strip("-") or "campaign"


def _domain(post: Post) -> str:
    return post.settings.address.partition("@")[2]
