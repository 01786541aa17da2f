"""The roster's people in the ledger, so that it can stand alone: names, addresses, who judges."""

import json

from mailer.post import Post
from mailer.quiet import sign

_SEEN = "roster_seen"  # the sign of the roster's file when its people were let in and greeted last


def keep_people(post: Post) -> None:
    """Write down who plays, when that has changed since the last run. Nobody is ever removed: rows point to them."""
    rows = [
        (one.id, one.name, json.dumps(one.addresses), one.language, int(one.is_dm))
        for one in post.campaign.roster.players.values()
    ]
    digest = json.dumps(rows, ensure_ascii=False)
    if post.ledger.get("people") == digest:
        return
    with post.ledger.transaction() as db:
        db.executemany(
            "insert into players values (?, ?, ?, ?, ?) on conflict do update set name = excluded.name,"
            " addresses = excluded.addresses, language = excluded.language, is_dm = excluded.is_dm",
            rows,
        )
        post.ledger.put("people", digest)


def is_roster_new(post: Post) -> bool:
    """Whether the roster's file was touched since its people were let in and greeted."""
    return post.ledger.get(_SEEN) != _sign(post)


def note_roster(post: Post) -> None:
    """Write down that all in the roster's file, as it is, were let in and greeted."""
    if is_roster_new(post):
        with post.ledger.transaction():
            post.ledger.put(_SEEN, _sign(post))


def _sign(post: Post) -> str:
    return json.dumps(sign(str(post.folder), "roster.toml"))
