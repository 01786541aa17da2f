"""Conditions in a sentence: `si aparecen goblins`, `if they push it`, `unless it rains`, `en cuanto llegue`."""

from functools import cache

from mailer.reading.orders.before import is_break
from mailer.reading.orders.events import event_of
from mailer.reading.orders.finite import is_finite, verb_begin
from mailer.reading.orders.letter import Condition, Mail, Sentence
from mailer.reading.orders.vocabulary import Phrases, analyses, vocabulary

_EVENTS = ("member_down", "detected", "arrival", "weather", "load", "resource", "result", "time", "npc", "encounter")
NO_WORDS = frozenset(
    {
        "no",
        "not",
        "doesn't",
        "don't",
        "isn't",
        "aren't",
        "won't",
        "nobody",
        "nadie",
        "hasn't",
        "haven't",
        "can't",
        "doesnt",
        "dont",
        "isnt",
        "hasnt",
        "nothing",
        "nada",
        "never",
    }
)
IDLE = "idle"  # words that set no condition: si hace falta, if you'd be so kind
_TIMELY = ("cuando", "when", "once", "apenas", "en", "as", "nomas")


@cache
def _starts() -> tuple[Phrases, Phrases, Phrases]:
    phrases = vocabulary().phrases
    return phrases["grammar.if"], phrases["grammar.unless"], phrases["grammar.otherwise"]


def conditions_of(sentence: Sentence, mail: Mail) -> list[Condition]:
    """The conditions of a sentence, left to right."""
    if sentence.conditions is None:
        sentence.conditions = tuple(_found(sentence, mail))
    return list(sentence.conditions)


def _found(sentence: Sentence, mail: Mail) -> list[Condition]:
    found: list[Condition] = []
    index = 0
    while index < len(sentence.words):
        condition = _condition_at(sentence, index, mail)
        if condition is None:
            index += 1
            continue
        found.append(condition)
        index = condition.j
    return found


def _condition_at(sentence: Sentence, index: int, mail: Mail) -> Condition | None:
    words = sentence.words
    if sentence.covered[index] >= 0:
        return None
    ifs, unlesses, otherwises = _starts()
    if (
        words[index] not in ifs.firsts()
        and words[index] not in unlesses.firsts()
        and words[index] not in otherwises.firsts()
    ):
        return None
    if (
        index
        and words[index - 1]
        in ("como", "hasta", "de", "until", "a", "ni", "even", "as", "only", "ver", "por", "whatever", "y", "what")
        and words[index - 1 : index + 1] not in (["y", "si"], ["y", "cuando"])
        and words[index - 1] != "y"
    ):
        return None
    if (
        words[index] == "else"
        and index
        and words[index - 1]
        in (
            "everyone",
            "everybody",
            "anyone",
            "nothing",
            "anything",
            "something",
            "nobody",
            "who",
            "what",
            "everything",
            "or",
        )
    ):
        return None
    length = otherwises.at(words, index)
    if length and (
        index + length >= len(words)
        or is_break(sentence, index + length)
        or sentence.words[index] in ("otherwise", "else")
    ):
        return Condition(
            index,
            index + length,
            False,
            {"text": sentence.span(index, index + length), "event": "otherwise"},
            _backward(sentence, index, index + length),
        )
    unless = unlesses.at(words, index)
    length = unless or ifs.at(words, index)
    if not length:
        return None
    if words[index] == "si" and (sentence.tokens[index].text.lower() == "sí" or _says_yes(sentence, index)):
        return None
    if words[index] in ("once", "should", "when", "cuando", "apenas", "nomas", "the", "mientras") and not _is_clause(
        sentence, index, length
    ):
        return None
    if _is_indirect(sentence, index) and words[index - 2 : index] != ["ahora", "que"]:
        return None
    idle = vocabulary().phrases["mood.idle_if"].at(words, index)
    if idle:
        return Condition(
            index, index + idle, False, {"text": "", "event": IDLE}, _backward(sentence, index, index + idle)
        )
    end = _end(sentence, index + length)
    slot: dict[str, object] = {"text": sentence.span(index, end)}
    slot["event"] = event_of(sentence, index, end, mail)
    if not unless and _denied(sentence, index + length, end):
        slot["negated"] = True
    return Condition(index, end, bool(unless), slot, _backward(sentence, index, end))


def _says_yes(sentence: Sentence, index: int) -> bool:
    following = sentence.words[index + 1] if index + 1 < len(sentence.words) else "."
    return following in (",", ".", "!", "po", "que", "quiero", ":", "pues", "o") or (
        index > 0 and sentence.words[index - 1] in ("que", "ay", "pues", "claro")
    )


