"""What stands before a verb in its clause: who acts, whether it is reported, where the clause begins."""

from collections.abc import Sequence
from typing import NamedTuple

from mailer.reading.orders.letter import Sentence
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary

SIGNS = frozenset(',;:()-–—.!¡?¿•=→[]"“”«»*')
_FAR = 30  # words: nobody puts more between a subject and its verb
SUBORDINATE = frozenset(
    {
        "porque",
        "aunque",
        "donde",
        "como",
        "because",
        "although",
        "though",
        "who",
        "which",
        "that",
        "where",
        "while",
        "since",
        "than",
        "what",
        "whatever",
        "whoever",
        "anything",
        "quien",
        "cual",
        "cuales",
        "cuantos",
        "cuantas",
        "cuanta",
        "cuanto",
        "hasta",
        "until",
        "till",
        "before",
        "after",
    }
)


class Before(NamedTuple):
    """What stands between the last separator and the verb's group."""

    start: int
    names: tuple[str, ...]
    foreign: int  # words that are neither fillers nor names
    that: str  # "", optative or relative
    first: bool  # yo, nosotros


def is_break(sentence: Sentence, index: int) -> bool:
    """Whether a token parts clauses: a comma, a conjunction."""
    word = sentence.words[index]
    if index in sentence.masked:
        return True
    if sentence.tokens[index].text in SIGNS:
        return sentence.covered[index] < 0
    if word not in vocabulary().grammar["joins"] or sentence.covered[index] >= 0:
        return False
    between_names = index + 1 < len(sentence.words) and (
        (index + 1 in sentence.names or sentence.words[index + 1] in ("yo", "i", "me"))
        and any(end == index for end, _ in sentence.names.values())
    )
    return not between_names


def clause_start(sentence: Sentence, index: int) -> int:
    """Where the words begin that stand unbroken before a token."""
    start = index
    while start > 0 and not is_break(sentence, start - 1):
        start -= 1
    return start


def before(sentence: Sentence, end: int) -> Before:  # noqa: PLR0912, PLR0915 - one branch for each sort of word that may stand there
    """What stands before a verb's group, as far as the last break."""
    words, grammar = sentence.words, vocabulary().grammar
    start = max(clause_start(sentence, end), end - _FAR)
    names: list[str] = []
    foreign, that, first, at = 0, "", False, start
    told = False  # inside "lo que": lo que salga con dientes se rodea
    while at < end:
        if sentence.covered[at] >= 0:
            at += 1
            continue
        if at in sentence.names:
            stop, name = sentence.names[at]
            names.append(name)
            at = stop
            continue
        word = words[at]
        party = vocabulary().phrases["grammar.party"].at(words, at)
        if party and at + party <= end:
            first, at = True, at + party
            continue
        aside = _aside(sentence, at, end) or _fronted(sentence, at, start, end)
        if aside:
            at += aside
            continue
        length = vocabulary().phrases["mood.polite"].at(words, at)
        hedge = vocabulary().phrases["mood.hedge"].at(words, at)
        if hedge and at + hedge <= end:
            at += hedge
            continue
        if _resets(sentence, at):
            foreign, names, first = 0, [], False
            that = "relative" if at > start and words[at - 1] == "no" and words[at] in ("es", "fue", "era") else ""
            at += 1
            continue
        if word == "que" and _reports_to_us(sentence, start, at):
            foreign, names, first, that = 0, [], False, ""
        elif told and any(one.form.tense in ("subj", "pres", "fut") for one in analyses(sentence.tokens[at])):
            foreign, that, told = 0, "", False
        elif word == "que" and (sentence.tokens[at].text.lower() == "qué" or words[at - 1 : at] == ["lo"]):
            that, told = "relative", words[at - 1 : at] == ["lo"]
        elif word == "que":
            optative = foreign == 0 and that != "relative"
            that = "optative" if optative else "relative"
        elif word in grammar["first"] or word in ("nadie", "nobody", "ninguno"):
            first = True
        elif word in SUBORDINATE or (word == "si" and at > start and words[at - 1] in ("ver", "por")):
            that = "relative"
        elif length and at + length <= end:
            at += length
            continue
        elif (
            word in ("se", "lo", "le", "les", "nos", "me", "te", "a", "de", "para", "con")
            or word.endswith("mente")
            or sentence.tokens[at].kind == "p"
        ):
            foreign += word in ("a", "de", "para", "con") and 0
        else:
            foreign += 1
        at += 1
    return Before(start, tuple(names), foreign, that, first)


