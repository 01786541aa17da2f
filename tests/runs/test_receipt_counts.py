"""The receipt counts what it shows: every verdict stands under its line, every question under the words it is about."""

import re
from random import Random

import pytest
from runs.story import Story

MARTA, OWEN = "marta@example.com", "owen@example.com"
LINES = {
    "es": (
        "Compro el chisme del goblin.", "Vendo la lanza.", "Compro dos antorchas", "Hola a todos", "¿Cuánto oro tengo?",
        "Viajo a la Torre Perdida", "compra 3 raciones y un cachivache", "Duric vende su espada", "descanso dos días",
        "Retirada al 40 %", "vendo el violín y compro una cuerda", "Un abrazo", "estado",
    ),
    "en": (
        "Maren buys a gizmo.", "Sell the trombone.", "Maren buys 2 torches", "Hi all", "how much money do I have?",
        "I travel to Lost Tower", "buy 3 rations and a doohickey", "Duric sells his sword", "rest two days",
        "Retreat at 40 %", "Maren sells the fiddle", "Cheers", "status",
    ),
}  # fmt: skip
VERDICTS = {
    "accepted": r"(?:aceptada|accepted)", "refused": r"(?:no se puede|cannot be done)",
    "answered": r"(?:contestada abajo|answered below)",
}  # fmt: skip
COUNTS = {
    "accepted": r"(\d+) (?:aceptadas?|accepted)", "doubt": r"(\d+) (?:dudas?|doubts?)",
    "answered": r"(\d+) (?:contestadas?|answered)", "refused": r"(\d+) (?:que no se|not possible)",
}  # fmt: skip


@pytest.fixture(scope="module")
def receipts(tmp_path_factory):
    """Sixty letters of lines thrown together, read in one run."""
    story = Story(tmp_path_factory.mktemp("counts") / "campaign")
    story.run("2026-01-15 23:05")
    chance = Random(7)
    for number in range(60):
        language, who = (("es", MARTA), ("en", OWEN))[number % 2]
        words = "\n".join(chance.sample(LINES[language], chance.randint(1, 6)))
        story.letter(who, f"2026-01-16 {10 + number // 60}:{number % 60:02}", f"{words}\n{number}")
    story.run("2026-01-16 12:00")
    mails = [mail for who in ("marta", "owen") for mail in story.mails(who, "receipt")]
    assert len(mails) == 60
    return [(mail["subject"], "\n".join(mail.get_body(("plain",)).get_content().splitlines())) for mail in mails]


def lines_of(text: str) -> list[tuple[str, str, str]]:
    """Words, verdict and what stands below, of every line of a receipt."""
    found = re.findall(r"^\d+\. [«“](.*)[»”] —\s(.*)\n((?:   .*\n)*)", text, re.MULTILINE)
    return [(words, verdict, below) for words, verdict, below in found]


def test_the_subject_counts_the_verdicts_that_are_shown(receipts):
    for subject, text in receipts:
        verdicts = ", ".join(verdict for _, verdict, _ in lines_of(text))
        for name, pattern in VERDICTS.items():
            counted = re.search(COUNTS[name], subject)
            assert len(re.findall(rf"(?<![\w ]){pattern}", f", {verdicts}".replace(", ", ",\n"))) == (
                int(counted[1]) if counted else 0
            ), text
        shown = sum(
            int(n) if n.isdigit() else 1 for n in re.findall(r"(\d+|una|one|\b)\s?\b(?:duda|doubt)s?\b", verdicts)
        )
        counted = re.search(COUNTS["doubt"], subject)
        assert shown == (int(counted[1]) if counted else 0), text


def test_every_question_stands_under_the_words_it_is_about(receipts):
    asked = 0
    for _, text in receipts:
        for words, _, below in lines_of(text):
            for about in re.findall(r"\([«“](.*?)[»”]\)", below):
                asked += 1
                assert about.lower() in words.lower(), text
    assert asked > 20


def test_answers_of_a_line_have_letters_of_their_own(receipts):
    for _, text in receipts:
        keys = re.findall(r"^   (\d+[A-Z]) ", text, re.MULTILINE)
        assert len(set(keys)) == len(keys), text


def test_what_to_take_back_is_ones_own(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.letter("luis@example.com", "2026-01-16 09:00", "Como portavoz: aseguramos la posición.")
    story.letter(MARTA, "2026-01-16 10:00", "Retirada al 40 %")
    story.run("2026-01-16 10:05")
    (text,) = story.texts("marta", "receipt")
    number = re.search(r"^(\d+)\. retirada al 40", text, re.MULTILINE)[1]
    assert f"anular {number}" in text
    story.letter(MARTA, "2026-01-16 11:00", f"anular {number}")
    story.letter("jana@example.net", "2026-01-16 11:01", "estado")
    story.run("2026-01-16 11:05")
    assert "anular" not in story.texts("jana", "receipt")[0]
    assert f"{number}. retirada" not in story.texts("marta", "receipt")[-1]


def test_wrapped_words_go_with_the_line_above(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.letter(
        "jana@example.net", "2026-01-16 10:00", "En cuanto lleguemos al pueblo descansa\nuna semana en la posada."
    )
    story.run("2026-01-16 10:05")
    (text,) = story.texts("jana", "receipt")
    assert lines_of("\n".join(text.splitlines()))[1][1] == "va con la línea 1"
    assert "Descansar 7 días: al llegar." in text


def test_whose_a_character_is(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.letter(MARTA, "2026-01-16 10:00", "Duric vende su espada.\nJoram descansa tres días.")
    story.run("2026-01-16 10:05")
    (text,) = story.texts("marta", "receipt")
    assert "Ese personaje no es tuyo («Duric»): lo lleva Luis." in text
    assert "Ese personaje no es tuyo («Joram»): lo lleva Jana." in text
