"""A chat message changed or deleted: until its day is closed the last words count, afterwards nothing does.

Nothing is deleted in the ledger: what a message had ordered keeps its row and says which letter replaced it. Whoever
changes another's message is not heard.
"""

from mailer.inbox.chat import TELEGRAM, Kind
from mailer.ledger.chats import (
    Original,
    day_that_read,
    drop_doubts,
    is_carried_out,
    is_edited_again,
    original,
    standing_in,
    versions,
)
from mailer.ledger.orders import end_orders
from mailer.messages import Heard, player_of, read, say, write_down
from mailer.post import Post
from mailer.readers import names_for
from mailer.talk import chat_words
from rules.time import Day


def revise(post: Post, heard: Heard) -> str:
    """What the change is to be counted under: accepted or ignored."""
    letter, message = heard.letter, heard.message
    was = original(post.ledger, letter.account, letter.folder, message.target)
    if was is None or was.state != "accepted":
        return _unknown(post, heard)
    if was.author != message.author:
        return _ignore(post, heard, "others_message")
    told = versions(post.ledger, letter.account, letter.folder, message.target)
    letters = [number for number, _ in told]
    if message.kind is Kind.EDIT:
        if "\n".join(chat_words(message).texts) == told[-1][1]:
            return _ignore(post, heard, "unchanged")
        if is_edited_again(
            post.ledger, letter.account, letter.folder, message.target, after=letter.id, before=heard.before
        ):
            return _ignore(post, heard, "edited_again")
    day = _closed_day(post, was)
    if day is not None or is_carried_out(post.ledger, letters):
        return _too_late(post, heard, day)
    return _replace(post, heard, letters)


def _replace(post: Post, heard: Heard, letters: list[int]) -> str:
    """What the message had ordered stands no more; of an edit, the new words are read."""
    is_edit = heard.message.kind is Kind.EDIT
    taken = standing_in(post.ledger, letters)
    end_orders(post.ledger, taken, "replaced" if is_edit else "cancelled", reason=f"letter {heard.letter.id}")
    drop_doubts(post.ledger, letters)
    if is_edit:
        read(post, heard, chat_words(heard.message), notes=("edited",))
        return "accepted"
    write_down(post, heard, "accepted", "delete")
    if taken:
        say(post, heard, "deleted")
    return "accepted"


def _closed_day(post: Post, was: Original) -> Day | None:
    """The day for which the message was read; None while it is still open."""
    days = map(Day, day_that_read(post.ledger, was.stored))
    return next((day for day in days if post.clock.closes(day) > was.received), None)


def _too_late(post: Post, heard: Heard, day: Day | None) -> str:
    """One notice, and no effect."""
    from mailer.ledger.notices import may_say

    target = f"late:{heard.letter.account}:{heard.letter.folder}:{heard.message.target}"
    if may_say(post.ledger, target, post.now, days=1):
        names = names_for(post, player_of(post, heard))
        say(post, heard, "too_late", day=names.day(day) if day is not None else "")
    return _ignore(post, heard, "too_late")


def _unknown(post: Post, heard: Heard) -> str:
    """We never had it: of Telegram's, which forgets, the whole message is asked for."""
    if heard.letter.channel == TELEGRAM and heard.message.kind is Kind.EDIT:
        say(post, heard, "unknown_edit")
    return _ignore(post, heard, "unknown_message")


def _ignore(post: Post, heard: Heard, reason: str) -> str:
    write_down(post, heard, "ignored", reason)
    return "ignored"
