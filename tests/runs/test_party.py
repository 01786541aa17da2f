"""The party commands itself by mail: overrides, breaking away, reminders, absences, questions."""

import pytest
from runs.story import Story

LUIS, MARTA, IVAN, JANA = "luis@example.com", "marta@example.com", "ivan@example.net", "jana@example.net"
ALBA, OWEN = "alba@example.com", "owen@example.com"


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def plain(text):
    return " ".join(text.split())


def last(story, player, kind):
    return plain(story.texts(player, kind)[-1])


# -- overrides -------------------------------------------------------------------------------------------------------


def test_who_asked_for_something_else_is_told_in_the_same_run(story):
    story.letter(MARTA, "2026-01-16 10:00", "Nos quedamos.")
    story.letter(LUIS, "2026-01-16 11:00", "Volvemos al exterior por donde vinimos.")
    story.run("2026-01-16 11:05")
    told = last(story, "marta", "override")
    assert "lo que mandaste para Krom no se hará: va por delante la palabra de Luis, portavoz del grupo" in told
    assert "tú, 16 de Escarcha, 10:00: «Nos quedamos.»" in told
    assert "Luis, 16 de Escarcha, 11:00: «Volvemos al exterior por donde vinimos" in told
    assert "Desde ahora, el grupo: retorno al exterior" in told
    assert "por mi cuenta" in told
    assert "a solas saldría con vida un 0 % de las veces; los demás, un 50 %" in told


def test_everybody_sees_the_party_turn_round_in_the_same_run(story):
    story.letter(LUIS, "2026-01-16 11:00", "Volvemos al exterior.")
    story.run("2026-01-16 11:05")
    assert {mail["To"].partition("<")[2] for mail in story.mails(kind="override")} == {
        f"{address}>" for address in (MARTA, IVAN, JANA)
    }
    assert "Luis cambia lo que hace el grupo" in last(story, "ivan", "override")


def test_what_changes_nothing_is_told_to_nobody(story):
    story.letter(LUIS, "2026-01-16 11:00", "Aseguramos la posición.")
    story.letter(LUIS, "2026-01-16 11:01", "Retirada al 30 %.")
    story.letter(MARTA, "2026-01-16 11:02", "Exploramos.")
    story.run("2026-01-16 11:05")
    assert story.mails(kind="override") == []


def test_an_override_is_told_once(story):
    story.letter(LUIS, "2026-01-16 11:00", "Volvemos al exterior.")
    story.run("2026-01-16 11:05")
    story.letter(LUIS, "2026-01-16 12:00", "Retirada al 30 %.")
    story.run("2026-01-16 12:05")
    story.run("2026-01-16 23:05")
    assert len(story.mails("marta", "override")) == 1


def test_who_broke_away_before_is_overridden_told_and_may_still_go(story):
    story.letter(MARTA, "2026-01-16 10:00", "Me quedo.")
    story.letter(LUIS, "2026-01-16 11:00", "Volvemos al exterior.")
    story.run("2026-01-16 11:05")
    assert "«Me quedo" in last(story, "marta", "override")
    story.letter(MARTA, "2026-01-16 11:06", "Krom se queda aquí, por mi cuenta.")
    story.run("2026-01-16 11:10")
    assert "a solas, 0 % de salir con vida de una pelea; el grupo sin ti, 50 %" in last(story, "marta", "receipt")
    story.run("2026-01-16 23:05")
    assert story.rows("select count(*) from events where kind = 'broke_away'")[0][0] >= 1
    assert story.rows("select count(*) from events where kind = 'overruled'")[0][0] >= 1


def test_the_dm_goes_before_everybody(story):
    story.letter(LUIS, "2026-01-16 10:00", "Exploramos.")
    story.letter(ALBA, "2026-01-16 11:00", "Los Cuatro: volvemos al exterior.")
    story.run("2026-01-16 11:05")
    orders = story.rows("select kind, json_extract(json, '$.by_dm') from orders order by id")
    assert ("stance", 1) in orders
    told = last(story, "luis", "override")
    assert "Alba, que dirige la partida" in told
    assert "por mi cuenta" not in told


def test_the_digest_lists_who_went_before_whom(story):
    story.letter(MARTA, "2026-01-16 10:00", "Me quedo.")
    story.letter(LUIS, "2026-01-16 11:00", "Volvemos al exterior.")
    story.run("2026-01-16 23:05")
    digest = last(story, "alba", "digest")
    assert "PALABRA CONTRA PALABRA" in digest
    assert "Krom, «Me quedo.»: va por delante Luis, «Volvemos al exterior" in digest


