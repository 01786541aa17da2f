"""Learning or practising a skill."""

from mailer.reading.orders.drafts import money_slot, new_draft
from mailer.reading.orders.letter import Clause, Draft, Mail
from mailer.reading.orders.places import add_place, place_at
from mailer.reading.orders.spans import ARTICLES, amounts_in, behind, is_sign, phrase_end, take
from mailer.reading.orders.times import add_times
from mailer.reading.orders.tokens import word_set, words_of
from mailer.reading.orders.vocabulary import analyses, vocabulary

_AFTER_A_SKILL = word_set(
    "con with under en in at y and por for hasta until from donde que cada every q mientras while si if there alli ahi "
    "on"
)


def train(clause: Clause, mail: Mail) -> list[Draft]:
    """Learning or practising a skill, with someone or alone."""
    draft = new_draft("train", clause, mail)
    sentence = clause.sentence
    teacher = behind(clause, ("con", "with", "under", "from", "donde"), start=clause.hit.i)
    if teacher is not None and sentence.words[teacher[0] - 2 : teacher[0] - 1] == ["tiro"]:  # tiro con arco
        teacher = behind(clause, ("con", "with", "under"), start=teacher[1])
    if teacher is not None:
        later = behind(clause, ("con", "with", "under"), start=teacher[1])
        tool = vocabulary().phrases["nouns.item"].find(sentence.words, *teacher) is not None
        if later is not None or tool:
            begin = _learnt_from(clause)
            start = begin if begin is not None else teacher[0] + (sentence.words[teacher[0]] in ARTICLES)
            draft.slots["skill"] = sentence.span(start, teacher[1])
            clause.used.update(range(teacher[0] - 1, teacher[1]))
            teacher = later
    if teacher is None and clause.hit.lemma in ("buscar", "seek", "find", "look"):
        teacher = _teacher(clause)
    if teacher is None and clause.hit.lemma in ("enseñar", "teach") and clause.hit.person in ("3s", "opt", "2"):
        teacher = _taught_by(clause)
    if teacher is not None:
        i, j = teacher
        draft.slots["trainer"] = take(clause, i, j)
        clause.used.add(i - 1)
    if "skill" not in draft.slots:
        _skill(draft, mail)
    add_place(draft, mail)
    add_times(draft)
    for amount in amounts_in(clause, "money"):
        if not amount.used:
            draft.slots["budget"] = money_slot(sentence, amount, per=True)
    if "skill" not in draft.slots:
        _after_colon(draft)
    if clause.hit.lemma in ("buscar", "seek", "look", "find") and "trainer" in draft.slots:
        draft.slots.pop("condition", None)
    if not {"skill", "trainer"} & draft.slots.keys():
        return []
    return [draft]


def _learnt_from(clause: Clause) -> int | None:
    """Where the deed begins that one learns: aprender a pelear con dos armas."""
    sentence, at = clause.sentence, clause.hit.j
    at += sentence.words[at : at + 1] in (["a"], ["to"])
    if clause.hit.lemma not in ("aprender", "learn", "enseñar", "teach") or at >= clause.j:
        return None
    return at if any(one.form.tense in ("inf", "base") for one in analyses(sentence.tokens[at])) else None


def _taught_by(clause: Clause) -> tuple[int, int] | None:
    """Who is to teach, named behind the verb: que le enseñe el viejo Tobías."""
    sentence, start = clause.sentence, clause.hit.j
    if sentence.words[start : start + 1] not in (["el"], ["la"]):
        return None
    end = phrase_end(sentence, start, clause.j)
    named = any(token.text[:1].isupper() for token in sentence.tokens[start:end])
    return (start + 1, end) if end > start + 1 and named else None


def _after_colon(draft: Draft) -> None:
    """The skill behind a colon: entrenamiento con la capitana: tirar cuchillos."""
    clause, sentence = draft.clause, draft.clause.sentence
    colon = next((k for k in range(clause.hit.j, clause.j) if sentence.tokens[k].text == ":"), None)
    if colon is None:
        return
    end = next((k for k in range(colon + 1, clause.j) if is_sign(sentence, k) or sentence.covered[k] >= 0), clause.j)
    if end > colon + 1:
        draft.slots["skill"] = take(clause, colon + 1, end)


def _teacher(clause: Clause) -> tuple[int, int] | None:
    """Whom one looks for to be taught; a plain "maestro" is nobody yet: si puede ser el viejo Corvino."""
    sentence, words = clause.sentence, clause.sentence.words
    for at in range(len(words) - 3):
        if words[at : at + 3] == ["si", "puede", "ser"]:
            return at + 3, phrase_end(sentence, at + 3, len(words))
    start = clause.hit.j
    while start < clause.j and words[start] in ("a", "al", "for", "out", "un", "una", "the", "el", "la"):
        start += 1
    end = phrase_end(sentence, start, clause.j)
    return (start, end) if end > start and end - start > 1 else None


def _skill(draft: Draft, mail: Mail) -> None:
    clause, sentence = draft.clause, draft.clause.sentence
    start = clause.hit.j
    taught = next(
        (
            k
            for k in range(clause.hit.i, clause.j)
            if any(one.form.lemma in ("enseñar", "teach") for one in analyses(sentence.tokens[k]))
        ),
        None,
    )
    if taught is not None:
        start = taught + 1
    elif words_of(clause.hit.why)[-1:] == ("nivel",):
        start = clause.hit.j - 1
    while (
        start < clause.j
        and (
            is_sign(sentence, start)
            or sentence.words[start] in ("a", "to", "in", "at", "de", "of", "con", "my", "mi", "el", "la", "the", "how")
            or start in clause.used
        )
        and not (is_sign(sentence, start) and start > clause.hit.j)
    ):
        start += 1
    end = start
    while end < clause.j and end not in clause.used and not is_sign(sentence, end):
        amount = sentence.amount(end)
        if amount is not None and amount.kind in ("date", "duration", "money"):
            break
        if (
            sentence.words[end] in _AFTER_A_SKILL
            and not (sentence.words[end] == "con" and sentence.words[end - 1] == "tiro")
            and end > start
        ):
            break
        end += 1
    while end > start and sentence.words[end - 1] in ("de", "con", "un", "una", "el", "la", "a"):
        end -= 1
    teacher = clause.hit.lemma in ("buscar", "seek", "look", "find") and end - start == 1
    if end > start and not teacher and not place_at(mail, sentence, start)[0]:
        draft.slots["skill"] = take(clause, start, end)
    elif clause.hit.why and words_of(clause.hit.why)[-1] == "nivel":
        draft.slots["skill"] = clause.hit.why
