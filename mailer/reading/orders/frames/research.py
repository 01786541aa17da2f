"""Finding things out, in books or from somebody."""

from mailer.reading.orders.drafts import money_slot, new_draft
from mailer.reading.orders.frames.topic import bare_topic, topic_end, topic_of
from mailer.reading.orders.letter import Clause, Draft, Mail
from mailer.reading.orders.places import names_place, widened
from mailer.reading.orders.spans import ARTICLES, amounts_in, behind, find_word, phrase_end, take
from mailer.reading.orders.times import add_times
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses

_LIBRARY = word_set(
    "biblioteca abadia monasterio archivo archivos scriptorium library abbey archive archives "
    "monastery templo temple universidad academia academy cathedral catedral college"
)
_BOOKISH = word_set("consult consultar go leer read trawl pore revisar leaf work comb")  # what one does with books
_WITHIN = ("en", "in", "at", "inside")


def research(clause: Clause, mail: Mail) -> list[Draft]:
    """Finding out about something, in books or from someone."""
    draft = new_draft("research", clause, mail)
    sentence = clause.sentence
    _where(draft, mail)
    _whom(draft, mail)
    topic = topic_of(clause)
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
    end = topic_end(clause, start)
    if end <= start or "source" not in draft.slots:
        return []
    draft.slots["topic"] = bare_topic(clause, start, end)
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
    if clause.hit.lemma in _BOOKISH or clause.hit.why.lower().startswith("go through"):
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