# -- decisions and absences ------------------------------------------------------------------------------------------


def until_asked(story, first=16):
    """The day of January on whose evening a question of Los Cuatro opened."""
    for day in range(first, 26):
        story.run(f"2026-01-{day} 23:05")
        if story.rows("select 1 from decisions where state = 'open' and party = 'los-cuatro'"):
            return day
    raise AssertionError("nobody was asked anything")


def test_a_question_is_recalled_once_when_its_time_is_nearly_over(story):
    day = until_asked(story)
    story.run(f"2026-01-{day + 1} 08:00")
    assert story.mails(kind="decision_reminder") == []
    story.run(f"2026-01-{day + 1} 21:00")
    story.run(f"2026-01-{day + 1} 22:00")
    (reminder,) = story.mails(kind="decision_reminder")
    assert reminder["To"].endswith(f"<{LUIS}>")
    assert reminder["Subject"].startswith("Re: [Los Cuatro] Hay que decidir")
    assert "Aún por decidir" in reminder.get_body(("plain",)).get_content()


def test_who_has_answered_is_not_reminded(story):
    day = until_asked(story)
    story.letter(LUIS, f"2026-01-{day + 1} 09:00", "B")
    story.run(f"2026-01-{day + 1} 09:05")
    row = story.rows("select state, answered_by from decisions where answered_by is not null")
    assert row == [("answered", "luis")]
    assert "en palabra de Luis" in last(story, "marta", "outcome")
    if not story.rows("select 1 from decisions where state = 'open'"):
        story.run(f"2026-01-{day + 1} 22:00")
        assert story.mails(kind="decision_reminder") == []


def test_no_question_waits_for_somebody_who_is_away(story):
    story.letter(LUIS, "2026-01-16 09:00", "Ausente del 16 al 30")
    story.run("2026-01-16 09:05")
    assert "ausente del viernes 16 de enero (16 de Escarcha) al viernes 30 de enero (30 de Escarcha)" in last(
        story, "luis", "receipt"
    )
    for day in range(16, 22):
        story.run(f"2026-01-{day} 23:05")
    assert story.rows("select count(*) from decisions where state = 'expired'")[0][0] >= 1
    assert story.rows("select count(*) from decisions where state = 'open'") == [(0,)]
    assert story.mails(kind="decision_reminder") == []
    digest = last(story, "alba", "digest")
    assert "AUSENTES" in digest
    assert "Luis: del viernes 16 de enero (16 de Escarcha) al viernes 30 de enero (30 de Escarcha)" in digest


def test_any_letter_ends_an_absence(story):
    story.letter(LUIS, "2026-01-16 09:00", "Ausente del 18 al 30")
    story.letter(LUIS, "2026-01-17 09:00", "Retirada al 30 %.")  # not away yet
    story.run("2026-01-17 09:05")
    assert story.rows("select state from orders where kind = 'absence'") == [("standing",)]
    story.letter(LUIS, "2026-01-19 09:00", "Gracias por todo, ya he vuelto.")
    story.run("2026-01-19 09:05")
    assert story.rows("select state, reason from orders where kind = 'absence'") == [("done", "wrote")]
    story.run("2026-01-19 23:05")
    assert "AUSENTES" not in last(story, "alba", "digest")


@pytest.mark.parametrize(
    ("sender", "player", "words", "told"),
    [
        (
            MARTA,
            "marta",
            "Estaré fuera del 20 al 25 de enero.",
            "ausente del martes 20 de enero (20 de Escarcha) al domingo 25 de enero (25 de Escarcha)",
        ),
        (
            MARTA,
            "marta",
            "No podré jugar hasta el 25",
            "ausente del viernes 16 de enero (16 de Escarcha) al domingo 25 de enero (25 de Escarcha)",
        ),
        (
            MARTA,
            "marta",
            "Me voy de vacaciones del 28 al 3 de febrero",
            "ausente del miércoles 28 de enero (28 de Escarcha) al martes 3 de febrero (",
        ),
        (
            OWEN,
            "owen",
            "I'll be away from the 20th to the 25th",
            "away from Tuesday 20 January (20 Hoarfrost) to Sunday 25 January (25 Hoarfrost)",
        ),
        (
            OWEN,
            "owen",
            "Away from January 25 to January 28",
            "away from Sunday 25 January (25 Hoarfrost) to Wednesday 28 January (28 Hoarfrost)",
        ),
        (
            OWEN,
            "owen",
            "I'm on holiday until January 25.",
            "away from Friday 16 January (16 Hoarfrost) to Sunday 25 January (25 Hoarfrost)",
        ),
    ],
)
def test_absences_in_everyday_words(story, sender, player, words, told):
    story.letter(sender, "2026-01-16 09:00", words)
    story.run("2026-01-16 09:05")
    assert story.rows("select kind, state from orders") == [("absence", "standing")]
    assert told in last(story, player, "receipt")


