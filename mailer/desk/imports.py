"""What is said about things brought in from elsewhere: the words of `data/imports.toml`."""

from collections.abc import Mapping
from functools import cache

from mailer.resources import shipped


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    import tomllib

    with (shipped("data") / "imports.toml").open("rb") as file:
        return tomllib.load(file)


def say(code: str, language: str, **args: object) -> str:
    """One sentence."""
    return _words()[code][language].format(**args)
