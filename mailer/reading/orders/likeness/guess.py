"""Orders the grammar did not see, where the second reader is sure of their kind.

The kind is the second reader's, the slots are filled by the grammar's frame for it.
"""

from collections.abc import Sequence
from dataclasses import replace

from mailer.reading.orders.clauses import built, clauses_of
from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.filters import blocked
from mailer.reading.orders.finite import is_finite
from mailer.reading.orders.grammar import FRAMES
from mailer.reading.orders.letter import Clause, Draft, Hit, Mail, Sentence
from mailer.reading.orders.likeness.likely import kinds_of, likely
from mailer.reading.orders.likeness.second import FEW, frame_of
from mailer.reading.orders.mood import judge
from mailer.reading.orders.said import DoubtCode
from mailer.reading.orders.understanding import Understanding
from mailer.reading.orders.vocabulary import analyses

ORDERLY = 0.4  # the chance of any order from which on we guess
SURE = 0.3  # the chance of a kind from which on it is guessed
SURER = 0.7  # the same beside another order of its like: fight beside parley, buy beside sell
LEADING = 0.15  # the same for the likeliest, if it is so many times as likely as the next and nothing was read
TIMES = 3
LED = 0.6  # the chance of any order that this takes
_MEANT = frozenset({"order", "purpose"})
_MOST = 3  # kinds guessed of one sentence


def add_guesses(so_far: Understanding) -> None:
    """Add the orders that only the second reader sees; what was asked about their sentences need not be asked."""
    place = {id(sentence): at for at, sentence in enumerate(so_far.told)}
    for at, sentence in enumerate(so_far.told):
        if _is_out(so_far, at):
            continue
        here = [draft for draft in so_far.drafts if draft.clause.sentence is sentence]
        found = guessed(sentence, so_far.mail, here)
        if not found:
            continue
        behind = [k for k, one in enumerate(so_far.drafts) if place.get(id(one.clause.sentence), -1) <= at]
        where = behind[-1] + 1 if behind else 0
        so_far.drafts[where:where] = found
        text = sentence.span(0, len(sentence.words))
        so_far.doubts = [one for one in so_far.doubts if not _is_of(one.line, one.text, sentence.line, text)]


def _is_out(so_far: Understanding, at: int) -> bool:
    """Whether nothing is guessed of a sentence: part of another order, taken back, a plain question."""
    sentence = so_far.told[at]
    if sentence.line in so_far.lines or sentence.asks_next:
        return True
    if sentence.question and at and so_far.told[at - 1].asks_next:
        return True
    text = sentence.span(0, len(sentence.words))
    asked = (one.code for one in so_far.doubts if _is_of(one.line, one.text, sentence.line, text))
    return any(code is not DoubtCode.NOT_UNDERSTOOD for code in asked)


def _is_of(line: int, text: str, told: int, whole: str) -> bool:
    return line == told and text in whole


def guessed(sentence: Sentence, mail: Mail, read: Sequence[Draft]) -> list[Draft]:
    """The orders a sentence likely gives besides those read in it, by the frames of the kinds it is most like."""
    found = likely(sentence, mail)
    if found.any < ORDERLY or _about_others(sentence, mail) or _is_settled(sentence, mail, read):
        return []
    known = frozenset().union(*map(kinds_of, read))
    ranked = sorted(found.kinds.items(), key=lambda one: -one[1])[:_MOST]
    drafts: list[Draft] = []
    for at, (kind, chance) in enumerate(ranked):
        leads = at == 0 and not read and found.any >= LED and chance >= LEADING and chance >= TIMES * ranked[1][1]
        least = SURER if kind.partition(".")[0] in {one.kind for one in (*read, *drafts)} else SURE
        if (chance >= least or leads) and kind not in known and frame_of(kind) in FRAMES:
            drafts += _filled(kind, sentence, mail, [*read, *drafts])
    return drafts


def _is_settled(sentence: Sentence, mail: Mail, read: Sequence[Draft]) -> bool:
    """Whether it is so short that what the grammar read or denied in it is all that it says."""
    return len(sentence.words) <= FEW and (
        bool(read) or any(blocked(clause, mail) for clause in clauses_of(sentence, mail))
    )


def _about_others(sentence: Sentence, mail: Mail) -> bool:
    """Whether it names only characters who are not the sender's to command."""
    named = {name for _, name in sentence.names.values()}
    mine = any(name == mail.sender or mail.gazetteer.commands(mail.sender, name) for name in named)
    return bool(named) and not mine and not mail.is_spokesperson


def _filled(kind: str, sentence: Sentence, mail: Mail, beside: Sequence[Draft]) -> list[Draft]:
    frame = frame_of(kind)
    clause = _clause(sentence, kind, mail, beside)
    drafts = [] if clause is None else FRAMES[frame](clause, mail)
    for draft in drafts:
        draft.frame, draft.guessed = frame, True
        draft.why.append(f"{sentence.span(0, 6)}: like {frame}")
    return drafts


def _clause(sentence: Sentence, kind: str, mail: Mail, beside: Sequence[Draft]) -> Clause | None:
    """The words of the guess: a clause that set off no other order, else the sentence by its first free verb.

    None if nothing else in the sentence gives an order than what was read: buys is not sells too.
    """
    frame, conditions = frame_of(kind), conditions_of(sentence, mail)
    clauses = clauses_of(sentence, mail)
    taken = {one.clause.hit.i for one in beside}
    free = [one for one in clauses if one.hit.i not in taken and one.hit.verdict in _MEANT]
    if not free and (_alike(kind, beside) or (clauses and all(one.hit.verdict == "third" for one in clauses))):
        return None
    hit = replace(free[0].hit, frames=[frame]) if free else _hit(sentence, frame, mail, taken)
    if hit is None:
        return None
    others = [one.hit for one in clauses if one.hit.i in taken and one.hit.i != hit.i]
    hits = sorted([*others, hit], key=lambda one: one.i)
    return next(one for one in built(sentence, hits, conditions) if one.hit is hit)


def _alike(kind: str, beside: Sequence[Draft]) -> bool:
    return any(one.kind == kind.partition(".")[0] for one in beside)


def _hit(sentence: Sentence, frame: str, mail: Mail, taken: set[int]) -> Hit | None:
    masked = {at for one in conditions_of(sentence, mail) for at in range(one.i, one.j)}
    verbs = [
        at
        for at, token in enumerate(sentence.tokens)
        if at not in masked and token.kind == "w" and (analyses(token) or is_finite(sentence, at))
    ]
    verbs = [at for at in verbs if at not in taken]
    if taken and not verbs:
        return None
    free = [at for at in range(len(sentence.words)) if at not in masked]
    at = verbs[0] if verbs else free[0] if free else 0
    judged = next(iter(judge(sentence, at, mail)), None) if verbs else None
    named = [name for where, (_, name) in sentence.names.items() if where < at]
    why = sentence.span(at, at + 1)
    if judged is None or judged.form is None:
        person = "3s" if named else "none"
        return Hit(at, at + bool(verbs), [frame], "order", person, named, at, (), "", why)
    subject = list(judged.subject) or named
    return Hit(at, at + 1, [frame], "order", judged.person, subject, at, judged.clitics, judged.form.lemma, why)
