"""The world as it was before a step, with every ruling given since: what a day is resolved again from."""

from dataclasses import dataclass

from mailer.ledger.rulings import difference
from mailer.ledger.world import world_after
from mailer.post import Post
from rules.rulings import applied
from rules.time import Moment
from rules.undoing import taken_back
from rules.world import World

_OF_THE_END = frozenset({"order", "task"})  # they say how something came out: after the day, not before it
_IN_WORDS = frozenset(
    {
        "adjust", "gain", "lose", "spells", "kill", "raise", "move", "join", "session", "hold", "speaker", "open",
        "close", "hand",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Given:
    """A ruling that changed the world."""

    step: int
    kind: str
    text: str
    at: Moment


def before_step(post: Post, first: int) -> World:
    """The world as it was before that step, with the rulings given from then on, carried out anew."""
    world = world_after(post.ledger, first - 1, post.campaign.start)
    for one in _since(post, first):
        if one.kind not in _OF_THE_END:
            world = _again(post, world, one)
    return world


def outcomes_since(post: Post, first: int, world: World) -> World:
    """The world with what the DM said since about how things came out."""
    for one in _since(post, first):
        if one.kind in _OF_THE_END:
            world = _led(post, world, one.step)
    return world


def _since(post: Post, first: int) -> tuple[Given, ...]:
    """Rulings from a step on, and newcomers; what was taken back since, and its taking back, need no doing again."""
    rows = post.ledger.db.execute(
        "select s.id, s.until, r.kind, r.text from steps s left join rulings r on r.step = s.id"
        " where s.id >= ? and s.kind = 'ruling' and s.undone is null and r.undone_by is null"
        " and (coalesce(r.kind, '') <> 'undo'"
        " or exists (select 1 from rulings t where t.undone_by = r.id and t.step < ?))"
        " order by s.id",
        (first, first),
    )
    return tuple(Given(row["id"], row["kind"] or "", row["text"] or "", Moment(row["until"])) for row in rows)


def _again(post: Post, world: World, one: Given) -> World:
    """A ruling carried out by its words, or where they say something else by now, by what it changed then."""
    from mailer.rulings.asked import Address, Command, Desk, Reopen, Unclear, Undo
    from mailer.rulings.reading import understood

    if one.kind in _IN_WORDS:
        desk = Desk(
            campaign=post.campaign, world=world, names=post.names_known_to(None), language=post.settings.language,
            today=post.clock.today(post.now), sent=post.clock.local(post.moment).date(),
        )  # fmt: skip
        ruling = understood(one.text, desk)
        is_same = type(ruling).__name__.lower() == one.kind
        if is_same and ruling is not None and not isinstance(ruling, Undo | Command | Reopen | Address | Unclear):
            return applied(world, ruling, now=one.at).world
    return _led(post, world, one.step)


def _led(post: Post, world: World, step: int) -> World:
    """The world with what a step changed."""
    before, after = difference(post.ledger, step)
    return taken_back(world, after, before)
