"""How things are counted and written in each language: plural, gender, money, weights, dates."""

from datetime import date

import pytest

from mailer.writing import amounts
from mailer.writing.words import words_of

ES, EN = words_of("es"), words_of("en")


@pytest.mark.parametrize(
    ("count", "label", "said"),
    [
        (1, "goblin", "un goblin"),
        (2, "goblin", "dos goblins"),
        (1, "rata gigante", "una rata gigante"),
        (21, "rata gigante", "veintiuna ratas gigantes"),
        (2, "gusano carroñero", "dos gusanos carroñeros"),
        (3, "elemental de fuego", "tres elementales de fuego"),
        (2, "ladrón", "dos ladrones"),
        (1, "serpiente", "una serpiente"),
        (1, "águila", "un águila"),
        (4, "águila", "cuatro águilas"),
        (5, "zombi", "cinco zombis"),
        (2, "lombriz", "dos lombrices"),
        (2, "orco del Páramo", "dos orcos del Páramo"),
        (1, "guardia", "un guardia"),
        (40, "orco", "40 orcos"),
        (1, "ración", "una ración"),
        (2, "ración", "dos raciones"),
        (2, "marqués", "dos marqueses"),
        (2, "ciempiés", "dos ciempiés"),
        (2, "fantasma", "dos fantasmas"),
        (1, "poción de curación", "una poción de curación"),
        (2, "espada larga", "dos espadas largas"),
    ],
)
def test_spanish_counts(count: int, label: str, said: str) -> None:
    assert ES.counted(count, label) == said


@pytest.mark.parametrize(
    ("count", "label", "said"),
    [
        (1, "goblin", "a goblin"),
        (1, "ogre", "an ogre"),
        (2, "carrion worm", "two carrion worms"),
        (3, "wolf", "three wolves"),
        (2, "potion of healing", "two potions of healing"),
        (2, "pouch", "two pouches"),
        (2, "harpy", "two harpies"),
        (1, "unicorn", "a unicorn"),
        (1, "hour", "an hour"),
        (5, "lizard man", "five lizard men"),
        (30, "orc", "30 orcs"),
        (2, "day", "two days"),
    ],
)
def test_english_counts(count: int, label: str, said: str) -> None:
    assert EN.counted(count, label) == said


def test_rows_of_names() -> None:
    assert ES.listed([]) == "nadie"
    assert ES.listed(["Krom"]) == "Krom"
    assert ES.listed(["Krom", "Ulmo", "Joram"]) == "Krom, Ulmo y Joram"
    assert ES.listed(["Luis", "Iván"]) == "Luis e Iván"
    assert ES.listed(["agua", "hierba"]) == "agua y hierba"
    assert EN.listed(["Krom", "Iván"]) == "Krom and Iván"


@pytest.mark.parametrize(
    ("cp", "es", "en"),
    [
        (0, "0 po", "0 gp"),
        (1, "1 pc", "1 cp"),
        (4135, "41 po 3 pp 5 pc", "41 gp 3 sp 5 cp"),
        (1000, "10 po", "10 gp"),
        (12345600, "123.456 po", "123,456 gp"),
        (-150, "−1 po 5 pp", "−1 gp 5 sp"),
    ],
)
def test_money(cp: int, es: str, en: str) -> None:
    assert amounts.money(cp, ES).replace("\u00a0", " ") == es
    assert amounts.money(cp, EN).replace("\u00a0", " ") == en


def test_numbers_and_dates() -> None:
    assert (amounts.tenths(125, "es"), amounts.tenths(125, "en"), amounts.tenths(-120, "es")) == ("12,5", "12.5", "−12")
    assert (amounts.percent(70, "es"), amounts.percent(70, "en")) == ("70\u00a0%", "70%")
    assert (amounts.number(2310, "en"), amounts.number(231000, "es")) == ("2,310", "231.000")
    day = date(2026, 1, 21)
    assert amounts.real_date(day, "es", "full") == "miércoles, 21 de enero de 2026"
    assert amounts.real_date(day, "en", "full") == "Wednesday, 21 January 2026"
    assert amounts.real_date(day, "es", ES.table["dates"]["weekday"]) == "miércoles 21 de enero"
    assert (amounts.clock(1380), amounts.clock(5)) == ("23:00", "00:05")


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("sala de las columnas", "la sala de las columnas"),
        ("osario", "el osario"),
        ("Cripta de Ossur", "la Cripta de Ossur"),
        ("Ruinas del Norte", "las Ruinas del Norte"),
        ("Valdecuervo", "Valdecuervo"),
        ("Puerto Salitre", "Puerto Salitre"),
        ("la capilla", "la capilla"),
        ("El Espino", "El Espino"),
        ("pasadizos", "los pasadizos"),
    ],
)
def test_places_take_their_article_in_spanish(label: str, said: str) -> None:
    assert ES.with_article(label) == said


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("hall of columns", "the hall of columns"),
        ("Weeping Barrow", "the Weeping Barrow"),
        ("Crypt of Ossur", "the Crypt of Ossur"),
        ("Ossur's chamber", "Ossur's chamber"),
        ("Saltmire", "Saltmire"),
        ("the Salt Road", "the Salt Road"),
    ],
)
def test_places_take_their_article_in_english(label: str, said: str) -> None:
    assert EN.with_article(label) == said


def test_goods_listed_as_several_stay_as_they_are() -> None:
    assert ES.counted(1, "raciones normales (día)") == "raciones normales (día)"
    assert ES.counted(3, "raciones normales (día)") == "tres raciones normales (día)"
    assert ES.counted(2, "cerveza, pinta") == "dos cervezas, pinta"
    assert ES.counted(2, "cuerda (15 m)") == "dos cuerdas (15 m)"
    assert EN.counted(1, "arrows, dozen") == "arrows, dozen"
    assert EN.counted(2, "ale, pint") == "two ales, pint"
