"""Every mail as it reads in a chat: short, plain, whole, in both languages."""

import re
from dataclasses import replace

import pytest

from mailer.resources import shipped
from mailer.writing.mail import MailKind
from mailer.writing.render import chat_words, render
from mailer.writing.samples import samples
from mailer.writing.views import ChatNoteView

NOTES = ("stranger", "bad_code", "linked", "group", "group_id", "encrypted", "room", "too_late", "unknown_edit",
         "deleted", "twice")  # fmt: skip


@pytest.mark.parametrize("kind", MailKind)
def test_it_is_shorter_than_the_mail_and_has_no_markup(kind: MailKind, language: str) -> None:
    view = samples(language)[kind.value]
    words, mail = chat_words(view), render(view)
    assert words.strip()
    assert len(words) < len(mail.text)
    assert not {"<b", "</", "[#", "{{"} & {words[at : at + 2] for at in range(len(words))}
    assert "\v" not in words


def test_what_has_to_be_answered_stands_in_it(language: str) -> None:
    outcome, decision, receipt = (samples(language)[kind] for kind in ("outcome", "decision", "receipt"))
    assert all(option.key + "." in chat_words(outcome) for one in outcome.questions for option in one.options)
    assert all(option.key + "." in chat_words(decision) for option in decision.question.options)
    assert receipt.first_answer in chat_words(receipt)
    assert outcome.promise.promise in chat_words(outcome)


@pytest.mark.parametrize("what", NOTES)
def test_every_note_has_words_of_its_own(what: str, language: str) -> None:
    view = samples(language)["chat_note"]
    assert isinstance(view, ChatNoteView)
    told = {one: chat_words(replace(view, what=one, id="-100", name="Ana")) for one in NOTES}
    assert len(set(told.values())) == len(NOTES)
    assert len(told[what].splitlines()[-1]) > 40


def test_the_chat_has_every_macro_of_the_mail() -> None:
    """Whoever gives the mail's look a new macro, or a parameter, gives it to the chat's."""
    found = {
        part: sorted(re.findall(r"{% macro (\w+\(.*?\)) %}", (shipped("templates") / "ui" / f"{part}.j2").read_text()))
        for part in ("text", "chat")
    }
    assert found["text"] == found["chat"]
