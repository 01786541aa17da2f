"""What stands in an order's own clause and found no place in it: if it counts, the order is asked about.

Numbers, sums and days, denials, conditions, names and second thoughts change what is to be done; other words do not.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.letter import Clause, Draft, Mail, Sentence
from mailer.reading.orders.places import place_at
from mailer.reading.orders.spans import ARTICLES, STOPS
from mailer.reading.orders.tokens import words_of
from mailer.reading.orders.vocabulary import vocabulary

_ACTING = frozenset({"date", "duration", "money", "percent", "hp", "weight"})
_COUNTED = frozenset({"shop", "hire", "craft"})  # kinds whose order is wrong with a number left out
_LOOSE = frozenset({"status", "cancel", "other", "spokesperson", "independence", "decision"})
_FREE = frozenset({"class_work", "research", "spokesperson", "dungeon", "encounter", "explore_town"})


def unread(draft: Draft, drafts: Sequence[Draft], mail: Mail) -> list[str]:
    """The words of an order's clause that count and were not read."""
    if draft.kind in _LOOSE:
        return []
    sentence, clause = draft.clause.sentence, draft.clause
    read = words_read(sentence, [d for d in drafts if d.clause.sentence is sentence], mail)
    held = {at for c in (clause.condition, clause.unless) if c is not None for at in range(c.i, c.j)}
    reasons = _reasons(clause)
    found = [
        sentence.span(a.i, a.j)
        for a in sentence.amounts
        if clause.i <= a.i < clause.j and a.i not in held and _counts(draft, a, read)
    ]
    found += _stray_amounts(draft, drafts, read)
    found += _foreign(draft, drafts, read, mail) if draft.kind not in _TALKATIVE else []
    found += _crowd(draft, sentence, read | held | reasons)
    rest = [at for at in range(clause.i, clause.j) if at not in read | reasons and sentence.covered[at] < 0]
    found += [sentence.span(at, end) for at, end in _telling(draft, sentence, rest)]
    after = min((d.clause.i for d in drafts if d.clause.sentence is sentence and d.clause.i > clause.i), default=None)
    behind = [at for at in range(clause.j, after or len(sentence.words)) if at not in read]
    found += [sentence.span(at, end) for at, end in _mending(sentence, behind)]
    return found


def _stray_amounts(draft: Draft, drafts: Iterable[Draft], read: set[int]) -> list[str]:
    """Days and sums of the sentence outside every clause: mañana, y a ver si se puede, compra cuerda."""
    sentence, own = draft.clause.sentence, [d for d in drafts if d.clause.sentence is draft.clause.sentence]
    if draft is not own[0]:
        return []
    inside: set[int] = set()
    for clause in (d.clause for d in own):
        inside.update(range(clause.i, clause.j))
        for held in (clause.condition, clause.unless):
            inside.update(range(held.i, held.j) if held is not None else ())
    loose = [a for a in sentence.amounts if a.i not in inside and not a.used and a.i not in read]
    return [sentence.span(a.i, a.j) for a in loose if a.kind in _ACTING and not a.value.get("carried")]


def _foreign(draft: Draft, drafts: Sequence[Draft], read: set[int], mail: Mail) -> list[str]:
    """Words of the sentence that no list holds and no slot took, if there are two: we know too little of it."""
    sentence, phrases, small, known = draft.clause.sentence, vocabulary().phrases, _small(), vocabulary().known
    read = set(read)
    for clause in (d.clause for d in drafts if d.clause.sentence is sentence):
        read |= _reasons(clause)
        for held in (clause.condition, clause.unless):
            read.update(range(held.i, held.j) if held is not None else ())
    found: list[str] = []
    at = 0
    while at < len(sentence.words):
        length = max(phrases[f"mood.{name}"].at(sentence.words, at) for name in ("polite", "farewell", "left_harmless"))
        word = sentence.words[at]
        plain = at not in read and sentence.covered[at] < 0 and at not in sentence.names
        worded = sentence.tokens[at].kind == "w" and len(word) > 2 and not (word in small or word in known)
        if not length and plain and worded and not place_at(mail, sentence, at)[0]:
            found.append(word)
        at += max(length, 1)
    return found if len(found) > 1 else []


def _crowd(draft: Draft, sentence: Sentence, read: set[int]) -> list[str]:
    """Words of weight behind the verb that no slot took, if there are many: then more was said than we understood."""
    if draft.kind in _TALKATIVE or draft.slots.get("work") in ("performance", "prayer"):
        return []
    phrases, small = vocabulary().phrases, _small()
    found: list[str] = []
    at = draft.clause.hit.j
    while at < draft.clause.j:
        length = max(phrases[f"mood.{name}"].at(sentence.words, at) for name in ("polite", "farewell", "left_harmless"))
        word = sentence.words[at]
        if not length and at not in read and sentence.covered[at] < 0 and sentence.tokens[at].kind == "w":
            found += [word] if len(word) > 2 and word not in small else []
        at += max(length, 1)
    return found if len(found) >= _CROWD else []


