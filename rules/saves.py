"""Saving throws: what a character must roll, by the best of their classes."""

from rules.character import Character, ClassLevel
from rules.names import ClassId
from rules.tables import SaveRow, Tables

_ORDINARY = ClassId("fighter")  # whose level 0 is ordinary people's row
_HOPELESS = 20


def save_target(person: Character, column: str, *, tables: Tables) -> int:
    """The least d20 that saves. Source: R32."""
    levels = person.classes or (ClassLevel(_ORDINARY, 0),)
    rows = (_row(level, tables) for level in levels)
    return min((getattr(row, column) for row in rows if row is not None), default=_HOPELESS)


def _row(level: ClassLevel, tables: Tables) -> SaveRow | None:
    own = tables.classes.get(level.name)
    name = own.saves_as if own else level.name
    rows = tables.saves.get(name) or tables.saves.get(_ORDINARY) or ()
    fitting = (row for row in rows if row.level_min <= level.level and level.level <= (row.level_max or level.level))
    return next(fitting, rows[0] if rows else None)
