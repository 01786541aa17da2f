"""Whether a sentence muses, tells of the past or only heads what follows."""

from mailer.reading.orders.letter import Clause, Hit, Mail, Sentence
from mailer.reading.orders.vocabulary import analyses, vocabulary


def surely_past(clause: Clause) -> bool:
    """Whether a verb is past as it is written, and not only if an accent is missing: llegué, llegue."""
    token = clause.sentence.tokens[clause.hit.i]
    exact = [one.form for one in analyses(token) if one.form.written == token.text.lower()]
    open_ = any(form.tense in ("pres", "subj", "imp") for form in exact)
    return clause.hit.verdict == "past" and not open_


def whole_clause(sentence: Sentence, frame: str, mail: Mail, start: int = 0, head: int = 0) -> Clause:
    """A clause for a whole sentence that no verb sets off."""
    subject = [name for at, (_, name) in sentence.names.items() if at < start]
    hit = Hit(
        head, start, [frame], "order", "none", subject, head, (), "", sentence.span(head, start) or sentence.span(0, 3)
    )
    return Clause(sentence, hit, start, len(sentence.words))


def supposes(sentence: Sentence) -> bool:
    """Whether a sentence only supposes, by its verbs: si Sabela aprendiese, yo por mí tiraba."""
    forms = [one.form for token in sentence.tokens for one in analyses(token) if one.form.written == token.text.lower()]
    return any(form.tense in ("isubj", "cond", "impf") for form in forms) or any(
        word.endswith(("iese", "iesen", "iera", "ieran", "aría", "ería")) and len(word) > 6 and word not in _ANY
        for word in sentence.words
    )


_ANY = frozenset({"cualquiera", "quienquiera", "siquiera"})


def is_title(sentence: Sentence) -> bool:
    """Whether a sentence only heads what follows, as "Party orders" with a colon."""
    words = [token.fold for token in sentence.tokens if token.kind == "w"]
    ends = sentence.tokens[-1].text == ":" and not sentence.amounts
    return ends and len(words) <= 4 and bool({"orders", "ordenes", "orden", "plan", "planes", "update"} & set(words))


def tells_past(sentence: Sentence) -> bool:
    """Whether some verb of the sentence is in the past, or it only says how somebody is."""
    forms = [one.form for token in sentence.tokens for one in analyses(token) if one.form.written == token.text.lower()]
    return any(form.tense in ("pret", "impf", "past", "cond", "isubj") for form in forms) or any(
        word in ("es", "esta", "is", "was", "has", "ha", "era", "tiene") for word in sentence.words
    )


def thinks_aloud(sentence: Sentence) -> bool:
    """Whether a sentence only muses."""
    phrases = vocabulary().phrases
    return any(
        phrases[f"mood.{name}"].find(sentence.words) is not None
        for name in ("wish", "undecided", "reported", "past", "joke", "defer")
    )
