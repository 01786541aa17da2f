"""Kinds of value that belong to the world outside the game: hours, dates, zones, addresses, paths, passwords."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from mailer.campaign.mistakes import Phrase, Spot

_ADDRESS = re.compile(
    r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]"
)
_URL = re.compile(r"https?://[A-Za-z0-9.:\[\]_-]+(/[!-~]*)?")
_MATRIX_USER = re.compile(r"@[a-z0-9._=/+-]{1,200}:[A-Za-z0-9.:\[\]-]{1,200}")
_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: "23:00"."""

    @property
    def allowed(self) -> Phrase:
        """A time of day."""
        return Phrase("clock")

    def read(self, value: object, spot: Spot) -> Any:
        """Minutes since midnight."""
        if isinstance(value, time) and not value.second and not value.microsecond:
            return value.hour * 60 + value.minute
        if isinstance(value, str) and (found := _CLOCK.fullmatch(value.strip())):
            return int(found[1]) * 60 + int(found[2])
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Days that come again, as iCalendar writes them: "FREQ=WEEKLY;BYDAY=TH". Empty for none."""

    @property
    def allowed(self) -> Phrase:
        """A rule."""
        return Phrase("recurrence")

    def read(self, value: object, spot: Spot) -> Any:
        """The rule, sure to be one."""
        if value == "":
            return value
        from mailer.sessions import next_session

        if isinstance(value, str) and len(value) <= 200 and value.isprintable():
            try:
                next_session(value, date(2026, 1, 15), anchor=date(2026, 1, 1))
            except (ValueError, TypeError, KeyError, IndexError):
                return spot.wrong(value, self.allowed)
            return value
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class RealDate:
    """A day of the ordinary calendar: 2026-01-15."""

    @property
    def allowed(self) -> Phrase:
        """A date."""
        return Phrase("date")

    def read(self, value: object, spot: Spot) -> Any:
        """The date."""
        if isinstance(value, str):
            try:
                value = date.fromisoformat(value.strip())
            except ValueError:
                return spot.wrong(value, self.allowed)
        if isinstance(value, date) and not isinstance(value, datetime) and 1900 <= value.year <= 2999:
            return value
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class RealMoment:
    """A day and hour of the campaign's own wall clock: 2026-01-15T22:00."""

    @property
    def allowed(self) -> Phrase:
        """A date and time without offset."""
        return Phrase("moment")

    def read(self, value: object, spot: Spot) -> Any:
        """A naive datetime."""
        if isinstance(value, str):
            try:
                value = datetime.fromisoformat(value.strip())
            except ValueError:
                return spot.wrong(value, self.allowed)
        if isinstance(value, datetime) and value.tzinfo is None and 1900 <= value.year <= 2999:
            return value
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone by the name of a city: "Europe/Madrid"."""

    @property
    def allowed(self) -> Phrase:
        """A zone's name."""
        return Phrase("zone")

    def read(self, value: object, spot: Spot) -> Any:
        """The ZoneInfo."""
        if isinstance(value, str) and value.strip() and value.strip().isprintable():
            try:
                return ZoneInfo(value.strip())
            except (KeyError, ValueError, OSError):
                return _unknown_zone(value.strip(), spot)
        return spot.wrong(value, self.allowed)


def _unknown_zone(name: str, spot: Spot) -> Any:
    from zoneinfo import available_timezones

    return spot.unknown(name, available_timezones(), code="zone")


def is_address(text: str) -> bool:
    """Whether it is a mail address, in lower case and ASCII."""
    return len(text) <= 254 and _ADDRESS.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Address:
    """A mail address without a name."""

    @property
    def allowed(self) -> Phrase:
        """An address."""
        return Phrase("address")

    def read(self, value: object, spot: Spot) -> Any:
        """The address in lower case."""
        if isinstance(value, str) and is_address(value.strip().lower()):
            return value.strip().lower()
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class MatrixUser:
    """A Matrix account: @name:server."""

    @property
    def allowed(self) -> Phrase:
        """An account with its server."""
        return Phrase("matrix_user")

    def read(self, value: object, spot: Spot) -> Any:
        """The account as it stands."""
        if isinstance(value, str) and len(value) <= 255 and _MATRIX_USER.fullmatch(value.strip()):
            return value.strip()
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class Url:
    """The address of a server of the web; what crosses a network goes by https."""

    @property
    def allowed(self) -> Phrase:
        """A web address."""
        return Phrase("url")

    def read(self, value: object, spot: Spot) -> Any:
        """The address as it stands."""
        from mailer.inbox.settings import is_plain

        if not isinstance(value, str) or not _URL.fullmatch(value):
            return spot.wrong(value, self.allowed)
        return spot.wrong(value, Phrase("exposed_url")) if is_plain(value) else value


@dataclass(frozen=True, slots=True)
class Path:
    """A file or folder; one that does not begin with / or ~ lies inside the campaign folder."""

    @property
    def allowed(self) -> Phrase:
        """A path."""
        return Phrase("path")

    def read(self, value: object, spot: Spot) -> Any:
        """The path as text: whoever knows the folder joins them."""
        if isinstance(value, str) and 0 < len(value.strip()) <= 1000 and value.isprintable():
            return value.strip()
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class Password:
    """Where a password is kept: { env = "NAME" }, { file = "path" } or { command = "pass show mail" }."""

    @property
    def allowed(self) -> Phrase:
        """One of the three places."""
        return Phrase("password")

    def read(self, value: object, spot: Spot) -> Any:
        """The Secret. What stands here is never shown: it may be the password itself."""
        from mailer.inbox.secret import Secret, SecretSource

        if not isinstance(value, dict) or len(value) != 1:
            return spot.wrong(Phrase("found_hidden"), self.allowed)
        ((source, place),) = value.items()
        if source not in frozenset(SecretSource) or not isinstance(place, str) or not place.strip():
            return spot.wrong(Phrase("found_hidden"), self.allowed)
        return Secret(SecretSource(source), place.strip())
