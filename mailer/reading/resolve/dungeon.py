"""Stances in a dungeon: the site, the zones and how long.

Source: R17, R37-R53.
"""

import re

from mailer.reading.resolve.asking import Offer, ask, pick, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.dates import days_of, first_day, when
from mailer.reading.resolve.decision import implied
from mailer.reading.resolve.gazetteer import How, Match, Noun
from mailer.reading.resolve.names import folded, stems
from mailer.reading.resolve.talk import Meaning, Talk, doubtful, named, site_at
from mailer.reading.resolve.travel import ground, place_of
from mailer.reading.resolve.words import words
from rules.names import SiteId, ZoneId
from rules.orders import Stance, StanceKind
from rules.time import Day, Moment

_STEPS = re.compile(r"\s+[-–—>]+\s+|[-–—]>|[,;→]|\s+(?:y luego|luego|despues|después|then)\s+")
_ENDS_BY_ITSELF = frozenset({"safe_zone", "further_notice", "after_previous", "objective"})


def dungeon(talk: Talk) -> Meaning:
    """A stance, or the doubts about its dungeon and zones."""
    try:
        kind = StanceKind(talk.slots.text("stance"))
    except ValueError:
        offers = tuple(Offer("stance", {"stance": one.value}, facts={"stance": one.value}) for one in StanceKind)
        return doubtful(ask(talk.said, Code.WHICH_STANCE, offers=offers))
    site, where = _site(talk, kind)
    if site is None:
        return where
    target, aim = _target(talk, kind, site)
    if aim.doubts:
        return doubtful(*aim.doubts)
    route, way = _route(talk, site)
    if way.doubts:
        return doubtful(*way.doubts)
    until, end = _until(talk)
    if end.doubts:
        return doubtful(*end.doubts)
    inside = talk.inside
    named_site = None if inside is not None and inside.site == site else site
    act = Stance(kind, named_site, target, route, until)
    return Meaning((act,), facts={"stance": kind.value, "site": site}) + where + aim + way + end


def _site(talk: Talk, kind: StanceKind) -> tuple[SiteId | None, Meaning]:
    """The dungeon meant: the one named, the one they are in, the only one that opens where they are."""
    written = talk.slots.text("place")
    match = talk.find(written, Noun.SITE) if written else Match(How.NONE)
    if match.how is How.NONE and (within := talk.context.gazetteer.mentioned(written, Noun.SITE, by_alias=True)):
        match = Match(How.NEAR, (within,))
    if written and match.entry is None and (mouth := _mouth(talk, written)) is not None:
        return mouth
    inside = talk.inside
    if inside is not None:
        return _from_inside(talk, inside.site, match, written)
    if kind is StanceKind.RETURN:
        answer = implied(talk, "backtrack")
        return None, answer or doubtful(ask(talk.said, Code.NOT_IN_SITE, offers=(to_dm(talk.said),)))
    if match.entry is not None:
        return _named_site(talk, SiteId(match.entry.id), match, written)
    near = site_at(talk.context, talk.place) if talk.place is not None else ()
    if len(near) == 1 and kind is not StanceKind.SECURE:  # to stay put is no word for going down
        return near[0], Meaning(notes=(Note.SITE_HERE,))
    return None, _which_site(talk, kind, match, written)


def _mouth(talk: Talk, written: str) -> tuple[SiteId, Meaning] | None:
    """The only dungeon that opens at a place named, which then stands for it."""
    place = ground(talk, written)
    if place.entry is None or place.how is not How.EXACT:
        return None
    sites = site_at(talk.context, place_of(talk, place.entry))
    return (sites[0], Meaning(names=named(written, place))) if len(sites) == 1 else None


def _from_inside(talk: Talk, site: SiteId, match: Match, written: str) -> tuple[SiteId | None, Meaning]:
    """The dungeon they are in; another one cannot be entered from there."""
    if match.entry is not None and match.how is How.EXACT and match.entry.id != site:
        return None, doubtful(ask(talk.said, Code.OTHER_SITE, written, offers=(to_dm(talk.said),), name=written))
    is_it = match.entry is not None and match.entry.id == site
    return site, Meaning(names=named(written, match)) if is_it else Meaning()


def _named_site(talk: Talk, site: SiteId, match: Match, written: str) -> tuple[SiteId, Meaning]:
    """A dungeon named from outside, with a remark if they are not at its mouth."""
    mouth = talk.context.atlas.sites[site].place
    notes = () if talk.place == mouth else (Note.NOT_THERE,)
    return site, Meaning(names=named(written, match), notes=notes, facts={"mouth": mouth})


def _which_site(talk: Talk, kind: StanceKind, match: Match, written: str) -> Meaning:
    """The doubt about which dungeon: those named alike or here; above ground, staying may mean waiting."""
    gazetteer = talk.context.gazetteer
    at = site_at(talk.context, talk.place) if talk.place is not None else ()
    here = tuple(entry for site in at if (entry := gazetteer.named(Noun.SITE, site)) is not None)
    wait = (Offer("wait", {"kind": "wait"}),) if kind is StanceKind.SECURE else ()
    offers = (*pick(match.candidates or here, "place"), *wait, to_dm(talk.said))
    code = Code.AMBIGUOUS_SITE if match.how is How.AMBIGUOUS else Code.UNKNOWN_SITE
    return doubtful(ask(talk.said, code, written, offers=offers, name=written))


