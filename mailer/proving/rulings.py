"""A ruling carried out again by its words, where they name all that it changed."""

from datetime import datetime

from mailer.post import Post
from mailer.proving.walk import Taken
from rules.rulings import applied
from rules.time import Moment
from rules.world import World

_BY_WORDS = frozenset({"adjust", "gain", "lose", "kill", "raise", "move", "join", "speaker", "hand", "spells"})


def ruled_again(post: Post, taken: Taken) -> World | None:
    """The world that the DM's words make; None where the step is the DM's word on something else, or newcomers'."""
    row = post.ledger.db.execute(
        "select r.kind, r.text, r.ruled_at, l.received from rulings r left join letters l on l.id = r.letter"
        " where r.step = ?",
        (taken.mark.number,),
    ).fetchone()
    if row is None or row["kind"] not in _BY_WORDS:
        return None
    at = datetime.fromisoformat(row["received"] or row["ruled_at"])
    ruling = _understood(post, row["text"], taken.before, post.clock.moment(at))
    if type(ruling).__name__.lower() != row["kind"]:
        return None  # the present reading takes those words for something else
    return applied(taken.before, ruling, now=post.clock.moment(at)).world  # type: ignore[arg-type]


def _understood(post: Post, words: str, world: World, received: Moment) -> object:
    from mailer.rulings.asked import Desk
    from mailer.rulings.reading import understood

    desk = Desk(
        campaign=post.campaign, world=world, names=post.names_known_to(None), language=post.settings.language,
        today=post.clock.today(post.now), sent=post.clock.local(received).date(),
    )  # fmt: skip
    return understood(words, desk)
