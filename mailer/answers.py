"""Answers to players' questions about what the house knows: only of their own characters and what these know."""

from typing import TYPE_CHECKING, Any

from mailer.post import Post
from mailer.standing import standing_of_player
from rules.character import Character
from rules.owed import owed_days
from rules.time import Day, end_of_day
from rules.world import Party

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.names import Names

TOPICS = (
    "hp", "condition", "inventory", "money", "location", "calendar", "availability", "order_status", "supplies", "help",
)  # fmt: skip


def answer(post: Post, topic: str, player: "Player", names: "Names") -> tuple[str, ...]:
    """The rows of an answer; a topic we do not know is answered with help."""
    from mailer.writing.templates import macro

    known = topic if topic in TOPICS else "help"
    say = macro(names.language, "text", template="answers", name=known, own=post.folder / "templates")
    written = say({**_facts(post, player, names), "page": _page(post, names) if known == "help" else ()})
    return tuple(row.strip() for row in str(written).splitlines() if row.strip())


def _facts(post: Post, player: "Player", names: "Names") -> dict[str, Any]:
    """What the answers are made of."""
    from mailer.writing.deeds import standing

    today = post.clock.today(post.now)
    mine = [one for one in names.world.characters.values() if one.player == player.id]
    return {
        "people": [_person(one, post, names) for one in mine],
        "day": names.dates.view(today, names.language),
        "tomorrow": names.dates.view(Day(today + 1), names.language),
        "deadline": names.deadline(end_of_day(today, post.settings.turnover), post.moment),
        "standing": standing(standing_of_player(post, player.id), names),
    }


def _page(post: Post, names: "Names") -> tuple[str, ...]:
    """The players' page, with a place to travel to that everybody of this campaign may know."""
    from mailer.writing.players import page, rows

    known = [one.label.in_(names.language) for one in names.book.atlas.places.values() if not one.hidden]
    text = page(names.language, place=known[-1] if known else "…", own=post.folder / "templates")
    return rows(text)


def _person(sheet: Character, post: Post, names: "Names") -> dict[str, Any]:
    """One of the player's characters."""
    party = next((one for one in names.world.parties.values() if sheet.id in one.members), None)
    return {
        "person": names.person(sheet.id),
        "is_alive": sheet.is_alive,
        "hp": sheet.hp,
        "max_hp": sheet.max_hp,
        "exhaustion": sheet.exhaustion,
        "is_critical": sheet.is_critical,
        "effects": sheet.effects,
        "purse_cp": sheet.purse_cp,
        "rations": sheet.rations,
        "goods": [(names.good(good), good.quantity) for good in sheet.goods],
        "spells": [spell.name for spell in sheet.spells if not spell.lost],
        "lost_spells": [spell.name for spell in sheet.spells if spell.lost],
        "owes": owed_days(sheet, at=post.moment),
        "free_on": names.moment_day(sheet.free_at) if sheet.free_at is not None else "",
        "where": names.where(party) if party else None,
        "companions": _companions(sheet, party, names),
    }


def _companions(sheet: Character, party: Party | None, names: "Names") -> list[str]:
    members = party.members if party else ()
    return [names.person(one).name for one in members if one != sheet.id and names.world.characters[one].is_alive]
