"""A forecast shown: as a table with bars for the terminal, or as plain values for programs."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from mailer.desk.forecast import Forecast, mean, middle, share
from mailer.desk.odds import Odds
from mailer.resources import shipped

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from mailer.desk.exact import Burden
    from rules.atlas import Label
    from rules.book import Book

_BAR, _SHORT = 10, 5  # characters
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_COUNTERS = ("meetings", "wounds", "spells_lost", "xp", "rations")
_POUND, _GOLD = 10, 100
_NO_BARS = dict.fromkeys(map(ord, _EIGHTHS[1:]))
_NOTHING = frozenset({"0", "0 %"})
_LONG = 1000  # denominators nobody reads


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    import tomllib

    with (shipped("data") / "forecast.toml").open("rb") as file:
        return tomllib.load(file)


def say(code: str, language: str, **args: object) -> str:
    """A word or sentence of `data/forecast.toml`."""
    return _words()[code][language].format(**args)


def percent(part: Fraction) -> str:
    """A part in percent: whole, but never 0 or 100 where it is not."""
    rounded = round(part * 100)
    if rounded == 0 and part:
        return "<1 %"
    if rounded == 100 and part != 1:
        return ">99 %"
    return f"{rounded} %"


def bar(part: Fraction, width: int = _BAR) -> str:
    """A bar as long as the part is great, to an eighth of a character."""
    eighths = round(part * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def show(console: "Console", found: Forecast, *, book: "Book", language: str) -> None:
    """The whole forecast in the terminal."""
    from rich.table import Table
    from rich.text import Text

    from mailer.desk.narrow import fitting

    runs = max((odds.runs for odds in found.odds.values()), default=0)
    code = "title_one" if found.days == 1 else "title"
    title = say(code, language, party=found.party.name, days=found.days, runs=runs)
    table = Table("", *(say(name, language) for name in found.odds), title=Text(title), title_justify="left")
    for name, *cells in _rows(found, language, book):
        is_first = name == say("all_live", language)
        table.add_row(Text(name, "bold" if is_first else ""), *(Text(cell) for cell in cells))
    console.print(fitting(console, table))
    console.print(say("spread", language), style="dim")
    failed = sum(odds.failed for odds in found.odds.values())
    if failed:
        console.print(say("failed", language, count=failed), style="red")
    exact = _exact(found, book, language)
    if exact.row_count:
        console.print(fitting(console, exact))


def _rows(found: Forecast, language: str, book: "Book") -> Iterator[tuple[str, ...]]:
    every = tuple(found.odds.values())
    living = [one for one in found.world.characters.values() if one.is_alive]
    yield from _fates(every, len(living), language)
    for person in living:
        yield (
            say("lives", language, name=person.name),
            *(_barred(odds.survived[person.id], odds, every) for odds in every),
        )
    for name in _COUNTERS:
        yield (say(name, language), *(_spread(odds, name) for odds in every))
    if any(value for odds in every for value in odds.loot_cp):
        yield (say("loot", language), *(str(round(mean(odds.loot_cp) / _GOLD)) for odds in every))
    yield (
        say("hungry", language),
        *(percent(share(odds.hungry[True], odds)) for odds in every),
    )
    yield (say("end", language), *(_end(odds, found, book=book, language=language) for odds in every))


def _fates(every: tuple[Odds, ...], people: int, language: str) -> Iterator[tuple[str, ...]]:
    """Nobody dies, one, more, all."""
    yield (say("all_live", language), *(_barred(odds.deaths[0], odds, every) for odds in every))
    if people > 1:
        yield (say("one_dies", language), *(_barred(odds.deaths[1], odds, every) for odds in every))
    if people > 2:
        more = [sum(runs for dead, runs in odds.deaths.items() if 1 < dead < people) for odds in every]
        yield (say("more_die", language), *(_barred(runs, odds, every) for runs, odds in zip(more, every, strict=True)))
    yield (say("all_die", language), *(_barred(_nobody(odds, people), odds, every) for odds in every))


def _nobody(odds: Odds, people: int) -> int:
    return odds.deaths[people] if people else 0


def _barred(runs: int, odds: Odds, beside: tuple[Odds, ...]) -> str:
    """A bar and its percentage; a short one where many courses stand side by side."""
    part = share(runs, odds)
    return f"{bar(part, _BAR if len(beside) < 3 else _SHORT)} {percent(part)}"


def _spread(odds: Odds, name: str) -> str:
    centre, low, high = middle(getattr(odds, name))
    return str(centre) if low == high else f"{centre} ({low}-{high})"


def _end(odds: Odds, found: Forecast, *, book: "Book", language: str) -> str:
    """The two places they most often end at."""
    ends = [(where, runs) for where, runs in odds.ends.most_common(3) if where != "dead"][:2]
    return "\n".join(f"{_place(where, book, language)} {percent(share(runs, odds))}" for where, runs in ends)


def _place(where: str, book: "Book", language: str) -> str:
    """A zone, place or route by its name."""
    atlas = book.atlas
    labels: dict[str, Label] = {}
    for site in atlas.sites.values():
        labels |= {zone.id: zone.label for zone in site.zones.values()}
    labels |= {one.id: one.label for one in atlas.routes.values()}
    labels |= {one.id: one.label for one in atlas.places.values()}
    return labels[where].in_(language) if where in labels else where


def _exact(found: Forecast, book: "Book", language: str) -> "Table":
    from rich.table import Table
    from rich.text import Text

    rows = [(label, percent(part), _short_fraction(part)) for label, part in _figures(found, book, language)]
    rows += [(_load(name, one, language), f"{one.move_ft} ft", "") for name, one in found.exact.burdens.items()]
    width = max(len([cell for cell in row if cell]) for row in rows) if rows else 0
    table = Table(say("exact", language), *[""] * (width - 1), show_header=True, title_justify="left")
    for row in rows:
        table.add_row(*map(Text, row[:width]))
    return table


def _short_fraction(part: Fraction) -> str:
    """A part as it is, where its numbers are short enough to say something."""
    return str(part) if part.denominator < _LONG else ""


def _figures(found: Forecast, book: "Book", language: str) -> Iterator[tuple[str, Fraction]]:
    one = found.exact
    if one.met_at_check is not None and one.met is not None:
        yield say("check", language), one.met_at_check
        yield say("checks", language, count=one.checks), one.met
    for fight in one.fights:
        names = {str(name): kind.label.in_(language) for name, kind in book.atlas.monsters.items()}
        who = ", ".join(names.get(kind, kind) for kind in fight.kinds)
        hit_dice = str(fight.least_hd) if fight.least_hd == fight.most_hd else f"{fight.least_hd}-{fight.most_hd}"
        yield say("fight", language, who=who, hd=hit_dice), fight.lives
    if one.lives_through_one is not None:
        yield say("any_fight", language), one.lives_through_one


def in_words(found: Forecast, *, book: "Book", language: str) -> Iterator[str]:
    """The forecast as lines of a mail: of each thing every course, side by side, and below what is exact."""
    runs = min((odds.runs for odds in found.odds.values()), default=0)
    code = "title_one" if found.days == 1 else "title"
    yield say(code, language, party=found.party.name, days=found.days, runs=runs)
    courses = tuple(say(name, language) for name in found.odds)
    nothing, has_spread = [], False
    for label, *cells in _plain_rows(found, language, book):
        has_spread = has_spread or any("(" in cell for cell in cells)
        if all(cell in _NOTHING for cell in cells):
            nothing.append(label)
            continue
        told = (f"{course} {cell}" for course, cell in zip(courses, cells, strict=True)) if len(courses) > 1 else cells
        yield f"{label}: {' · '.join(told)}"
    if nothing:
        yield say("nothing", language, what=", ".join(nothing))
    if has_spread:
        yield say("spread", language)
    failed = sum(odds.failed for odds in found.odds.values())
    if failed:
        yield say("failed", language, count=failed)
    exact = [f"{label}: {_exactly(part)}" for label, part in _figures(found, book, language)]
    if exact:
        yield f"{say('exact', language)}. " + "; ".join(exact)
    yield from (f"{_load(name, one, language)}, {one.move_ft} ft" for name, one in found.exact.burdens.items())


def _plain_rows(found: Forecast, language: str, book: "Book") -> Iterator[tuple[str, ...]]:
    """The rows of the table without anything that only a terminal shows."""
    for label, *cells in _rows(found, language, book):
        told = (cell.translate(_NO_BARS).strip().replace("\n", ", ") for cell in cells)
        yield label, *told


def _exactly(part: Fraction) -> str:
    short = _short_fraction(part)
    return f"{percent(part)} ({short})" if short and part.denominator > 1 else percent(part)


def _load(name: str, one: "Burden", language: str) -> str:
    band = say(one.band or "beyond", language)
    weight = f"{one.weight // _POUND}" + (f".{one.weight % _POUND}" if one.weight % _POUND else "")
    return say("load", language, name=name, weight=weight, band=band)


def plain(found: Forecast, *, seed: int) -> dict[str, Any]:
    """All of it as plain JSON values; parts of one as fractions in text, exact."""
    return {
        "party": found.party.id,
        "days": found.days,
        "seed": seed,
        "courses": {name: _plain_odds(odds) for name, odds in found.odds.items()},
        "exact": _plain_exact(found),
    }


def _plain_odds(odds: Odds) -> dict[str, Any]:
    counters = ("deaths", "meetings", "wounds", "spells_lost", "xp", "rations", "loot_cp")
    spreads = {name: _plain_counter(getattr(odds, name)) for name in counters}
    lives = {name: str(share(runs, odds)) for name, runs in sorted(odds.survived.items())}
    return {"runs": odds.runs, "failed": odds.failed, "lives": lives, **spreads,
            "hungry": str(share(odds.hungry[True], odds)), "ends": dict(odds.ends.most_common())}  # fmt: skip


def _plain_counter(counter: Any) -> dict[str, Any]:
    centre, low, high = middle(counter)
    runs = {str(value): counter[value] for value in sorted(counter)}
    return {"mean": str(mean(counter)), "median": centre, "low": low, "high": high, "runs": runs}


def _plain_exact(found: Forecast) -> dict[str, Any]:
    one = found.exact
    fights = [
        {"monsters": fight.kinds, "likely": str(fight.likely), "hd": [str(fight.least_hd), str(fight.most_hd)],
         "lives": str(fight.lives)}
        for fight in one.fights
    ]  # fmt: skip
    loads = {
        name: {"weight_lb": str(Fraction(load.weight, _POUND)), "band": load.band, "move_ft": load.move_ft}
        for name, load in one.burdens.items()
    }
    parts = {"met_at_check": one.met_at_check, "met": one.met, "lives_through_one": one.lives_through_one}
    return {**{name: part and str(part) for name, part in parts.items()}, "checks": one.checks, "fights": fights,
            "loads": loads}  # fmt: skip
