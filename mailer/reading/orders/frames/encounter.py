"""What to do about those one meets: fight, parley, avoid, bribe."""

import re

from mailer.reading.orders.drafts import new_draft
from mailer.reading.orders.frames.foes import foe_words, in_clause, of_sentence, the_rest
from mailer.reading.orders.frames.given import payment
from mailer.reading.orders.frames.met import foe_in
from mailer.reading.orders.frames.offer import offer_of
from mailer.reading.orders.frames.strangers import in_condition, set_before
from mailer.reading.orders.letter import Clause, Draft, Mail
from mailer.reading.orders.spans import ARTICLES, names_in
from mailer.reading.orders.vocabulary import senses


def meet(clause: Clause, mail: Mail, *, attitude: str) -> list[Draft]:
    """An attitude towards those one meets."""
    draft = new_draft("encounter", clause, mail, group=True, attitude=attitude)
    draft.slots["vs"] = _foe(clause, mail)
    if draft.slots["vs"] != "any":
        mail.foe = str(draft.slots["vs"])
    if attitude == "bribe":
        payment(draft)
    if attitude == "parley":
        _speaker(draft, mail)
    return [draft]


def _foe(clause: Clause, mail: Mail) -> str:
    """Whom it is about: by the condition, else by the clause."""
    direct = the_rest(clause) or in_clause(clause, mail)
    if clause.hit.person == "none" and direct is None and clause.condition is None:
        direct = of_sentence(clause)
    if clause.condition is not None and direct is None:
        found = foe_in(clause.sentence, clause.condition, mail)
        if found is not None:
            i, j = found
            while i + 1 < j and clause.sentence.words[i] in ("el", "la", "the", "un", "una", "a", "an", "son", "es"):
                i += 1
            return clause.sentence.span(i, j)
        offering = _who_offers(mail)
        if offering:
            return offering
        found = in_condition(clause.sentence, clause.condition) or set_before(clause)
        if found is not None:
            return clause.sentence.span(*found)
        if not foe_words(clause) and mail.foe:
            return mail.foe
    if direct is None and "encounter.fight" in clause.hit.frames:
        at = clause.hit.j + (clause.sentence.words[clause.hit.j : clause.hit.j + 1] == ["a"])
        end, _ = clause.sentence.names.get(at, (0, ""))
        direct = (at, end) if at < end <= clause.j else None
    direct = direct or set_before(clause)
    return clause.sentence.span(*direct) if direct is not None else "any"


def _who_offers(mail: Mail) -> str:
    """Who made the offer that the letter answers: Re: the goblin king's deal; Re: el enano y su trato."""
    if not mail.subject.lower().startswith(("re:", "re ")):
        return ""
    offer = offer_of(mail)
    whom = re.split(r"['’]s\b| y sus? | and (?:his|her|its|their) ", offer)[0]
    return whom if whom != offer and whom.lower().split()[:1] and whom.lower().split()[0] in ARTICLES else ""


def _speaker(draft: Draft, mail: Mail) -> None:
    """Who does the talking: que hable Joram, I'll do the talking."""
    clause = draft.clause
    names = names_in(clause, clause.hit.start, clause.j)
    if names:
        draft.slots["speaker"] = names[0] if names[0] != mail.sender else "self"
        draft.slots["who"] = "party"
        draft.clause.used.update(range(clause.hit.i, clause.j))


def meeting(clause: Clause, mail: Mail) -> list[Draft]:
    """The attitude a labelled line names, where no verb sets it off: encuentros: evitar."""
    for at in range(clause.hit.j, clause.j):
        for attitude, stems in senses()["attitude"].items():
            if clause.sentence.words[at].startswith(stems):
                return meet(clause, mail, attitude=attitude)
    return []
