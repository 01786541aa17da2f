"""Outcomes that wait for the DM: looked over, approved, put into other words, kept back."""

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta

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


@pytest.fixture
def mourned(story):
    """Krom stays alone below, and dies there, while what the day brought still waits for the DM."""
    story.run("2026-01-16 09:05")
    story.letter("luis@example.com", "2026-01-16 11:00", "Exploramos hacia el fondo.")
    story.letter("marta@example.com", "2026-01-16 11:10", "Krom se queda aquí, por mi cuenta.")
    story.run("2026-01-16 11:15")
    story.run("2026-01-16 23:05")
    assert story.rows("select count(*) from events where kind = 'died' and characters = '[\"krom\"]'") == [(1,)]
    assert not story.mails("marta", "death")
    return story


@pytest.mark.parametrize(("sign", "is_told"), [(":", False), (" +", True)])
def test_a_death_is_told_in_the_dms_words(mourned, sign, is_told):
    say(mourned, "2026-01-17 07:00", f"{number(mourned, 'krom')}{sign} Una luz, y nada más.")
    mourned.run("2026-01-17 09:05")
    (told,) = mourned.texts("marta", "death")
    days = mourned.texts("marta", "outcome")[1:]
    assert ("LO CUENTA QUIEN DIRIGE" in told) or any("| Una luz, y nada más." in day for day in days)
    assert any("| Una luz, y nada más." in text for text in (told, *days))
    assert ("R20" in told, "R27" in told, "los dados y la regla" in told) == (is_told,) * 3
    assert "Krom ha muerto" in told


def test_its_words_are_taken_back_too(mourned):
    say(mourned, "2026-01-17 07:00", f"{number(mourned, 'krom')}: Una luz, y nada más.")
    say(mourned, "2026-01-17 07:10", "deshacer")
    mourned.run("2026-01-17 09:05")
    assert not any("Una luz" in text for text in mourned.texts("marta"))


def test_the_digest_lists_what_is_kept_back_with_the_words_that_let_it_go(story):
    say(story, "2026-01-16 07:00", f"{number(story, 'krom')} espera")
    story.run("2026-01-16 09:05")
    story.run("2026-01-16 23:05")
    digest = " ".join(story.texts("alba", "digest")[-1].split())
    ((first,),) = story.rows("select number from reviews where character = 'krom' order by id limit 1")
    kept = f"R{first}"
    assert "RESULTADOS QUE RETIENES" in digest
    assert f"{kept} Krom (Marta), 15 de Escarcha. Responde: {kept} vale" in digest
    say(story, "2026-01-17 07:00", f"{kept} vale")
    assert "15 de Escarcha" in story.mails("marta", "outcome")[0]["Subject"]


def test_the_chronicle_tells_no_day_that_is_looked_over(mourned, tmp_path):
    def written():
        out = tmp_path / "site"
        done = CliRunner().invoke(estafeta, ["chronicle", "-C", str(mourned.folder), str(out)])
        assert done.exit_code == 0, done.output
        return {path.name: path.read_text() for path in out.glob("*.html")}

    before = written()
    assert "2026-01-16.html" not in before
    assert not any("muert" in text and "Krom" in text for text in before.values())
    assert "Krom" in before["index.html"]
    say(mourned, "2026-01-17 07:00", "aprueba todo")
    assert "Krom" in written()["2026-01-16.html"]


def test_words_survive_nights_in_which_nothing_is_sent(story, monkeypatch):
    """Later days are told together, and no longer looked over; what the DM had put into words goes out in them."""
    import mailer.run as run

    say(story, "2026-01-16 07:00", f"{number(story, 'krom')}: La noche huele a cera.")
    story.set("hours = 10", "hours = 0")
    with monkeypatch.context() as patch:
        patch.setattr(run, "has_due_mail", lambda _post: False)  # the line is down
        story.run("2026-01-16 23:05")
        story.run("2026-01-17 23:05")
    story.run("2026-01-18 23:05")
    assert sum("| La noche huele a cera." in text for text in story.texts("marta")) == 1
    assert len(story.mails("marta", "catch_up")) == 1
