"""Who wrote a chat message, and may they: a table of checks whose first match decides.

The network vouches for its authors; that one of them is a player, only a code shows that was mailed to the registered
address. `docs/gate.md` explains each reason and what is done about it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from mailer.gate.case import Gate
from mailer.inbox.chat import Kind, Message

# Telegram's own accounts that stand for somebody unnamed: an administrator of a group, a channel, the service itself.
_NOBODY = frozenset({"1087968824", "136817688", "777000", ""})
_CODE = re.compile(r"\s*(?:/start(?:@\w+)?|/?vincular|/?link)\s+([A-Za-z2-7-]{10,14})\s*[.!]?\s*", re.IGNORECASE)
_GROUP = re.compile(r"\s*/?(?:grupo|group|mesa)(?:@\w+)?\s*", re.IGNORECASE)
CODE_CHARS = 10


def code_in(text: str) -> str:
    """The code that a message brings, as it was made; "" where it brings none."""
    found = _CODE.fullmatch(text)
    code = found[1].replace("-", "").lower() if found else ""
    return code if len(code) == CODE_CHARS else ""


@dataclass(frozen=True, slots=True)
class ChatCase:
    """A message before the gate."""

    message: Message
    is_linked: bool  # its author is a player by now


@dataclass(frozen=True, slots=True)
class ChatCheck:
    """One row of the table."""

    reason: str
    gate: Gate
    why: str
    applies: Callable[[ChatCase], bool]


def _is_group_question(case: ChatCase) -> bool:
    return not case.message.is_private and case.is_linked and _GROUP.fullmatch(case.message.text) is not None


CHAT_CHECKS: tuple[ChatCheck, ...] = (
    ChatCheck("moved", Gate.IGNORED, "The chat goes on elsewhere.", lambda case: case.message.kind is Kind.MOVED),
    ChatCheck("bot", Gate.IGNORED, "A program, or somebody unnamed.", lambda case: _is_nobody(case.message)),
    ChatCheck("group_id", Gate.IGNORED, "A player asks what a group is called.", _is_group_question),
    ChatCheck("group", Gate.IGNORED, "Others read along.", lambda case: not case.message.is_private),
    ChatCheck("code", Gate.ACCEPTED, "It brings a code.", lambda case: bool(_new_code(case.message))),
    ChatCheck("stranger", Gate.IGNORED, "Nobody we know.", lambda case: not case.is_linked),
    ChatCheck("delete", Gate.ACCEPTED, "A message is gone.", lambda case: case.message.kind is Kind.DELETE),
    ChatCheck("edit", Gate.ACCEPTED, "A message says something else.", lambda case: case.message.kind is Kind.EDIT),
    ChatCheck("linked", Gate.ACCEPTED, "A player we know by a code.", lambda _: True),
)


def judge_chat(case: ChatCase) -> ChatCheck:
    """The row that decides."""
    return next(check for check in CHAT_CHECKS if check.applies(case))


def _is_nobody(message: Message) -> bool:
    return message.is_bot or message.author in _NOBODY


def _new_code(message: Message) -> str:
    return code_in(message.text) if message.kind is Kind.NEW else ""
