"""The words of a sentence that set off frames of the grammar."""

from dataclasses import replace
from functools import cache

from mailer.reading.orders.before import before, clause_start
from mailer.reading.orders.judged import Judged
from mailer.reading.orders.letter import Condition, Hit, Mail, Sentence
from mailer.reading.orders.mood import judge
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import Pattern, analyses, vocabulary

_ENGLISH = frozenset({"base", "3s", "ing", "past", "en"})
_RANK = {"order": 0, "purpose": 1, "negated": 2, "hypothetical": 3, "past": 4, "third": 5, "relative": 6, "noun": 7}
MOST = 16  # verbs in one sentence; more is noise
_PRONOUNS = ("me", "te", "se", "nos", "os")


def hits_of(sentence: Sentence, mail: Mail, conditions: list[Condition]) -> list[Hit]:
    """What sets off a frame in a sentence, outside its conditions; each to be changed as one likes."""
    if sentence.hits is None:
        sentence.hits = tuple(_found(sentence, mail, conditions))
    return [replace(hit, frames=list(hit.frames), subject=list(hit.subject)) for hit in sentence.hits]


def _found(sentence: Sentence, mail: Mail, conditions: list[Condition]) -> list[Hit]:
    found: list[Hit] = []
    index = 0
    inside = {at for condition in conditions for at in range(condition.i, condition.j)} | ends_of(sentence)
    while index < len(sentence.words) and len(found) < MOST:
        if index in inside or sentence.tokens[index].kind == "p":
            index += 1
            continue
        if sentence.words[index] in _paces():
            length = max(vocabulary().phrases[name].at(sentence.words, index) for name in _PACES)
            if length > 1:
                index += length
                continue
        hit = hit_at(sentence, index, mail)
        if hit is None:
            index += 1
            continue
        found.append(hit)
        index = max(hit.j, index + 1)
    return found


def ends_of(sentence: Sentence) -> set[int]:
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


def hit_at(sentence: Sentence, index: int, mail: Mail) -> Hit | None:
    """What sets off a frame at a word, if anything does."""
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
    if fixed[0].frame in ("abort", "cancel") and _governs(sentence, index + 1 + length):
        return None
    best = [p for p in fixed if len(p.rest) == length]
    return _fixed_hit(sentence, index, index + 1 + length, best, mail)


def _governs(sentence: Sentence, at: int) -> bool:
    """Whether a verb in the infinitive follows, so that it is let be and not given up: lo dejamos pasar."""
    return at < len(sentence.tokens) and any(one.form.tense == "inf" for one in analyses(sentence.tokens[at]))


_HASTENING = word_set("straight immediately directly inmediatamente directamente enseguida")


def _end_behind(words: list[str], at: int, rest: tuple[str, ...]) -> int:
    """Where the words that belong to a verb end, or 0; one that only says how may stand before them."""
    hastens = bool(rest) and words[at : at + 1] != [] and words[at] in _HASTENING and words[at] != rest[0]
    return _follows(words, at + hastens, rest)


def _follows(words: list[str], at: int, rest: tuple[str, ...]) -> int:
    """Where the words that follow a first word end, or 0."""
    if at + len(rest) > len(words) or (rest and words[at] != rest[0] and rest[0][-1] not in "rea"):
        return 0  # most end here, and soon
    for word in rest:
        if words[at] != word and not _is_word(words[at], word):
            return 0
        at += 1
    return at


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
        if _end_behind(words, index + 1, pattern.rest):
            patterns.append(pattern)
    if not patterns:
        return None
    length = max(len(pattern.rest) for pattern in patterns)
    best = [pattern for pattern in patterns if len(pattern.rest) == length]
    if judged.verdict == "negated":
        without = "sin" in words[max(index - 2, 0) : index]  # sin meterse en nada: how, not that one stays away
        flipped = [p for p in best if p.negated and not (without and p.frame == "independence")]
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
    end = _end_behind(words, index + 1, best[0].rest)
    return Hit(
        index, end, frames, verdict, judged.person, list(judged.subject), judged.start,
        judged.clitics, form.lemma, sentence.span(index, end),
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
    if any(word in no for word in near) and not starts_with_no and frames != ["load"]:
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
