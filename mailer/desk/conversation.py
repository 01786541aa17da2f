"""The conversation of `estafeta init`: one question for each answer nobody gave."""

from dataclasses import replace
from datetime import datetime

import click

from mailer.desk.answers import Answers, campaign_date
from mailer.desk.asking import RULESETS, Asking, Read, WrongError, fitted, is_yes, say, spoken_here, today, zone_here
from mailer.desk.asking_chats import ask_chats
from mailer.desk.asking_mailbox import ask_mailbox
from mailer.desk.asking_people import ask_people
from mailer.desk.drafts import Draft
from mailer.resources import shipped


def ask_all(given: Answers, *, now: datetime, is_language_given: bool, draft: Draft) -> Answers:
    """The answers given, and those asked for where none was; each is in the draft as soon as it is given."""
    language = given.language if is_language_given else str(draft.answers.get("language") or "")
    if not language:
        asking = Asking(spoken_here(), now, draft)
        language = asking.ask("language", default=spoken_here(), read=asking.one_of(("es", "en")))
    asking = Asking(language, now, draft)
    answers = replace(given, language=language)
    if set(draft.answers) - {"language"} and is_yes("go_on", language, default=True):
        answers = replace(draft.filled(answers), language=language)
    else:
        draft.forget(*set(draft.answers) - {"language"})
    draft.note(given)
    click.echo(fitted(say("hello", language)))

    for step in (_campaign, _calendar, ask_mailbox, ask_chats, ask_people):
        answers = step(asking, answers)
    return answers


def _campaign(asking: Asking, known: Answers) -> Answers:
    name = known.name or asking.ask("name", read=asking.key("name"))
    tag = known.tag or asking.ask("tag", default=name[:24].strip(), read=asking.key("tag"))
    zone = known.zone or asking.ask("zone", default=zone_here(), read=asking.key("zone"))
    turnover = known.turnover or asking.ask("turnover", default="23:00", read=asking.key("turnover"))
    rules = known.rules or asking.ask(
        "rules", default=RULESETS[0], read=asking.one_of(RULESETS), known=", ".join(RULESETS)
    )
    return replace(known, name=name, tag=tag, zone=zone, turnover=turnover, rules=rules)


def _calendar(asking: Asking, known: Answers) -> Answers:
    shipped_ones = calendars()
    calendar = known.calendar or asking.ask(
        "calendar", default="gregorian", read=asking.one_of(shipped_ones), known=", ".join(shipped_ones)
    )
    anchor = known.anchor or today(known.zone, asking.now)
    when = known.date or asking.ask("date", default=anchor.isoformat(), read=_is_date(asking))
    return replace(known, calendar=calendar, anchor=anchor, date=when)


def calendars() -> tuple[str, ...]:
    """The calendars that are shipped, the ordinary one first."""
    names = sorted(path.stem for path in (shipped("data") / "calendars").glob("*.toml"))
    return tuple(sorted(names, key=lambda name: name != "gregorian"))


def _is_date(asking: Asking) -> Read:
    def read(text: str) -> None:
        try:
            campaign_date(text)
        except ValueError:
            raise WrongError(say("wrong", asking.language, allowed="1026-1-15")) from None

    return read
