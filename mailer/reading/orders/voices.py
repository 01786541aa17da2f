"""Whose words and whose deeds a sentence tells: somebody else's, or what the party did once."""

from mailer.reading.orders.letter import Clause, Mail, Sentence
from mailer.reading.orders.vocabulary import analyses, vocabulary

_PAST = frozenset({"pret", "impf", "past"})
_TURNS = frozenset({"pero", "ahora", "entonces", "asi", "hoy", "mañana", "manana", "but", "now", "so", ";", "luego"})


def told_of_the_past(clause: Clause) -> bool:
    """Whether a plural that may be past or present follows a verb that is past: cuando volvimos compramos vino."""
    sentence, hit = clause.sentence, clause.hit
    if hit.person != "1p" or not hit.lemma:
        return False
    tenses = {one.form.tense for one in analyses(sentence.tokens[hit.i]) if one.form.person == "1p"}
    if not {"pres", "pret"} <= tenses:
        return False
    for at in range(hit.i - 1, -1, -1):
        if sentence.words[at] in _TURNS or sentence.tokens[at].text in (";", ":"):
            return False
        if _only_past(sentence, at):
            opened = sentence.words[max(at - 4, 0) : at]
            return "que" not in opened and not {"como", "porque", "donde", "quien"} & set(opened)
    return False


def _only_past(sentence: Sentence, at: int) -> bool:
    """Whether a word can only be a past "we" or "I", as written."""
    lower = sentence.tokens[at].text.lower()
    found = [one.form for one in analyses(sentence.tokens[at])]
    exact = [form for form in found if form.written == lower]
    return (
        bool(exact)
        and all(form.tense in _PAST for form in exact)
        and any(f.person in ("1p", "3s", "3p") for f in exact)
    )


def is_about_another(clause: Clause, mail: Mail) -> list[str]:
    """The others whose deed it is, none of them the sender's: Maren buys a cape."""
    names = list(clause.hit.subject)
    if (
        not names
        or mail.sender in names
        or clause.hit.verdict != "order"
        or clause.hit.person not in ("3s", "opt", "2")
    ):
        return []
    if mail.is_spokesperson or any(mail.gazetteer.commands(mail.sender, name) for name in names):
        return []
    return names


def is_reported(sentence: Sentence, mail: Mail) -> bool:
    """Whether a sentence only passes on what somebody holds: según Duric, compramos cuerda."""
    found = vocabulary().phrases["mood.according"].find(sentence.words)
    if found is None:
        return False
    at = found[1]
    if at in sentence.names:
        return sentence.names[at][1] != mail.sender
    return at < len(sentence.words) and sentence.words[at] in vocabulary().grammar["determiners"] | {"el", "la", "the"}


def is_tag(sentence: Sentence) -> bool:
    """Whether a question only asks to be told that it is so, as "right?" does."""
    words = tuple(word for word, token in zip(sentence.words, sentence.tokens, strict=True) if token.kind != "p")
    return 0 < len(words) <= 3 and vocabulary().phrases["mood.tag"].at(list(words), 0) == len(words)
