"""A DM asks by mail what may come, and is answered in the receipt; nobody else is, and nothing changes."""

import re
from pathlib import Path

import pytest
from runs.story import Story

from mailer.rulings.shapes import forecasts

ALBA = "alba@example.com"
DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """All runs, however busy the machine is, but for the test that is about that."""
    monkeypatch.setattr("mailer.foresight.SECONDS", 60)
    monkeypatch.setattr("mailer.foresight.RUNS", 60)


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def asked(story, words, *, sender=ALBA, at="2026-01-16 10:00"):
    before = len(story.mails())
    story.letter(sender, at, words)
    story.run(at.replace(":00", ":05"))
    return story.mails()[before:]


def text(mail):
    return " ".join(mail.get_body(("plain",)).get_content().split())


@pytest.mark.parametrize(
    ("line", "kind", "party", "number"),
    [
        ("pronóstico Los Cuatro 7 días", "days", "Los Cuatro", "7"),
        ("Pronóstico de Los Cuatro a 3 días.", "days", "Los Cuatro", "3"),
        ("pronóstico para Los Cuatro, 7 días", "days", "Los Cuatro", "7"),
        ("¿Pronóstico de Los Cuatro para los próximos diez días?", "days", "Los Cuatro", "diez"),
        ("Los Cuatro: pronóstico 2 días", "days", "Los Cuatro", "2"),
        ("previsión Los Cuatro", "day", "Los Cuatro", None),
        ("pronóstico del grupo Los Cuatro para mañana", "day", "Los Cuatro", None),
        ("pronóstico Los Cuatro 2 semanas", "weeks", "Los Cuatro", "2"),
        ("forecast Los Cuatro 7 days", "days", "Los Cuatro", "7"),
        ("Forecast for Los Cuatro over the next 5 days", "days", "Los Cuatro", "5"),
        ("odds of Los Cuatro", "day", "Los Cuatro", None),
    ],
)
def test_the_words_of_the_question(line, kind, party, number):
    found = next(forecasts().matches(line))
    assert (found.kind, found.slots["party"].strip(" ,"), found.slots.get("n")) == (kind, party, number)


def test_the_stances_stand_side_by_side_for_the_dm_alone(story):
    before = story.rows("select count(*) from steps"), story.rows("select count(*) from orders")
    (mail,) = asked(story, "pronóstico Los Cuatro 2 días\n")
    assert ALBA in mail["To"]
    said = text(mail)
    assert "Los Cuatro: 2 días por delante, 60 veces" in said
    assert re.search(r"viven todos: como van .*? · asegurar .*? · explorar .*? · retorno", said)
    assert "vive Krom:" in said and "acaban en:" in said
    assert "Exacto, sin tirar." in said and "un control encuentra a alguien: 17 % (1/6)" in said
    assert not re.search(r"[█▏▎▍▌▋▊▉]|\[bold\]", said)
    assert "1 contestada" in mail["Subject"]
    assert (story.rows("select count(*) from steps"), story.rows("select count(*) from orders")) == before


def test_in_the_subject_in_english_and_beside_a_ruling(story):
    roster = story.folder / "roster.toml"
    roster.write_text(re.sub(r"(\[players\.alba\]\n)", r'\1language = "en"\n', roster.read_text()))
    mails = asked(story, "forecast Los Cuatro 1 day\nKrom: 5 hp\n")
    told = next(text(mail) for mail in mails if ALBA in mail["To"] and "60 times" in text(mail))
    assert "one day ahead" in told and "all live: as it stands" in told
    assert story.rows("select count(*) from rulings") == [(1,)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("pronóstico Los Cinco 7 días", "no hay ningún grupo «Los Cinco»; hay "),
        ("pronóstico Los Cuatro 700 días", "llega hasta 30 días"),
        ("pronóstico Los Cuatro 0 días", "llega hasta 30 días"),
    ],
)
def test_what_cannot_be_foreseen_is_said(story, words, said):
    (mail,) = asked(story, words)
    assert said in text(mail)


def test_a_player_is_not_told(story):
    for mail in asked(story, "pronóstico Los Cuatro 7 días", sender="luis@example.com"):
        assert "60 veces" not in text(mail)


def test_a_party_above_ground_has_its_one_course(story):
    (mail,) = asked(story, "pronóstico Pell")
    assert "60 veces" in text(mail) and "asegurar" not in text(mail)


def test_both_pages_show_it():
    for language in ("es", "en"):
        page = (DOCS / f"rulings.{language}.md").read_text("utf-8")
        shown = [one for one in re.findall(r"`([^`\n]+)`", page) if next(forecasts().matches(one), None)]
        assert len(shown) == 3


def test_a_slow_machine_answers_with_fewer_tries(story, monkeypatch):
    monkeypatch.setattr("mailer.foresight.SECONDS", 0)
    (mail,) = asked(story, "pronóstico Los Cuatro 30 días")
    assert "30 días por delante, 20 veces" in text(mail)
