"""`estafeta forecast`: what may come of a stance, by simulation, and exactly where that can be reckoned."""

import json
import os
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailer.cli import names
from mailer.cli.options import campaign_option, now_option, real_now
from mailer.cli.progress import watched

if TYPE_CHECKING:
    from collections.abc import Callable

    from mailer.desk.forecast import Forecast
    from mailer.post import Post
    from rules.names import ZoneId
    from rules.orders import StanceKind
    from rules.world import Party

_FEW = 400  # runs for which one processor is enough


@click.command("forecast")
@campaign_option
@now_option
@click.option(
    "--stance", "stances", multiple=True, type=click.Choice(["secure", "explore", "raid", "return"]),
    help="Only this one; may be given several times. All that make sense if not given.",
)  # fmt: skip
@click.option("--target", metavar="ZONE", help="What a raid is to reach, or where to hold the position.")
@click.option("--days", type=click.IntRange(1, 60), default=1, show_default=True, help="How far to look ahead.")
@click.option("--runs", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help="How many times.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same odds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.argument("party", shell_complete=names.of("parties", "characters"))
def command(
    folder: Path,
    now: datetime | None,
    stances: tuple[str, ...],
    target: str | None,
    days: int,
    runs: int,
    seed: int,
    as_json: bool,
    party: str,
) -> None:
    """Try what PARTY may do, many times over, and count what came of it: the stances stand side by side.

    Deaths, wounds, spells, experience, provisions and where they end. The party goes on from where it stands now, with
    its orders; a question nobody answers is settled by what silence means. The campaign's own dice are not touched.
    """
    from mailer.desk.forecast_view import plain
    from mailer.desk.standing import open_post
    from rules.orders import StanceKind

    post = open_post(folder, now or real_now())
    one = _party(post, party)
    kinds = tuple(map(StanceKind, stances))
    zone = _zone(post, one, kinds, target)
    began = time.perf_counter()
    found = _tried(post, one, kinds, zone, days=days, runs=runs, seed=seed, is_quiet=as_json)
    if as_json:
        click.echo(json.dumps(plain(found, seed=seed), ensure_ascii=False, indent=2))
        return
    _show(post, found, time.perf_counter() - began)


def _tried(
    post: "Post", party: "Party", stances: "tuple[StanceKind, ...]", target: "ZoneId | None", *, days: int, runs: int,
    seed: int, is_quiet: bool,
) -> "Forecast":  # fmt: skip
    from mailer.desk.forecast import courses_of, forecast
    from mailer.ledger.orders import standing_orders
    from rules.time import Moment

    orders = standing_orders(post.ledger, before=Moment(post.moment + 1))
    workers = 1 if runs < _FEW else len(os.sched_getaffinity(0))

    def run(progress: "Callable[[int], object]") -> "Forecast":
        return forecast(
            post.world, party.id, orders, book=post.campaign.book, days=days, runs=runs,
            seed=seed, stances=stances, target=target, workers=workers, progress=progress,
        )  # fmt: skip

    with watched(runs * courses_of(party, stances, target), is_quiet=is_quiet) as progress:
        return run(progress)


def _party(post: "Post", wanted: str) -> "Party":
    """The party of that id or name, or the one somebody of that name is in."""
    from mailer.desk.forecast_view import say
    from mailer.desk.standing import party_called

    found = party_called(post.world, wanted)
    if found is None:
        known = ", ".join(post.world.parties)
        words = say("no_party", post.settings.language, party=wanted, known=known)
        raise click.BadParameter(words, param_hint="PARTY")
    return found


def _zone(post: "Post", party: "Party", stances: "tuple[StanceKind, ...]", target: str | None) -> "ZoneId | None":
    """The zone named, where there are zones."""
    from mailer.desk.forecast_view import say
    from rules.names import ZoneId
    from rules.orders import StanceKind
    from rules.world import InSite

    language = post.settings.language
    if not isinstance(party.where, InSite):
        if stances or target:
            raise click.BadParameter(say("not_inside", language, party=party.name), param_hint="--stance")
        return None
    if target is None:
        if StanceKind.RAID in stances:
            raise click.BadParameter(say("no_target", language), param_hint="--stance")
        return party.foray.objective if party.foray else None
    zones = post.campaign.book.atlas.sites[party.where.site].zones
    if target not in zones:
        words = say("no_zone", language, zone=target, known=", ".join(zones))
        raise click.BadParameter(words, param_hint="--target")
    return ZoneId(target)


def _show(post: "Post", found: "Forecast", seconds: float) -> None:
    from rich.console import Console

    from mailer.desk.forecast_view import say, show

    console = Console(highlight=False)
    show(console, found, book=post.campaign.book, language=post.settings.language)
    runs = sum(odds.runs for odds in found.odds.values())
    console.print(say("speed", post.settings.language, count=round(runs / seconds)), style="dim")
