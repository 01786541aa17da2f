"""The slots of something said, read as what they should be; what is not so is as if it were not there.

Which slots were read is kept, so that the receipt can say what of a line does not count.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

_NUMBER = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{1,9}|/[1-9][0-9]{0,5})?\Z")
# Said about an order, never part of what it does.
_SILENT = frozenset({"kind", "who", "as_spokesperson", "certainty", "confirmed", "notes", "detail", "replaced"})


class Slots:
    """A mapping of slots that remembers what was asked of it."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values
        self._read: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) is not None

    def raw(self, name: str) -> Any:
        """Whatever stands there."""
        self._read.add(name)
        return self._values.get(name)

    def text(self, name: str) -> str:
        """A text, "" for none."""
        value = self.raw(name)
        return value.strip() if isinstance(value, str) else ""

    def flag(self, name: str) -> bool:
        """Whether it stands there and is true."""
        return self.raw(name) is True

    def whole(self, name: str) -> int | None:
        """A whole number."""
        return whole(self.raw(name))

    def part(self, name: str) -> Fraction | None:
        """A fraction, exactly as written: 0.75 is three quarters."""
        return exact(self.raw(name))

    def inner(self, name: str) -> "Slots | None":
        """The slots inside one."""
        value = self.raw(name)
        return Slots(value) if isinstance(value, Mapping) else None

    def inners(self, name: str) -> tuple["Slots", ...]:
        """A list of slots; one alone is a list of one."""
        value = self.raw(name)
        if isinstance(value, Mapping):
            return (Slots(value),)
        listed = value if isinstance(value, list | tuple) else ()
        return tuple(Slots(one) for one in listed if isinstance(one, Mapping))

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; one alone is a list of one."""
        value = self.raw(name)
        listed = (value,) if isinstance(value, str) else value if isinstance(value, list | tuple) else ()
        return tuple(one.strip() for one in listed if isinstance(one, str) and one.strip())

    @property
    def unread(self) -> tuple[str, ...]:
        """The slots that nobody asked for, in order: said, and without effect."""
        return tuple(
            name
            for name, value in self._values.items()
            if isinstance(name, str)
            and value not in (None, "", False, (), [])
            and name not in self._read
            and name not in _SILENT
            and not name.endswith("_en")
        )


def whole(value: Any) -> int | None:
    """A whole number, or none: 2, 2.0 and "2" are; True and 2.5 are not."""
    number = exact(value)
    return int(number) if number is not None and number.denominator == 1 else None


def exact(value: Any) -> Fraction | None:
    """A number exactly as it was written; none that no campaign can mean."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
        return None
    return Fraction(str(value)) if _NUMBER.match(str(value)) else None
