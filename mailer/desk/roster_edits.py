"""What a sheet says otherwise of people who are in the campaign already: cells, never carried out by an import."""

from collections.abc import Iterator
from dataclasses import dataclass

from mailer.campaign.campaign import Roster
from mailer.desk.roster_csv import COLUMNS, cells, row_of, sheet_rows
from mailer.desk.roster_lines import slug
from rules.world import World

_RULED = frozenset(("hp", "max_hp", "purse_cp", "rations", "level", "xp"))  # words in data/imports.toml
_NAMED = frozenset(("player", "party"))  # who plays them, whom they are with
_LIVES = frozenset((("alive", "dead"), ("alive", "gone"), ("dead", "alive"), ("gone", "alive")))


@dataclass(frozen=True, slots=True)
class Edit:
    """One cell that differs from what stands."""

    name: str
    column: str
    was: str
    now: str

    @property
    def is_ruled(self) -> bool:
        """Whether a ruling has words for it."""
        if self.column == "life":
            return (self.was, self.now.lower()) in _LIVES
        if self.column in _NAMED:
            return True
        return self.column in _RULED and self.now.isdecimal() and (self.column != "xp" or int(self.now) > int(self.was))

    @property
    def words(self) -> str:
        """Which words of `data/imports.toml` rule it."""
        return f"life_{self.now.lower()}" if self.column == "life" else self.column

    @property
    def said(self) -> str:
        """The number as the ruling says it: experience is only ever added to."""
        return str(int(self.now) - int(self.was)) if self.column == "xp" else self.now


def edited(text: str, world: World, roster: Roster) -> tuple[Edit, ...]:
    """Every cell of people we know that is not what stands, in the order of the sheet."""
    return tuple(_edits(text, world, roster))


def _edits(text: str, world: World, roster: Roster) -> Iterator[Edit]:
    people = {str(name): person for name, person in world.characters.items()}
    for _, row in cells(sheet_rows(text)):
        person = people.get(row.get("id") or slug(row.get("name", "") or "-"))
        if person is None:
            continue
        stands = {column: str(value) for column, value in row_of(person, world, roster).items()}
        for column in COLUMNS:
            now = row.get(column, "")
            if now and now.casefold() != stands[column].casefold():
                yield _edit(person.name, column, stands[column], now)


def _edit(name: str, column: str, was: str, now: str) -> Edit:
    """A cell; of a class that stays the same, its level."""
    (old, _, is_at), (new, _, wanted) = was.lower().rpartition(" "), now.lower().rpartition(" ")
    if column == "class" and old == new:
        return Edit(name, "level", is_at, wanted)
    return Edit(name, column, was, now)
