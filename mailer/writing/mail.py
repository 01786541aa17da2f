"""A mail before it has an envelope: its subject, its two bodies and what hangs from them."""

from dataclasses import dataclass
from enum import StrEnum


class MailKind(StrEnum):
    """Every mail we send; each has a template of the same name in each language."""

    RECEIPT = "receipt"  # line by line what we understood of a letter
    OUTCOME = "outcome"  # one day, told to one person
    CATCH_UP = "catch_up"  # several days in one mail
    DECISION = "decision"  # a question to a party
    DECISION_REMINDER = "decision_reminder"  # the same, soon due
    OVERRIDE = "override"  # another's order goes before yours
    PROPOSAL = "proposal"  # what another asks for your party
    DEATH = "death"
    DIGEST = "digest"  # the DM's daily mail
    WELCOME = "welcome"
    HELD_CONFIRMATION = "held_confirmation"  # to the registered address: was that you?
    STRANGER_ANSWER = "stranger_answer"
    SESSION_RECORDED = "session_recorded"
    REMINDER = "reminder"  # the day closes soon
    APOLOGY = "apology"  # we could not read it
    ALERT = "alert"  # to the DM: something of ours is broken
    RULING = "ruling"  # what the DM has ruled
    REVISION = "revision"  # a day resolved again: what changes
    REVIEW = "review"  # to the DM: outcomes before they go out
    REGISTER = "register"  # who writes from where, and who plays whom
    LINK_CODE = "link_code"  # to the registered address: how to write by chat
    CHAT_NOTE = "chat_note"  # a word about a chat itself
    ANNOUNCEMENT = "announcement"  # to a party's group chat


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a mail."""

    name: str  # ASCII, ours
    media_type: str  # "text/calendar; method=PUBLISH"
    content: bytes


@dataclass(frozen=True, slots=True)
class Mail:
    """What is written to one person."""

    kind: MailKind
    subject: str  # one line, with the campaign's tag
    text: str  # newline is "\n"
    html: str
    attachments: tuple[Attachment, ...] = ()
