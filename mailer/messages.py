"""A chat message taken in: what is known of it, its words read, what became of it, a word in answer."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from mailer.inbox.chat import Message
from mailer.ledger.chats import (
    Link,
    answered_kind,
    is_followed,
    lines_before,
)
from mailer.ledger.letters import Reading, StoredLetter, settle
from mailer.lines import Record
from mailer.linking import LABELS
from mailer.place import Place
from mailer.post import Post
from mailer.queueing import Thread, queue_view, to_player
from mailer.readers import letterhead_for, names_for
from mailer.reading.words.limits import DEFAULT
from mailer.recording import record
from mailer.talk import chat_letter

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.reading.words.own_words import OwnWords
    from mailer.writing.views import ChatNoteView


@dataclass(frozen=True, slots=True)
class Heard:
    """A message with all that is known of it."""

    letter: StoredLetter
    message: Message
    link: Link | None
    before: datetime | None  # up to when letters are read now

    @property
    def place(self) -> Place:
        """Where it is answered."""
        return Place(self.letter.channel, self.letter.folder, self.letter.uid.partition("#")[0])


def read(post: Post, heard: Heard, own: "OwnWords", *, notes: tuple[str, ...] = ()) -> None:
    """The message's words recorded; the receipt goes back to where they came from."""
    player = player_of(post, heard)
    write_down(post, heard, "accepted", heard.message.kind.value, words="\n".join(own.texts))
    chat = post.settings.chat(heard.letter.channel)
    replied = heard.message.reply_to
    record(
        post,
        Record(
            heard.letter.id,
            player.id,
            post.clock.moment(heard.letter.received),
            chat_letter(heard.message),
            own,
            Thread(is_answer=True, place=heard.place),
            dm_power=player.is_dm and chat is not None and chat.rulings,
            answers=answered_kind(post.ledger, heard.letter.channel, heard.letter.folder, replied) if replied else "",
            notes=notes,
            lines_before=lines_before(post.ledger, heard.letter.id),
            is_followed=is_followed(post.ledger, heard.letter.id),
        ),
    )


def say(post: Post, heard: Heard, what: str, **args: str) -> None:
    """A word to a player about the chat, in the chat."""
    player = player_of(post, heard)
    view = note(post, player, what, heard.letter.channel, **args)
    thread = Thread(is_answer=True, place=heard.place)
    queue_view(post, view, to=to_player(player), key=f"letter:{heard.letter.id}:{what}", thread=thread)


def note(post: Post, player: "Player | None", what: str, channel: str, **args: str) -> "ChatNoteView":
    """A word about a chat, to a player or a stranger."""
    from mailer.notices import stranger_answer
    from mailer.writing.views import ChatNoteView

    if player is None:
        return ChatNoteView(stranger_answer(post).head, what, LABELS[channel], **args)
    head = letterhead_for(post, player).head(post.clock.today(post.now), names_for(post, player))
    return ChatNoteView(head, what, LABELS[channel], **args)


def player_of(post: Post, heard: Heard) -> "Player":
    """Whose message it is."""
    assert heard.link is not None
    return post.campaign.roster.players[heard.link.player]


def write_down(post: Post, heard: Heard, state: str, reason: str, *, words: str = "") -> None:
    """What became of the message."""
    player = str(heard.link.player) if heard.link else None
    reading = Reading(state, reason, player, own_words=words[: DEFAULT.text_chars], sender=heard.message.author)
    settle(post.ledger, heard.letter.id, reading)
