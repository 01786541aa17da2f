"""`estafeta status`: how a campaign stands, from its ledger."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from mailer.cli.options import campaign_option, now_option, real_now
from mailer.heard import heard
from mailer.post import Post


@click.command("status")
@campaign_option
@now_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(folder: Path, now: datetime | None, as_json: bool) -> None:
    """Dates, parties, owed days, open decisions, held letters and the queue. Nothing is changed by looking."""
    from mailer.desk.standing import open_post

    post = open_post(folder, now or real_now())
    facts = _facts(post)
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False, indent=2))
        return
    _show(facts, post)


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
        "last_run": ran.isoformat() if (ran := heard(post.ledger, "last_run")) else None,
    }


def _party(post: Post, party: Any) -> dict[str, Any]:
    from mailer.desk.tale import teller
    from mailer.ledger.codec import encode

    people = [post.world.characters[name] for name in party.members]
    say = teller(post)
    return {
        "id": party.id,
        "name": party.name,
        "clock": post.clock.local(party.clock).isoformat(timespec="minutes"),
        "where": encode(party.where),
        "place": say.where(party),
        "doing": say.doing(party),
        "stance": party.foray.stance.value if party.foray else None,
        "people": {one.name: one.life.value if not one.is_alive else f"{one.hp}/{one.max_hp}" for one in people},
        "decision": party.decision.id if party.decision else None,
        "deadline": post.clock.local(party.decision.deadline).isoformat(timespec="minutes") if party.decision else None,
    }


def _show(facts: dict[str, Any], post: Post) -> None:
    """Tables for people; rich is imported only here."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from mailer.desk.narrow import fitting
    from mailer.desk.tale import label

    console, language = Console(highlight=False), post.settings.language
    today, closes = facts["today"], label("closes", language, when=facts["closes"][:16].replace("T", " "))
    console.print(Text.assemble((facts["campaign"], "bold"), f": {today['campaign']} ({today['real']}), {closes}"))
    ran = datetime.fromisoformat(facts["last_run"]) if facts["last_run"] else None
    run = f"{ran.astimezone(post.settings.zone):%Y-%m-%d %H:%M}" if ran else "—"
    console.print(label("last_closed", language, day=facts["closed"] or "—", run=run))
    table = Table(*(label(name, language) for name in ("party", "clock", "where", "doing", "who", "decision")))
    for one in facts["parties"]:
        people = "\n".join(f"{name} {label(state, language)}" for name, state in one["people"].items())
        until = f"{label('until', language)} {one['deadline'].replace('T', ' ')}" if one["decision"] else ""
        clock = one["clock"].replace("T", " ")
        table.add_row(Text(one["name"]), clock, Text(one["place"]), Text(one["doing"]), Text(people), until)
    console.print(fitting(console, table))
    words = {"unknown": "unknown_fate", "dead": "returned"}  # of mails
    for name in ("owed", "letters", "outbox"):
        if facts[name]:
            rows = (
                f"{label(words.get(key, key) if name == 'outbox' else key, language)} {n}"
                for key, n in facts[name].items()
            )
            console.print(f"{label(name, language)}: " + ", ".join(rows))
