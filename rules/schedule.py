"""What is due next: the beat of a party's clock above ground.

Town and road are lists of things that fall due at moments the world itself fixes, never at the moment a step of the
clock happens to end; that is why one long step and many short ones give the same world.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.events import EventKind
from rules.scene import Scene
from rules.time import MINUTES_A_DAY, Day, Moment, day_of, end_of_day


@dataclass(frozen=True, slots=True)
class Due:
    """Something that happens at a moment."""

    at: Moment
    step: Callable[[Scene], Scene]


def first(dues: Iterable[Due]) -> Due | None:
    """The earliest; of several at one moment, the one listed first."""
    return min(dues, key=lambda due: due.at, default=None)


def moved(scene: Scene, moment: Moment) -> Scene:
    """The scene at a moment; a clock never goes back. Source: R3."""
    return scene.with_party(clock=moment) if moment > scene.now else scene


def next_turnover(scene: Scene) -> Moment:
    """The next moment at which a day closes, later than now. Source: A55."""
    turnover = scene.book.house.turnover
    return end_of_day(day_of(scene.now, turnover), turnover)


def deadline(scene: Scene) -> Moment:
    """Until when a decision that opens now may be answered.

    With a daily pace players hear of it only when the day closes, so that they have the whole day after; with an
    hourly one they hear within the hour and have the rest of the day. Source: R69.
    """
    house = scene.book.house
    told = day_of(scene.now, house.turnover)
    return end_of_day(told if house.pace == "hourly" else Day(told + 1), house.turnover)


def released(scene: Scene) -> Iterable[Due]:
    """When members who owe days are free again: later than now, each once. Source: R7, A37."""
    owing = [person.free_at for person in scene.living if person.free_at is not None]
    if not owing:
        return ()
    moments = {moment for moment in owing if moment > scene.now}
    return (Due(moment, _tell_free) for moment in sorted(moments))


def _tell_free(scene: Scene) -> Scene:
    free = tuple(person.id for person in scene.living if person.free_at == scene.now)
    return scene.tell(EventKind.FREE_AGAIN, characters=free, source="R7, A37")


def march_start(scene: Scene, moment: Moment) -> Moment:
    """The first moment from `moment` on at which travellers are on their feet: within the hours of a day's march."""
    house = scene.book.house
    midnight = moment - moment % MINUTES_A_DAY
    begins = midnight + house.march_begins
    if moment >= begins + house.march_minutes:
        return Moment(begins + MINUTES_A_DAY)
    return Moment(max(moment, begins))


def march_window(scene: Scene, moment: Moment) -> tuple[Moment, Moment]:
    """First and last moment of the march that `moment` falls in or comes before."""
    house = scene.book.house
    begins = march_start(scene, moment) // MINUTES_A_DAY * MINUTES_A_DAY + house.march_begins
    return Moment(begins), Moment(begins + house.march_minutes)
