"""What the rules decide by, besides the world itself: the atlas, the tables and the house's knobs."""

from dataclasses import dataclass, field

from rules.atlas import Atlas
from rules.house import House
from rules.tables import Tables


@dataclass(frozen=True, slots=True)
class Book:
    """All that stays the same from day to day unless the DM edits a file."""

    atlas: Atlas
    tables: Tables
    house: House = field(default_factory=House)
