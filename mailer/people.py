"""The roster's people in the ledger, so that it can stand alone: names, addresses, who judges."""

import json

from mailer.post import Post


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
