"""An offer of one's own in answer to a deal stands as said, and the DM judges it."""

import pytest
from runs.story import Story


@pytest.mark.parametrize("words", ["les doy 10 po, ni una más", "Contraoferta: diez po y dos raciones."])
def test_it_stands_as_it_was_said_and_goes_to_the_dm(tmp_path, words):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.letter(
        "luis@example.com", "2026-01-16 09:12", "Como portavoz: aseguramos la posición en la sala de las columnas."
    )
    story.run("2026-01-16 23:05")
    story.run("2026-01-17 23:05")
    assert story.mails("luis", "decision")
    story.letter("luis@example.com", "2026-01-18 09:12", words)
    story.run("2026-01-18 09:15")
    assert "1 aceptada" in story.mails("luis", "receipt")[-1]["subject"]
    story.run("2026-01-18 23:05")
    assert story.rows("select count(*) from events where kind = 'deal_countered'") == [(1,)]
    assert words.rstrip(".") in " ".join(story.texts("alba", "digest")[-1].split())
