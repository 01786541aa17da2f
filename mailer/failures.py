"""Failures of the world in the DM's language, each with what to do about it: the words of `data/failures.toml`.

told(error, "es") -> "imap:mail.example.org: al conectar: el servidor no contesta. La próxima pasada lo intenta…"
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from mailer.errors import CampaignError, ChannelError, MailerError, NoCampaignError
from mailer.resources import shipped

_FIELD = re.compile(r"\\\{(\w+)\\\}")
_SPANISH = "es"


def told(error: MailerError, language: str) -> str:
    """The failure and the next step."""
    return f"{plain(error, language).rstrip('.')}.{_break(error)}{next_step(error, language)}"


def plain(error: MailerError, language: str) -> str:
    """The failure alone, on one line, but for the mistakes of a campaign's files, which have a line each."""
    if _has_lines(error) or language != _SPANISH:
        return str(error)
    if isinstance(error, ChannelError):
        step = _words()["steps"].get(error.step, error.step)
        return f"{error.channel}: {step}: {reason_in(error.reason, language)}"
    return _sentence(str(error))


def reason_in(reason: str, language: str) -> str:
    """What a system or a server said, as far as we know it in that language."""
    if language != _SPANISH:
        return reason
    return _translated(reason, "reasons") or _inside(reason)


def both(reason: str) -> Mapping[str, str]:
    """The same in each language, for words that are put together later."""
    return {language: reason_in(reason, language) for language in ("es", "en")}


def told_of_system(error: OSError, language: str) -> str:
    """What the system would not do with a file, and the next step."""
    reason = reason_in(error.strerror or type(error).__name__, language)
    return f"{error.filename}: {reason}. {_words()['next']['OSError'][language]}"


def next_step(error: MailerError, language: str) -> str:
    """What to do, by the kind of failure."""
    steps = _words()["next"]
    kind = next(one.__name__ for one in type(error).__mro__ if one.__name__ in steps)
    return str(steps[kind][language])


def line(code: str, language: str, **args: object) -> str:
    """A line of a run's report; one that says a mistake of ours also says what then."""
    words = str(_words()["lines"][code][language]).format(**args)
    cause = args.get("cause")
    return f"{words}: {cause}. {_words()['next']['mistake'][language]}" if cause else words


def _break(error: MailerError) -> str:
    return "\n" if _has_lines(error) else " "


def _has_lines(error: MailerError) -> bool:
    """Whether it is told in lines, in the campaign's language already."""
    return isinstance(error, CampaignError) and not isinstance(error, NoCampaignError)


def _sentence(text: str) -> str:
    return _translated(text, "sentences") or _inside(text)


def _translated(text: str, table: str) -> str:
    """The Spanish of a sentence that is known, its parts translated too; "" for one that is not."""
    for shape, spanish in _shapes(table):
        found = shape.fullmatch(text)
        if found:
            return spanish.format(**{name: reason_in(part, _SPANISH) for name, part in found.groupdict().items()})
    return ""


def _inside(text: str) -> str:
    """The text with whatever is known inside it translated: a strerror amid a server's own words."""
    for english, spanish in _words()["reasons"].items():
        if "{" not in english:
            text = text.replace(english, spanish)
    return text


@cache
def _shapes(table: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((shape_of(english), spanish) for english, spanish in _words()[table].items())


def shape_of(english: str) -> re.Pattern[str]:
    """What reads a sentence back into its parts."""
    return re.compile(_FIELD.sub(r"(?P<\1>.+?)", re.escape(english)), re.DOTALL)


@cache
def _words() -> Mapping[str, Mapping[str, Any]]:
    import tomllib

    with (shipped("data") / "failures.toml").open("rb") as file:
        return tomllib.load(file)
