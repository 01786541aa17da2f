"""One thing of a campaign laid open, as plain values with words in them: a character, a party, a day, a letter.

shown(post, "Duric") -> {"kind": "character", "id": "duric", "hp": 9, "max_hp": 18, "orders": [...], ...}
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from mailer.desk.standing import party_called
from mailer.desk.tale import Teller, teller
from mailer.ledger.codec import decode, encode
from mailer.ledger.days import days_told, events_of_day
from mailer.ledger.orders import kind_of
from mailer.post import Post
from mailer.standing import standing_for
from rules.character import Character
from rules.load import band_of, burden_of, load_of
from rules.names import CharacterId, ClassId
from rules.orders import Order
from rules.owed import owed_days
from rules.standing import Stands
from rules.time import Day
from rules.world import Party

_LATEST = 12
_ORDER = "id, letter, line, text, player, character, kind, json, received, state, overruled_by, reason"
_LETTER = re.compile(r"(?:letter|carta|l|c|#)?\s*#?(\d+)", re.IGNORECASE)
_NEAR = {"hoy": 0, "today": 0, "ayer": -1, "yesterday": -1}

Plain = dict[str, Any]


def shown(post: Post, what: str) -> Plain | None:
    """The thing of that name: a date, a number of a letter, a character, a party; None for nothing we know."""
    day = _day(post, what)
    if day is not None:
        return day_shown(post, day)
    number = _LETTER.fullmatch(what.strip())
    if number:
        return letter_shown(post, int(number[1]))
    person = _character(post, what)
    if person is not None:
        return character_shown(post, person)
    party = party_called(post.world, what)
    return party_shown(post, party) if party else None


def near(post: Post, what: str) -> tuple[str, ...]:
    """Names much like that one."""
    from rapidfuzz import process

    names = [one.name for one in post.world.characters.values()]
    names += [one.name for one in post.world.parties.values()]
    return tuple(found[0] for found in process.extract(what, names, limit=3, score_cutoff=60))


def _day(post: Post, what: str) -> Day | None:
    word = what.strip().lower()
    if word in _NEAR:
        real = post.clock.date_of(post.clock.today(post.now)) + timedelta(days=_NEAR[word])
    else:
        try:
            real = date.fromisoformat(word)
        except ValueError:
            return None
    return post.clock.day(real)


def _character(post: Post, what: str) -> Character | None:
    word = what.casefold()
    people = post.world.characters.values()
    return next((one for one in people if word in (one.id.casefold(), one.name.casefold())), None)


def character_shown(post: Post, person: Character) -> Plain:
    """A sheet as it stands, with its orders and what happened of late."""
    say, tables = teller(post), post.campaign.book.tables
    party = next((one for one in post.world.parties.values() if person.id in one.members), None)
    weight = load_of(person, tables=tables) + (burden_of(person.id, party, tables=tables) if party else 0)
    band = band_of(person, weight, tables=tables)
    return {
        "kind": "character", "id": person.id, "name": person.name, "player": person.player, "life": person.life.value,
        "classes": [f"{_class(post, one.name)} {one.level}" for one in person.classes],
        "hp": person.hp, "max_hp": person.max_hp,
        "xp": person.xp, "purse": say.money(person.purse_cp), "purse_cp": person.purse_cp, "rations": person.rations,
        "load_tenths": weight, "load": band.label if band else "",
        "goods": [[good.quantity, say.names.good(good)] for good in person.goods],
        "spells": [one.name for one in person.spells if not one.lost],
        "lost_spells": [one.name for one in person.spells if one.lost],
        "effects": list(person.effects), "owed_days": owed_days(person, at=post.moment),
        "party": party.name if party else None, "where": say.where(party) if party else None,
        "orders": standing_shown(post, standing_for(post, (person.id,)), say=say),
        "events": _latest(post, say, person.id),
    }  # fmt: skip


def _class(post: Post, name: ClassId) -> str:
    """A class as the campaign's language calls it."""
    row = post.campaign.book.tables.classes.get(name)
    return row.label.in_(post.settings.language) if row and row.label else name


def _latest(post: Post, say: Teller, person: CharacterId) -> list[Plain]:
    """The last things that happened to somebody by name, the newest first."""
    found = [
        {"day": post.clock.local(event.at).date().isoformat(), **say.plain(event)}
        for day in reversed(days_told(post.ledger, 3, person=person))
        for event in reversed(events_of_day(post.ledger, day))
        if person in event.characters
    ]
    return found[:_LATEST]


def party_shown(post: Post, party: Party) -> Plain:
    """A party: where it is, who is with it, what waits."""
    say = teller(post)
    people = [post.world.characters[name] for name in party.members]
    return {
        "kind": "party", "id": party.id, "name": party.name, "where": say.where(party), "doing": say.doing(party),
        "clock": post.clock.local(party.clock).isoformat(timespec="minutes"),
        "spokesperson": party.spokesperson and say.names.player(party.spokesperson),
        "people": [_member(one) for one in people],
        "loot": [[piece.label, piece.worth_cp] for piece in party.loot],
        "decision": _decision(post, party), "held": party.is_held,
        "orders": standing_shown(post, standing_for(post, party.members), say=say),
        "events": _of_party(post, say, party),
    }  # fmt: skip


