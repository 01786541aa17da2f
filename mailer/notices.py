"""Short mails about the post itself, from what the gate found: proof of identity, a word to strangers, an alarm."""

import hashlib
import hmac
from typing import TYPE_CHECKING

from mailer.ledger.letters import StoredLetter
from mailer.post import Post
from mailer.readers import letterhead_for, names_for
from mailer.reading.words.letter import OpenedLetter

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.views import AlertView, HeldConfirmationView, StrangerView

_FIRST_WORDS = 120


def confirmation_code(post: Post, letter: int) -> str:
    """What releases one held letter: only who reads the registered mailbox can know it."""
    secret = post.ledger.get("secret").encode()
    return hmac.new(secret, f"confirm {letter}".encode(), hashlib.sha256).hexdigest()[:20]


def held_confirmation(
    post: Post, player: "Player", letter: StoredLetter, opened: OpenedLetter
) -> "HeldConfirmationView":
    """The question whether a letter that came in a player's name without proof is theirs."""
    from mailer.writing.views import HeldConfirmationView

    names = names_for(post, player)
    moment = post.clock.moment(letter.received)
    return HeldConfirmationView(
        head=letterhead_for(post, player).head(post.clock.today(post.now), names),
        received=f"{names.moment_day(moment)}, {names.hour(moment)}",
        subject=opened.subject,
        first_words=" ".join(opened.text.split())[:_FIRST_WORDS],
        code=confirmation_code(post, letter.id),
    )


def stranger_answer(post: Post) -> "StrangerView":
    """A kind word to somebody who plays in no campaign of ours, in its language, without any detail of it."""
    from mailer.writing.dates import CampaignDates
    from mailer.writing.views import Head, Reader, StrangerView

    language = post.settings.language
    today = post.clock.today(post.now)
    day = CampaignDates(post.campaign.calendar, post.settings.anchor).view(today, language)
    return StrangerView(Head(post.settings.tag, post.settings.name, Reader("", language), day))


def alert(post: Post, dm: "Player", what: str, details: tuple[str, ...]) -> "AlertView":
    """To the DM: something of ours is broken, and this is the mend."""
    from mailer.writing.views import AlertView

    names = names_for(post, dm)
    head = letterhead_for(post, dm).head(post.clock.today(post.now), names)
    return AlertView(head, what, details)
