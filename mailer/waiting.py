"""What waits for the DM's word, each under the short name by which it is answered: D1, T1, C1, X1."""

import json
from typing import TYPE_CHECKING

from mailer.ledger.ledger import Ledger
from mailer.ledger.orders import standing_orders
from mailer.post import Post
from rules.orders import Free
from rules.world import World

if TYPE_CHECKING:
    from mailer.writing.names import Names
    from mailer.writing.views import (
        HeldView,
        ShuntedView,
        WaitingView,
    )

HANDLES = "digest_handles"  # what D1, T1, C1 and X1 of the last digest mean
_MOST = 20  # letters told one by one


def handles_of(ledger: Ledger) -> dict[str, str]:
    """What the handles of the last digest mean."""
    return dict(json.loads(ledger.get(HANDLES) or "{}"))


def handle(handles: dict[str, str], letter: str, means: str) -> str:
    """The short name of something that waits; the same thing keeps it for every DM."""
    known = next((name for name, one in handles.items() if one == means), None)
    if known:
        return known
    name = f"{letter}{sum(one.startswith(letter) for one in handles) + 1}"
    handles[name] = means
    return name


def waiting(post: Post, world: World, names: "Names", handles: dict[str, str]) -> tuple["WaitingView", ...]:
    """Activities that no table settles, and clear words outside the rules. Source: A49, A50."""
    from mailer.writing.views import WaitingView

    tasks = [
        WaitingView(
            handle(handles, "T", f"task:{task.character}:{task.activity}:{task.until}"),
            names.person(task.character).name,
            names.activity(task.activity),
            task.detail,
        )
        for task in world.tasks
        if task.waits_for_dm
    ]
    free = [
        WaitingView(handle(handles, "T", f"order:{order.id}"), names.person(order.character).name, "", order.act.words)
        for order in standing_orders(post.ledger)
        if isinstance(order.act, Free)
    ]
    return (*tasks, *free)


def held(post: Post, handles: dict[str, str]) -> tuple["HeldView", ...]:
    """Letters of which we do not know whose they are, oldest first."""
    from mailer.writing.views import HeldView

    rows = post.ledger.db.execute(
        "select id, sender, subject, reason from letters where state = 'held' order by id desc limit ?", (_MOST,)
    ).fetchall()
    return tuple(
        HeldView(handle(handles, "C", f"letter:{row['id']}"), row["sender"], row["subject"], row["reason"])
        for row in reversed(rows)
    )


def shunted(post: Post, handles: dict[str, str]) -> tuple["ShuntedView", ...]:
    """Letters that could not be read, oldest first."""
    from mailer.writing.views import ShuntedView

    rows = post.ledger.db.execute(
        "select id, sender, subject, error from letters where state = 'shunted' order by id desc limit ?", (_MOST,)
    ).fetchall()
    return tuple(
        ShuntedView(
            handle(handles, "X", f"letter:{row['id']}"),
            row["sender"],
            row["subject"],
            row["error"].strip().rpartition("\n")[2][:200],
        )
        for row in reversed(rows)
    )
