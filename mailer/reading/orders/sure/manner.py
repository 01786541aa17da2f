"""Reasons to distrust an order: the manner in which its sentence is said."""

from mailer.reading.orders.sure.case import Case
from mailer.reading.orders.ties.weak import WEAK
from mailer.reading.orders.vocabulary import analyses, vocabulary

_PAST = ("pret", "impf", "past")

_IRREAL = ("cond", "isubj")

_LONG = 25  # words of a sentence

_SPEECH = frozenset({'"', "“", "”", "«", "»"})


def instead(case: Case) -> int:
    """Said in the place of something else, or as one of two."""
    runs = (("instead",), ("en", "vez"), ("en", "lugar"), ("if", "not"), ("si", "no"), ("or", "else"))
    return sum(any(tuple(case.words[at : at + len(run)]) == run for run in runs) for at in case.loose())


def that_behind(case: Case) -> int:
    """The words that set it off go on with "that" or "if": ruega que, see if."""
    hit = case.draft.clause.hit
    return int(case.words[hit.j : hit.j + 1] in (["que"], ["that"], ["if"], ["si"], ["whether"], ["q"]))


def unasked(case: Case) -> int:
    """An answer where nothing was asked: the letter is no reply."""
    reply = case.mail.subject.lower().startswith(("re:", "re ", "rv:")) or bool(case.mail.quoted)
    return int(case.draft.kind == "decision" and not reply)


def wish(case: Case) -> int:
    """Words of wishing, doubting, reporting or joking in the sentence."""
    phrases = vocabulary().phrases
    moods = ("wish", "undecided", "reported", "joke", "defer", "refusal", "habitual", "tentative")
    return sum(phrases[f"mood.{name}"].find(case.words) is not None for name in moods)


def past(case: Case) -> int:
    """Verbs of the past in the sentence."""
    return _forms(case, _PAST) + (vocabulary().phrases["mood.past"].find(case.words) is not None)


def irreal(case: Case) -> int:
    """Verbs in the conditional or the imperfect subjunctive in the sentence."""
    return _forms(case, _IRREAL) + len({"would", "could", "might", "i'd", "we'd", "should"} & set(case.words))


def _forms(case: Case, tenses: tuple[str, ...]) -> int:
    found = 0
    for token in case.sentence.tokens:
        forms = [one.form for one in analyses(token) if one.form.written == token.text.lower() or one.clitics]
        found += bool(forms) and all(form.tense in tenses for form in forms)
    return found


def question(case: Case) -> int:
    """A question mark in the sentence or speech in quotes."""
    signs = {token.text for token in case.sentence.tokens if token.kind == "p"}
    return int(case.draft.kind != "status" and (case.sentence.question or bool({"?", "¿"} & signs)))


def speech(case: Case) -> int:
    """Quotation marks in the sentence."""
    return int(any(token.text in _SPEECH for token in case.sentence.tokens))


def long_sentence(case: Case) -> int:
    """Every so many words of the sentence."""
    return len(case.words) // _LONG


def other_subject(case: Case) -> int:
    """A verb about somebody whom nothing names as the sender's."""
    hit = case.draft.clause.hit
    return int(hit.person in ("3s", "3p") and case.mail.sender not in hit.subject and not case.mail.third)


def second_person(case: Case) -> int:
    """A verb that calls on somebody: compra, dile."""
    return int(case.draft.clause.hit.person in ("2", "opt"))


def no_person(case: Case) -> int:
    """Words that are no verb, or a verb without person."""
    return int(case.draft.clause.hit.person in ("none", "", "ger", "inf"))


def purpose(case: Case) -> int:
    """Said as what something else is for."""
    return int(case.draft.clause.hit.verdict != "order")


def weak_verb(case: Case) -> int:
    """Words that mean little by themselves set it off: dar, sacar, get."""
    return int(any(frame in WEAK for frame in case.draft.clause.hit.frames))


def many_senses(case: Case) -> int:
    """How many other kinds the same words may set off."""
    return min(len(case.draft.clause.hit.frames) - 1, 3)


def far_sense(case: Case) -> int:
    """The kind chosen is not the first that its words stand for."""
    return int(case.draft.frame not in case.draft.clause.hit.frames[:1])


def table_row(case: Case) -> int:
    """A row of a table."""
    return int(case.sentence.row)


def dots(case: Case) -> int:
    """Signs that break the sentence: dashes, colons, brackets, dots."""
    return min(sum(token.text in ("(", ":", ";", "–", "—", "…", "...", "|") for token in case.sentence.tokens), 3)
