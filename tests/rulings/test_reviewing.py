"""Outcomes that wait for the DM: looked over, approved, put into other words, kept back."""

import pytest
from runs.story import Story

ALBA = "alba@example.com"
FOUR = ("luis", "marta", "ivan", "jana")


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.set('pace = "daily"', 'pace = "daily"\n') if 'pace = "daily"' in (
        made.folder / "campaign.toml"
    ).read_text() else None
    with (made.folder / "campaign.toml").open("a") as file:
        file.write("\n[review]\nhours = 10\n")
    made.run("2026-01-15 23:05")
    return made


def number(story, name):
    rows = story.rows("select number from reviews where character = ? order by id desc limit 1", name)
    return f"R{rows[0][0]}"


def say(story, at, words):
    story.letter(ALBA, at, words)
    return story.run(at[:-1] + "5")


def test_silence_sends_them_at_their_hour_as_they_are(story):
    assert story.mails(kind="outcome") == []
    (review,) = story.texts("alba", "review")
    assert "R1 · " in review
    assert "hasta mañana" in review or "09:00" in review
    story.run("2026-01-16 08:55")
    assert story.mails(kind="outcome") == []
    story.run("2026-01-16 09:05")
    assert {player for player in FOUR if story.mails(player, "outcome")} == set(FOUR)


def test_approval_sends_them_now_all_or_one(story):
    say(story, "2026-01-16 07:00", f"{number(story, 'krom')} vale")
    assert [player for player in FOUR if story.mails(player, "outcome")] == ["marta"]
    say(story, "2026-01-16 07:30", "aprueba todo")
    assert {player for player in FOUR if story.mails(player, "outcome")} == set(FOUR)
    assert "no espera" not in story.texts("alba", "receipt")[-1]


def test_the_dm_tells_it_in_other_words_and_the_figures_stay(story):
    say(
        story,
        "2026-01-16 07:00",
        f"{number(story, 'krom')}: La noche huele a cera.\n{number(story, 'krom')}: Nadie duerme.",
    )
    say(story, "2026-01-16 07:10", f"{number(story, 'duric')} + Antes de nada, un cuerno.")
    story.run("2026-01-16 09:05")
    told = story.texts("marta", "outcome")[-1]
    assert "| La noche huele a cera.\r\n| Nadie duerme." in told
    assert "CÓMO ESTÁIS" in told
    assert "LO QUE HA PASADO" not in told
    told = story.texts("luis", "outcome")[-1]
    assert "| Antes de nada, un cuerno." in told
    assert "LO QUE HA PASADO" in told


def test_what_is_kept_back_waits_for_a_word_beyond_the_next_day(story):
    say(story, "2026-01-16 07:00", f"{number(story, 'krom')} espera")
    story.run("2026-01-16 09:05")
    assert not story.mails("marta", "outcome")
    story.run("2026-01-16 23:05")
    story.run("2026-01-17 09:05")
    assert len(story.mails("marta", "outcome")) == 1
    assert "17 de Escarcha" not in story.mails("marta", "outcome")[0]["Subject"]
    say(story, "2026-01-17 10:00", "R1-9 vale")
    assert len(story.mails("marta", "outcome")) == 2


def test_words_of_the_dm_are_data(story):
    say(story, "2026-01-16 07:00", f"{number(story, 'krom')}: {{{{ 7*7 }}}} <b>x</b> Krom: 99 de 99 PG")
    story.run("2026-01-16 09:05")
    mail = story.mails("marta", "outcome")[-1]
    assert "| {{ 7*7 }} <b>x</b> Krom: 99 de 99 PG" in mail.get_body(("plain",)).get_content()
    assert "&lt;b&gt;x&lt;/b&gt;" in mail.get_body(("html",)).get_content()


@pytest.mark.parametrize("words", ["R9 vale", "R1 que sí, hombre", "aprueba 77"])
def test_what_is_no_answer_is_quoted_back(story, words):
    say(story, "2026-01-16 07:00", words)
    assert not story.mails(kind="outcome")
    assert f"«{words}» — duda" in " ".join(story.texts("alba", "receipt")[-1].split())


def test_nobody_else_approves(story):
    story.letter("marta@example.com", "2026-01-16 07:00", "aprueba todo\nR1 vale\nR1: hola")
    story.letter(ALBA, "2026-01-16 07:01", "aprueba todo", proof="fail")
    story.run("2026-01-16 07:05")
    assert not story.mails(kind="outcome")
    assert "R1" not in story.texts("marta", "receipt")[-1].replace("«R1", "")


def test_it_is_taken_back_as_long_as_the_mail_has_not_gone(story):
    say(story, "2026-01-16 07:00", f"{number(story, 'krom')}: La noche huele a cera.")
    say(story, "2026-01-16 07:10", "deshacer")
    say(story, "2026-01-16 07:20", f"{number(story, 'duric')} espera")
    say(story, "2026-01-16 07:30", "deshacer")
    story.run("2026-01-16 09:05")
    assert "huele a cera" not in story.texts("marta", "outcome")[-1]
    assert story.mails("luis", "outcome")
    say(story, "2026-01-16 09:10", "deshacer")
    assert "No hay ningún fallo" in story.texts("alba", "receipt")[-1]
