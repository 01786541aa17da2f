"""Sentences cut into clauses, each with the words that set it off and how they were meant."""

from collections.abc import Callable
from itertools import pairwise

from mailer.reading.orders.before import clause_start, is_break
from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.frames.offer import AGREED
from mailer.reading.orders.hits import MOST, ends_of, hits_of
from mailer.reading.orders.letter import Clause, Condition, Hit, Mail, Sentence
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses


def clauses_of(sentence: Sentence, mail: Mail, viable: Callable[[Clause, Mail], bool] | None = None) -> list[Clause]:
    """The clauses of a sentence, with their conditions.

    Words that set off nothing in their place are given up, the last first, and their clause joins the one before.
    """
    conditions = conditions_of(sentence, mail)
    sentence.masked = frozenset(ends_of(sentence)).union(*(range(one.i, one.j) for one in conditions))
    hits = _without_auxiliaries(sentence, _coordinated(sentence, hits_of(sentence, mail, conditions)[:MOST]))
    _pass_subjects_on(sentence, hits, mail)
    hits = _without_references(sentence, hits)
    hits = _without_aims(sentence, hits)
    clauses = built(sentence, hits, conditions)
    if viable is None:
        return clauses
    at = len(clauses) - 1
    while at >= 0:
        if not viable(clauses[at], mail):
            hits = hits[:at] + hits[at + 1 :]
            clauses = built(sentence, hits, conditions)
        at -= 1
    return clauses


def _coordinated(sentence: Sentence, hits: list[Hit]) -> list[Hit]:
    """A bare verb behind "and" is meant like the one before it: we buy torches and sell the ring."""
    for last, hit in pairwise(hits):
        bare = hit.person == "inf" or (hit.person == "2" and sentence.english)
        if not (
            bare
            and hit.lemma
            and hit.start
            and sentence.words[hit.start - 1] in ("y", "e", "and", "then", ",", "o", "or")
        ):
            continue
        if last.person in ("1s", "1p", "3s", "opt") and last.lemma:
            hit.person, hit.subject = last.person, list(last.subject)
        if last.verdict == "hypothetical" and last.person:
            hit.verdict = last.verdict
    return hits


def _pass_subjects_on(sentence: Sentence, hits: list[Hit], mail: Mail) -> None:
    """Somebody else who stands before a verb is meant by the next one too: Krom no compra nada, pero vende el escudo.

    So is the one who is called upon: Krom, compra tú las antorchas.
    """
    end, named = sentence.names.get(0, (0, mail.sender))
    called = named != mail.sender and not mail.is_spokesperson and not mail.gazetteer.commands(mail.sender, named)
    if called and hits and sentence.tokens[end : end + 1] and sentence.tokens[end].text == ",":
        first = hits[0]
        if not first.subject and first.person in ("2", "3s") and first.start <= end + 2:
            first.subject = [named]
    for last, hit in pairwise(hits):
        others = [name for name in last.subject if name != mail.sender]
        alike = last.person in ("3s", "2", "opt", "3p") and hit.person in ("3s", "2", "opt", "3p")
        apart = any(sentence.tokens[at].text in (".", ";", ":", "(", ")", "!", "?") for at in range(last.j, hit.i))
        if others and alike and not hit.subject and hit.lemma and not apart and not {"me", "nos"} & set(hit.clitics):
            hit.subject = list(last.subject)


def _goes_to_do(sentence: Sentence, hit: Hit) -> bool:
    """Whether "va a" only helps a verb that sets off nothing: va a pasar diez días en la biblioteca."""
    at = hit.j + 1
    if hit.lemma != "ir" or sentence.words[hit.j : at] != ["a"] or at >= len(sentence.tokens) or at in sentence.places:
        return False
    return any(
        one.form.tense == "inf" and one.form.lemma in ("pasar", "estar", "seguir")
        for one in analyses(sentence.tokens[at])
    )


def _without_auxiliaries(sentence: Sentence, hits: list[Hit]) -> list[Hit]:
    """`Vamos` in "vamos a explorar" belongs to the verb it helps."""
    hits = [hit for hit in hits if not _goes_to_do(sentence, hit)]
    return [
        hit
        for number, hit in enumerate(hits)
        if "stay" in hit.frames
        or not any(later.start <= hit.i and later.lemma and hit.lemma for later in hits[number + 1 : number + 2])
    ]


def _without_references(sentence: Sentence, hits: list[Hit]) -> list[Hit]:
    """What is cancelled is named, not ordered: anula lo del viaje a Alcor Negro."""
    kept: list[Hit] = []
    for hit in hits:
        last = kept[-1] if kept else None
        if last is not None and hit.lemma and "independence" in last.frames and _not_going_to(sentence, last, hit):
            kept.pop()
            hit.verdict = "negated"
        named = last is not None and last.frames[0] == "cancel" and last.verdict == "order"
        if last is not None and last.frames[0] == "tell" and is_answered(sentence, last):
            continue
        if named and last is not None and not any(is_break(sentence, at) for at in range(last.j, hit.i)):
            continue
        kept.append(hit)
    return kept


def _not_going_to(sentence: Sentence, last: Hit, hit: Hit) -> bool:
    """Whether "not going to" denies a verb and stays away from nothing: I'm not going to buy rope."""
    return sentence.words[last.j - 1] in ("going", "go") and sentence.words[last.j] == "to" and hit.i == last.j + 1


