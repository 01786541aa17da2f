"""A view made a mail: `render(view, kind=MailKind.OUTCOME) -> Mail`, in the reader's language."""

import re
from pathlib import Path

from mailer.writing.headers import SUBJECT_LIMIT, one_line
from mailer.writing.mail import Attachment, Mail, MailKind
from mailer.writing.templates import LANGUAGES, macro
from mailer.writing.views import (
    AlertView,
    AnnouncementView,
    ApologyView,
    CatchUpView,
    ChatNoteView,
    DeathView,
    DecisionView,
    DigestView,
    HeldConfirmationView,
    LinkCodeView,
    OutcomeView,
    OverrideView,
    ProposalView,
    ReceiptView,
    RegisterView,
    ReminderView,
    ReviewView,
    RevisionView,
    RulingView,
    SessionView,
    StrangerView,
    View,
    WelcomeView,
)

_KINDS: dict[type, MailKind] = {
    ReceiptView: MailKind.RECEIPT,
    OutcomeView: MailKind.OUTCOME,
    CatchUpView: MailKind.CATCH_UP,
    DecisionView: MailKind.DECISION,
    OverrideView: MailKind.OVERRIDE,
    ProposalView: MailKind.PROPOSAL,
    DeathView: MailKind.DEATH,
    DigestView: MailKind.DIGEST,
    WelcomeView: MailKind.WELCOME,
    HeldConfirmationView: MailKind.HELD_CONFIRMATION,
    StrangerView: MailKind.STRANGER_ANSWER,
    SessionView: MailKind.SESSION_RECORDED,
    ReminderView: MailKind.REMINDER,
    ApologyView: MailKind.APOLOGY,
    AlertView: MailKind.ALERT,
    RulingView: MailKind.RULING,
    RevisionView: MailKind.REVISION,
    ReviewView: MailKind.REVIEW,
    RegisterView: MailKind.REGISTER,
    LinkCodeView: MailKind.LINK_CODE,
    ChatNoteView: MailKind.CHAT_NOTE,
    AnnouncementView: MailKind.ANNOUNCEMENT,
}
_GAPS = re.compile(r"\n{3,}")
_INDENT = re.compile(r"\n\s+")


def kind_of(view: View) -> MailKind:
    """Which mail a view is for."""
    if isinstance(view, DecisionView) and view.is_reminder:
        return MailKind.DECISION_REMINDER
    return _KINDS[type(view)]


def render(view: View, *, own: Path | None = None, attachments: tuple[Attachment, ...] = ()) -> Mail:
    """The mail; `own` is the campaign's templates folder, a language we do not write falls back to the first."""
    kind = kind_of(view)
    language = view.head.reader.language if view.head.reader.language in LANGUAGES else LANGUAGES[0]
    name = kind.value

    def said(part: str, what: str) -> str:
        return str(macro(language, part, template=name, name=what, own=own)(view))

    subject = one_line(said("text", "subject"), SUBJECT_LIMIT)
    return Mail(kind, subject, _tidy(said("text", "body")), _tight(said("html", "body")), attachments)


def chat_words(view: View, *, own: Path | None = None) -> str:
    """The same for a chat: shorter, and plain."""
    language = view.head.reader.language if view.head.reader.language in LANGUAGES else LANGUAGES[0]
    words = str(macro(language, "chat", template=kind_of(view).value, name="body", own=own)(view))
    return _tidy(words)


def _tidy(text: str) -> str:
    """Text with at most one empty line between two others."""
    lines = "\n".join([line.rstrip(" \t") for line in text.split("\n")])
    return _GAPS.sub("\n\n", lines).strip() + "\n"


def _tight(html: str) -> str:
    """HTML without indentation and empty lines: a third of its bytes are blanks of the templates."""
    return _INDENT.sub("\n", html).strip() + "\n"
