"""Outcome mails, from what happened to bytes ready to go: text, HTML and headers.

Against the same templates rendered the plain way: one environment loaded once, the style sheet inlined mail by mail,
and the standard library's EmailMessage with its SMTP policy.
"""

import email.policy
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cache
from itertools import cycle, islice
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bench.campaigns import LATE, example
from bench.days import TURNOVER, sealed
from bench.race import Contest, Row, Side, race
from bench.scale import Scale
from mailer.campaign.campaign import Player
from mailer.resources import shipped
from mailer.writing.dates import CampaignDates
from mailer.writing.message import Envelope, build
from mailer.writing.names import Names
from mailer.writing.outcomes import Letterhead, outcome_view
from mailer.writing.render import render
from mailer.writing.templates import environment
from mailer.writing.views import OutcomeView
from mailer.writing.views.head import Reader
from mailer.writing.words import words_of
from rules.character import Character
from rules.day import Inputs, advance
from rules.events import Event
from rules.time import Day, Moment, end_of_day
from rules.world import World


@dataclass(frozen=True, slots=True)
class Told:
    """A day of the example campaign, and who hears of it."""

    world: World
    events: tuple[Event, ...]
    readers: tuple[tuple[Character, Player], ...]


def rows(scale: Scale) -> Iterator[Row]:
    """So many mails about days of the example's players, in their two languages."""
    days = [day(f"seed {number}") for number in range(20)]
    jobs = list(islice(cycle([(one, *who) for one in days for who in one.readers]), scale.mails))

    def ours(_: object) -> int:
        return sum(len(build(render(view(*job)), envelope=_envelope(job[2], n))) > 0 for n, job in enumerate(jobs))

    def plain(_: object) -> int:
        return sum(len(_plainly(view(*job), job[2], n)) > 0 for n, job in enumerate(jobs))

    for side in (ours, plain):
        side(None)  # environments are made once a run
    yield race(
        Contest(
            f"compose {scale.mails:,} outcomes", scale.mails, Side("estafeta", ours),
            Side("plain Jinja2, EmailMessage", plain), reach=1 / 3,
        ),
        rounds=min(scale.rounds, 3),
    )  # fmt: skip


@cache
def day(seed: str) -> Told:
    """What a day of the example came to, by those dice."""
    campaign = example()
    until = end_of_day(Day(1), TURNOVER)
    after = advance(campaign.start, Inputs(()), book=campaign.book, dice=sealed(seed), until=until)
    placed = {name for party in after.world.parties.values() for name in party.members}
    people = campaign.roster.players
    readers = [(one, people[one.player]) for one in after.world.characters.values() if one.player and one.id in placed]
    return Told(after.world, after.events, tuple(readers))


def view(told: Told, character: Character, player: Player) -> OutcomeView:
    """The day as one player's character knows it, made as a run makes it."""
    campaign = example()
    names = Names(
        words=words_of(player.language),
        book=campaign.book,
        world=told.world,
        dates=CampaignDates(campaign.calendar, campaign.settings.anchor),
        players={one.id: one.name.split()[0] for one in campaign.roster.players.values()},
        reader=player.id,
    )
    reader = Reader(player.name.split()[0], player.language, player.gender, player.is_dm)
    return outcome_view(
        character.id,
        Day(1),
        events=told.events,
        orders=(),
        names=names,
        letterhead=Letterhead(campaign.settings.tag, campaign.settings.name, reader),
        now=Moment(end_of_day(Day(1), TURNOVER) + 5),
    )


def _envelope(player: Player, number: int, sent: datetime = LATE) -> Envelope:
    return Envelope(
        message_id=f"<e.{number}.{player.id}@example.org>",
        sent=sent,
        from_name="Los Cuatro en la comarca de Valdecuervo",
        from_address="estafeta@example.org",
        to_name=player.name,
        to_address=player.addresses[0],
        campaign="los-cuatro",
        reply_to="estafeta+token@example.org",
    )


def _plainly(shown: OutcomeView, player: Player, number: int) -> bytes:
    """The mail as one would write it with the libraries alone."""

    def said(part: str, what: str) -> str:
        return str(getattr(_plain_template(player.language, part), what)(shown))

    styled = _inliner().inline(said("html", "body"))
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = Address("Los Cuatro en la comarca de Valdecuervo", addr_spec="estafeta@example.org")
    message["To"] = Address(player.name, addr_spec=player.addresses[0])
    message["Subject"] = said("text", "subject")
    message["Date"] = format_datetime(LATE)
    message["Message-ID"] = f"<e.{number}.{player.id}@example.org>"
    message.set_content(said("text", "body"))
    message.add_alternative(styled, subtype="html")
    return message.as_bytes()


@cache
def _plain_template(language: str, part: str) -> Any:
    """The same templates and macros in an environment as Jinja2 makes it: loaded once, nothing remembered."""
    made = Environment(
        loader=FileSystemLoader(shipped("templates")), autoescape=part == "html", undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    ready = environment(language, part)
    made.filters.update(ready.filters)
    made.globals.update(ready.globals)
    for name in ("events", "orders", "decisions", "doubts"):
        made.globals[name] = made.get_template(f"{language}/{name}.j2").module
    made.globals.update(
        tell=lambda event: _phrase(made, "events", event.kind, event),
        fold=lambda event: _phrase(made, "events", "fold", event),
        short=lambda deed: _phrase(made, "orders", deed.act, deed.d).replace("\u00a0", " "),
        weight=lambda order: _phrase(made, "orders", "weight", order).replace("\u00a0", " "),
        question_of=lambda one: _phrase(made, "decisions", one.kind.partition("-")[0], one),
    )
    made.globals["ui"] = made.get_template(f"ui/{part}.j2").module
    made.globals["parts"] = made.get_template(f"{language}/parts.j2").module
    return made.get_template(f"{language}/outcome.j2").module


def _phrase(made: Environment, module: str, name: str, value: Any) -> str:
    macros: Any = made.globals[module]
    return str(getattr(macros, name, macros.unknown)(value)).strip()


@cache
def _inliner() -> Any:
    import css_inline

    sheet = (shipped("templates") / "ui" / "style.css").read_text("utf-8")
    return css_inline.CSSInliner(extra_css=sheet, keep_style_tags=True)  # what is for dark screens stays
