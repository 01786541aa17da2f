"""Finding things out and learning skills: research and train."""

from mailer.reading.orders.drafts import money_slot, new_draft
from mailer.reading.orders.letter import Clause, Draft, Mail
from mailer.reading.orders.places import add_place, names_place, place_at, widened
from mailer.reading.orders.spans import (
    ARTICLES,
    amounts_in,
    behind,
    find_phrase,
    find_word,
    is_sign,
    phrase_end,
    take,
)
from mailer.reading.orders.times import add_times
from mailer.reading.orders.tokens import word_set, words_of
from mailer.reading.orders.vocabulary import analyses, vocabulary

_ABOUT = ("sobre", "acerca", "about", "on", "into", "regarding", "concerning")
_LIBRARY = word_set(
    "biblioteca abadia monasterio archivo archivos scriptorium library abbey archive archives "
    "monastery templo temple universidad academia academy cathedral catedral college"
)
_WITHIN = ("en", "in", "at", "inside")
_PEOPLE_FROM = ("con", "a", "al", "with", "donde", "from")


def research(clause: Clause, mail: Mail) -> list[Draft]:
    """Finding out about something, in books or from someone."""
    draft = new_draft("research", clause, mail)
    sentence = clause.sentence
    _where(draft, mail)
    _whom(draft, mail)
    topic = _topic(clause)
    if topic is not None:
        draft.slots["topic"] = take(clause, *topic)
    add_times(draft)
    for amount in amounts_in(clause, "money"):
        if not amount.used:
            draft.slots["budget"] = money_slot(sentence, amount)
    if not {"topic", "source"} & draft.slots.keys():
        return []
    mail.topic = str(draft.slots.get("topic", mail.topic))
    return [draft]


def ask(clause: Clause, mail: Mail) -> list[Draft]:
    """Asking someone about something: que le pregunte por la maldición."""
    sentence = clause.sentence
    about = find_word(clause, ("por", "sobre", "about", "acerca"), clause.hit.j)
    if about is None:
        return _ask_again(clause, mail)
    start = about + 1 + (sentence.words[about] == "acerca")
    draft = new_draft("research", clause, mail)
    person = behind(clause, ("a", "al", "con", "with"), stops=("por",))
    if person is None and sentence.english:
        end = phrase_end(sentence, clause.hit.j, clause.j)
        person = (clause.hit.j, end) if end > clause.hit.j else None
    if person is not None and person[0] < about:
        draft.slots["source"] = take(clause, *person)
    elif clause.condition is not None:
        source = _person_in_condition(clause)
        if source is not None:
            draft.slots["source"] = source
    end = _topic_end(clause, start)
    if end <= start or "source" not in draft.slots:
        return []
    draft.slots["topic"] = _bare_topic(clause, start, end)
    add_times(draft)
    return [draft]


def _ask_again(clause: Clause, mail: Mail) -> list[Draft]:
    """Asking somebody else about the same: si no encuentro nada, pregunto al abad."""
    person = behind(clause, ("a", "al", "con", "with"))
    if person is None or not mail.topic or clause.hit.lemma not in ("preguntar", "ask", "consultar", "hablar"):
        return []
    i, j = person
    draft = new_draft("research", clause, mail, topic=mail.topic)
    draft.slots["source"] = take(clause, i + (clause.sentence.words[i] in ARTICLES), j)
    add_times(draft)
    return [draft]


def _person_in_condition(clause: Clause) -> str | None:
    """Whom the condition names: si la hermana Oria sigue por allí."""
    condition, sentence = clause.condition, clause.sentence
    if condition is None:
        return None
    start = condition.i + 1
    end = start
    while end < condition.j and (
        sentence.tokens[end].text[:1].isupper()
        or sentence.words[end] in ARTICLES
        or not any(one.form.tense in ("pres", "subj", "3s", "base") for one in analyses(sentence.tokens[end]))
    ):
        end += 1
    while start < end and sentence.words[start] in ARTICLES:
        start += 1
    return sentence.span(start, end) if end > start else None


def _bare_topic(clause: Clause, start: int, end: int) -> str:
    if clause.sentence.words[start] in ARTICLES and start + 1 < end:
        start += 1
    return take(clause, start, end)


def _where(draft: Draft, mail: Mail) -> None:
    clause, sentence = draft.clause, draft.clause.sentence
    at = clause.i
    while True:
        found = behind(clause, _WITHIN, start=at)
        if found is None:
            return
        i, j = found
        words = set(sentence.words[i:j])
        if words & _LIBRARY or (names_place(clause, mail, i, j) and not words & {"libro", "libros", "book", "books"}):
            start = i + 1 if sentence.words[i] in ARTICLES and i + 1 < j else i
            j = widened(clause, mail, j)
            draft.slots["place"] = take(clause, start, j)
            clause.used.update(range(i - 1, j))
            return
        at = j


