"""The DM's short words: answers to what the last digest numbered, one a line.

D1 A              settles a decision
T2 Nadie lo vio.  says how an activity or a free order came out
C1 sí             lets a held letter count; "no" puts it away
X1 otra vez       tries a shunted letter once more
"""

import json
import re
from collections.abc import Sequence

from mailer.digests import HANDLES
from mailer.ledger.orders import Source, end_orders, record_order
from mailer.post import Post
from mailer.reading.resolve.draft import Gloss
from mailer.recording import Line, Record
from rules.names import CharacterId, DecisionId, OrderId, PartyId
from rules.orders import Answer, Order, Scope
from rules.world import Party, World

_HANDLE = re.compile(r"\s*([DTCX]\d{1,3})\s*[:.)-]?\s+(\S.*)")
_YES = frozenset({"si", "sí", "yes", "ok", "vale"})
_NO = frozenset({"no"})


def rule(post: Post, rec: Record, lines: Sequence[Line]) -> None:
    """Carry out the lines that begin with a handle of the last digest; the others are left to the reading."""
    handles = json.loads(post.ledger.get(HANDLES) or "{}")
    for line in lines:
        found = _HANDLE.fullmatch(line.text.upper() if line.text.islower() else line.text)
        means = handles.get(found[1]) if found else None
        if found is None or means is None:
            continue
        what, _, which = means.partition(":")
        if _RULINGS[what](post, rec, line, which, found[2].strip()):
            line.glosses.append(Gloss("ruling"))


def _decide(post: Post, rec: Record, line: Line, which: str, words: str) -> bool:
    """The DM's answer to an open decision, by its letter."""
    party = next((one for one in post.world.parties.values() if one.decision and one.decision.id == which), None)
    if party is None or party.decision is None:
        return False
    key = words.strip(" .)").upper()
    if key not in {option.key for option in party.decision.options}:
        return False
    order = Order(
        OrderId(0), rec.player, _somebody(post, party), Scope.PARTY, rec.received,
        Answer(DecisionId(which), key), text=line.text, by_dm=True,
    )  # fmt: skip
    line.orders.append((record_order(post.ledger, order, Source(rec.letter, line.number)), Gloss("decision")))
    return True


def _somebody(post: Post, party: Party) -> CharacterId:
    """A member to put the order down to: a living one where there is any."""
    alive = [name for name in party.members if post.world.characters[name].is_alive]
    return (alive or list(party.members))[0]


def _let_in(post: Post, _rec: Record, _line: Line, which: str, words: str) -> bool:
    """A held letter counts after all, or is put away; a shunted one is tried again."""
    word = words.casefold().strip(" .!")
    if word in _NO:
        post.ledger.db.execute(
            "update letters set state = 'ignored', reason = 'put_away' where id = ? and state = 'held'", (which,)
        )
        return True
    post.ledger.db.execute(
        "update letters set state = 'stored', reason = case when state = 'held' then 'confirmed' else '' end,"
        " attempts = 0 where id = ? and state in ('held', 'shunted')",
        (which,),
    )
    return True


def _settle_order(post: Post, _rec: Record, _line: Line, which: str, words: str) -> bool:
    """A free order is done, and its player hears how it came out."""
    from mailer.ledger.codec import decode

    row = post.ledger.db.execute("select json from orders where id = ? and state = 'standing'", (which,)).fetchone()
    if row is None:
        return False
    order = decode(Order, json.loads(row[0]))
    end_orders(post.ledger, [order.id], "done", reason=words)
    _tell(post, order.character, words)
    return True


def _settle_task(post: Post, _rec: Record, _line: Line, which: str, words: str) -> bool:
    """An activity is over, and its player hears how it came out."""
    from dataclasses import replace

    character, _, rest = which.partition(":")
    activity, _, until = rest.rpartition(":")
    world = post.world
    done = [
        task
        for task in world.tasks
        if (task.character, task.activity, str(task.until)) == (character, activity, until) and task.waits_for_dm
    ]
    if not done:
        return False
    kept = tuple(task for task in world.tasks if task not in done)
    _tell(post, CharacterId(character), words, world=replace(world, tasks=kept))
    return True


def _tell(post: Post, character: CharacterId, words: str, *, world: World | None = None) -> None:
    """Write the DM's words down as an event of the character's, and tell the player at once."""
    from mailer.turnover import ruled

    party = next((one.id for one in post.world.parties.values() if character in one.members), PartyId(""))
    ruled(post, party, character, words, world=world or post.world)


_RULINGS = {"decision": _decide, "letter": _let_in, "order": _settle_order, "task": _settle_task}