def _is_clause(sentence: Sentence, index: int, length: int) -> bool:
    """Whether "when", "cuando" open something still to come, not something past."""
    for at in range(index + length, min(index + length + 7, len(sentence.words))):
        if is_break(sentence, at):
            break
        for one in analyses(sentence.tokens[at]):
            if (
                one.form.tense in ("pret", "impf", "past")
                and one.form.written == sentence.tokens[at].text.lower()
                and one.form.lemma != "read"
            ):
                return False
            if one.form.tense in ("subj", "base", "3s", "pres", "imp", "en"):
                return True
    return sentence.words[index] in ("once", "when")


def _is_indirect(sentence: Sentence, index: int) -> bool:
    """Whether "si" asks: saber si, ver si, I wonder if, whether."""
    if not index or sentence.words[index] not in ("si", "if", "when", "cuando"):
        return False
    at = index - 1
    if sentence.tokens[at].text == "," and _lists_questions(sentence, at):
        return True
    lemmas = {one.form.lemma for one in analyses(sentence.tokens[at])}
    asking = {
        "saber",
        "ver",
        "preguntar",
        "averiguar",
        "mirar",
        "dudar",
        "wonder",
        "ask",
        "know",
        "see",
        "check",
        "decir",
        "tell",
        "comprobar",
        "confirmar",
        "investigar",
        "recordar",
        "avisar",
        "consultar",
    }
    unsure = sentence.words[at] == "se" and at > 0 and sentence.words[at - 1] == "no"  # no sé si me llega
    return bool(lemmas & asking) or unsure or sentence.words[at] in ("duda", "como", "even", "as", "que")


def _bids(sentence: Sentence, at: int) -> bool:
    """Whether "que" opens what is to be done and not who: si aparece el mago, que se esconda."""
    while sentence.words[at : at + 1] and sentence.words[at] in ("se", "no", "me", "nos"):
        at += 1
    if at >= len(sentence.tokens) or sentence.words[at - 1] == "que":
        return False
    lower = sentence.tokens[at].text.lower()
    return any(one.form.tense == "subj" and one.form.written == lower for one in analyses(sentence.tokens[at]))


def _lists_questions(sentence: Sentence, end: int) -> bool:
    """Whether questions are listed behind a colon: quiero saber tres cosas: quién vive ahí, si está en casa."""
    colon = next((k for k in range(end) if sentence.tokens[k].text == ":"), end)
    return sentence.words[colon + 1 : colon + 2] in (
        ["quien"],
        ["que"],
        ["cual"],
        ["como"],
        ["donde"],
        ["who"],
        ["what"],
    )


def _end(sentence: Sentence, start: int) -> int:
    """Where a condition ends: at its comma, or before the second verb."""
    words = sentence.words
    named = words[start : start + 1] != [] and words[start] in ("lo", "el", "la", "los", "las")
    verbs = -1 if named and words[start + 1 : start + 2] == ["que"] else 0  # si lo que viene son ratas
    at = start
    while at < len(words):
        text = sentence.tokens[at].text
        if text in (":", ";", ".", "!", ")", "(", "—", "?") or (text in ("-", "–") and verbs):
            return at
        if text == ",":
            return at
        if words[at] in ("entonces", "then", "pues", "ni") and verbs > 0:
            return at
        if (
            not verbs
            and at > start + 1
            and at in sentence.names
            and at + 1 < len(words)
            and any(one.form.tense == "base" for one in analyses(sentence.tokens[at + 1]))
        ):
            return at
        if verbs > 0 and words[at] == "que" and _bids(sentence, at + 1):
            return at
        finite = is_finite(sentence, at)
        if finite and verbs > 0:
            begin = verb_begin(sentence, at)
            if begin > start and words[begin - 1] == "que" and begin in sentence.names:
                return begin - 1
            linked = begin > start and words[begin - 1] in (
                "que",
                "who",
                "that",
                "which",
                "y",
                "o",
                "and",
                "or",
                "donde",
            )
            if not linked:
                return begin
            if words[begin - 1] in ("y", "and") and not any(
                sentence.tokens[k].text == "," for k in range(at, len(words))
            ):
                return begin - 1
        verbs += finite
        at += 1
    return at


def _denied(sentence: Sentence, start: int, end: int) -> bool:
    return any(word in NO_WORDS for word in sentence.words[start:end])


def _backward(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the condition hangs on what was said before it."""
    if start == 0:
        return False
    if sentence.words[start - 1] in ("para", "incluso", "aun", "aunque"):
        return True
    if not is_break(sentence, start - 1):
        return True
    if sentence.words[start - 1] in ("y", "and"):
        return False
    return all(sentence.tokens[at].kind == "p" for at in range(end, len(sentence.words)))
