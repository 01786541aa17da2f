"""How a verb was meant: an instruction, or something past, denied, wished for, told of others.

`judge` looks at the form of the verb and at what stands before it as far as the last comma or conjunction.
"""

from mailer.reading.orders.judged import Judged
from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.mood_english import english_verdict
from mailer.reading.orders.mood_spanish import spanish_verdict
from mailer.reading.orders.vocabulary import Analysis, analyses


def judge(sentence: Sentence, index: int, mail: Mail) -> list[Judged]:
    """What each reading of a word as a verb amounts to, the likeliest first."""
    token = sentence.tokens[index]
    found = list(analyses(token))
    if not found:
        return []
    lower = token.text.lower()
    exact = [one for one in found if one.form.written == lower or one.clitics]
    if mail.accented and exact:
        found = exact
    elif exact:
        found = exact + [one for one in found if one not in exact]
    return [judged for one in found if (judged := _judge_one(sentence, index, one, mail)) is not None]


def _judge_one(sentence: Sentence, index: int, analysis: Analysis, mail: Mail) -> Judged | None:
    if analysis.form.tense in ("base", "3s", "ing", "past", "en"):
        return english_verdict(sentence, index, analysis, mail)
    return spanish_verdict(sentence, index, analysis, mail)
