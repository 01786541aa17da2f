"""Frozen values of the rules as JSON text and back, exactly.

`encode(value)` gives plain JSON values; `decode(type, plain)` gives the value again. Fractions are written "1/2",
enumerations by their value, sets as sorted lists. Where a field may hold one of several dataclasses, the object carries
its class's name under "is". Fields that hold their default are left out, so old rows open when a field is added; hence
a default, once released, never changes.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
Plain = Any  # what json.dumps takes
_TAG = "is"


def encode(value: object) -> Plain:
    """The value as plain JSON values."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kept = {
            name: encode(held)
            for name, default in _fields(type(value))
            if (held := getattr(value, name)) != default or type(held) is not type(default)
        }
        return {_TAG: type(value).__name__, **kept}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): encode(held) for key, held in value.items()}
    if isinstance(value, frozenset):
        return sorted((encode(held) for held in value), key=str)
    if isinstance(value, tuple | list):
        return [encode(held) for held in value]
    return value


@cache
def _fields(kind: type) -> tuple[tuple[str, object], ...]:
    """The names of a dataclass's fields with their defaults; a field without one gets a value nothing equals."""
    return tuple((field.name, _default(field)) for field in dataclasses.fields(kind))


def _default(field: "dataclasses.Field[Any]") -> object:
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return dataclasses.MISSING


def decode(kind: type[T], plain: Plain) -> T:
    """The value that `encode` wrote. A field it does not know is an error: such a row is of a later version."""
    result: T = decoder(typing.cast(Any, kind))(plain)
    return result


@cache
def decoder(kind: Any) -> Callable[[Plain], Any]:
    """A function from plain JSON to values of that annotation."""
    kind = _bare(kind)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _union(arguments)
    if origin is tuple:
        return _tuple(arguments)
    if origin is frozenset:
        item = decoder(arguments[0])
        return lambda plain: frozenset(map(item, plain))
    if origin in (Mapping, dict):
        key, held = decoder(arguments[0]), decoder(arguments[1])
        return lambda plain: {key(name): held(value) for name, value in plain.items()}
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _record(kind)
    if kind in (Any, object):
        return lambda plain: plain
    if isinstance(kind, type) and issubclass(kind, Enum | Fraction):
        return kind
    return lambda plain: plain


def _bare(kind: Any) -> Any:
    """The annotation under its NewType names and aliases."""
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    return kind


def _tuple(arguments: tuple[Any, ...]) -> Callable[[Plain], Any]:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        item = decoder(arguments[0])
        return lambda plain: tuple(map(item, plain))
    items = tuple(decoder(argument) for argument in arguments)
    return lambda plain: tuple(item(value) for item, value in zip(items, plain, strict=True))


def _union(arguments: tuple[Any, ...]) -> Callable[[Plain], Any]:
    kinds: list[Any] = [_bare(argument) for argument in arguments if argument is not types.NoneType]
    records = [kind for kind in kinds if isinstance(kind, type) and dataclasses.is_dataclass(kind)]
    by_name: dict[str, Any] = {kind.__name__: kind for kind in records}
    plainest: Any = next((kind for kind in kinds if kind not in records), None)

    def read(plain: Plain) -> Any:
        if plain is None:
            return None
        if isinstance(plain, dict) and plain.get(_TAG) in by_name:
            return decoder(by_name[plain[_TAG]])(plain)
        return decoder(plainest)(plain) if plainest else plain

    return read


def _record(kind: type) -> Callable[[Plain], Any]:
    """A reader of one dataclass; its fields' readers are found at first use, since classes may name each other."""
    readers: dict[str, Callable[[Plain], Any]] = {}

    def read(plain: Plain) -> Any:
        if not readers:
            hints = typing.get_type_hints(kind)
            readers.update({field.name: decoder(hints[field.name]) for field in dataclasses.fields(kind)})
        return kind(**{name: readers[name](value) for name, value in plain.items() if name != _TAG})

    return read
