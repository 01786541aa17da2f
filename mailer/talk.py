"""A chat message in the form in which letters are read: its lines are the author's own, for nothing is quoted."""

import re

from mailer.inbox.chat import Message
from mailer.reading.words.folding import split_lines, visible
from mailer.reading.words.letter import OpenedLetter
from mailer.reading.words.limits import DEFAULT
from mailer.reading.words.own_words import OwnLine, OwnWords

_COMMAND = re.compile(r"\A\s*/([A-Za-z_]{2,32})(?:@\w+)?(?=\s|\Z)")
_GREETINGS = {"start": "ayuda"}  # the button that every bot begins with


def chat_words(message: Message) -> OwnWords:
    """The lines of a message; "/estado" says what "estado" says."""
    text = _COMMAND.sub(lambda found: _GREETINGS.get(found[1].lower(), found[1].replace("_", " ")), message.text)
    whole = visible(text)
    lines = split_lines(whole[: DEFAULT.text_chars])
    is_cut = len(whole) > DEFAULT.text_chars or len(lines) > DEFAULT.lines
    own = tuple(OwnLine(number, line) for number, line in enumerate(lines[: DEFAULT.lines], 1) if line.strip())
    flags = (*(() if own else (_flag(message),)), *(("cut",) if is_cut else ()))
    return OwnWords(own, flags, ())


def chat_letter(message: Message) -> OpenedLetter:
    """The message as an opened letter, with what could not be read in it as a flag."""
    from mailer.reading.words.headers import read_header

    flag = (_flag(message),) if message.why else ()
    return OpenedLetter(
        header=read_header(b"", most_fields=1), subject="", message_id="", in_reply_to="", references=(), date_text="",
        recipients=(), content_type="text/plain", report_type="", text=message.text, parts=(), reports=(), flags=flag,
    )  # fmt: skip


def _flag(message: Message) -> str:
    """In the words of letters: what there is instead of words."""
    if message.why == "attachment":
        return "attachment" if message.text.strip() else "attachment_only"
    return message.why or "no_words"
