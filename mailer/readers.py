"""Whom a mail speaks to: names, days and letterhead in a reader's language, from the campaign and the world."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from mailer.post import Post
from rules.calendar import Calendar, CampaignDate
from rules.time import Day
from rules.world import World

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.names import Names
    from mailer.writing.outcomes import Letterhead
    from mailer.writing.views.head import Day as DayView


@dataclass(frozen=True, slots=True)
class CampaignDates:
    """Days under their two names: the campaign's calendar and the real one."""

    calendar: Calendar
    anchor: date

    def view(self, day: Day, language: str) -> "DayView":
        """How a day is called in a language."""
        from datetime import timedelta

        from mailer.writing.views.head import Day as DayView

        when = self.calendar.date_of(day)
        return DayView(
            campaign=self.calendar.say(when, language, style="short"),
            real=self.anchor + timedelta(days=day),
            long=self.calendar.say(when, language, style="long"),
            sky=_sky(when, language),
        )

    def real(self, day: Day) -> date:
        """The real date of a day."""
        from datetime import timedelta

        return self.anchor + timedelta(days=day)


def _sky(when: CampaignDate, language: str) -> str:
    """Moons and season, as far as the calendar has any."""
    moons = [f"{moon.moon.in_(language)}, {moon.phase.in_(language)}" for moon in when.moons]
    season = [when.season.in_(language)] if when.season else []
    return "; ".join((*season, *moons))


def names_for(post: Post, player: "Player", world: World | None = None) -> "Names":
    """What a reader calls things and people."""
    from mailer.writing.names import Names
    from mailer.writing.words import words_of

    campaign = post.campaign
    return Names(
        words=words_of(player.language, post.folder / "templates"),
        book=campaign.book,
        world=world or post.world,
        dates=CampaignDates(campaign.calendar, campaign.settings.anchor),
        players={one.id: one.name.split()[0] for one in campaign.roster.players.values()},
        reader=player.id,
    )


def letterhead_for(post: Post, player: "Player") -> "Letterhead":
    """What stands on top of every mail to a reader."""
    from mailer.writing.outcomes import Letterhead
    from mailer.writing.views.head import Reader

    reader = Reader(player.name.split()[0], player.language, player.gender, player.is_dm)
    return Letterhead(post.settings.tag, post.settings.name, reader)
