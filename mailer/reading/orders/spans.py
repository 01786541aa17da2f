"""Pieces of a clause: noun phrases, what stands behind a preposition, names of places, the days and sums in it."""

from collections.abc import Iterable

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.before import SIGNS
from mailer.reading.orders.letter import Clause, Sentence
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary

STOPS = word_set(
    "a al con por para en hasta desde sin segun que mientras si cuando como y e o u pero luego "
    "antes despues donde porque "
    "durante ni pues sino mas cual entonces ahi alli aqui aca asi aunque hacia igual tambien siempre ya "
    "to with by for in at on until till from without and but or if when then while before after "
    "as into through via because "
    "sobre acerca regarding "
    "quien quienes so unless not who that which where there here again just who's alone solo tonight about instead"
)
ARTICLES = word_set("el la los las lo un una unos unas the a an mi mis my our nuestro nuestra nuestros nuestras")
OF = frozenset({"de", "del", "of"})
IN = ("en", "in", "at", "on", "into", "inside")
_ADVERBS = ("slots.careful", "slots.normal", "slots.forced", "slots.stealth", "slots.alone", "mood.polite")


def is_sign(sentence: Sentence, index: int) -> bool:
    """Whether the token is a sign that parts phrases."""
    return sentence.tokens[index].text in SIGNS


_NEW = frozenset({"el", "la", "los", "las", "un", "una", "the", "an"})
_CARRIES = frozenset(
    {
        "de",
        "of",
        "y",
        "and",
        "todo",
        "toda",
        "todos",
        "todas",
        "all",
        "both",
        "half",
        "a",
        "con",
        "en",
        "que",
        "por",
        "to",
        "e",
        *_NEW,
    }
)


def phrase_end(  # noqa: PLR0912 - one branch for each thing that ends a phrase
    sentence: Sentence, start: int, limit: int, *, also: Iterable[str] = (), stops: Iterable[str] = ()
) -> int:
    """Where the noun phrase that starts at a token ends; words in `also` do not stop it, those in `stops` do."""
    allowed, extra = frozenset(also), frozenset(stops)
    phrases = vocabulary().phrases
    at = start
    while at < limit:
        word = sentence.words[at]
        if at in sentence.places and sentence.places[at] <= limit:
            at = sentence.places[at]
            continue
        if _is_titled(sentence, at) and at > start:
            at += 1
            continue
        if is_sign(sentence, at) or (word in STOPS and word not in allowed) or word in extra:
            break
        amount = sentence.amount(at)
        if amount is not None and amount.kind in ("date", "duration", "money", "percent", "weight"):
            break
        if at > start and (
            word in _TOO or _begins_deed(sentence, at) or sentence.words[at : at + 2] in (["no", "mas"], ["no", "more"])
        ):
            break
        if word == "lo" and sentence.words[at + 1 : at + 2] in (["de"], ["del"], ["que"]):
            break
        if sentence.words[at + 1 : at + 2] in (["por"], ["by"]) and sentence.words[at + 2 : at + 3] == [word]:
            break
        if (
            at > start
            and len(word) > 5
            and word.endswith(("ando", "iendo", "yendo"))
            and sentence.words[at - 1] not in _CARRIES
        ):
            break
        if (
            at > start
            and word in OF
            and sentence.words[at + 1 : at + 2]
            and sentence.words[at + 1] in ("quien", "donde", "cuando", "como")
        ):
            break
        if at > start and word in ("todos", "todas", "cada", "every") and sentence.words[at - 1] not in _CARRIES:
            break
        if at > start and word in _NEW and sentence.words[at - 1] not in _CARRIES:
            break
        if at > start and any(phrases[name].at(sentence.words, at) for name in _ADVERBS[:5]):
            break
        at += 1
    while at > start and sentence.words[at - 1] in (OF | ARTICLES):
        at -= 1
    return at


def _is_titled(sentence: Sentence, at: int) -> bool:
    """Whether an article opens a name within a phrase: la cantina El Trapiche."""
    following = sentence.tokens[at + 1 : at + 2]
    capital = sentence.tokens[at].text[:1].isupper() and bool(following) and following[0].text[:1].isupper()
    return sentence.words[at] in _NEW and capital and not sentence.tokens[at].text.isupper()


_TOO = frozenset({"too", "also", "tambien", "nomas", "no", "not", "yes"})


def _begins_deed(sentence: Sentence, at: int) -> bool:
    """Whether a word behind a phrase tells what is done there: the library reading up; los archivos todo lo que."""
    word, previous = sentence.words[at], sentence.words[at - 1]
    if word in ("todo", "all", "everything") and sentence.words[at + 1 : at + 2] in (["lo"], ["that"]):
        return True
    if not sentence.english or len(word) < 6 or not word.endswith("ing") or previous in _CARRIES | ARTICLES:
        return False
    known = any(one.form.tense == "ing" for one in analyses(sentence.tokens[at]))
    return known and at + 1 < len(sentence.words) and sentence.tokens[at + 1].kind == "w"


def take(clause: Clause, i: int, j: int) -> str:
    """The phrase, marked as read."""
    clause.used.update(range(i, j))
    return clause.sentence.span(i, j)


def find_word(clause: Clause, wanted: Iterable[str], start: int | None = None, end: int | None = None) -> int | None:
    """Where one of some words stands in a clause, outside amounts."""
    options = frozenset(wanted)
    begin = clause.i if start is None else start
    for at in range(begin, clause.j if end is None else end):
        if clause.sentence.words[at] in options and clause.sentence.covered[at] < 0:
            return at
    return None


def find_phrase(clause: Clause, name: str, start: int | None = None) -> tuple[int, int] | None:
    """Where a phrase of a list stands in a clause."""
    begin = clause.i if start is None else start
    return vocabulary().phrases[name].find(clause.sentence.words, begin, clause.j)


def behind(
    clause: Clause,
    prepositions: Iterable[str],
    *,
    start: int | None = None,
    also: Iterable[str] = (),
    stops: Iterable[str] = (),
) -> tuple[int, int] | None:
    """The noun phrase behind the first of some prepositions."""
    at = clause.hit.j if start is None else start
    sentence, options = clause.sentence, frozenset(prepositions)
    while at < clause.j:
        found = find_word(clause, options, at)
        if found is None:
            return None
        end = phrase_end(sentence, found + 1, clause.j, also=also, stops=stops)
        if end > found + 1 and not all(word in ARTICLES for word in sentence.words[found + 1 : end]):
            return found + 1, end
        at = found + 1
    return None


def amounts_in(clause: Clause, *kinds: str) -> list[Amount]:
    """The amounts of a clause, those of its conditions left out."""
    lead = range(*clause.lead)
    found = [a for a in clause.sentence.amounts if a.kind in kinds and (clause.i <= a.i < clause.j or a.i in lead)]
    for condition in (clause.condition, clause.unless):
        if condition is not None:
            found = [a for a in found if not condition.i <= a.i < condition.j]
    return found


def names_in(clause: Clause, i: int, j: int) -> list[str]:
    """The characters named in a stretch."""
    return [name for at, (_, name) in sorted(clause.sentence.names.items()) if i <= at < j]
