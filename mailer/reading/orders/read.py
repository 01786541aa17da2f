"""A letter's own words read into orders, doubts and talk.

The way of a letter: lines, blocks, sentences with their amounts, clauses with what sets them off, the mood of each,
the frame it fills, and at the end what later words change in earlier ones.
"""

import unicodedata
from dataclasses import replace
from datetime import date

from mailer.reading.orders.again import repeats
from mailer.reading.orders.amounts import Scanner
from mailer.reading.orders.blocks import Line, blocks_of, lines_of
from mailer.reading.orders.closing import close
from mailer.reading.orders.dates import Calendar
from mailer.reading.orders.gazetteer import Gazetteer
from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.said import Doubt, DoubtCode, LineReading, Reading, Said, Verdict
from mailer.reading.orders.sentences import is_clipped, language_of, sentence_of, sentences_of
from mailer.reading.orders.settle import settled
from mailer.reading.orders.strict import parse
from mailer.reading.orders.sure.weigh import sureness
from mailer.reading.orders.tokens import tokenise, word_set
from mailer.reading.orders.understand import take
from mailer.reading.orders.understanding import Understanding
from mailer.reading.orders.vocabulary import vocabulary

_LONGEST = 16_000  # characters; nobody writes more orders than that in one letter
_BRITISH = word_set("fortnight colour favour cheers whilst mum rumours quid lads armour honour grey")


def read(
    text: str,
    *,
    subject: str = "",
    character: str,
    sent: date,
    gazetteer: Gazetteer,
    language: str | None = None,
    limit: int | None = None,
) -> Reading:
    """What a letter says: never raises, whatever the text. `limit`: the points of distrust from which on we ask."""

    def once(words: str) -> Reading:
        return _read(
            words,
            subject=subject,
            character=character,
            sent=sent,
            gazetteer=gazetteer,
            language=language,
            limit=limit,
        )

    return repeats(once(text), text.replace("\r\n", "\n").replace("\r", "\n"), once)