def _member(one: Character) -> Plain:
    return {"id": one.id, "name": one.name, "life": one.life.value, "hp": one.hp, "max_hp": one.max_hp}


def _decision(post: Post, party: Party) -> Plain | None:
    if party.decision is None:
        return None
    one = party.decision
    until = post.clock.local(one.deadline).isoformat(timespec="minutes")
    options = {option.key: option.means for option in one.options}
    return {"id": one.id, "kind": one.kind, "options": options, "deadline": until, "silence": one.silence}


def _of_party(post: Post, say: Teller, party: Party) -> list[Plain]:
    return [
        {"day": post.clock.local(event.at).date().isoformat(), **say.plain(event)}
        for day in days_told(post.ledger, 1, party=party.id)
        for event in events_of_day(post.ledger, day)
        if event.party == party.id
    ]


def day_shown(post: Post, day: Day) -> Plain:
    """Everything that happened on a day, secrets too: this is the DM's desk."""
    events = events_of_day(post.ledger, day)
    say = teller(post, orderers=[event.data["by"] for event in events if isinstance(event.data.get("by"), int)])
    row = post.ledger.db.execute("select closed_at, commitment from days where day = ?", (day,)).fetchone()
    by_party: dict[str, list[Plain]] = {}
    for event in events:
        by_party.setdefault(say.names.party(event.party), []).append(say.plain(event))
    return {
        "kind": "day", "day": day, "real": post.clock.date_of(day).isoformat(), "campaign": say.names.day(day),
        "closed_at": row["closed_at"] if row else None, "commitment": row["commitment"] if row else None,
        "parties": by_party,
    }  # fmt: skip


def letter_shown(post: Post, number: int) -> Plain | None:
    """A letter line by line, with what was made of each; None when there is no such letter."""
    row = post.ledger.db.execute(
        "select id, received, state, reason, player, sender, subject, error from letters where id = ?", (number,)
    ).fetchone()
    if row is None:
        return None
    db, say = post.ledger.db, teller(post)
    lines = db.execute("select line, text, verdict from lines where letter = ? order by line", (number,))
    doubts = db.execute("select line, code, text, state from doubts where letter = ? order by id", (number,))
    mails = db.execute(
        "select kind, recipient, subject, state from outbox where key like ? order by id", (f"letter:{number}:%",)
    )
    return {
        "kind": "letter", **dict(row), "error": (row["error"].strip().splitlines() or [""])[-1],
        "lines": list(map(dict, lines)), "orders": orders_shown(post, "letter = ?", number, say=say),
        "doubts": list(map(dict, doubts)), "mails": list(map(dict, mails)),
    }  # fmt: skip


def orders_shown(post: Post, where: str, *values: object, say: Teller | None = None) -> list[Plain]:
    """Orders in words, with how they ended: every one that was ever given, or those of one letter or player."""
    rows = post.ledger.db.execute(f"select {_ORDER} from orders where {where} order by id", values).fetchall()
    words = say or teller(post)
    return [_order(post, row, words) for row in rows]


def standing_shown(post: Post, standing: Iterable[Stands], *, say: Teller | None = None) -> list[Plain]:
    """What stands, in words: orders, limits of sheets that nobody ordered, proposals and votes."""
    words = say or teller(post)
    found = [(one, _row(post, one.order)) for one in standing]
    return [
        {
            **_order(post, row, words),
            "force": "suspended" if one.is_suspended else one.force.value,
            "decides": one.decides or "",
        }
        for one, row in found
    ]


def _row(post: Post, order: Order) -> Mapping[str, Any]:
    """An order's row in the ledger; of what a sheet says and nobody ordered, one made up like it."""
    row = post.ledger.db.execute(f"select {_ORDER} from orders where id = ?", (order.id,)).fetchone()
    return dict(row) if row else {
        "id": order.id, "letter": None, "line": 0, "text": order.text, "player": order.by,
        "character": order.character, "kind": kind_of(order), "json": json.dumps(encode(order)),
        "received": order.received, "state": "standing", "overruled_by": None, "reason": "",
    }  # fmt: skip


def _order(post: Post, row: Any, say: Teller) -> Plain:
    plain = {name: row[name] for name in ("id", "letter", "line", "text", "player", "character", "kind", "state")}
    return {
        **plain,
        "force": "order",
        "decides": "",
        "says": say.order(decode(Order, json.loads(row["json"]))),
        "received": post.clock.local(row["received"]).isoformat(timespec="minutes"),
        "overruled_by": row["overruled_by"],
        "reason": row["reason"],
    }
