"""A DM's question what may come of a party, answered in the receipt: "pronóstico Los Cuatro 7 días".

For the DM alone: what is asked here tries what no player knows, and nobody else is told of it.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mailer.post import Post
from mailer.reading.resolve.draft import Gloss
from mailer.rulings.shapes import Match, forecasts

if TYPE_CHECKING:
    from mailer.lines import Line, Record

RUNS = 300  # of each course: a letter shall not wait for the third digit
SECONDS = 2  # of them all together: a slow machine tries less often, for a letter has its limit of time
_LONGEST = 30  # days
_WEEK = 7


def foresee(post: Post, rec: "Record", lines: "Sequence[Line]") -> None:
    """Answer the lines that ask for a forecast; the others are left as they are."""
    for line in lines:
        match = next(forecasts().matches(line.text), None) if line.verdict == "talk" else None
        if match is not None:
            line.glosses.append(Gloss("answer"))
            line.answers.append(("forecast", _rows(post, match, _language(post, rec))))


def _language(post: Post, rec: "Record") -> str:
    return post.campaign.roster.players[rec.player].language or post.settings.language


def _rows(post: Post, match: Match, language: str) -> tuple[str, ...]:
    """The forecast in lines, or why there is none."""
    from mailer.desk.forecast import forecast
    from mailer.desk.forecast_view import in_words, say
    from mailer.desk.standing import party_called
    from mailer.ledger.orders import standing_orders

    name = match.slots["party"].strip(" ,")
    party = party_called(post.world, name)
    if party is None:
        known = ", ".join(one.name for one in post.world.parties.values())
        return (say("no_party", language, party=name, known=known),)
    days, book = _days(match), post.campaign.book
    if not 0 < days <= _LONGEST:
        return (say("too_far", language, days=_LONGEST),)
    target, began = party.foray.objective if party.foray else None, time.monotonic()
    found = forecast(
        post.world, party.id, standing_orders(post.ledger), book=book, days=days, runs=RUNS, target=target,
        is_enough=lambda part: time.monotonic() - began > SECONDS * part,
    )  # fmt: skip
    return tuple(in_words(found, book=book, language=language))


def _days(match: Match) -> int:
    from mailer.rulings.naming import number_or_none

    if match.kind == "day":
        return 1
    return (number_or_none(match.slots["n"]) or 0) * (_WEEK if match.kind == "weeks" else 1)
