"""Whoever decides hears of a proposal in the run that read it, and takes it up or turns it down by a word."""

import pytest
from runs.story import Story


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def write(story, who, at, words, **headers):
    story.letter(who, at, words, **headers)
    story.run(at[:-1] + "5")


def reply(story, words, at="2026-01-16 11:00", kind="proposal", player="luis"):
    mail = story.mails(player, kind)[-1]
    write(story, "luis@example.com", at, words, In_Reply_To=mail["Message-ID"], subject=f"Re: {mail['Subject']}")


def states(story):
    return story.rows("select player, kind, state, reason from orders order by id")


def test_the_spokesperson_is_told_in_the_same_run_with_the_answers(story):
    write(story, "marta@example.com", "2026-01-16 10:00", "Volvemos al exterior todos.")
    (mail,) = story.mails(kind="proposal")
    assert (mail["To"], mail["Subject"]) == (
        "Luis Aranda <luis@example.com>",
        "[Los Cuatro] 16 de Escarcha: Marta propone algo para Los Cuatro",
    )
    told = " ".join(story.texts(kind="proposal")[0].split())
    assert "Marta (Krom) propone algo para Los Cuatro. Decides tú." in told
    assert "Marta, 16 de Escarcha, 10:00: «Volvemos al exterior todos» 1. retorno al exterior" in told
    story.run("2026-01-16 10:15")
    assert len(story.mails(kind="proposal")) == 1


@pytest.mark.parametrize("words", ["vale", "Sí", "de acuerdo", "acepto la propuesta 1", "vale, acepto la propuesta"])
def test_a_yes_takes_it_up(story, words):
    write(story, "marta@example.com", "2026-01-16 10:00", "Volvemos al exterior todos.")
    reply(story, words)
    assert states(story) == [
        ("marta", "stance", "done", "order 2"),
        ("luis", "stance", "standing", ""),
    ]
    assert "Retorno al exterior" in " ".join(story.texts("luis", "receipt")[-1].split())


@pytest.mark.parametrize("words", ["no", "rechazo la propuesta 1"])
def test_a_no_turns_it_down(story, words):
    write(story, "marta@example.com", "2026-01-16 10:00", "Volvemos al exterior todos.")
    reply(story, words)
    assert states(story) == [("marta", "stance", "failed", "refused")]


def test_a_yes_to_another_mail_takes_nothing_up(story):
    write(story, "marta@example.com", "2026-01-16 10:00", "Volvemos al exterior todos.")
    reply(story, "vale", kind="outcome")
    assert states(story) == [("marta", "stance", "standing", "")]


def test_a_yes_is_to_the_mail_it_answers_when_several_propose(story):
    write(story, "marta@example.com", "2026-01-16 10:00", "Volvemos al exterior todos.")
    first = story.mails(kind="proposal")[-1]
    write(story, "ivan@example.net", "2026-01-16 10:20", "Nos quedamos asegurando la posición.")
    assert len(story.mails(kind="proposal")) == 2
    write(story, "luis@example.com", "2026-01-16 11:00", "vale", In_Reply_To=first["Message-ID"])
    assert [row[2] for row in states(story) if row[0] == "marta"] == ["done"]
    assert [row[2] for row in states(story) if row[0] == "ivan"] == ["standing"]


def test_nobody_is_asked_who_does_not_decide(story):
    """A spokesperson's own word, one's own errand, going one's own way, and another's letter with the mail's number."""
    write(story, "luis@example.com", "2026-01-16 10:00", "Volvemos al exterior.")
    write(story, "marta@example.com", "2026-01-16 10:10", "Krom compra 2 antorchas.\nMe quedo, por mi cuenta.")
    assert not story.mails(kind="proposal")
    write(story, "marta@example.com", "2026-01-16 10:20", "Vuelvo con el grupo.")
    write(story, "ivan@example.net", "2026-01-16 10:30", "Exploramos hacia el fondo todos.")
    mail = story.mails("luis", "proposal")[-1]
    write(story, "jana@example.net", "2026-01-16 10:40", "vale", In_Reply_To=mail["Message-ID"])
    assert [row[2] for row in states(story) if row[0] == "ivan"] == ["standing"]