@pytest.mark.parametrize(
    ("sender", "words"), [(LUIS, "Ausente del 18 al 30"), (OWEN, "Away from the 18th to the 30th")]
)
def test_an_absence_as_we_say_it_back_is_understood_again(story, sender, words):
    player = sender.partition("@")[0]
    story.letter(sender, "2026-01-16 09:00", words)
    story.run("2026-01-16 09:05")
    row = next(line for line in story.texts(player, "receipt")[-1].splitlines() if line.startswith("1. a"))
    story.letter(sender, "2026-01-16 10:00", row.removeprefix("1. "))
    story.run("2026-01-16 10:05")
    told = story.rows("select json_extract(json, '$.act') from orders order by id")
    assert len(told) == 2
    assert told[0] == told[1]


def test_the_dm_sees_by_both_calendars_who_is_away(story):
    story.letter(LUIS, "2026-01-16 09:00", "Ausente del 18 al 30")
    story.run("2026-01-16 23:05")
    told = "Luis: del domingo 18 de enero (18 de Escarcha) al viernes 30 de enero (30 de Escarcha)"
    assert told in last(story, "alba", "digest")


def test_being_away_in_the_past_or_in_another_sense_is_no_absence(story):
    for minute, words in enumerate(("Krom no está hasta el gorro", "Estuve fuera del 3 al 9", "I ran away until dawn")):
        story.letter(MARTA, f"2026-01-16 09:0{minute}", words)
    story.run("2026-01-16 09:05")
    assert story.rows("select count(*) from orders where kind = 'absence'") == [(0,)]


# -- questions -------------------------------------------------------------------------------------------------------


def test_a_day_is_sent_again_as_it_was_told_to_that_player(story):
    story.run("2026-01-16 23:05")
    story.run("2026-01-17 23:05")
    first = [mail for mail in story.mails("marta", "outcome") if "16 de Escarcha" in mail["Subject"]]
    story.letter(MARTA, "2026-01-18 09:00", "Reenvía el día 16")
    story.run("2026-01-18 09:05")
    assert "Va otra vez el correo del 16 de Escarcha." in last(story, "marta", "receipt")
    again = story.mails("marta", "outcome")[-1]
    assert again["Subject"] == first[0]["Subject"]
    assert again["Message-ID"] != first[0]["Message-ID"]
    assert again.get_body(("plain",)).get_content() == first[0].get_body(("plain",)).get_content()
    assert again["Date"].startswith("Sun, 18 Jan 2026")
    assert story.mails("luis", "outcome")[-1]["Date"].startswith("Sat, 17 Jan 2026")


@pytest.mark.parametrize(
    ("sender", "player", "words", "answer"),
    [
        (MARTA, "marta", "reenvíame el 15 de enero", "Va otra vez el correo del 15 de Escarcha."),
        (OWEN, "owen", "resend day 15", "of 15 Hoarfrost is on its way again"),
        (MARTA, "marta", "Reenvía el día 31", "No sé qué día es ese."),
        (MARTA, "marta", "¿qué tienes mío?", "Marta Solís: marta@example.com (te escribimos a marta@example.com)"),
        (OWEN, "owen", "What do you have of me?", "Characters: Maren and Hesper"),
        (OWEN, "owen", "what do you have of mine?", "Characters: Maren and Hesper"),
        (OWEN, "owen", "What data of mine do you keep?", "Characters: Maren and Hesper"),
    ],
)
def test_questions_that_the_ledger_answers(story, sender, player, words, answer):
    story.letter(sender, "2026-01-16 09:00", words)
    story.run("2026-01-16 09:05")
    assert answer in last(story, player, "receipt")