def _target(talk: Talk, kind: StanceKind, site: SiteId) -> tuple[ZoneId | None, Meaning]:
    """The zone to reach or hold: a raid needs one; elsewhere it is where they are unless a place is named."""
    slot, written = next(
        ((name, text) for name in ("target", "place", "objective") if (text := _zone_text(talk, name, site))),
        ("target", ""),
    )
    if kind is StanceKind.RETURN or (not written and kind is not StanceKind.RAID):
        return None, Meaning()
    match = talk.find(written, Noun.ZONE, owner=site) if written else Match(How.NONE)
    if match.how is How.NONE and (bare := _without_site(talk, written, site)):
        match = talk.find(bare, Noun.ZONE, owner=site)
    if match.entry is not None:
        return ZoneId(match.entry.id), Meaning(names=named(written, match))
    return None, _which_zone(talk, kind, written, match, slot)


def _without_site(talk: Talk, written: str, site: SiteId) -> str:
    """The words for a zone without its dungeon's name, as in "el osario de la cripta"; "" if it is not there."""
    label = talk.context.atlas.sites[site].label
    known = {stem for name in (label.es, label.en, *label.aliases) for stem in stems(name)}
    kept = [word for word in folded(written).split() if not known & set(stems(word))]
    return " ".join(kept) if len(kept) < len(folded(written).split()) else ""


def _zone_text(talk: Talk, name: str, site: SiteId) -> str:
    """The words of a slot that may name a zone: not those that name the dungeon, nor "here", nor a raid's treasure."""
    written = talk.slots.text(name)
    if not written or folded(written) in words().lists["here"]:
        return ""
    if name == "place":
        match = talk.find(written, Noun.SITE)
        mouth = talk.find(written, Noun.PLACE)
        if (match.entry is not None and match.entry.id == site) or mouth.how is How.EXACT:
            return ""
    if name == "objective" and talk.find(written, Noun.ZONE, owner=site).entry is None:
        return ""
    return written


def _which_zone(talk: Talk, kind: StanceKind, written: str, match: Match, slot: str) -> Meaning:
    """The doubt about a zone: those alike that they know, where they are, or the DM."""
    inside = talk.inside
    stays = kind is StanceKind.SECURE and inside is not None
    here = (Offer("here", {slot: None}),) if stays or kind is StanceKind.EXPLORE else ()
    code = Code.AMBIGUOUS_ZONE if match.how is How.AMBIGUOUS else Code.UNKNOWN_ZONE if written else Code.NO_TARGET
    offers = (*pick(match.candidates, slot), *here, to_dm(talk.said))
    return doubtful(ask(talk.said, code, written, offers=offers, name=written))


def _route(talk: Talk, site: SiteId) -> tuple[tuple[ZoneId, ...], Meaning]:
    """The zones of a route in order; a step that is no zone is asked about: the way may matter more than the end."""
    written = talk.slots.raw("route")
    steps = talk.slots.texts("route") if isinstance(written, list | tuple) else _steps(talk.slots.text("route"))
    zones: list[ZoneId] = []
    told = Meaning()
    for step in steps:
        match = talk.find(step, Noun.ZONE, owner=site)
        if match.entry is None:
            offers = (*_other_step(steps, step, match), Offer("usual_way", {"route": None}), to_dm(talk.said))
            return (), doubtful(ask(talk.said, Code.UNKNOWN_WAY, step, offers=offers, name=step))
        zones.append(ZoneId(match.entry.id))
        told += Meaning(names=named(step, match))
    return tuple(zones), told


def _steps(route: str) -> tuple[str, ...]:
    """The steps of a route written in one go: "escalera - pozo - pasillo"."""
    return tuple(step.strip() for step in _STEPS.split(route) if folded(step))


def _other_step(steps: tuple[str, ...], wrong: str, match: Match) -> tuple[Offer, ...]:
    """Answers that put a known zone in the place of one step."""
    return tuple(
        Offer(
            "zone",
            {"route": [entry.label.es if step == wrong else step for step in steps]},
            entry.label.es,
            entry.label.en,
        )
        for entry in match.candidates
    )


def _until(talk: Talk) -> tuple[Moment | None, Meaning]:
    """When the stance ends: at the close of the day named; an event we cannot know leaves it open, and says so."""
    end = when(talk.slots, "until", "deadline", context=talk.context)
    if end is None or (end.day is None and end.event in _ENDS_BY_ITSELF):
        days = days_of(talk.slots)
        return (None if days is None else _after(talk, days)), Meaning()
    if end.is_past:
        return None, doubtful(ask(talk.said, Code.PAST_DATE, end.phrase, phrase=end.phrase))
    if end.day is None:
        return None, Meaning(notes=(Note.OPEN_END,), facts={"open_end": end.phrase})
    return talk.context.close(end.day), Meaning(facts={"until_day": end.day})


def _after(talk: Talk, days: int) -> Moment:
    """The close of the day so many days after the start."""
    first = first_day(talk.slots, talk.context)
    return talk.context.close(Day(first + days - 1))
