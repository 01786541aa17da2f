"""Where a clause says that something happens."""

from mailer.reading.orders.gazetteer import near
from mailer.reading.orders.letter import Clause, Draft, Mail, Sentence
from mailer.reading.orders.spans import ARTICLES, IN, behind, find_word, phrase_end, take
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary


def names_place(clause: Clause, mail: Mail, i: int, j: int) -> bool:
    """Whether a phrase names a place: known, capitalised or headed by such a noun."""
    sentence = clause.sentence
    words = sentence.words[i:j]
    if not words:
        return False
    phrases = vocabulary().phrases
    if place_at(mail, sentence, i)[0]:
        return True
    if any(phrases[name].find(words) for name in ("nouns.town", "nouns.dungeon")):
        return True
    head = next((k for k in range(i, j) if sentence.words[k] not in ARTICLES), i)
    return sentence.tokens[head].text[:1].isupper() and head not in sentence.names


def there(clause: Clause, mail: Mail) -> str:
    """The place last spoken of, if the clause says "there": allí, ahí mismo."""
    return mail.place if find_word(clause, ("alli", "ahi", "there"), clause.i) is not None else ""


def place_at(mail: Mail, sentence: Sentence, index: int) -> tuple[int, str]:
    """The known place named from a token on: how many words, and whether place or dungeon."""
    tokens = sentence.tokens
    if index >= len(tokens) or tokens[index].kind != "w":
        return 0, ""
    firsts = mail.gazetteer.place_firsts
    tables = (("dungeon", mail.gazetteer.dungeon_words), ("place", mail.gazetteer.place_words))
    for kind, table in tables if tokens[index].fold in firsts else ():
        for length in range(min(5, len(tokens) - index), 0, -1):
            if tuple(token.fold for token in tokens[index : index + length]) in table:
                return length, kind
    word = sentence.words[index]
    if len(word) > 5 and word not in vocabulary().known and index not in sentence.names:
        nearest = near(mail.gazetteer, tokens[index].text)
        if nearest is not None:
            return 1, "dungeon" if nearest in mail.gazetteer.dungeons else "place"
    return 0, ""


def find_place(clause: Clause, mail: Mail, *, start: int | None = None, loose: bool = False) -> tuple[int, int] | None:
    """Where a clause says it happens: en la posada de Brumal, at the Heron, donde la machi, en lo del calafate."""
    at = clause.hit.j if start is None else start
    words = clause.sentence.words
    for k in range(clause.i if loose else at, clause.j - 2):
        if words[k] in ("en", "a") and words[k + 1] == "lo" and words[k + 2] in ("de", "del"):
            return k + 1, phrase_end(clause.sentence, k + 3, clause.j)
    while True:
        found = behind(clause, (*IN, "donde", "around", "near"), start=at, stops=("con",))
        if found is None:
            return None
        begin, end = found
        known, _ = place_at(mail, clause.sentence, begin)
        if known and begin + known < end and clause.sentence.amount(begin + known) is not None:
            end = begin + known
        if (
            names_place(clause, mail, begin, end)
            or (
                loose
                and begin <= clause.hit.j + 5
                and clause.sentence.words[begin - 1] in ("en", "at", "in")
                and not _NOWHERE & set(words[begin:end])
            )
        ) and not set(range(begin, end)) & clause.used:
            return begin, widened(clause, mail, end)
        at = end


def widened(clause: Clause, mail: Mail, end: int) -> int:
    """Where a place ends that is told by the place it is in: the barn in Greywick, la ermita de Brumal."""
    sentence = clause.sentence
    if end >= clause.j or sentence.words[end] not in ("en", "in", "at", "of", "de", "del"):
        return end
    length, _ = place_at(mail, sentence, end + 1)
    if length and end + 1 + length <= clause.j:
        return end + 1 + length
    capital = sentence.tokens[end + 1 : end + 2] != () and sentence.tokens[end + 1].text[:1].isupper()
    further = phrase_end(sentence, end + 1, clause.j)
    named = capital and further > end + 1 and names_place(clause, mail, end + 1, further)
    return further if named and sentence.english else end


_NOWHERE = word_set(
    "vela vino cerveza bebida total paz cama serio silencio secreto general cuanto caso vez lugar "
    "grupo bed peace secret silence case time order person forma condiciones cuenta libro libros "
    "book books mente realidad noche tarde madrugada tragos copas chicha evening morning "
    "afternoon night juegos apuestas dados"
)


def _stopped_by(clause: Clause, mail: Mail) -> tuple[int, int] | None:
    """The place one goes to first: pasa por el templo a rezar; goes to the library to read."""
    passing = {"pasa", "paso", "pasamos", "pasar", "va", "voy", "acerca", "acerco", "goes", "stops", "go"} & set(
        clause.sentence.words[: clause.hit.i]
    )
    if clause.hit.verdict != "purpose" and clause.hit.person != "inf" and not passing:
        return None
    for at in range(0 if passing else clause.i, clause.hit.i):
        if clause.sentence.words[at] in ("por", "a", "al", "to", "by", "into") and clause.sentence.covered[at] < 0:
            end = phrase_end(clause.sentence, at + 1, clause.hit.i)
            words = clause.sentence.words[at + 1 : end]
            if vocabulary().phrases["nouns.town"].find(words) or (
                end > at + 1 and place_at(mail, clause.sentence, at + 1)[0]
            ):
                return at + 1, end
    return None


def add_place(draft: Draft, mail: Mail) -> None:
    """The place of a draft, if its clause names one."""
    found = find_place(
        draft.clause,
        mail,
        start=draft.clause.i,
        loose=draft.kind in ("class_work", "train", "carouse", "explore_town", "craft"),
    )
    if found is None:
        found = _stopped_by(draft.clause, mail)
    if found is not None and "place" not in draft.slots:
        draft.slots["place"] = take(draft.clause, *found)
    elif there(draft.clause, mail):
        draft.slots.setdefault("place", there(draft.clause, mail))
