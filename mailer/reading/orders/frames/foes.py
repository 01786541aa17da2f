"""Those a clause speaks of: fight the ghouls, al ogro ni caso."""

from mailer.reading.orders.before import is_break
from mailer.reading.orders.finite import is_finite
from mailer.reading.orders.letter import Clause, Mail
from mailer.reading.orders.spans import ARTICLES, is_sign, phrase_end
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary

_AGAINST = ("contra", "con", "a", "al", "de", "with", "to", "at", "against", "from", "los", "las")
_NOBODY = word_set(
    "correr huir ellos ellas them it contacto contact combate combates pelea peleas todo escalera"
    " bosque primero first fondo espaldas tope lo "
    "quien alguien toda costa monte menos muerte golpes palos us nosotros fighting trouble "
    "encounters encuentros lios problemas away"
)
_LONGEST = 4  # words of those named first
_JOINING = frozenset({"as", "us", "this", "thus", "whereas", "unless", "perhaps", "always", "besides", "yes", "thanks"})


def the_rest(clause: Clause) -> tuple[int, int] | None:
    """All others: con lo demás, platicamos; parley with the rest."""
    words = clause.sentence.words
    for at in range(clause.i, clause.j - 1):
        if words[at] in ("lo", "los", "las", "el", "the") and words[at + 1] in ("demas", "resto", "rest", "others"):
            ours = words[at + 2 : at + 4] in (["of", "us"], ["de", "nosotros"], ["del", "grupo"])
            return None if ours else (at, at + 2)
    return None


def of_sentence(clause: Clause) -> tuple[int, int] | None:
    """Those the sentence names before: con orcos no se negocia: machete."""
    return vocabulary().phrases["nouns.monster"].find(clause.sentence.words)


def in_clause(clause: Clause, mail: Mail) -> tuple[int, int] | None:  # noqa: PLR0912 - each way to name somebody is one branch
    """Whom the clause itself names: con orcos no se negocia; anything that talks, we talk to."""
    sentence = clause.sentence
    start = clause.i
    if clause.condition is not None and clause.condition.i >= start and not clause.condition.backward:
        start = clause.condition.j
    words = sentence.words
    at = start
    while at < clause.hit.start:
        if (
            words[at]
            in (
                "anything",
                "anyone",
                "whatever",
                "whoever",
                "everything",
                "everyone",
                "any",
                "cualquier",
                "cualquiera",
                "quien",
                "quienes",
            )
            and sentence.covered[at] < 0
            and not (words[at] == "any" and words[at + 1 : at + 2] == ["one"])
        ):
            end = at
            while end < clause.hit.start and sentence.tokens[end].text not in (",", ":", ";", "-", "—"):
                end += 1
            return at, end
        at += 1
    fronted = _headed(clause) or _addressed(clause, start) or _fronted(clause, start)
    if fronted is not None:
        return fronted
    phrases = vocabulary().phrases
    found = phrases["nouns.monster"].find(words, start, clause.j)
    spans = [found] if found is not None else []
    for i, j in spans:
        if i in sentence.masked or clause.hit.start <= i < clause.hit.j:
            continue  # hacerse el muerto
        if sentence.words[i - 1 : i] == ["lo"]:
            continue
        begin = i
        while begin > start and words[begin - 1] in (
            "los",
            "las",
            "the",
            "el",
            "la",
            "any",
            "un",
            "una",
            "anything",
            "algo",
            "cualquier",
        ):
            begin -= 1
        stop = phrase_end(sentence, i, clause.j)
        if i < clause.hit.start < stop:
            stop = clause.hit.start
        return (i if words[begin] in ARTICLES else begin), max(
            stop if stop <= clause.hit.start or i > clause.hit.j else j, j
        )
    if clause.hit.j < clause.j and words[clause.hit.j] in _AIMED and not _is_way_or_means(clause):
        end = phrase_end(sentence, clause.hit.j + 1, clause.j)
        if words[clause.hit.j + 1 : clause.hit.j + 2] and words[clause.hit.j + 1] in (
            "anything",
            "anyone",
            "whoever",
            "whatever",
            "quien",
            "cualquiera",
        ):
            while end < clause.j and not is_break(sentence, end):
                end += 1
        text = words[clause.hit.j + 1 : end]
        if (
            end > clause.hit.j + 1
            and (clause.hit.j + 1 not in sentence.names or "encounter.fight" in clause.hit.frames)
            and not set(text) & _NOBODY
        ):
            begin = clause.hit.j + 1
            while begin < end and words[begin] in ARTICLES:
                begin += 1
            return begin, end
    end = phrase_end(sentence, clause.hit.j, clause.j)
    if (
        clause.condition is None
        and end > clause.hit.j
        and words[clause.hit.j]
        in ("a", "al", "los", "las", "the", "any", "todo", "cualquier", "cualquiera", "only", "solo")
        and not set(words[clause.hit.j : end]) & _NOBODY
    ):
        begin = clause.hit.j
        if words[begin] in ARTICLES or words[begin] in ("only", "solo"):
            begin += 1
        return (begin, end) if begin < end else None
    return None


