"""Who reads, on which day, in which campaign: what every mail begins with."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a mail is written to."""

    name: str
    language: str  # "es" or "en"
    gender: str = "m"  # m, f or n: how the player is addressed
    is_dm: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the campaign, as phrases speak of them."""

    name: str
    gender: str = "m"
    is_yours: bool = False  # the reader's own character

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Day:
    """One day under its two names, in the reader's language."""

    campaign: str  # "12 de Hojarasca": by the campaign's calendar, without weekday and year
    real: date
    long: str = ""  # with weekday and year; "" where the campaign lives by the real calendar
    sky: str = ""  # season and moons in words, "" where the calendar has none

    def __str__(self) -> str:
        return self.campaign


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when something can be changed."""

    hour: str  # "23:00"
    real: date
    is_today: bool  # on the day the mail is sent


@dataclass(frozen=True, slots=True)
class Seal:
    """The proof of the dice: a day's secret was promised before and is shown afterwards."""

    day: Day  # as people call it; programs are given its real date
    promise: str = ""  # hash of the secret, hexadecimal
    secret: str = ""  # once revealed, hexadecimal


@dataclass(frozen=True, slots=True)
class Head:
    """What every mail begins with."""

    tag: str  # "Los Cuatro": in brackets in the subject
    campaign: str  # "Los Cuatro en Mundarrah"
    reader: Reader
    day: Day
