"""A proved DM's letter as rulings: every line that is one is carried out; the others are left to the reading."""

from collections.abc import Sequence
from typing import cast

from mailer.ledger.doubts import drop_doubts, write_doubt
from mailer.lines import Line, Record
from mailer.post import Post
from mailer.reading.orders.said import Doubt, DoubtCode
from mailer.reading.resolve.draft import Gloss
from mailer.rulings.asked import Unclear
from mailer.rulings.desk import Bench, Ruler, Said
from mailer.rulings.handles import handled, only_decision
from mailer.rulings.nearest import example, nearest
from mailer.rulings.reviews import reviewed


def rule(post: Post, rec: Record, lines: Sequence[Line]) -> None:
    """Carry out the rulings of a letter, and tell those they touch in one mail each."""
    language = post.campaign.roster.players[rec.player].language or post.settings.language
    bench = Bench(post, Ruler(rec.player, language, rec.letter, rec.received))
    is_to_digest = _answers_digest(post, rec)
    for line in lines:
        if line.doubts or line.answers or not line.text.strip():
            continue
        found = ruled_line(bench, line.text, line.number)
        if found is None and is_to_digest:
            found = only_decision(bench, line.text, line.number)
        if isinstance(found, Unclear):
            line.doubts.append(_doubt(found, line.text))
            write_doubt(post.ledger, rec.letter, line.number, line.doubts[-1], None)
        elif found is not None:
            line.glosses.append(Gloss("ruling", facts={"says": list(found)}))
    bench.tell()


def _answers_digest(post: Post, rec: Record) -> bool:
    """Whether it answers a digest, by mail or by chat."""
    ids = [one for one in (rec.opened.in_reply_to, *reversed(rec.opened.references)) if one]
    row = post.ledger.db.execute("select kind from outbox where message_id = ?", (ids[0],)).fetchone() if ids else None
    return (row["kind"] if row is not None else rec.answers) == "digest"


def ask_back(post: Post, rec: Record, lines: Sequence[Line]) -> None:
    """Lines of the DM's that looked like rulings and came to nothing are quoted back with the nearest form."""
    language = post.campaign.roster.players[rec.player].language or post.settings.language
    names = (*(one.name for one in post.world.characters.values()), *(one.name for one in post.world.parties.values()))
    for line in lines:
        meant = nearest(line.text, names=names) if _is_lost(line) else None
        if meant is not None:
            drop_doubts(post.ledger, rec.letter, line=line.number)
            line.doubts.clear()
            found = Unclear("not_a_ruling", "", (example(meant, language),))
            line.doubts.append(_doubt(found, line.text))
            write_doubt(post.ledger, rec.letter, line.number, line.doubts[-1], None)


def _is_lost(line: Line) -> bool:
    """Whether nothing came of a line, and nothing better than "I do not understand" was said about it."""
    return (
        bool(line.text.strip())
        and not (line.orders or line.glosses or line.joined is not None)
        and all(str(doubt.code) == "not_understood" for doubt in line.doubts)
    )


def ruled_line(bench: Bench, text: str, number: int) -> Said | Unclear | None:
    """What a line came to, by the handle of a digest or in words."""
    return handled(bench, text, number) or reviewed(bench, text, number) or bench.line(text, number)


def _doubt(found: Unclear, text: str) -> Doubt:
    args = {"name": found.name, "nearest": list(found.nearest)}
    return Doubt(cast(DoubtCode, doubt_code(found)), text, 0, args)


def doubt_code(found: Unclear) -> str:
    """The sentence of the templates that says why."""
    return f"ruling_{found.code}" if found.code in _OWN else found.code


_OWN = frozenset(
    {
        "no_change", "cannot_undo", "nothing_to_undo", "unknown_handle", "unknown_party", "unknown_spell",
        "not_a_ruling", "party_exists", "cannot_reopen", "not_closed", "nothing_waits", "bad_address",
        "address_taken", "dm_address",
        "last_address", "unknown_address", "not_suspended",
    }
)  # fmt: skip
