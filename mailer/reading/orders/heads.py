"""What stands at the head of a line before its colon: a kind of order, a character's name."""

from typing import NamedTuple

from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.numbers import is_one
from mailer.reading.orders.tables import TITLES
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary

_LONGEST = 5


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
    polite = vocabulary().phrases["mood.polite"]
    while start < len(words) - 1 and (polite.at(words, start) or sentence.tokens[start].text == ","):
        if tuple(words[start : start + 1]) in vocabulary().heads or start in sentence.names:
            break
        start += max(polite.at(words, start), 1)
    if start in sentence.names and words[sentence.names[start][0] - 1].endswith(("'s", "’s")):
        start = sentence.names[start][0]
    start += words[start : start + 1] in (["my"], ["mi"], ["la"], ["mis"], ["the"])
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
                word in TITLES or token.kind == "p"
                for word, token in zip(words[end:], sentence.tokens[end:], strict=True)
            )
            return Head(frame, name, start, len(words) if titles else end)
    if name:
        return Head("", name, 0, start)
    return _introduced(sentence, mail) or _announced(sentence, mail)


_ORDERED = word_set(
    "pedido lista listita encargo mandado compra compras shopping list order apuntale apuntele anotale anotele"
)


def _announced(sentence: Sentence, mail: Mail) -> Head | None:
    """A list announced before a colon: te paso el pedido para el mercado: dos bolsas y un pie de cabra."""
    colon = next((at for at in range(min(len(sentence.words), 14)) if sentence.tokens[at].text == ":"), None)
    if colon is None or not _ORDERED & set(sentence.words[:colon]):
        return None
    if any(name != mail.sender for at, (_, name) in sentence.names.items() if at < colon):
        return None
    if colon + 1 >= len(sentence.words):
        return Head("shop.buy", "", colon - 1, colon + 1) if _NOTED & set(sentence.words[:colon]) else None
    number = sentence.amount(colon + 1)
    counted = (number is not None and number.kind == "number") or is_one(sentence.words[colon + 1])
    return Head("shop.buy", "", 0, colon + 1) if counted else None


_NOTED = word_set("apuntale apuntele anotale anotele")
_INTRODUCES = word_set(
    "va lo de para por es mi otro otra personaje pj y ahora here goes for my other character now this is"
)


def _introduced(sentence: Sentence, mail: Mail) -> Head | None:
    """A character introduced before a colon: va lo de Chema, mi otro personaje: sale el sábado."""
    colon = next((at for at in range(min(len(sentence.words), 14)) if sentence.tokens[at].text == ":"), None)
    names = [(at, end, name) for at, (end, name) in sentence.names.items() if colon is not None and at < colon]
    if colon is None or len(names) < 1 or len({name for *_, name in names}) > 1:
        return None
    _at, _end, name = names[0]
    rest = [
        word
        for k, word in enumerate(sentence.words[:colon])
        if sentence.tokens[k].kind == "w" and not any(i <= k < j for i, j, _ in names)
    ]
    fillers = vocabulary().phrases["mood.polite"]
    loose = [word for word in rest if word not in _INTRODUCES and not fillers.at([word], 0)]
    return Head("", name, 0, colon + 1) if not loose and len(rest) > 0 else None
