"""Every kind of event, with what only the DM may know in every key that could carry it: no player's mail shows it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from mailer.writing.digests import digest_view
from mailer.writing.mail import Mail
from mailer.writing.names import Names
from mailer.writing.outcomes import death_view, decision_view, outcome_view
from mailer.writing.render import render
from mailer.writing.sample_days import NOW, sample_events, sample_letterhead, sample_names
from mailer.writing.views import CatchUpView
from rules.atlas import Label, Zone
from rules.dice import Face, Throw
from rules.events import Audience, Event, EventKind
from rules.names import CharacterId, PartyId, SiteId, ZoneId
from rules.time import Day, Moment

KROM, JORAM, PARTY, SITE = CharacterId("krom"), CharacterId("joram"), PartyId("los-cuatro"), SiteId("cripta")
VAULT, MARK, NUMBER = ZoneId("boveda"), "zzmarca", 9_173_557
# Whatever the rules, or a later version of them, may write down beside what a phrase needs.
HIDDEN = {
    "is_lost": True, "lost_miles_tenths": NUMBER, "true_place": MARK, "returns": [[MARK, NUMBER]], "notes": MARK,
    "price_floor_cp": NUMBER, "secret": MARK, "lair": MARK, "true_zone": MARK, "dm": MARK, "side": MARK, "veer": MARK,
    "real": MARK, "next_check": NUMBER, "ambush": MARK, "hoard_cp": NUMBER,
}  # fmt: skip
THROWS = ("way", "veer", "returns:2", "hours_to_safe")
KINDS_WITH_ZONES = ("stance_begun", "moved", "safe_zone", "objective_reached", "objective_missed", "entered_site",
                    "body_left", "no_way", "made_camp")  # fmt: skip


def _names(language: str, reader: str = "marta", *, knows_all: bool = False) -> Names:
    """The sample's names, with a vault in the crypt that is on no map of the party's."""
    names = replace(sample_names(language, reader), knows_all=knows_all)
    site = names.book.atlas.sites[SITE]
    vault = Zone(VAULT, Label(MARK, MARK), ())
    atlas = replace(names.book.atlas, sites={SITE: replace(site, zones={**site.zones, VAULT: vault})})
    return replace(names, book=replace(names.book, atlas=atlas))


def _faces() -> tuple[Face, ...]:
    return tuple(Face(Throw(Moment(2300), PARTY, what), 0, 100, 93) for what in THROWS)


def _events(kind: EventKind, samples: Sequence[dict[str, Any]], **more: Any) -> list[Event]:
    return [
        Event(kind, Moment(2300), PARTY, (KROM,), {**data, **HIDDEN, **more}, faces=_faces(), source="R1")
        for data in samples
    ]


def _mails(names: Names, events: Sequence[Event], character: CharacterId = KROM) -> list[Mail]:
    letterhead = sample_letterhead(names.language)
    outcome = outcome_view(character, Day(1), events=events, orders=(), names=names, letterhead=letterhead, now=NOW)
    decision = names.world.parties[PARTY].decision
    assert decision is not None
    led = [replace(event, at=decision.opened) for event in events]
    asked = decision_view(character, decision, events=led, names=names, letterhead=letterhead, now=NOW)
    dead = death_view(CharacterId("ulmo"), Day(1), events=events, names=names, letterhead=letterhead)
    return [render(view) for view in (outcome, asked, dead, CatchUpView(outcome.head, (outcome, outcome)))]


def _is_clean(mail: Mail) -> bool:
    words = f"{mail.subject} {mail.text} {mail.html}".lower()
    grouped = f"{NUMBER:,}"
    numbers = (str(NUMBER), grouped, grouped.replace(",", "."), str(NUMBER)[:5])
    return MARK not in words and not any(number in words for number in numbers) and " 93" not in mail.text


@pytest.mark.parametrize("kind", EventKind)
def test_no_mail_shows_what_only_the_dm_knows(kind: EventKind, language: str, event_samples: Any) -> None:
    names = _names(language)
    for mail in _mails(names, _events(kind, event_samples[kind])):
        assert _is_clean(mail), mail.text


@pytest.mark.parametrize("kind", KINDS_WITH_ZONES)
def test_a_zone_on_no_map_has_no_name(kind: str, language: str, event_samples: Any) -> None:
    names = _names(language)
    events = _events(EventKind(kind), event_samples[EventKind(kind)], zone=VAULT)
    for mail in _mails(names, events):
        assert _is_clean(mail), mail.text
    here = names.world.parties[PARTY]
    there = replace(here, where=replace(here.where, zone=VAULT))
    inside = replace(names, world=replace(names.world, parties={PARTY: there}))
    assert all(_is_clean(mail) for mail in _mails(inside, events))


def test_the_dm_reads_its_name_in_the_digest(language: str) -> None:
    names = _names(language, "olga", knows_all=True)
    event = Event(EventKind.OBJECTIVE_REACHED, Moment(2300), PARTY, (), {"zone": VAULT})
    letterhead = sample_letterhead(language, "Olga", is_dm=True)
    view = digest_view(Day(1), events=[event], names=names, letterhead=letterhead, now=NOW)
    assert MARK in render(view).text


@pytest.mark.parametrize("kind", EventKind)
def test_what_happens_to_others_far_away_is_told_to_nobody_here(
    kind: EventKind, language: str, event_samples: Any
) -> None:
    names, quiet = _names(language), _mails(_names(language), ())
    others = [
        replace(event, party=PartyId("otros"), characters=(JORAM,)) for event in _events(kind, event_samples[kind])
    ]
    assert _mails(names, others) == quiet
    for_the_dm = [replace(event, audience=Audience.DM) for event in _events(kind, event_samples[kind])]
    assert _mails(names, for_the_dm) == quiet


def test_at_what_health_another_turns_back_is_their_own_affair(language: str) -> None:
    data = {"reason": "threshold", "who": ["joram"], "percent": 37}
    theirs = Event(EventKind.RETREAT_CALLED, Moment(2300), PARTY, (JORAM,), data)
    mine = replace(theirs, characters=(KROM,), data={**data, "who": ["krom"]})
    assert all("37" not in mail.text for mail in _mails(_names(language), [theirs])[:1])
    assert "37" in _mails(_names(language), [mine])[0].text


def test_the_sample_days_show_no_hidden_dice(language: str) -> None:
    events = [replace(event, faces=(*event.faces, *_faces())) for event in sample_events(language)]
    assert all(" 93" not in mail.text for mail in _mails(_names(language), events))