_AIMED = ("a", "al", "con", "contra", "with", "to", "from", "de")
_RUNS = frozenset({"correr", "huir", "escapar", "salir", "run", "flee", "go", "leg"})


def _is_way_or_means(clause: Clause) -> bool:
    """Whether it tells where one runs or what with: corremos a los botes; las quemamos con el aceite."""
    words, at = clause.sentence.words, clause.hit.j
    if words[at] in ("con", "with"):
        item = vocabulary().phrases["nouns.item"].find(words, at + 1, min(at + 3, clause.j))
        return item is not None
    return words[at] in ("a", "al", "to") and clause.hit.lemma in _RUNS


_ROOM = 6  # words of those named before a colon or before the verb
_LABELS = word_set(
    "encuentros encuentro encounters encounter actitud attitude plan orden ordenes orders combate combat nota note ps "
    "retirada retreat regla rule reglas rules monstruos monsters enemigos enemies resumen summary tercero segundo "
    "primero ultimo luego caller portavoz ni no si yes one two three leg first second third last"
)


def _headed(clause: Clause) -> tuple[int, int] | None:
    """Those a line is about, before its colon: toll men: we pay; el monje: se le habla."""
    sentence, words = clause.sentence, clause.sentence.words
    colon = clause.hit.start - 1
    while colon > 0 and sentence.covered[colon] < 0 and words[colon] in _SMALL:
        colon -= 1
    if colon <= 0 or sentence.tokens[colon].text != ":":
        return None
    start = colon
    while start > 0 and not is_sign(sentence, start - 1):
        start -= 1
    if words[start] in ("contacto", "contact", "encuentro", "encuentros") and words[start + 1] in ("con", "with"):
        start += 2
    while start < colon and words[start] in ("a", "al", "con", "de", "y", "and", "to", "with"):
        start += 1
    named = any(at in sentence.names for at in range(start, colon))
    said = any(is_finite(sentence, at) or sentence.covered[at] >= 0 for at in range(start + 1, colon))
    if not start < colon <= start + _ROOM or named or said or _LABELS & set(words[start:colon]):
        return None
    return start, colon


_SMALL = word_set("se les le los las lo la nos we i no just")  # between the colon and the verb


def _addressed(clause: Clause, start: int) -> tuple[int, int] | None:
    """To whom a clause does something, said first: a los ladrones les hablamos; al dragón, si despierta, le damos."""
    sentence, words = clause.sentence, clause.sentence.words
    begin, end = clause.lead if clause.lead != (0, 0) else (start, clause.hit.start)
    while begin < end and (is_sign(sentence, begin) or words[begin] in ("y", "pero", "and", "but", "o")):
        begin += 1
    if words[begin : begin + 1] not in (["a"], ["al"], ["contra"]) or begin + 1 >= end:
        return None
    stop = min(phrase_end(sentence, begin + 1, end), end)
    while stop > begin + 1 and words[stop - 1] in ("les", "le", "los", "las", "lo", "la", "nos", "se", "no"):
        stop -= 1
    told = words[begin] == "al" or words[begin + 1] in ARTICLES or words[begin] == "contra"
    apart = any(k in sentence.names or sentence.covered[k] >= 0 for k in range(begin + 1, stop))
    if not told or apart or stop <= begin + 1 or set(words[begin + 1 : stop]) & _NOBODY:
        return None
    return begin + 1, stop


def _fronted(clause: Clause, start: int) -> tuple[int, int] | None:
    """Whom a clause names before its subject: the old woman we leave alone; dogs we avoid."""
    sentence, words = clause.sentence, clause.sentence.words
    while start < clause.hit.i and (is_sign(sentence, start) or words[start] in ("and", "but", "y")):
        start += 1
    stop = next((k for k in range(start, clause.hit.i) if words[k] in ("we", "i")), start)
    if not start < stop <= start + _LONGEST or stop + 1 != clause.hit.i:
        return None
    if any(is_sign(sentence, k) or sentence.covered[k] >= 0 or k in sentence.names for k in range(start, stop)):
        return None
    plain = words[start] == "the" or (stop == start + 1 and words[start].endswith("s") and words[start] not in _JOINING)
    return (start, stop) if plain else None


def foe_words(clause: Clause) -> bool:
    """Whether the condition may speak of anybody: nos atacan, si piden más."""
    condition, words = clause.condition, clause.sentence.words
    if condition is None:
        return False
    text = set(words[condition.i : condition.j])
    return bool(text & {"nos", "atacan", "asaltan", "attacked", "ambushed", "hablan", "otherwise"})
