"""The table: one line a race."""

from collections.abc import Iterable

from bench.race import Row

_HEAD = ("work", "ours", "other", "ratio", "reach", "against")


def table(rows: Iterable[Row]) -> str:
    """The rows as aligned text; a star marks what was not reached."""
    cells = [_HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEAD))]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in cells)


def _cells(row: Row) -> tuple[str, ...]:
    star = "" if row.is_reached else " *"
    reach = "" if row.reach is None else told(row.reach, row.unit)
    ratio = told(row.ratio, row.unit) + star
    return row.work, f"{row.ours:.3g} {row.unit}", f"{row.other:.3g} {row.unit}", ratio, reach, row.against


def told(ratio: float, unit: str = "ms") -> str:
    """A ratio in words: 1.40 × as much, 3.2 × faster, or of memory 3.2 × less."""
    return f"{ratio:.2f} ×" if ratio >= 1 else f"{1 / ratio:.1f} × {'faster' if unit == 'ms' else 'less'}"
