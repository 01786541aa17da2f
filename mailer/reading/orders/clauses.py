"""Sentences cut into clauses, each with the words that set it off and how they were meant."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.letter import Clause, Condition, Hit, Mail, Sentence
from mailer.reading.orders.mood import Judged, before, clause_start, is_break, judge
from mailer.reading.orders.vocabulary import Pattern, analyses, vocabulary

_ENGLISH = frozenset({"base", "3s", "ing", "past", "en"})
_RANK = {"order": 0, "purpose": 1, "negated": 2, "hypothetical": 3, "past": 4, "third": 5, "relative": 6, "noun": 7}
_MOST = 16  # verbs in one sentence; more is noise
_PRONOUNS = ("me", "te", "se", "nos", "os")


def clauses_of(sentence: Sentence, mail: Mail, viable: Callable[[Clause, Mail], bool] | None = None) -> list[Clause]:
    """The clauses of a sentence, with their conditions.

    Words that set off nothing in their place are given up, the last first, and their clause joins the one before.
    """
    conditions = conditions_of(sentence, mail)
    sentence.masked = frozenset(_ends(sentence)).union(*(range(one.i, one.j) for one in conditions))
    hits = _without_auxiliaries(_coordinated(sentence, hits_of(sentence, mail, conditions)[:_MOST]))
    _pass_subjects_on(sentence, hits, mail)
    hits = _without_references(sentence, hits)
    hits = _without_aims(sentence, hits)
    clauses = _built(sentence, hits, conditions)
    if viable is None:
        return clauses
    at = len(clauses) - 1
    while at >= 0:
        if not viable(clauses[at], mail):
            hits = hits[:at] + hits[at + 1 :]
            clauses = _built(sentence, hits, conditions)
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


def _without_auxiliaries(hits: list[Hit]) -> list[Hit]:
    """`Vamos` in "vamos a explorar" belongs to the verb it helps."""
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
    return (
        bool(
            {"si", "no", "yes", "aceptamos", "acepto", "accept", "agree", "refuse", "decline", "rechazamos", "rechazo"}
            & set(sentence.words[hit.j : hit.j + 18])
        )
        and hit.verdict == "order"
    )


def _without_aims(sentence: Sentence, hits: list[Hit]) -> list[Hit]:
    """What one goes in for is part of the raid: volvemos a buscar la espada; entrando por la compuerta."""
    kept: list[Hit] = []
    for hit in hits:
        last = kept[-1] if kept else None
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


def _built(sentence: Sentence, hits: list[Hit], conditions: list[Condition]) -> list[Clause]:
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
                clause.i = max(clause.i, condition.j) if clause.i <= condition.i else clause.i
            else:
                clause.used.update(range(condition.i, condition.j))


def hits_of(sentence: Sentence, mail: Mail, conditions: list[Condition]) -> list[Hit]:
    """What sets off a frame in a sentence, outside its conditions."""
    found: list[Hit] = []
    index = 0
    inside = {at for condition in conditions for at in range(condition.i, condition.j)} | _ends(sentence)
    while index < len(sentence.words) and len(found) < _MOST:
        if index in inside or sentence.tokens[index].kind == "p":
            index += 1
            continue
        if sentence.words[index] in _paces():
            length = max(vocabulary().phrases[name].at(sentence.words, index) for name in _PACES)
            if length > 1:
                index += length
                continue
        hit = _hit_at(sentence, index, mail)
        if hit is None:
            index += 1
            continue
        found.append(hit)
        index = max(hit.j, index + 1)
    return found


def _ends(sentence: Sentence) -> set[int]:
    """The words of an end that is an event: hasta que baje el río, until the river drops."""
    found: set[int] = set()
    for at, word in enumerate(sentence.words):
        waits = (
            word == "a"
            and sentence.words[at + 1 : at + 2] == ["que"]
            and at > 0
            and sentence.words[at - 1]
            in ("espero", "esperamos", "espera", "esperar", "aguardo", "aguardamos", "aguarda")
        )
        if (word not in ("hasta", "until", "till") and not waits) or sentence.covered[at] >= 0:
            continue
        end = at + 1
        while (
            end < len(sentence.words)
            and sentence.tokens[end].text not in (",", ";", ":", "(", ")", "—")
            and sentence.words[end] not in ("y", "and", "or", "o", "luego", "then", "pero", "but")
        ):
            first = any(
                one.form.person in ("1s", "1p") and one.form.tense == "pres" for one in analyses(sentence.tokens[end])
            )
            if first and end > at + 2 and sentence.words[at + 1] != "que" and word == "hasta":
                break
            found.add(end)
            end += 1
    return found


_PACES = ("slots.forced", "slots.careful", "slots.stealth")


@cache
def _paces() -> frozenset[str]:
    """The words a phrase about pace or stealth may begin with."""
    return frozenset().union(*(vocabulary().phrases[name].firsts() for name in _PACES))


def _hit_at(sentence: Sentence, index: int, mail: Mail) -> Hit | None:
    words = sentence.words
    known = vocabulary()
    if words[index] in _paces() and any(known.phrases[name].at(words, index) > 1 for name in _PACES):
        return None
    fixed = [p for p in known.by_word.get(words[index], ()) if _follows(words, index + 1, p.rest)]
    amount = sentence.amount(index)
    if amount is not None and amount.kind != "number":
        fixed = [p for p in fixed if len(p.rest) > 1]
    verbal = _verbal(sentence, index, mail) if amount is None and index not in sentence.names else None
    length = max((len(p.rest) for p in fixed), default=-1)
    if length < 0 or (verbal is not None and verbal.j - verbal.i - 1 > length):
        return verbal
    if (
        words[index + 1 + length : index + 2 + length] in (["eso"], ["esto"], ["ello"], ["that"], ["this"])
        and fixed[0].frame == "cancel"
    ):
        return None
    best = [p for p in fixed if len(p.rest) == length]
    return _fixed_hit(sentence, index, index + 1 + length, best, mail)


def _follows(words: list[str], at: int, rest: tuple[str, ...]) -> bool:
    if at + len(rest) > len(words):
        return False
    for word in rest:
        if words[at] != word and not _is_word(words[at], word):
            return False
        at += 1
    return True


def _is_word(said: str, word: str) -> bool:
    """The word itself, an infinitive with pronouns behind it counting as bare: buscarlo."""
    if said == word or (said == "del" and word == "de") or (said == "al" and word == "a"):
        return True
    return (
        word[-1:] == "r"
        and said.startswith(word)
        and said[len(word) :] in ("lo", "la", "los", "las", "le", "les", "me", "te", "nos", "se")
    )


def _verbal(sentence: Sentence, index: int, mail: Mail) -> Hit | None:
    token = sentence.tokens[index]
    before_ = sentence.tokens[index - 1] if index else None
    if token.text[:1].isupper() and before_ is not None and before_.kind != "p" and not token.text.isupper():
        return None
    judged = [one for one in judge(sentence, index, mail) if one.form is not None]
    english = [one for one in judged if one.form is not None and one.form.tense in _ENGLISH]
    if english and len(english) < len(judged):
        judged = english if sentence.english else [one for one in judged if one not in english]
    best: Hit | None = None
    for one in judged:
        hit = _with_patterns(sentence, index, one)
        if hit is None:
            continue
        if best is not None and {best.verdict, hit.verdict} == {"past", "relative"}:
            best.verdict = "relative"
            continue
        better = best is None or (-(hit.j - hit.i), _RANK.get(hit.verdict, 9)) < (
            -(best.j - best.i),
            _RANK.get(best.verdict, 9),
        )
        if better:
            best = hit
        elif (
            best is not None
            and (hit.i, hit.j, hit.verdict) == (best.i, best.j, best.verdict)
            and hit.lemma != best.lemma
        ):
            best.frames += [frame for frame in hit.frames if frame not in best.frames]
    return best


def _with_patterns(sentence: Sentence, index: int, judged: Judged) -> Hit | None:
    form = judged.form
    if form is None:
        return None
    words = sentence.words
    reflexive = any(clitic in _PRONOUNS for clitic in judged.clitics) or any(
        words[at] in _PRONOUNS for at in range(max(judged.start, index - 4), index)
    )
    patterns: list[Pattern] = []
    for pattern in vocabulary().by_lemma.get(form.lemma, ()):
        if pattern.reflexive and not reflexive:
            continue
        if pattern.negated and judged.verdict != "negated":
            continue
        if _follows(words, index + 1, pattern.rest):
            patterns.append(pattern)
    if not patterns:
        return None
    length = max(len(pattern.rest) for pattern in patterns)
    best = [pattern for pattern in patterns if len(pattern.rest) == length]
    if judged.verdict == "negated":
        flipped = [pattern for pattern in best if pattern.negated]
        mine = bool(judged.subject) or (
            judged.person in ("1s", "1p", "inf", "", "ger") and (form.tense != "subj" or judged.person == "1p")
        )
        verdict = "order" if (flipped and mine) or any(pattern.frame == "load" for pattern in best) else "negated"
        best = flipped or best
    else:
        verdict = judged.verdict
        own = [pattern for pattern in best if pattern.reflexive]
        best = own + [pattern for pattern in best if pattern not in own]
    frames = list(dict.fromkeys(pattern.frame for pattern in best))
    return Hit(
        index, index + 1 + length, frames, verdict, judged.person, list(judged.subject), judged.start,
        judged.clitics, form.lemma, sentence.span(index, index + 1 + length),
    )  # fmt: skip


def _fixed_hit(sentence: Sentence, i: int, j: int, patterns: list[Pattern], mail: Mail) -> Hit:
    frames = list(dict.fromkeys(pattern.frame for pattern in patterns))
    hit = Hit(i, j, frames, "order", "none", [], i, (), "", sentence.span(i, j))
    start = clause_start(sentence, i)
    context = before(sentence, i)
    hit.subject = list(context.names)
    words = sentence.words
    near = words[max(start, i - 2) : i]
    no = vocabulary().phrases["mood.negators"]
    starts_with_no = words[i] in ("no", "ni", "not", "without", "sin", "nothing", "yo", "never", "i", "isn't", "won't")
    if any(word in no for word in near) and not starts_with_no:
        hit.verdict = "negated"
        return hit
    if words[j : j + 1] == ["no"]:
        hit.verdict = "negated"
        return hit
    for at in range(i - 1, start - 1, -1):
        verdicts = [one for one in judge(sentence, at, mail) if one.verdict and sentence.covered[at] < 0]
        if verdicts:
            first = verdicts[0]
            if first.verdict in ("past", "hypothetical", "negated", "relative", "third"):
                hit.verdict = first.verdict if first.verdict != "third" or not context.names else "order"
            elif first.person:
                hit.person = first.person
            break
    return hit
