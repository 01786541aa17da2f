"""`estafeta status`: how a campaign stands, from its ledger."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from mailer.cli.options import campaign_option, now_option, real_now
from mailer.post import Post


@click.command("status")
@campaign_option
@now_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(folder: Path, now: datetime | None, as_json: bool) -> None:
    """Dates, parties, owed days, open decisions, held letters and the queue."""
    from mailer.campaign.load import load_campaign
    from mailer.ledger.ledger import open_ledger

    settings = load_campaign(folder).settings
    post = Post(folder, settings, open_ledger(folder / "ledger.db"), now or real_now())
    facts = _facts(post)
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False, indent=2))
        return
    _show(facts)


def _facts(post: Post) -> dict[str, Any]:
    from mailer.ledger.days import last_closed_day
    from mailer.writing.dates import CampaignDates
    from rules.owed import owed_days
    from rules.time import Day

    language = post.settings.language
    dates = CampaignDates(post.campaign.calendar, post.settings.anchor)
    closed = last_closed_day(post.ledger)
    today = post.clock.today(post.now)
    world = post.world
    return {
        "campaign": post.settings.name,
        "today": {"campaign": dates.view(today, language).campaign, "real": dates.real(today).isoformat()},
        "closed": None if closed is None else dates.real(Day(closed)).isoformat(),
        "closes": post.clock.closes(today).isoformat(),
        "parties": [_party(post, party) for party in world.parties.values()],
        "owed": {
            one.id: owed_days(one, at=post.moment)
            for one in world.characters.values()
            if one.is_alive and owed_days(one, at=post.moment)
        },
        "letters": dict(post.ledger.db.execute("select state, count(*) from letters group by state").fetchall()),
        "outbox": dict(post.ledger.db.execute("select state, count(*) from outbox group by state").fetchall()),
        "last_run": post.ledger.get("last_run") or None,
    }


def _party(post: Post, party: Any) -> dict[str, Any]:
    from mailer.ledger.codec import encode

    people = [post.world.characters[name] for name in party.members]
    return {
        "id": party.id,
        "name": party.name,
        "clock": post.clock.local(party.clock).isoformat(timespec="minutes"),
        "where": encode(party.where),
        "stance": party.foray.stance.value if party.foray else None,
        "people": {one.name: one.life.value if not one.is_alive else f"{one.hp}/{one.max_hp}" for one in people},
        "decision": party.decision.id if party.decision else None,
        "deadline": post.clock.local(party.decision.deadline).isoformat(timespec="minutes") if party.decision else None,
    }


def _show(facts: dict[str, Any]) -> None:
    """Tables for people; rich is imported only here."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    today = facts["today"]
    console.print(f"[bold]{facts['campaign']}[/]: {today['campaign']} ({today['real']}), closes {facts['closes']}")
    console.print(f"last day closed: {facts['closed'] or '—'}; last run: {facts['last_run'] or '—'}")
    table = Table("party", "clock", "where", "stance", "people", "decision")
    for one in facts["parties"]:
        where = one["where"]
        place = where.get("zone") or where.get("place") or where.get("route")
        people = ", ".join(f"{name} {state}" for name, state in one["people"].items())
        decision = f"{one['decision']} until {one['deadline']}" if one["decision"] else ""
        table.add_row(one["name"], one["clock"], place, one["stance"] or "", people, decision)
    console.print(table)
    for name in ("owed", "letters", "outbox"):
        if facts[name]:
            console.print(f"{name}: " + ", ".join(f"{key} {count}" for key, count in facts[name].items()))
