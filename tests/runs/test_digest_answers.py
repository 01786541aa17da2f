"""What a digest asks for can be answered as it says: every ready answer, sent back by the DM, is understood."""

import re

import pytest
from runs.story import Story

ALBA, LUIS, MARTA = "alba@example.com", "luis@example.com", "marta@example.com"
ANSWER = re.compile(r"\b([DTCX]\d+ [^\n]*?)(?= o [DTCX]\d| or [DTCX]\d|$)")


@pytest.fixture
def story(tmp_path, monkeypatch):
    """A digest with all that may wait: a question, a task, a held letter and one that could not be read."""
    import mailer.intake as intake

    real = intake.open_letter

    def opened(raw, **options):
        if b"tropiezo" in raw:
            raise ValueError("a letter we stumble over")
        return real(raw, **options)

    monkeypatch.setattr(intake, "open_letter", opened)
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 09:12", "Como portavoz: aseguramos la posición en la sala de las columnas.")
    story.letter(MARTA, "2026-01-16 10:00", "Krom escribe una carta a su madre y la esconde bajo una losa.")
    story.letter(MARTA, "2026-01-16 10:10", "Krom lo vende todo.", proof="fail")
    story.letter(LUIS, "2026-01-16 10:20", "tropiezo")
    for at in ("16 10:30", "16 10:40", "16 10:50", "16 23:05", "17 23:05"):
        story.run(f"2026-01-{at}")
    monkeypatch.setattr(intake, "open_letter", real)
    return story


def ready_answers(story: Story) -> list[str]:
    text = "\n".join(story.texts("alba", "digest")[-1].splitlines())
    text = re.sub(r"\n   (?=\S)", " ", text)
    asked = re.findall(r"Responde: ([^\n]*)", text)
    return [answer.strip() for one in asked for answer in ANSWER.findall(one)]


def test_a_digest_offers_an_answer_to_all_that_waits(story):
    kinds = [answer[0] for answer in ready_answers(story)]
    assert set(kinds) >= {"D", "C", "X"}, story.texts("alba", "digest")[-1]


def test_every_ready_answer_is_understood(story):
    answers = ready_answers(story)
    for number, answer in enumerate(answers):
        if answer.endswith("no"):
            continue  # the other answer to the same letter
        story.letter(ALBA, f"2026-01-18 10:{number:02}", answer)
    story.run("2026-01-18 10:30")
    receipts = story.mails("alba", "receipt")
    assert len(receipts) == sum(not answer.endswith("no") for answer in answers)
    for receipt in receipts:
        text = receipt.get_body(("plain",)).get_content()
        assert re.search(r": 1 (fallo|aceptada)$", receipt["subject"]), text
    story.run("2026-01-18 23:05")
    left = ready_answers(story)
    assert not [one for one in left if one[0] in "CX"]
