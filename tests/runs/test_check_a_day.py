"""A stranger checks a day's dice from the mails, with the script of docs/ and nothing of ours."""

import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta
from mailer.demo import play

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "check-a-day.py"
DAYS = ("2026-01-16", "2026-01-17", "2026-01-18")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("check") / "campaign"
    for _ in play(folder):
        pass
    return folder


def mails_of(folder):
    """Whatever one player got, as text."""
    story = Story.__new__(Story)
    story.folder = folder
    return story.texts("luis")


def published(folder, day):
    """Seal and secret of a day as that player's own mails have them."""
    words = " ".join(" ".join(mails_of(folder)).split())
    number = int(day[-2:])
    told = rf"{number} de Escarcha \({number} de enero de 2026\)"
    (seal,) = set(re.findall(rf"Los dados del {told} ya están echados y sellados\. Sello: ([0-9a-f]{{64}})", words))
    (secret,) = set(re.findall(rf"Secreto de los dados del {told}, [^:]*: ([0-9a-f]{{64}})", words))
    return seal, secret


def faces(folder, day):
    done = CliRunner().invoke(estafeta, ["verify", "-C", str(folder), day, "--faces"])
    assert done.exit_code == 0, done.output
    return done.output


def checked(seal, secret, lines):
    """By an interpreter that sees neither our packages nor anybody else's."""
    words = [sys.executable, "-I", "-S", str(SCRIPT), seal, secret]
    return subprocess.run(words, input=lines, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("day", DAYS)
def test_what_the_mails_published_proves_every_face(played, day):
    lines = faces(played, day)
    done = checked(*published(played, day), lines)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{len(lines.splitlines())} faces")
    assert len(lines.splitlines()) > 5


def test_the_faces_handed_out_are_those_of_the_mail(played):
    (mail,) = [
        text for text in mails_of(played) if "sábado, 17 de enero de 2026" in text and "LO QUE HA PASADO" in text
    ][:1]
    ((check, group),) = re.findall(
        r"salen al paso del grupo\.\s+control de encuentros, d6: (\d); qué aparece, d6: (\d)", mail
    )
    lines = faces(played, "2026-01-17")
    assert f"Los Cuatro|2026-01-17T02:00|los-cuatro|check|0 d6 {check}\n" in lines
    assert re.search(rf"^Los Cuatro\|2026-01-17T02:00\|los-cuatro\|group\S*\|0 d6 {group}$", lines, re.MULTILINE)


def test_a_face_that_was_changed_is_found(played, tmp_path):
    shutil.copytree(played, tmp_path / "campaign")
    seal, secret = published(played, "2026-01-17")
    with closing(sqlite3.connect(tmp_path / "campaign" / "ledger.db")) as db:
        changed = "what = 'check' and n = 0 and at = (select min(at) from faces where at > 2820 and who = 'los-cuatro')"
        db.execute(f"update faces set value = value % 6 + 1 where {changed}")
        db.commit()
    done = checked(seal, secret, faces(tmp_path / "campaign", "2026-01-17"))
    assert done.returncode == 1
    assert re.fullmatch(r"Los Cuatro\|2026-01-\S+\|los-cuatro\|check\|0 d6: \d was shown, \d fell\n", done.stderr)


def test_a_secret_that_was_exchanged_is_found(played):
    seal, _ = published(played, "2026-01-17")
    _, other = published(played, "2026-01-18")
    done = checked(seal, other, faces(played, "2026-01-17"))
    assert done.returncode == 1
    assert "not the one that was sealed" in done.stderr
