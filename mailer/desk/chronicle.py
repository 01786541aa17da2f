"""The chronicle: a small static site of what everybody may know, for the players to read.

    OUT/index.html  OUT/style.css  OUT/feed.xml  OUT/2026-01-17.html …

No scripts, nothing loaded from elsewhere; only days that are closed. Written anew each time, byte for byte the same
from the same ledger.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mailer.desk.public import public
from mailer.desk.tale import Teller, teller
from mailer.ledger.days import events_of_day
from mailer.ledger.reviews import open_reviews
from mailer.ledger.world import world_after
from mailer.post import Post
from mailer.queueing import slug
from mailer.resources import shipped
from rules.calendar import Calendar, CampaignDate
from rules.character import Role
from rules.events import Event, EventKind
from rules.time import Day

if TYPE_CHECKING:
    from jinja2 import Environment

_FEED_DAYS = 30
_MOST_COLUMNS = 10


@dataclass(frozen=True, slots=True)
class Tale:
    """What one party did on a day."""

    party: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One closed day."""

    day: Day
    real: str  # 2026-01-17: also the file's name
    title: str  # by the campaign's calendar
    sky: str
    closed: str  # when, for the feed
    tales: tuple[Tale, ...]

    @property
    def is_quiet(self) -> bool:
        """Whether there is nothing to tell."""
        return not self.tales


