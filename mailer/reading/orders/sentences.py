"""Blocks cut into sentences, with their amounts and names found."""

from collections.abc import Iterator

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.amounts import Scanner
from mailer.reading.orders.blocks import Block, Line, line_at
from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.tokens import Token, fold, tokenise, word_set
from mailer.reading.orders.vocabulary import vocabulary

_LONGEST = 120  # tokens: twice the longest sentence anybody dictates
_ENDS = frozenset({".", "!", "?", "…"})
_ABBREVIATED = frozenset(
    {"max", "min", "aprox", "sr", "sra", "st", "mr", "mrs", "dr", "dra", "approx", "c/u", "art", "num", "pag", "ej"}
)
_ENGLISH = word_set(
    "the and to of i we is my for with at in on if then it that you will be our me us up out from"
    " they an by when until please not no this"
)
_SPANISH = word_set(
    "el la los las y de que en un una por para con se me nos lo al del si mi no hasta como su es a le les hay pero ya"
)


def sentences_of(
    text: str, blocks: tuple[Block, ...], lines: tuple[Line, ...], scanner: Scanner, mail: Mail
) -> list[Sentence]:
    """Every sentence of the blocks, in order."""
    found: list[Sentence] = []
    for number, block in enumerate(blocks):
        tokens = tokenise(text, block.start, block.end)
        pieces = _cut(tokens)
        for at, (piece, question) in enumerate(pieces):
            sentence = sentence_of(text, piece, scanner, mail)
            sentence.line = line_at(lines, piece[0].start)
            sentence.paragraph, sentence.block = block.paragraph, number
            sentence.item, sentence.row = block.item, block.row
            sentence.question = question
            sentence.ends_block = at == len(pieces) - 1
            last = piece[-1].text
            sentence.asks_next = at + 1 < len(pieces) and pieces[at + 1][1] and last not in _ENDS
            found.append(sentence)
    return found


def sentence_of(text: str, tokens: tuple[Token, ...], scanner: Scanner, mail: Mail) -> Sentence:
    """The sentence made of some tokens of the text."""
    sms = vocabulary().sms
    words = [sms.get(token.fold, token.fold) for token in tokens]
    english = _language(words, mail.language)
    amounts = [a for a in scanner.scan(tokens, words, english) if not _is_wished(words, a)]
    covered = [-1] * len(tokens)
    for index, amount in enumerate(amounts):
        for at in range(amount.i, min(amount.j, len(tokens))):
            covered[at] = index
    sentence = Sentence(text, tokens, words, amounts, 0, 0, 0, covered=covered, english=english == "en")
    characters = mail.gazetteer.characters
    _name(sentence, characters, mail.sender)
    sentence.places.update(_places(tokens, mail))
    return sentence


def _places(tokens: tuple[Token, ...], mail: Mail) -> Iterator[tuple[int, int]]:
    """Where the campaign's longer names of places stand, which may hold words that end a phrase: Pozo Sin Luna."""
    firsts = mail.gazetteer.place_firsts
    at = 0
    while at < len(tokens):
        length = 0
        for key in firsts.get(tokens[at].fold, ()):
            if tuple(token.fold for token in tokens[at : at + len(key)]) == key:
                length = max(length, len(key))
        if length > 1:
            yield at, at + length
        at += max(length, 1)


_WISHES = frozenset({"feliz", "buen", "buena", "bonito", "lindo", "happy", "good", "nice", "great", "lovely"})


def _is_wished(words: list[str], amount: Amount) -> bool:
    """Whether a day is only wished to be a good one, or gives a reason: feliz finde; ahorita que andamos aquí."""
    if amount.kind not in ("date", "duration"):
        return False
    since = words[amount.j : amount.j + 1] == ["que"] and words[amount.i] in ("ahora", "ahorita", "hoy")
    return since or bool(set(words[max(amount.i - 2, 0) : amount.i]) & _WISHES)


def is_clipped(word: str, sender: str) -> bool:
    """Whether a word is the sender's own name cut short, as players call their character: bere, thess, yare."""
    name = fold(sender.partition(" ")[0])
    return _SHORTEST <= len(word) < len(name) and name.startswith(word) and word not in vocabulary().known


_SHORTEST = 4  # letters of a name cut short


def _name(sentence: Sentence, characters: "dict[tuple[str, ...], str] | object", sender: str) -> None:
    table = characters if isinstance(characters, dict) else {}
    longest = max((len(key) for key in table), default=0)
    firsts = {key[0] for key in table} | {"mi", "my"}
    index = 0
    while index < len(sentence.words):
        if is_clipped(sentence.tokens[index].fold, sender):
            sentence.names[index] = (index + 1, sender)
        if sentence.tokens[index].fold not in firsts:
            index += 1
            continue
        if (
            sentence.words[index] in ("mi", "my")
            and sentence.words[index + 1 : index + 2]
            and sentence.words[index + 1] in ("personaje", "pj", "character", "pc")
        ):
            sentence.names[index] = (index + 2, sender)
            index += 2
            continue
        for length in range(min(longest, len(sentence.words) - index), 0, -1):
            name = table.get(tuple(token.fold for token in sentence.tokens[index : index + length]))
            if name is not None:
                sentence.names[index] = (index + length, name)
                index += length - 1
                break
        index += 1


def _language(words: list[str], otherwise: str) -> str:
    english = sum(word in _ENGLISH for word in words)
    spanish = sum(word in _SPANISH for word in words)
    return "en" if english > spanish else "es" if spanish > english else otherwise


def language_of(text: str) -> str:
    """The language most of the text is in."""
    words = [token.fold for token in tokenise(text[:4000])]
    return _language(words, "es")


def _cut(tokens: tuple[Token, ...]) -> list[tuple[tuple[Token, ...], bool]]:
    found: list[tuple[tuple[Token, ...], bool]] = []
    start = 0
    for index, token in enumerate(tokens):
        opens = token.text == "¿" and index > start
        if opens:
            found.append((tokens[start:index], False))
            start = index
        if token.text not in _ENDS:
            continue
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if following is not None and following.text in (*_ENDS, ")"):
            continue
        if (
            token.text == "."
            and index
            and tokens[index - 1].fold in _ABBREVIATED
            and following
            and following.start > token.end
        ):
            continue
        if index >= start:
            found.append((tokens[start : index + 1], token.text == "?"))
            start = index + 1
    if start < len(tokens):
        found.append((tokens[start:], False))
    short = [(part, question) for piece, question in found for part in _parts(piece)]
    return [(piece, question) for piece, question in short if any(token.kind != "p" for token in piece)]


def _parts(piece: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """A sentence without end cut to bearable lengths, so that reading stays quick whatever is sent."""
    if len(piece) <= _LONGEST:
        return [piece]
    return [piece[at : at + _LONGEST] for at in range(0, len(piece), _LONGEST)]
