"""Orders of sentences the grammar makes nothing of, where the second reader is sure of their kind.

The kind is the second reader's, the slots are filled by the grammar's frame for it.
"""

from dataclasses import replace

from mailer.reading.orders.clauses import built, clauses_of
from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.finite import is_finite
from mailer.reading.orders.grammar import FRAMES
from mailer.reading.orders.letter import Clause, Draft, Hit, Mail, Sentence
from mailer.reading.orders.likeness.likely import likely
from mailer.reading.orders.likeness.second import frame_of
from mailer.reading.orders.mood import judge
from mailer.reading.orders.vocabulary import analyses

ORDERLY = 0.6  # the chance of any order from which on we guess
SURE = 0.4  # the chance of a kind from which on it is guessed
LEADING = 0.15  # the same for the likeliest, if it is so many times as likely as the next
TIMES = 3
_MOST = 2  # kinds guessed of one sentence


def guessed(sentence: Sentence, mail: Mail) -> list[Draft]:
    """The orders a sentence likely gives, by the frames of the kinds it is most like."""
    found = likely(sentence, mail)
    if found.any < ORDERLY or _about_others(sentence, mail):
        return []
    ranked = sorted(found.kinds.items(), key=lambda one: -one[1])[:_MOST]
    drafts: list[Draft] = []
    for at, (kind, chance) in enumerate(ranked):
        frame = frame_of(kind)
        leads = at == 0 and chance >= LEADING and chance >= TIMES * ranked[1][1]
        if (chance >= SURE or leads) and frame in FRAMES:
            drafts += _filled(frame, sentence, mail)
    return drafts


def _about_others(sentence: Sentence, mail: Mail) -> bool:
    """Whether it names only characters who are not the sender's to command."""
    named = {name for _, name in sentence.names.values()}
    mine = any(name == mail.sender or mail.gazetteer.commands(mail.sender, name) for name in named)
    return bool(named) and not mine and not mail.is_spokesperson


def _filled(frame: str, sentence: Sentence, mail: Mail) -> list[Draft]:
    drafts = FRAMES[frame](_clause(sentence, frame, mail), mail)
    for draft in drafts:
        draft.frame, draft.guessed = frame, True
        draft.why.append(f"{sentence.span(0, 6)}: like {frame}")
    return drafts


def _clause(sentence: Sentence, frame: str, mail: Mail) -> Clause:
    """The sentence as one clause: set off by what the grammar would take, else by its first verb."""
    conditions = conditions_of(sentence, mail)
    ordered = [one for one in clauses_of(sentence, mail) if one.hit.verdict in ("order", "purpose")]
    hit = replace(ordered[0].hit, frames=[frame]) if ordered else _hit(sentence, frame, mail)
    return built(sentence, [hit], conditions)[0]


def _hit(sentence: Sentence, frame: str, mail: Mail) -> Hit:
    masked = {at for one in conditions_of(sentence, mail) for at in range(one.i, one.j)}
    verbs = [
        at
        for at, token in enumerate(sentence.tokens)
        if at not in masked and token.kind == "w" and (analyses(token) or is_finite(sentence, at))
    ]
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
