"""Every letter of the corpus and of `more/` comes to what its file says. A new case is a new `.eml` and `.toml`."""

import importlib.util
import json
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from mailer.gate.answer import Seen, answer, quotable, sent_mail, setting_of
from mailer.reading.words.letter import open_letter
from mailer.reading.words.own_words import own_words

HERE = Path(__file__).parent
MORE = sorted(path.stem for path in (HERE / "more").glob("*.toml"))
EXPECTED = tomllib.loads((HERE / "EXPECTED.toml").read_text("utf-8"))


def _scorer():
    spec = importlib.util.spec_from_file_location("score_letters_copy", HERE / "score_letters.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


SCORER = _scorer()


@cache
def setting():
    return setting_of(EXPECTED["setting"])


@cache
def sent():
    return tuple(sent_mail(path.read_bytes()) for path in sorted((HERE / "sent").glob("*.eml")))


@cache
def corpus_answers():
    seen = Seen()
    names = [row["file"] for row in EXPECTED["mail"]]
    return {n: answer((HERE / n).read_bytes(), n, setting=setting(), sent=sent(), seen=seen) for n in names}


@cache
def more_answers():
    seen = Seen()
    names = [f"{stem}.eml" for stem in MORE]
    return {n: answer((HERE / "more" / n).read_bytes(), n, setting=setting(), sent=sent(), seen=seen) for n in names}


@pytest.mark.parametrize("row", EXPECTED["mail"], ids=lambda row: row["file"])
def test_corpus_letter(row):
    found = SCORER.judge(row, SCORER.read_subject(HERE / row["file"]), corpus_answers()[row["file"]])
    assert found.faults == [], found.answer


@pytest.mark.parametrize("stem", MORE)
def test_more_letter(stem):
    row = tomllib.loads((HERE / "more" / f"{stem}.toml").read_text("utf-8"))
    assert row["why"]
    got = more_answers()[row["file"]]
    assert got["gate"] == row["gate"], got
    assert set(row.get("flags", ())) <= set(got["flags"])
    assert set(row.get("reason", got["reason"]).split()) == {got["reason"]}
    found = SCORER.judge(row, SCORER.read_subject(HERE / "more" / row["file"]), got)
    assert found.faults == [], got
    if row["gate"] == "accepted":
        assert sorted(map(SCORER.fold, row["order_lines"] + row["talk_lines"])) == sorted(
            map(SCORER.fold, got["own_lines"])
        )


@pytest.mark.parametrize("stem", MORE)
def test_more_doubts_and_answers(stem):
    row = tomllib.loads((HERE / "more" / f"{stem}.toml").read_text("utf-8"))
    letter = open_letter((HERE / "more" / row["file"]).read_bytes())
    mails = quotable(letter, row.get("player"), sent())
    own = own_words(letter, sent=[mail.text for mail in mails], subjects=[mail.subject for mail in mails])
    if row["gate"] == "accepted":
        assert [doubt.text for doubt in own.doubts] == row.get("doubts", [])
        assert {line.text: line.answers for line in own.lines if line.answers} == row.get("answers", {})


def test_corpus_answers_link_to_their_questions():
    letter = open_letter((HERE / "q06_thunderbird_inline_answers.eml").read_bytes())
    own = own_words(letter, sent=[mail.text for mail in sent()])
    assert [line.answers for line in own.lines] == [
        "A. Los goblins piden 10 po. ¿Pagáis?",
        "B. ¿Lleváis el cuerpo de Tello?",
    ]


def test_edited_lines_are_quoted_beside_ours():
    letter = open_letter((HERE / "q17_edited_inside_unmarked_quote.eml").read_bytes())
    own = own_words(letter, sent=[mail.text for mail in sent() if "marta@example.com" in mail.recipients])
    assert [(doubt.code, doubt.text, doubt.sent) for doubt in own.doubts] == [
        ("edited_quote", "2. retirada al 60 %", "2. retirada al 40 %"),
        ("edited_quote", "3. descansar en el molino", "3. descansar en la posada"),
    ]


@pytest.mark.parametrize("stem", [row["file"] for row in EXPECTED["mail"] if row["gate"] == "accepted"])
def test_without_the_sent_mails_nothing_is_lost(stem):
    """Text alone must not lose an order, though it may leave doubts unseen."""
    row = next(row for row in EXPECTED["mail"] if row["file"] == stem)
    letter = open_letter((HERE / stem).read_bytes())
    own = own_words(letter)
    lost = SCORER.lost_lines(row["order_lines"], [SCORER.fold(text) for text in own.texts])
    assert lost == []
    if row["expected"] == "accepted":
        assert SCORER.leaked_texts(row["forbidden"], list(own.texts)) == []


def test_command_answers_for_all():
    files = [str(HERE / row["file"]) for row in EXPECTED["mail"]]
    command = [
        sys.executable,
        "-m",
        "mailer.gate.answer",
        "--setting",
        str(HERE / "EXPECTED.toml"),
        "--sent",
        str(HERE / "sent"),
    ]
    done = subprocess.run([*command, *files], capture_output=True, check=True, cwd=HERE.parent.parent)
    rows = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert [row["file"] for row in rows] == [row["file"] for row in EXPECTED["mail"]]
    assert [row["gate"] for row in rows] == [row["gate"] for row in EXPECTED["mail"]]
