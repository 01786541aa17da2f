"""A Spanish mail has no English left in it, nor an English one Spanish; articles melt into "del" and "al"."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mailer.writing.deeds import deed
from mailer.writing.names import Names
from mailer.writing.render import render
from mailer.writing.sample_days import sample_names
from mailer.writing.samples import samples
from mailer.writing.templates import phrases
from mailer.writing.told import told
from rules.atlas import Label
from rules.events import Event, EventKind
from rules.names import CharacterId, PartyId, PlaceId, SiteId, ZoneId
from rules.orders import Stance, StanceKind, Travel
from rules.time import Moment

HERE = Path(__file__).parent
FOREIGN = {language: (HERE / f"foreign.{language}.txt").read_text("utf-8").split() for language in ("es", "en")}
ALLOWED = {
    "es": {"no", "a", "me", "he", "once", "van", "son", "red", "sin", "ten", "dice", "real", "normal", "has"},
    "en": {"no", "me", "he", "once", "a", "sin", "red", "son", "van", "ten", "la", "real", "gp", "sp", "cp"},
}
# What the sample's people, programs and proper names say, in whatever language.
QUOTED = re.compile(
    r"«[^»]*»|“[^”]*”|^\|.*$|estafeta \w+( [\d-]+)?|\S+@\S+|\b[0-9a-f]{16,}\b|\b\w+-\w+\b|\w*\d\w*"
    r"|550 5\.1\.1.*$|\(el túmulo\)",
    re.MULTILINE,
)


def strangers(text: str, language: str) -> list[str]:
    """The words of the other language in a text."""
    words = re.findall(r"[^\W\d_]+", QUOTED.sub(" ", text))
    wrong = {word.lower() for word in FOREIGN[language]} - ALLOWED[language]
    return sorted({word for word in words if word.lower() in wrong})


def phrase(kind: EventKind, data: dict[str, Any], names: Names) -> str:
    event = Event(kind, Moment(2300), PartyId("los-cuatro"), (CharacterId("krom"),), data, source="R1")
    say = phrases(names.language).functions()
    seen = told(event, names)
    return f"{say['tell'](seen)} {say['fold'](seen)}"


@pytest.mark.parametrize("kind", [one.value for one in EventKind])
def test_every_event_in_one_language(kind: str, language: str, event_samples: Any) -> None:
    for data in event_samples[EventKind(kind)]:
        said = phrase(EventKind(kind), data, sample_names(language))
        assert not strangers(said, language), said


def test_every_mail_in_one_language(language: str) -> None:
    own = set(re.findall(r"\w+", " ".join(str(one) for one in samples(language)["alert"].details)))  # type: ignore[attr-defined]
    for name, view in samples(language).items():
        mail = render(view)
        found = [word for word in strangers(f"{mail.subject}\n{mail.text}", language) if word not in own]
        assert not found, (name, found)


def _with_articles() -> Names:
    """The sample with places and zones that begin with "el"."""
    names = sample_names("es")
    atlas = names.book.atlas
    well = Label("el pozo", "the well")
    places = {key: replace(place, label=Label("el molino", "the mill")) for key, place in atlas.places.items()}
    sites = {
        key: replace(site, label=Label("el túmulo", "the barrow"),
                     zones={zone: replace(one, label=well) for zone, one in site.zones.items()})
        for key, site in atlas.sites.items()
    }  # fmt: skip
    routes = {key: replace(route, label=Label("el vado", "the ford")) for key, route in atlas.routes.items()}
    return replace(names, book=replace(names.book, atlas=replace(atlas, places=places, sites=sites, routes=routes)))


@pytest.mark.parametrize("kind", [one.value for one in EventKind])
def test_articles_melt_in_every_event(kind: str, event_samples: Any) -> None:
    names = _with_articles()
    for data in event_samples[EventKind(kind)]:
        said = phrase(EventKind(kind), {**data, **({"trap": ["el foso", "a pit"]} if "trap" in data else {})}, names)
        assert not re.search(r"\b(de|a) el\b", said), said
        assert not re.search(r"\b(el|la|los|las|un|una) (el|la|los|las|un|una)\b", said), said


def test_articles_melt_in_orders_and_mails() -> None:
    names = _with_articles()
    short = phrases("es").functions()["short"]
    for act in (
        Travel(PlaceId("posada")),
        Stance(StanceKind.RAID, target=ZoneId("capilla")),
        Stance(StanceKind.SECURE, target=ZoneId("capilla")),
        Stance(StanceKind.EXPLORE, site=SiteId("cripta")),
    ):
        assert not re.search(r"\b(de|a) el\b", short(deed(act, names)))
    for name, view in samples("es").items():
        mail = render(view)
        assert not re.search(r"\b(de|a) el\b", mail.text, re.IGNORECASE), name


@pytest.mark.parametrize(("said", "told_as"), [
    (("de", "el Molino"), "del Molino"), (("a", "el molino"), "al molino"), (("de", "El Cairo"), "de El Cairo"),
    (("de", "la Venta"), "de la Venta"), (("a", "Elche"), "a Elche"), (("de", "Elías"), "de Elías"),
])  # fmt: skip
def test_only_articles_melt(said: tuple[str, str], told_as: str) -> None:
    from mailer.writing.templates import environment

    of, to = (environment("es", "text").filters[name] for name in ("of", "to"))
    assert (of if said[0] == "de" else to)(said[1]) == told_as