def _read(
    text: str,
    *,
    subject: str,
    character: str,
    sent: date,
    gazetteer: Gazetteer,
    language: str | None,
    limit: int | None,
) -> Reading:
    """What a letter says, how often left aside."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    subject = unicodedata.normalize("NFC", " ".join(subject.split()))[:300]
    cut = text[:_LONGEST]
    lines = lines_of(cut)
    mail = _mail(cut, subject, character, sent, gazetteer, language, lines)
    calendar = Calendar(sent, month_first=_month_first(mail, cut))
    strict, lines = _short_lines(cut, lines, mail, calendar)
    scanner = Scanner(calendar, mail.language)
    title = _subject_sentence(subject, scanner, mail)
    found = sentences_of(cut, blocks_of(cut, lines), lines, scanner, mail)
    understanding = Understanding(mail, scanner)
    understanding.subject = title
    for sentence in found:
        take(understanding, sentence)
    close(understanding, found)
    said, doubts = settled(understanding, mail, limit=sureness().limits["normal"] if limit is None else limit)
    said = sorted([*strict, *said], key=lambda one: one.line) if strict else said
    if len(text) > len(cut):
        doubts = [*doubts, Doubt(DoubtCode.TOO_LONG, text[_LONGEST : _LONGEST + 60], len(lines) - 1)]
    return Reading(tuple(said), tuple(doubts), _lines(text, lines, {s.line for s in said}, doubts, understanding.lines))


def _short_lines(
    text: str, lines: tuple[Line, ...], mail: Mail, calendar: Calendar
) -> tuple[list[Said], tuple[Line, ...]]:
    """The orders in the short form, and the lines with those set aside."""
    found: dict[int, Said] = {}
    for line in lines:
        if line.sort in ("own", "greeting") and line.end - line.start < 1000:
            said = _short(text[line.start : line.end], line.index, mail, calendar)
            if said is not None:
                found[line.index] = said
    found = _without_numbering(found)
    rest = tuple(replace(line, sort="signature") if line.index in found else line for line in lines)
    return list(found.values()), rest


def _without_numbering(found: dict[int, Said]) -> dict[int, Said]:
    """Lines numbered 1, 2, 3 and on are a list, not corrections of earlier lines."""
    numbers = [said.slots["line"] for said in found.values() if said.kind == "correction"]
    if len(numbers) > 2 and numbers == list(range(1, len(numbers) + 1)):
        return {index: said for index, said in found.items() if said.kind != "correction"}
    return found


def _short(text: str, line: int, mail: Mail, calendar: Calendar) -> Said | None:
    """A line in the short form, with the character it is for if it names one."""
    said = parse(text, line=line, sender=mail.sender, calendar=calendar)
    if said is not None:
        return said
    name, sign, rest = text.partition(":")
    words = tuple(token.fold for token in tokenise(name[:60]))
    character = mail.gazetteer.characters.get(words)
    if not sign or character is None:
        return None
    said = parse(rest, line=line, sender=mail.sender, calendar=calendar)
    if said is None or character == mail.sender or said.kind == "correction":
        return said
    return replace(said, slots={**said.slots, "who": [character]})


def _month_first(mail: Mail, text: str) -> bool:
    return mail.language == "en" and not any(token.fold in _BRITISH for token in tokenise(text[:8000]))


def _subject_sentence(subject: str, scanner: Scanner, mail: Mail) -> Sentence | None:
    tokens = tokenise(subject)
    if not tokens:
        return None
    sentence = sentence_of(subject, tokens, scanner, mail)
    sentence.line = -1
    return sentence


def _mail(
    text: str,
    subject: str,
    character: str,
    sent: date,
    gazetteer: Gazetteer,
    language: str | None,
    lines: tuple[Line, ...],
) -> Mail:
    own = "\n".join(text[line.start : line.end] for line in lines if line.sort in ("own", "greeting"))
    words = [token.fold for token in tokenise(own[:8000])]
    all_words = [token.fold for token in tokenise(subject)] + words
    phrases = vocabulary().phrases
    name = [token.fold for token in tokenise(character)]
    names = [name, *(list(key) for key, who in gazetteer.characters.items() if who == character)]
    bare = [word.removesuffix("'s") for word in words]
    third = any(bare[at : at + len(one)] == one for one in names for at in range(len(words) - len(one)))
    third = third or any(is_clipped(word, character) for word in bare)
    plural = sum(
        w in ("nos", "nosotros", "we", "us", "we're", "we'll", "our") or (w.endswith("mos") and len(w) > 4)
        for w in words
    )
    single = sum(w in ("i", "yo", "me", "i'm", "i'll", "my", "mi") for w in words)
    invoked = _speaks_for_all(all_words)
    spokesperson = gazetteer.is_spokesperson(character)
    return Mail(
        sender=character,
        sent=sent,
        gazetteer=gazetteer,
        language=language or language_of(own if own.strip() else subject),
        subject=subject,
        text=text,
        quoted="\n".join(text[line.start : line.end].lstrip(" >|") for line in lines if line.sort == "quote"),
        is_spokesperson=spokesperson or invoked,
        invoked=invoked,
        plural=plural > single,
        ours=plural > 0,
        single=single > plural,
        third=third,
        accented=any(ch in "áéíóúñÁÉÍÓÚÑ" for ch in own),
        deferred=phrases["mood.defer"].find(words) is not None,
        dungeon=_is_below(all_words, gazetteer),
    )


def _speaks_for_all(words: list[str]) -> bool:
    """Whether the sender claims to speak for the party; not "I take no orders from the caller", "Pell's orders"."""
    phrases = vocabulary().phrases["mood.authority"]
    found = phrases.find(words)
    while found is not None:
        i, j = found
        near, after = words[max(i - 4, 0) : i], words[j : j + 1]
        whose = near[-1:] in (["al"], ["del"]) or near[-2:] in (["que", "el"], ["que", "la"])
        if not (
            whose
            or _DENIED & set(near)
            or any(word.endswith("'s") for word in near[-1:])
            or after in _OTHERS
            or (words[j - 1] == "grupo" and after == ["de"])
        ):
            return True
        found = phrases.find(words, j)
    return False


_DENIED = frozenset({"no", "not", "ni", "nunca", "never"})
_OTHERS = (["interina"], ["interino"])


def _is_below(words: list[str], gazetteer: Gazetteer) -> bool:
    """Whether the letter speaks of a dungeon at all."""
    if vocabulary().phrases["nouns.dungeon"].find(words):
        return True
    told = set(words)
    keys = [key for key in gazetteer.dungeon_words if told.issuperset(key)]
    return any(tuple(words[at : at + len(key)]) == key for key in keys for at in range(len(words)))


def _lines(
    text: str, lines: tuple[Line, ...], ordered: set[int], doubts: list[Doubt], more: set[int]
) -> tuple[LineReading, ...]:
    """Every non-empty line once: with an order, else with a doubt, else talk."""
    doubtful = {doubt.line for doubt in doubts}
    found: list[LineReading] = []
    for index, raw in enumerate(text.split("\n")):
        if not raw.strip():
            continue
        verdict: Verdict = "order" if index in ordered or index in more else "doubt" if index in doubtful else "talk"
        found.append(LineReading(index, raw.strip(), verdict))
    return tuple(found)