def _aside(sentence: Sentence, at: int, end: int) -> int:
    """How many words tell before or after what, without a subject of their own: antes de bajar, al llegar."""
    words = sentence.words
    means = _means(words, at)
    if means:
        return means if at + means <= end else 0
    opener = (
        2 if words[at] in ("antes", "despues") and words[at + 1 : at + 2] == ["de"] else words[at] in ("al", "tras")
    )
    verb = at + opener
    if not opener or verb >= end:
        return 0
    infinitive = any(one.form.tense == "inf" for one in analyses(sentence.tokens[verb]))
    return opener + 1 if infinitive else 0


def _means(words: Sequence[str], at: int) -> int:
    """How many words tell by what means, which is never a subject: con eso compra; with that she buys."""
    following = words[at + 1 : at + 2]
    if words[at] not in ("con", "with") or not following:
        return 0
    if following[0] in ("eso", "esto", "ello", "that"):
        return 2
    coin = words[at + 2 : at + 3]
    return 3 if following[0] in ("ese", "esa", "el", "la", "the", "that") and coin and coin[0] in _PROCEEDS else 0


_PROCEEDS = word_set("dinero plata pasta lana guita oro monedas money cash coin proceeds gold")


def _fronted(sentence: Sentence, at: int, start: int, end: int) -> int:
    """How many words of an object or a place stand first, before a verb of somebody else's: al conde respóndale."""
    if at != start or sentence.words[at] not in ("al", "a", "del") or at + 1 in sentence.names:
        return 0
    k = at + 1
    while k < end and k - at < _PHRASE and sentence.covered[k] < 0 and k not in sentence.names:
        if sentence.words[k] in ("que", "se", "no", "lo", "le", "les") or sentence.tokens[k].kind == "p":
            break
        k += 1
    return k - at


_PHRASE = 4  # words of such an object


def _reports_to_us(sentence: Sentence, start: int, at: int) -> bool:
    """Whether what follows "que" is dictated: apunta que, ponga que, dile al máster que."""
    aux = vocabulary().aux
    for k in range(start, at):
        if sentence.words[k] in ("dile", "diles", "decile", "digale"):
            return bool({"dire", "master", "dm", "gm", "director"} & set(sentence.words[k:at]))
        for one in analyses(sentence.tokens[k]):
            if one.form.tense in ("imp", "subj") and (
                one.form.lemma in aux["note"]
                or (
                    one.form.lemma in aux["tell"]
                    and {"dire", "master", "dm", "gm", "dungeon"} & set(sentence.words[k:at])
                )
            ):
                return True
    return False


def _resets(sentence: Sentence, at: int) -> bool:
    """Whether a finite verb stands here, so that what is before it belongs to it: lo único que hago es dormir."""
    if sentence.words[at] in ("es", "son", "soy", "va", "fue"):
        return sentence.words[at] != "va"
    lower = sentence.tokens[at].text.lower()
    found = [
        one
        for one in analyses(sentence.tokens[at])
        if one.form.tense in ("pres", "pret", "impf", "fut") and one.form.written == lower
    ]
    previous = sentence.words[at - 1] if at else ""
    return bool(found) and previous not in vocabulary().grammar["determiners"] and previous not in ("la", "los", "las")
