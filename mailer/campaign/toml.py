"""Values written as TOML, as a person would write them."""

import json
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

_SIMPLE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def literal(value: Any) -> str:
    """The value on one line."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _quoted(value)
        case datetime() | date():
            return value.isoformat()
        case Mapping():
            inside = ", ".join(f"{bare(name)} = {literal(one)}" for name, one in value.items())
            return f"{{ {inside} }}" if inside else "{}"
        case list() | tuple():
            return f"[{', '.join(map(literal, value))}]"
        case _:
            return str(value)


def bare(name: str) -> str:
    """A key, in quotes only where it needs them."""
    return name if name and set(name) <= _SIMPLE else _quoted(name)


def _quoted(text: str) -> str:
    """JSON's escapes are TOML's, but for one control character that JSON leaves as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def table(path: str, values: Mapping[str, Any]) -> str:
    """A table with one key a line."""
    return "\n".join((f"[{path}]", *(f"{bare(name)} = {literal(one)}" for name, one in values.items()))) + "\n"