def _whom(draft: Draft, mail: Mail) -> None:
    """The person or the books asked: donde la machi, con el sabio, the parish rolls."""
    clause, sentence = draft.clause, draft.clause.sentence
    found = behind(clause, ("con", "with", "donde", "from", "a", "al"), stops=("por", "sobre", "concerning"))
    found = _helped_by(clause, found)
    asked = {"quien", "que", "como", "donde", "cuando", "who", "what", "why", "how", "where", "cual"}
    if found is not None and asked & set(sentence.words[clause.hit.j : found[0] - 1]):
        found = None
    if (
        found is not None
        and sentence.words[found[0] - 1] == "donde"
        and sentence.words[found[0] - 2] in ("de", "por", "hacia", "sobre")
    ):
        found = None
    if found is not None and found[0] not in sentence.names and not set(range(*found)) & clause.used:
        draft.slots["source"] = take(clause, *found)
        clause.used.add(found[0] - 1)
        return
    if clause.hit.lemma in (
        "consult",
        "consultar",
        "go",
        "leer",
        "read",
        "trawl",
        "pore",
        "revisar",
        "leaf",
        "work",
        "comb",
    ) or clause.hit.why.lower().startswith("go through"):
        start = clause.hit.j
        if sentence.words[start - 1] in ("on", "about", "sobre"):
            return
        if sentence.words[start : start + 2] in (["up", "on"], ["about"]) or sentence.words[start : start + 1] in (
            ["on"],
            ["about"],
            ["sobre"],
            ["up"],
        ):
            return
        if start < clause.j and sentence.words[start] in ("through", "over", "a", "al"):
            start += 1
        end = phrase_end(sentence, start, clause.j, stops=("concerning",))
        if end > start:
            draft.slots["source"] = take(clause, start, end)


def _helped_by(clause: Clause, found: tuple[int, int] | None) -> tuple[int, int] | None:
    """Who helps, without the help: con la ayuda de la maestra Ozmira, with the help of Master Orlen."""
    if found is None:
        return None
    i, j = found
    words = clause.sentence.words
    at = next((k for k in range(i, min(i + 2, j)) if words[k] in ("ayuda", "help")), None)
    return (at + 2, j) if at is not None and words[at + 1 : at + 2] in (["de"], ["of"]) and at + 2 < j else found


def _topic(clause: Clause) -> tuple[int, int] | None:
    sentence = clause.sentence
    about = find_word(clause, _ABOUT, clause.hit.i)
    if about is not None and about + 1 < clause.j and about not in clause.used:
        start = about + 1 + (sentence.words[about] == "acerca")
        end = _topic_end(clause, start)
        if end > start:
            return _trimmed(clause, start, end)
    for at in range(clause.hit.j, clause.j):
        pair = sentence.words[at : at + 2]
        if pair in (["lo", "de"], ["lo", "del"]):
            return _trimmed(clause, at + 2, _topic_end(clause, at + 2))
        if sentence.words[at] in ("find", "learn") and sentence.words[at + 1 : at + 2] == ["out"]:
            return _trimmed(clause, at + 2, _topic_end(clause, at + 2))
    start = clause.hit.j
    while start < clause.j and (
        start in clause.used
        or is_sign(sentence, start)
        or sentence.covered[start] >= 0
        or sentence.words[start] in ("en", "in", "at", "a", "por", "for")
    ):
        start += 1
    end = _topic_end(clause, start)
    return _trimmed(clause, start, end) if end > start else None


def _trimmed(clause: Clause, start: int, end: int) -> tuple[int, int]:
    sentence = clause.sentence
    if start + 1 < end and sentence.words[start] in ARTICLES:
        start += 1
    return start, end


def _topic_end(clause: Clause, start: int) -> int:
    """A topic runs on to a sign, an amount or words already read."""
    sentence = clause.sentence
    at = start
    while at < clause.j and at not in clause.used:
        amount = sentence.amount(at)
        if amount is not None and amount.kind in ("date", "duration", "money"):
            break
        if sentence.tokens[at].text in (",", ".", ";", ":", "(", ")", "—", "!", "?"):
            break
        if (
            at > start
            and sentence.words[at] in ("y", "and", "con", "with", "donde", "antes", "before", "e")
            and not _part_of_topic(sentence.words, at)
        ):
            break
        at += 1
    while at > start and sentence.words[at - 1] in ("en", "in", "at", "a", "por", "for", "de", "durante", "con"):
        at -= 1
    return at


def _part_of_topic(words: list[str], at: int) -> bool:
    return words[at] in ("donde", "con") and at > 0 and words[at - 1] == "sobre"


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
            sentence.words[end]
            in (
                "con",
                "with",
                "under",
                "en",
                "in",
                "at",
                "y",
                "and",
                "por",
                "for",
                "hasta",
                "until",
                "from",
                "donde",
                "que",
                "cada",
                "every",
                "q",
                "mientras",
                "while",
                "si",
                "if",
                "there",
                "alli",
                "ahi",
                "on",
            )
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


__all__ = ["ask", "find_phrase", "research", "train"]
