"""The folders shipped with the program: `data` and `templates`."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """The folder of that name: inside the installed package, else beside it in a checkout."""
    inside = _HERE / "_shipped" / name
    return inside if inside.is_dir() else _HERE.parent / name
