"""What the doctor finds: a code of `data/doctor.toml` with what its words need, and whether it is to be mended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from functools import cache
from typing import Any

from mailer.resources import shipped

Words = Mapping[str, Mapping[str, Any]]


class Health(StrEnum):
    """How it is with one thing."""

    WELL = "well"
    NOTE = "note"  # to know, not to mend
    MEND = "mend"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    code: str
    health: Health
    args: Mapping[str, object] = field(default_factory=dict)


def well(code: str, **args: object) -> Finding:
    """A thing in order."""
    return Finding(code, Health.WELL, args)


def note(code: str, **args: object) -> Finding:
    """A thing to know."""
    return Finding(code, Health.NOTE, args)


def mend(code: str, **args: object) -> Finding:
    """A thing to mend."""
    return Finding(code, Health.MEND, args)


@dataclass(frozen=True, slots=True)
class Told:
    """A finding in words."""

    code: str
    health: Health
    says: str
    mend: str = ""  # what to do, in one sentence


def told(finding: Finding, language: str) -> Told:
    """The finding in words; the mend only where there is one to make."""
    entry = doctor_words()[finding.code]
    args = {name: _shown(value, language) for name, value in finding.args.items()}
    says = str(entry["is"][language]).format(**args)
    todo = str(entry["mend"][language]).format(**args) if finding.health is Health.MEND else ""
    return Told(finding.code, finding.health, _one_line(says), _one_line(todo))


def said(room: str, name: str, language: str, **args: object) -> str:
    """Other words of the same file: a title, a reason."""
    return str(doctor_words()[room][name][language]).format(**args)


def _shown(value: object, language: str) -> str:
    if isinstance(value, timedelta):
        return age(value, language)
    if isinstance(value, Mapping):  # the same in both languages
        return str(value[language])
    return str(value)


def age(length: timedelta, language: str) -> str:
    """A length of time in the unit that fits it: "40 min", "5 h", "3 days"."""
    minutes = max(0, int(length.total_seconds() // 60))
    for unit, least, size in (("days", 2 * 1440, 1440), ("hours", 120, 60)):
        if minutes >= least:
            return said("age", unit, language, count=minutes // size)
    return said("age", "minutes", language, count=minutes)


def _one_line(text: str) -> str:
    """On one line and harmless to a terminal, whatever a server or a sender wrote into it."""
    return "".join(mark if mark.isprintable() else " " for mark in " ".join(text.split()))


@cache
def doctor_words() -> Words:
    """`data/doctor.toml`."""
    import tomllib

    with (shipped("data") / "doctor.toml").open("rb") as file:
        return tomllib.load(file)
