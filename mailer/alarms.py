"""Alarms: what only a person can mend is mailed to the DM by what still works, once a day and in one line each."""

from collections.abc import Sequence
from datetime import timedelta

from mailer.errors import LoginError, MailerError
from mailer.heard import last_read
from mailer.ledger.notices import may_say
from mailer.post import Post
from mailer.queueing import queue_view, to_player

_SILENT = timedelta(hours=6)  # a mailbox that does not answer for so long is worth a mail


def alarm(post: Post, failures: Sequence[MailerError]) -> None:
    """Queue the mail, if there is something in it that waiting does not mend."""
    refused = [one for one in failures if isinstance(one, LoginError)]
    what, told = ("login", refused) if refused else ("mailbox", list(failures) if _is_long_silent(post) else [])
    if not told:
        return
    from mailer.failures import plain
    from mailer.notices import alert
    from mailer.people import keep_people

    keep_people(post)
    with post.ledger.transaction():
        if not may_say(post.ledger, f"alarm:{what}", post.now, days=1):
            return
        for dm in post.campaign.roster.dms:
            lines = tuple(plain(one, dm.language or post.settings.language) for one in told)
            view = alert(post, dm, what, lines)
            queue_view(post, view, to=to_player(dm), key=f"alarm:{what}:{post.now.date()}")


def _is_long_silent(post: Post) -> bool:
    return post.now - last_read(post.ledger) > _SILENT
