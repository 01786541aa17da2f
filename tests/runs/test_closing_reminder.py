"""The reminder before the day closes: for those who asked, once a day, and no longer once they have had enough."""

import pytest
from runs.story import Story

from mailer.rulings.shapes import reminders

MARTA, OWEN = "marta@example.com", "owen@example.com"


@pytest.fixture
def story(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    return story


def test_who_asks_is_reminded_once_a_day(story):
    story.letter(MARTA, "2026-01-16 10:00", "Retirada al 40 %.\nAvísame antes del cierre")
    story.run("2026-01-16 10:05")
    (receipt,) = story.texts("marta", "receipt")
    assert "2 aceptadas" in story.mails("marta", "receipt")[0]["subject"]
    assert "Te avisaremos cada día a las 20:00, tres horas antes del cierre." in receipt
    for at in ("19:55", "20:05", "20:10", "22:55"):
        story.run(f"2026-01-16 {at}")
    (mail,) = story.mails("marta", "reminder")
    assert mail["subject"].endswith("el día cierra hoy a las 23:00")
    assert "retirada al 40 %" in " ".join(mail.get_body(("plain",)).get_content().split())
    story.run("2026-01-16 23:05")
    story.run("2026-01-17 20:05")
    assert len(story.mails("marta", "reminder")) == 2
    assert {row[0] for row in story.rows("select player from outbox where kind = 'reminder'")} == {"marta"}


def test_who_has_had_enough_is_left_alone(story):
    story.letter(MARTA, "2026-01-16 10:00", "avísame 2 horas antes del cierre")
    story.run("2026-01-16 21:05")
    story.letter(MARTA, "2026-01-16 21:10", "Sin avisos, gracias")
    story.letter(MARTA, "2026-01-16 21:20", "sin avisos")
    story.run("2026-01-16 21:25")
    assert "Sin avisos antes del cierre." in story.texts("marta", "receipt")[-1]
    story.run("2026-01-17 21:05")
    assert len(story.mails("marta", "reminder")) == 1


def test_english_and_both_characters_in_one_mail(story):
    story.letter(OWEN, "2026-01-16 10:00", "Please remind me four hours before the day closes.")
    story.run("2026-01-16 19:05")
    (text,) = story.texts("owen", "reminder")
    assert "HESPER" in text
    assert "MAREN" in text


def test_the_roster_says_so_and_a_letter_goes_before_it(story):
    story.set('name = "Marta Solís"', 'name = "Marta Solís"\nreminder_hours = 1', "roster.toml")
    story.letter(OWEN, "2026-01-16 10:00", "status")
    story.run("2026-01-16 10:05")
    story.run("2026-01-16 22:05")
    assert len(story.mails("marta", "reminder")) == 1
    story.letter(MARTA, "2026-01-17 10:00", "no me avises más")
    story.run("2026-01-17 10:05")
    story.run("2026-01-17 22:05")
    assert len(story.mails("marta", "reminder")) == 1


def test_nobody_is_reminded_of_an_hour_that_was_past_when_they_asked(story):
    story.letter(MARTA, "2026-01-16 21:30", "recuérdamelo antes del cierre")
    story.run("2026-01-16 21:35")
    story.run("2026-01-16 22:35")
    assert not story.mails("marta", "reminder")


def test_a_machine_that_was_off_at_that_hour_reminds_of_no_day_that_is_over(story):
    story.letter(MARTA, "2026-01-16 10:00", "avísame antes del cierre")
    story.run("2026-01-16 10:05")
    story.run("2026-01-17 09:00")
    assert not story.mails("marta", "reminder")


def test_the_absent_and_the_dead_are_not_reminded(story):
    story.letter(MARTA, "2026-01-16 10:00", "avísame antes del cierre\nausente del 17 al 19")
    story.run("2026-01-16 10:05")
    for day in (16, 17, 18):
        story.run(f"2026-01-{day} 20:05")
        story.run(f"2026-01-{day} 23:05")
    assert len(story.mails("marta", "reminder")) == 1


def test_idle_runs_stay_idle(story, monkeypatch):
    story.letter(MARTA, "2026-01-16 10:00", "avísame antes del cierre")
    story.run("2026-01-16 10:05")
    import mailer.campaign.load as load

    monkeypatch.setattr(load, "load_campaign", lambda _folder: 1 // 0)
    for hour in range(11, 20):
        assert story.run(f"2026-01-16 {hour}:05").is_idle


@pytest.mark.parametrize("words", [
    "Que nadie nos avise antes del cierre de la puerta", "si aparecen goblins, avísame antes de cerrar el trato",
    "no avises a nadie", "avísame 200 horas antes del cierre",
])  # fmt: skip
def test_other_words_change_nothing(story, words):
    story.letter(MARTA, "2026-01-16 10:00", words)
    story.run("2026-01-16 10:05")
    assert story.rows("select value from meta where key = 'reminders'") == []


@pytest.mark.parametrize(("words", "kind"), [
    ("Avísame antes del cierre", "on"), ("recuérdame una hora antes de que cierre el día", "on"),
    ("¿Puedes avisarme todos los días 3 horas antes del cierre, por favor?", "on"), ("aviso antes del cierre", "on"),
    ("quiero un recordatorio antes de cerrar", "on"), ("mándame un aviso 2 horas antes del cierre", "on"),
    ("sin avisos", "off"), ("No me avises más", "off"), ("no quiero más recordatorios", "off"),
    ("Remind me before turnover", "on"), ("could you remind me two hours before the day ends?", "on"),
    ("I'd like a reminder before the deadline, please", "on"), ("reminder 1 hour before turnover", "on"),
    ("no reminders", "off"), ("Please stop reminding me", "off"), ("don't remind me any more", "off"),
])  # fmt: skip
def test_people_ask_in_their_own_words(words, kind):
    assert [match.kind for match in reminders().matches(words)][:1] == [kind]
