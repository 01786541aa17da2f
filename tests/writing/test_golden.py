"""Every mail in both languages, letter by letter as it was last approved.

After a change that is meant, run with ESTAFETA_UPDATE_GOLDEN=1, read the difference and commit it.
"""

import os
from pathlib import Path

import pytest

from mailer.outbox.parts import parts
from mailer.writing.mail import MailKind
from mailer.writing.render import chat_words, kind_of, render
from mailer.writing.samples import samples

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("kind", MailKind)
def test_mail_is_as_it_was(kind: MailKind, language: str) -> None:
    mail = render(samples(language)[kind.value])
    assert mail.kind is kind
    _same(GOLDEN / language / f"{kind}.txt", f"{mail.subject}\n\n{mail.text}")
    _same(GOLDEN / language / f"{kind}.html", mail.html)
    (words,) = parts(chat_words(samples(language)[kind.value]), 10_000)
    _same(GOLDEN / language / f"{kind}.chat.txt", f"{words}\n")


def test_every_kind_has_a_sample(language: str) -> None:
    assert {kind_of(view) for view in samples(language).values()} == set(MailKind)


def _same(path: Path, now: str) -> None:
    if os.environ.get("ESTAFETA_UPDATE_GOLDEN") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(now, "utf-8")
    assert path.read_text("utf-8") == now, f"{path.name} differs; ESTAFETA_UPDATE_GOLDEN=1 approves it"
