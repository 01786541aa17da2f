"""Taking a chat message in: judged, and then read like any letter, or a word about the chat itself.

What comes of it is written down in the transaction of the letter, as for a mail; the answer goes back into the chat.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from mailer.gate.chat import ChatCase, code_in, judge_chat
from mailer.inbox.chat import MATRIX, Kind, unpacked
from mailer.ledger.chats import (
    Link,
    begin_link,
    conversation,
    heard_from,
    is_said_twice,
    link_of,
    use_code,
)
from mailer.ledger.letters import StoredLetter
from mailer.ledger.notices import may_say
from mailer.ledger.posting import moved
from mailer.messages import Heard, note, player_of, read, say, write_down
from mailer.place import Place
from mailer.post import Post
from mailer.queueing import Recipient, Thread, queue_view, queue_words, to_player
from mailer.recording import ANSWER
from mailer.talk import chat_words

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player

_TWICE = timedelta(minutes=2)


def take_message(post: Post, letter: StoredLetter, *, before: datetime | None = None) -> str:
    """What the message is to be counted under: accepted, ignored or repeats."""
    message = unpacked(letter.raw)
    link = link_of(post.ledger, letter.channel, message.author, before=letter.id)
    if link is not None and link.player not in post.campaign.roster.players:
        link = None  # who left the roster is a stranger again
    heard = Heard(letter, message, link, before)
    check = judge_chat(ChatCase(message, link is not None))
    return _TAKEN[check.reason](post, heard)


# -- a player's words ------------------------------------------------------------------------------------------------


def _linked(post: Post, heard: Heard) -> str:
    """Read, recorded and answered like a letter."""
    player = player_of(post, heard)
    assert heard.link is not None
    heard_from(post.ledger, heard.link, heard.letter.folder)
    own = chat_words(heard.message)
    words = "\n".join(own.texts)
    since = heard.letter.received - _TWICE
    if not ANSWER.fullmatch(words) and is_said_twice(
        post.ledger, player.id, words, letter=heard.letter.id, since=since
    ):
        write_down(post, heard, "repeat", "twice")
        say(post, heard, "twice")
        return "repeats"
    _offer_room(post, heard, player)
    read(post, heard, own)
    return "accepted"


def _offer_room(post: Post, heard: Heard, player: "Player") -> None:
    """Where a room is encrypted, one that is not: offered once a day."""
    if heard.message.why == "encrypted" and heard.letter.channel == MATRIX:
        _invite(post, heard, to_player(player))


# -- strangers, groups and codes -------------------------------------------------------------------------------------


def _code(post: Post, heard: Heard) -> str:
    """A code that is good makes the author a player; one that is not is a stranger's word."""
    letter, message = heard.letter, heard.message
    found = use_code(post.ledger, code_in(message.text), letter=letter.id, at=post.now)
    player = post.campaign.roster.players.get(found) if found else None
    if player is None:
        write_down(post, heard, "ignored", "bad_code")
        if _once_a_day(post, f"code:{letter.channel}:{message.author}"):
            _say_to_stranger(post, heard, "bad_code")
        return "ignored"
    link = Link(0, letter.channel, message.author, player.id, letter.folder, message.name)
    begin_link(post.ledger, link, letter=letter.id, now=post.now)
    known = replace(heard, link=link)
    write_down(post, known, "accepted", "code")
    say(post, known, "linked", name=message.name)
    linked = note(post, player, "linked", letter.channel, name=message.name)
    queue_view(post, linked, to=to_player(player), key=f"letter:{letter.id}:linked-mail", thread=Thread(is_answer=True))
    return "accepted"


def _stranger(post: Post, heard: Heard) -> str:
    """One kind answer a day; in a room that we cannot read, with another that we can."""
    write_down(post, heard, "ignored", "stranger")
    is_word = heard.message.kind in (Kind.NEW, Kind.UNREADABLE)
    if is_word and _once_a_day(post, f"stranger:{heard.letter.channel}:{heard.message.author}"):
        if heard.message.why == "encrypted":
            _invite(post, heard, None)
        else:
            _say_to_stranger(post, heard, "stranger")
    return "ignored"


def _group(post: Post, heard: Heard) -> str:
    """Nothing is obeyed where others read along; a player is told, once a day."""
    write_down(post, heard, "ignored", "group")
    is_known = heard.link is not None and heard.message.kind is Kind.NEW
    if is_known and _once_a_day(post, f"group:{heard.letter.channel}:{heard.letter.folder}"):
        _say_to_stranger(post, heard, "group")
    return "ignored"


def _group_id(post: Post, heard: Heard) -> str:
    """What the campaign's file calls the group by."""
    write_down(post, heard, "ignored", "group_id")
    _say_to_stranger(post, heard, "group_id", id=heard.letter.folder)
    return "ignored"


def _moved(post: Post, heard: Heard) -> str:
    """The conversation has another name from now on."""
    write_down(post, heard, "ignored", "moved")
    moved(post.ledger, heard.letter.channel, heard.letter.folder, heard.message.target)
    return "ignored"


def _nobody(post: Post, heard: Heard) -> str:
    write_down(post, heard, "ignored", "bot")
    return "ignored"


def _invite(post: Post, heard: Heard, to: Recipient | None) -> None:
    """Say that we cannot read here, and ask into a room where we can."""
    channel, author = heard.letter.channel, heard.message.author
    if to is not None and not _once_a_day(post, f"room:{channel}:{author}"):
        return
    _say_to_stranger(post, heard, "encrypted")
    room = conversation(post.ledger, channel, author)
    what = "room" if heard.link else "stranger"
    player = player_of(post, heard) if heard.link else None
    view = note(post, player, what, channel)
    queue_words(post, view, place=Place(channel, room), key=f"letter:{heard.letter.id}:room")


# -- what is said ----------------------------------------------------------------------------------------------------


def _say_to_stranger(post: Post, heard: Heard, what: str, **args: str) -> None:
    """The same to whoever is there."""
    player = player_of(post, heard) if heard.link else None
    view = note(post, player, what, heard.letter.channel, **args)
    queue_words(post, view, place=heard.place, key=f"letter:{heard.letter.id}:{what}")


def _once_a_day(post: Post, key: str) -> bool:
    return may_say(post.ledger, key, post.now, days=1)


def _changed(post: Post, heard: Heard) -> str:
    from mailer.revising import revise

    return revise(post, heard)


_TAKEN: dict[str, Callable[[Post, Heard], str]] = {
    "moved": _moved,
    "bot": _nobody,
    "group_id": _group_id,
    "group": _group,
    "code": _code,
    "stranger": _stranger,
    "delete": _changed,
    "edit": _changed,
    "linked": _linked,
}
