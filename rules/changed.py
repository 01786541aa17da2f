"""A frozen value with some of its fields changed: what `dataclasses.replace` gives, at a tenth of its cost.

The rules do little else, many thousand times a second where a forecast lives a day over and over. No `__init__` is
called, for a value of the rules has nothing to check that its fields do not say.

A frozen value refuses to be written, and going around that field by field is slow. So its fields are given to an open
twin, a class with the same slots and nothing frozen, and the twin then becomes one of its kind.
"""

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ("replace",)

if TYPE_CHECKING:
    from dataclasses import replace  # whose arguments mypy knows
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """The same value but for the changes; TypeError for a field that it does not have."""
        kind = type(value)
        twin, fields = _TWINS.get(kind) or _twin(kind)
        if twin is None:
            return dataclasses.replace(value, **changes)
        changed = twin(*fields(value))
        try:
            for name, new in changes.items():
                setattr(changed, name, new)
        except AttributeError as error:
            raise TypeError(f"{kind.__name__} has no field {name!r}") from error
        changed.__class__ = kind
        return changed


_TWINS: dict[type, tuple[type | None, Callable[[Any], tuple[Any, ...]]]] = {}


def _twin(kind: type) -> tuple[type | None, Callable[[Any], tuple[Any, ...]]]:
    """An open class of the same shape, and what reads all fields; no class where not all are slots of the kind's own.

    A value without fields is its own twin in everything, and is left to the library.
    """
    names = [one.name for one in dataclasses.fields(kind)]
    if not names or sorted(names) != sorted(kind.__dict__.get("__slots__", ())):
        return _TWINS.setdefault(kind, (None, tuple))
    twin = dataclasses.make_dataclass(kind.__name__, names, slots=True, eq=False, repr=False)
    get = attrgetter(*names)
    return _TWINS.setdefault(kind, (twin, get if len(names) > 1 else lambda value: (get(value),)))
