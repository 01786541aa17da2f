"""The folders shipped with the program: `data` and `templates`."""

from importlib.resources import files
from pathlib import Path


def shipped(name: str) -> Path:
    """The folder of that name: inside the installed package, else beside it in a checkout."""
    inside = Path(str(files("mailer"))) / "_shipped" / name
    return inside if inside.is_dir() else Path(__file__).resolve().parent.parent / name