@dataclass(frozen=True, slots=True)
class Cell:
    """A day in the calendar's grid; without a page it is empty."""

    number: int
    page: Page | None = None


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the campaign's calendar, in weeks."""

    title: str
    weeks: tuple[tuple[Cell | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Fallen:
    """Somebody who died, and when."""

    name: str
    day: str
    page: str  # its file's name


def chronicle(
    post: Post, out: Path, *, language: str = "", url: str = "", progress: Callable[[int], object] = lambda _: None
) -> tuple[Path, ...]:
    """The files written; `url` is where the site will stand, for the feed. `progress` hears of each day told."""
    say = teller(post, language=language)
    found = pages(post, say)
    words = _words(say.language)
    common = {
        "w": words, "language": say.language, "campaign": post.settings.name,
        "title": words["title"].format(campaign=post.settings.name),
        "made": words["made"].format(day=found[-1].title) if found else words["nothing"],
    }  # fmt: skip
    shapes = _environment()
    files = {"style.css": _style(), "index.html": _index(post, say, found, shapes=shapes, common=common)}
    for at, page in enumerate(found):
        beside = {"before": found[at - 1] if at else None, "after": found[at + 1] if at + 1 < len(found) else None}
        files[f"{page.real}.html"] = shapes.get_template("day.j2").render(**common, page=page, **beside)
        progress(1)
    feed = {"pages": found[-_FEED_DAYS:][::-1], "url": url.rstrip("/") + "/" if url else "", "tag": _tag(post)}
    files["feed.xml"] = shapes.get_template("feed.j2").render(**common, **feed, updated=_updated(found))
    return _written(out, files)


def pages(post: Post, say: Teller) -> tuple[Page, ...]:
    """Every closed day, in order, up to the first that the DM still looks over."""
    waiting = min((one.day for one in open_reviews(post.ledger)), default=None)
    rows = post.ledger.db.execute("select day, closed_at from days order by day").fetchall()
    told = (row for row in rows if waiting is None or row["day"] < waiting)
    return tuple(_page(post, say, Day(row["day"]), row["closed_at"]) for row in told)


def _page(post: Post, say: Teller, day: Day, closed: str) -> Page:
    view = say.names.dates.view(day, say.language)
    tales: dict[str, list[str]] = {}
    for event in public(events_of_day(post.ledger, day), post.campaign.book.atlas):
        tales.setdefault(_called(post, say, event), []).append(say.event(event))
    told = tuple(Tale(name, tuple(dict.fromkeys(lines))) for name, lines in sorted(tales.items()))
    real = post.clock.date_of(day).isoformat()
    return Page(day, real, view.long or view.campaign, view.sky, closed, told)


def _called(post: Post, say: Teller, event: Event) -> str:
    """A party by its name; one that is no more by the name its id tells."""
    party = post.world.parties.get(event.party)
    return party.name if party else say.names.party(event.party)


def _index(post: Post, say: Teller, found: Sequence[Page], *, shapes: "Environment", common: Mapping[str, Any]) -> str:
    eventful = [page for page in reversed(found) if not page.is_quiet]
    return shapes.get_template("index.j2").render(
        **common,
        months=list(months(found, post.campaign.calendar, say.language)),
        weekdays=[day.in_(say.language) for day in post.campaign.calendar.weekdays],
        pages=eventful,
        parties=list(_parties(post)),
        fallen=list(_fallen(post, say, found)),
    )


def _parties(post: Post) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who goes with whom, the living alone: where they are is their own affair."""
    waiting = min((one.step for one in open_reviews(post.ledger)), default=None)
    world = post.world if waiting is None else world_after(post.ledger, waiting - 1, post.campaign.start)
    for party in world.parties.values():
        people = [world.characters[name] for name in party.members]
        living = tuple(one.name for one in people if one.is_alive and one.role is not Role.ANIMAL)
        if living:
            yield party.name, living


def _fallen(post: Post, say: Teller, found: Sequence[Page]) -> Iterator[Fallen]:
    """Everybody whose death was told, in the order they fell."""
    near = {row[0] for row in post.ledger.db.execute("select day from events where kind = ?", (EventKind.DIED.value,))}
    for page in found:
        if not near.intersection((page.day, page.day + 1)):
            continue
        for event in public(events_of_day(post.ledger, page.day), post.campaign.book.atlas):
            if event.kind is EventKind.DIED:
                day = say.names.day(page.day)
                yield from (Fallen(say.names.person(one).name, day, page.real) for one in event.characters)


def months(found: Sequence[Page], calendar: Calendar, language: str) -> Iterator[Month]:
    """The campaign's months in which days were closed, as grids of weeks; feasts stand in the same grid."""
    by_month: dict[tuple[int, int, int], list[tuple[CampaignDate, Page]]] = {}
    for page in found:
        when = calendar.date_of(page.day)
        by_month.setdefault((when.year, when.month, when.feast), []).append((when, page))
    for days in by_month.values():
        first = days[0][0]
        year = f"{first.era_year or first.year}"
        yield Month(f"{first.name.in_(language)} {year}", tuple(_weeks(days, calendar)))


def _weeks(days: Sequence[tuple[CampaignDate, Page]], calendar: Calendar) -> Iterator[tuple[Cell | None, ...]]:
    """Rows as wide as a week; where there is no week, or a very long one, rows of seven in a row."""
    columns = len(calendar.weekdays) if 0 < len(calendar.weekdays) <= _MOST_COLUMNS else 7
    row: list[Cell | None] = []
    for when, page in days:
        at = len(row)
        if when.weekday is not None and columns == len(calendar.weekdays):
            at = calendar.weekdays.index(when.weekday)
        if at < len(row) or at >= columns:
            yield tuple(row + [None] * (columns - len(row)))
            row, at = [], at if at < columns else 0
        row += [None] * (at - len(row)) + [Cell(when.day, page)]
    if row:
        yield tuple(row + [None] * (columns - len(row)))


@cache
def _chronicle_words() -> Mapping[str, Mapping[str, str]]:
    import tomllib

    with (shipped("data") / "chronicle.toml").open("rb") as file:
        return tomllib.load(file)


def _words(language: str) -> dict[str, str]:
    return {code: both[language] for code, both in _chronicle_words().items()}


def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(shipped("templates") / "chronicle"),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip


def _style() -> str:
    return (shipped("templates") / "chronicle" / "style.css").read_text("utf-8")


def _tag(post: Post) -> str:
    """The beginning of every id in the feed: the same for ever, wherever the site stands."""
    domain = post.settings.address.partition("@")[2]
    return f"tag:{domain},{post.settings.anchor.isoformat()}:{slug(post.settings.tag)}"


def _updated(found: Sequence[Page]) -> str:
    return found[-1].closed if found else datetime(1970, 1, 1, tzinfo=UTC).isoformat()


def _written(out: Path, files: Mapping[str, str]) -> tuple[Path, ...]:
    """Every file in place; one that is as it was is not touched."""
    out.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = out / name
        if not path.exists() or path.read_text("utf-8") != text:
            draft = path.with_suffix(path.suffix + ".part")
            draft.write_text(text, "utf-8")
            draft.replace(path)
    return tuple(out / name for name in files)
