"""What stands at the head of a line before its colon: a kind of order, a character's name."""

from typing import NamedTuple

from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary

_LONGEST = 5
_TITLES = word_set(
    "qty quantity floor price min max notes item cantidad cant precio minimo maximo tope notas objeto cosa uds unidades"
)


class Head(NamedTuple):
    """The head of a line: its frame or the character it names, and where the rest begins."""

    frame: str
    name: str
    start: int
    end: int


def head_of(sentence: Sentence, mail: Mail) -> Head | None:
    """The head of a sentence, if it has one."""
    words = sentence.words
    start = 0
    while (
        start < len(words)
        and sentence.tokens[start].kind == "p"
        and sentence.tokens[start].text in ("-", "*", "•", "¡")
    ):
        start += 1
    named = sentence.names.get(start)
    name = ""
    if named is not None and named[0] < len(words) and sentence.tokens[named[0]].text == ":":
        name, start = named[1], named[0] + 1
    heads = vocabulary().heads
    for length in range(min(_LONGEST, len(words) - start), 0, -1):
        frame = heads.get(tuple(words[start : start + length]))
        if frame is None:
            continue
        end = start + length
        if end < len(words) and sentence.tokens[end].text in (":", "=", "-", "→", "–"):
            return Head(frame, name, start, end + 1)
        if end == len(words):
            return Head(frame, name, start, end)
        if sentence.row and start == 0:
            titles = all(
                word in _TITLES or token.kind == "p"
                for word, token in zip(words[end:], sentence.tokens[end:], strict=True)
            )
            return Head(frame, name, start, len(words) if titles else end)
    if name:
        return Head("", name, 0, start)
    return None
