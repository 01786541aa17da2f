"""The demo tells the story of the house rules' own example, by real letters and the very code of a run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mailer.demo import play
from mailer.ledger.ledger import open_ledger


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("demo") / "campaign"


@pytest.fixture(scope="module")
def scenes(folder):
    return list(play(folder))


def events(folder, kind):
    ledger = open_ledger(folder / "ledger.db")
    rows = ledger.db.execute("select data, characters from events where kind = ? order by id", (kind,)).fetchall()
    ledger.close()
    return [tuple(row) for row in rows]


def test_every_run_goes_well(scenes):
    assert [scene.report.exit_code for scene in scenes] == [0] * len(scenes)
    assert sum(len(scene.report.days) for scene in scenes) == 5


def test_the_goblins_deal_is_put_to_the_spokesperson_and_taken(scenes, folder):
    asked = [mail for scene in scenes for mail in scene.mails if mail.kind == "decision" and "goblins" in mail.text]
    assert [mail.player for mail in asked] == ["luis"]
    assert len(events(folder, "deal_accepted")) == 1


def test_the_worms_come_ulmo_dies_and_they_carry_him_out(scenes, folder):
    died = [characters for _, characters in events(folder, "died")]
    assert '["ulmo"]' in died
    assert "carcass_creeper" in events(folder, "survival")[0][0]
    assert "ulmo" in events(folder, "body_taken")[0][1]
    assert events(folder, "left_site")
    (word,) = [mail for scene in scenes for mail in scene.mails if mail.kind == "death" and mail.player == "ivan"]
    assert "Ulmo" in word.text


def test_every_letter_is_read_as_its_player_meant_it(scenes):
    read = {scene.letter[16:-4]: scene.report for scene in scenes if scene.letter}
    assert read["forged"].held == 1
    assert read["tess-away"].ignored == 1
    others = {name: report.accepted for name, report in read.items() if name not in ("forged", "tess-away")}
    assert set(others.values()) == {1}


def test_nothing_of_a_quote_was_obeyed(scenes):
    for scene in scenes:
        assert "Responde por encima" not in scene.words
        assert "escribió" not in scene.words


def test_the_dice_can_be_proved(scenes, folder):
    done = subprocess.run(
        [sys.executable, "-c", "from mailer.cli import main; main()", "verify", "-C", str(folder), "--all"],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 5
    assert ", 0 mal" in done.stdout


@pytest.mark.parametrize("readme", ["README.md", "README.es.md"])
def test_the_mail_in_the_readme_is_one_that_goes_out(scenes, readme):
    text = (Path(__file__).resolve().parents[2] / readme).read_text()
    subject, *paragraphs = text.partition("```\n")[2].partition("```")[0].strip().split("\n\n")
    words = " ".join(subject.partition(": ")[2].rstrip("…").split())
    (mail,) = [one for scene in scenes for one in scene.mails if one.subject.startswith(words)]
    told = " ".join(mail.text.split())
    assert len(paragraphs) > 3
    for paragraph in paragraphs:
        assert " ".join(paragraph.split()) in told
