"""Gender, number and dates in every phrase: for women and men, for one and for several, on the first of a month."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from mailer.writing import amounts
from mailer.writing.names import Names
from mailer.writing.render import render
from mailer.writing.sample_days import sample_names
from mailer.writing.samples import samples
from mailer.writing.templates import phrases
from mailer.writing.told import told
from rules.events import Event, EventKind
from rules.names import CharacterId, PartyId
from rules.time import Moment

KROM, PARTY = CharacterId("krom"), PartyId("los-cuatro")
# Said of a man; of a woman, or of somebody who is neither, they would be wrong.
OF_MEN = re.compile(
    r"\b(muerto|vivo|solo|herido|ileso|curado|repuesto|agotado|cansado|perdido|preso|detenido|contratado|atrapado"
    r"|listo|despierto|dormido|caído|paralizado|envenenado|quieto|apartado|ocupado|él|lo cargan|uno más)\b"
)
# Not of anybody: what has been, which has no gender, a time, and what a save's own effect is called.
NOT_OF_THEM = re.compile(r"«[^»]*»|\b(ha|han|había|habían) \w+|tiempo contratado|no lo aguanta: .*")
# One of several, or several of one; nouns that end in -s by themselves are no mistake.
ONE_OF_MANY = {
    "es": re.compile(
        r"(?<![\d.,:+/-])\b1 (?!(?:mes|país|PG|ciempiés)\b)[a-záéíóúñ]+s\b|\b(quedan|faltan|esperan|son) 1\b"
    ),
    "en": re.compile(r"(?<![\d.,:+/-])\b1 (?!(?:hp|gp|sp|cp|is|pass|gas|boss)\b)[a-z]+s\b|\b(are|wait) 1\b"),
}  # fmt: skip
MANY_AS_ONE = re.compile(r"(?<![\d.,:+/-])\b(?:[2-9]|1\d) (?:día|hora|orden|duda|ración|cosa|paso|control|pieza)\b")


def _people(names: Names, gender: str) -> Names:
    people = {name: replace(one, gender=gender) for name, one in names.world.characters.items()}
    return replace(names, world=replace(names.world, characters=people))


def _said(names: Names, kind: EventKind, data: Mapping[str, Any]) -> str:
    tell = phrases(names.language).functions()["tell"]
    return str(tell(told(Event(kind, Moment(2300), PARTY, (KROM,), dict(data)), names)))


def _ones(value: Any) -> Any:
    """The same data with every number one."""
    if isinstance(value, Mapping):
        return {key: _ones(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_ones(one) for one in value)
    return 1 if isinstance(value, int) and not isinstance(value, bool) and value > 1 else value


@pytest.mark.parametrize("kind", EventKind)
@pytest.mark.parametrize("gender", ["f", "n"])
def test_of_a_woman_nothing_is_said_as_of_a_man(kind: EventKind, gender: str, event_samples: Any) -> None:
    for data in event_samples[kind]:
        said = _said(_people(sample_names("es"), gender), kind, data)
        assert not OF_MEN.search(NOT_OF_THEM.sub("", said)), said


@pytest.mark.parametrize("kind", EventKind)
def test_one_is_not_told_as_several(kind: EventKind, language: str, event_samples: Any) -> None:
    for data in event_samples[kind]:
        said = _said(sample_names(language), kind, _ones(data))
        assert not ONE_OF_MANY[language].search(said), said


def test_in_no_mail_is_one_several_or_are_several_one(language: str) -> None:
    for name, view in samples(language).items():
        mail = render(view)
        text = re.sub(r"[«“|][^»”\n]*[»”]?", "", f"{mail.subject}\n{mail.text}")
        assert not ONE_OF_MANY[language].search(text), (name, ONE_OF_MANY[language].search(text))
        assert language == "en" or not MANY_AS_ONE.search(text), (name, MANY_AS_ONE.search(text))


def test_a_woman_who_died_is_not_left_alone_as_a_man() -> None:
    death = samples("es")["death"]
    for gender, word in (("m", "No se queda solo"), ("f", "No se queda sola"), ("n", "No se queda a solas")):
        view = replace(death, character=replace(death.character, gender=gender))
        assert word in render(view).text


@pytest.mark.parametrize(
    ("when", "es", "en"),
    [
        (date(2026, 1, 1), "jueves, 1 de enero de 2026", "Thursday, 1 January 2026"),
        (date(2026, 8, 31), "lunes, 31 de agosto de 2026", "Monday, 31 August 2026"),
    ],
)
def test_dates_are_written_as_people_write_them(when: date, es: str, en: str) -> None:
    assert (amounts.real_date(when, "es", "full"), amounts.real_date(when, "en", "full")) == (es, en)


def test_no_date_has_an_ordinal_or_two_articles(language: str) -> None:
    for name, view in samples(language).items():
        text = render(view).text
        assert not re.search(r"\b1\.?[ºo] de\b|\b(de|del|el|al) (el|del|al) \d", text), name