_CROWD = 4
_TALKATIVE = frozenset({"retreat", "encumbrance"})


@cache
def _small() -> frozenset[str]:
    return STOPS.union(ARTICLES, *vocabulary().grammar.values())


_WHY = frozenset({"que", "porque", "pues", "because", "cos", "cause", "since", "as", "for"})


_SINCE = (
    ["since"],
    ["as"],
    ["because"],
    ["porque"],
    ["ya", "que"],
    ["dado", "que"],
    ["puesto", "que"],
    ["visto", "que"],
)
_GOES_ON = (["y"], ["e"], ["and"], ["pero"], ["but"], ["luego"], ["then"], ["so"])


def _reasons(clause: Clause) -> set[int]:
    """The words that only tell why, behind a comma: compra cuerda, que la otra se nos quedó abajo."""
    sentence, found = clause.sentence, set[int]()
    opener = next((k for k in range(clause.i, clause.j) if sentence.tokens[k].kind == "w"), clause.j)
    if sentence.words[opener : opener + 1] in _SINCE or sentence.words[opener : opener + 2] in _SINCE:
        found.update(range(opener, clause.hit.start))
    for at in range(clause.hit.j, clause.j - 1):
        if sentence.tokens[at].text not in (",", ";", "(", "-", "—") or sentence.words[at + 1] not in _WHY:
            continue
        end = at + 1
        while end < clause.j and sentence.tokens[end].text not in (";", ":", "(", ")", "."):
            if sentence.tokens[end].text == "," and sentence.words[end + 1 : end + 2] in _GOES_ON:
                break
            end += 1
        found.update(range(at + 1, end))
    return found


def _mending(sentence: Sentence, rest: list[int]) -> Iterator[tuple[int, int]]:
    """Second thoughts behind the clause: wait, no, make that two."""
    for at in rest:
        length = vocabulary().phrases["mood.left_mending"].at(sentence.words, at)
        if length:
            yield at, at + length


def _counts(draft: Draft, amount: Any, read: set[int]) -> bool:
    if amount.used or amount.value.get("carried"):
        return False
    if amount.kind == "number":
        behind = amount.i >= draft.clause.hit.j
        return draft.kind in _COUNTED and behind and amount.value["n"] > 1 and amount.i not in read
    return amount.kind in _ACTING and draft.kind != "encounter"


def _telling(draft: Draft, sentence: Sentence, rest: list[int]) -> Iterator[tuple[int, int]]:
    """Denials, conditions, second thoughts and names among the unread words."""
    known = vocabulary().phrases
    left = set(rest) - _harmless(sentence)
    for at in sorted(left):
        for name in ("left_denial", "left_condition", "left_mending"):
            length = known[f"mood.{name}"].at(sentence.words, at)
            before = name != "left_condition" and at < draft.clause.hit.j
            affirms = sentence.words[at] == "si" and sentence.tokens[at].text.lower() == "sí"
            if length and at + length - 1 in left and not before and not affirms:
                yield at, at + length
        if at in sentence.names and draft.kind not in _FREE:
            yield at, sentence.names[at][0]


def _harmless(sentence: Sentence) -> set[int]:
    """The tokens of sayings that only look like a denial or a condition: por si acaso, no more than."""
    found: set[int] = set()
    harmless, words = vocabulary().phrases["mood.left_harmless"], sentence.words
    for at in range(len(words)):
        found.update(range(at, at + harmless.at(words, at)))
    return found


def words_read(sentence: Sentence, drafts: list[Draft], mail: Mail) -> set[int]:
    """The tokens of a sentence that stand in some slot, set an order off, or belong to a condition that was kept."""
    found: set[int] = set()
    for draft in drafts:
        clause = draft.clause
        found.update(range(clause.hit.start, clause.hit.j), clause.used)
        names = {name for key in ("who", "except", "companions", "targets") for name in _listed(draft.slots.get(key))}
        names |= {*clause.hit.subject, mail.sender}
        for at, (end, name) in sentence.names.items():
            if name in names:
                found.update(range(at, end))
        for phrase in _strings(draft.slots):
            found.update(_places(sentence, words_of(phrase)))
    for condition in conditions_of(sentence, mail):
        if any(draft.slots.get(key) for draft in drafts for key in ("condition", "unless")):
            found.update(range(condition.i, condition.j))
    return found


def _listed(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)
    elif isinstance(value, str):
        yield value


def _places(sentence: Sentence, words: tuple[str, ...]) -> Iterator[int]:
    """Where a phrase stands in a sentence, its signs left out."""
    if not words:
        return
    own = [(at, token.fold) for at, token in enumerate(sentence.tokens) if token.kind != "p"]
    for k in range(len(own) - len(words) + 1):
        if own[k][1] == words[0] and tuple([word for _, word in own[k : k + len(words)]]) == words:
            yield from range(own[k][0], own[k + len(words) - 1][0] + 1)