def is_answered(sentence: Sentence, hit: Hit) -> bool:
    """Whether a yes or no follows who is told: dile al ogro que sí, tell the bandits yes."""
    words = sentence.words[hit.j : hit.j + 18]
    agreed = any(one == "que" and after in AGREED for one, after in pairwise(words))
    return (bool(_ANSWERS & set(words)) or agreed) and hit.verdict == "order"


_ANSWERS = word_set("si no yes aceptamos acepto accept agree refuse decline rechazamos rechazo")


def _without_aims(sentence: Sentence, hits: list[Hit]) -> list[Hit]:
    """What one goes in for is part of the raid: volvemos a buscar la espada; entrando por la compuerta."""
    kept: list[Hit] = []
    for hit in hits:
        last = kept[-1] if kept else None
        if last is not None and (_lets_us(sentence, hit) or _is_feared(sentence, hit)):
            continue
        going = (
            last is not None
            and any(frame.startswith(("travel", "dungeon")) for frame in last.frames)
            and last.verdict == "order"
        )
        aim = hit.verdict == "purpose" and hit.lemma in _AIMS
        way = (
            hit.person == "ger"
            and going
            and hit.lemma
            in ("entrar", "bajar", "subir", "cruzar", "caminar", "seguir", "rodear", "go", "cross", "walk", "salir")
        )
        way = way or (going and hit.person == "ger" and hit.lemma in ("esconder", "ocultar", "hide", "agachar"))
        taught = (
            last is not None
            and hit.lemma in ("enseñar", "teach", "aprender")
            and bool({"begin_with", "seek"} & set(last.frames))
        )
        shunned = (
            last is not None
            and last.frames[0] == "encounter.avoid"
            and not hit.lemma
            and hit.frames[0].startswith("encounter.fight")
        )
        led = last is not None and last.frames[0].startswith("lead.") and hit.person == "ger"
        studied = (
            last is not None
            and "train" in last.frames
            and not hit.person.startswith(("1", "3"))
            and hit.start <= last.j + 1
        )
        if (going and (aim or way)) or taught or shunned or led or (studied and hit.lemma != ""):
            continue
        kept.append(hit)
    return kept


def _is_feared(sentence: Sentence, hit: Hit) -> bool:
    """Whether it only tells what would befall us: que luego nos pillan corriendo."""
    near = sentence.words[max(hit.i - 3, 0) : hit.i]
    caught = {"pillan", "pilla", "cogen", "coge", "agarran", "agarra", "cachan", "encuentran", "ven", "catch", "find"}
    return hit.person == "ger" and bool(caught & set(near)) and bool({"nos", "me", "us"} & set(near))


def _lets_us(sentence: Sentence, hit: Hit) -> bool:
    """Whether it tells what those we give something do for it: y que nos deje pasar, para que nos dejen en paz."""
    near = sentence.words[max(hit.i - 3, 0) : hit.i]
    return (
        hit.lemma == "dejar" and hit.person in ("opt", "3s", "3p") and bool({"nos", "me"} & set(near)) and "que" in near
    )


_AIMS = (
    "buscar",
    "rescatar",
    "recuperar",
    "sacar",
    "recoger",
    "fetch",
    "recover",
    "rescue",
    "get",
    "retrieve",
    "find",
    "look",
    "grab",
    "collect",
    "traer",
)


def built(sentence: Sentence, hits: list[Hit], conditions: list[Condition]) -> list[Clause]:
    """The clauses that these hits set off, with their conditions."""
    starts = [_start(sentence, hit, hits[number - 1] if number else None) for number, hit in enumerate(hits)]
    clauses = []
    for number, hit in enumerate(hits):
        end = starts[number + 1] if number + 1 < len(hits) else len(sentence.words)
        clauses.append(Clause(sentence, hit, starts[number], max(end, hit.j)))
    _attach(clauses, conditions)
    return clauses


def _start(sentence: Sentence, hit: Hit, previous: Hit | None) -> int:
    if previous is None:
        return 0
    start = clause_start(sentence, hit.start)
    semicolon = next((at for at in range(hit.start - 1, previous.j - 1, -1) if sentence.tokens[at].text == ";"), None)
    if semicolon is not None:
        return semicolon + 1
    return max(start, previous.j) if start > previous.i else max(hit.start, previous.j)


def _attach(clauses: list[Clause], conditions: list[Condition]) -> None:
    for condition in conditions:
        behind = [clause for clause in clauses if clause.hit.i >= condition.j]
        ahead = [clause for clause in clauses if clause.hit.i < condition.i]
        later = min((other.i for other in conditions if other.i > condition.i and not other.backward), default=10**9)
        backward = (condition.backward or not behind) and ahead
        chosen = ahead[-1:] if backward else [clause for clause in behind if clause.hit.i < later]
        for clause in chosen:
            if condition.unless:
                clause.unless = clause.unless or condition
            elif clause.condition is None:
                clause.condition = condition
            if not backward:
                if clause.i < condition.i and clause.lead == (0, 0):
                    clause.lead = (clause.i, condition.i)
                clause.i = max(clause.i, condition.j) if clause.i <= condition.i else clause.i
            else:
                clause.used.update(range(condition.i, condition.j))
