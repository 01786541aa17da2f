"""An order that was read, with all that is looked at to tell how sure we are of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.leftover import unread, words_read
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.said import Doubt
from mailer.reading.orders.spans import ARTICLES, STOPS
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import Phrases, vocabulary

_SAYINGS = (
    *(f"mood.{name}" for name in ("polite", "farewell", "left_harmless", "greeting", "smalltalk", "hedge", "bound")),
    *(f"mood.{name}" for name in ("correction", "authority", "hint", "absence")),
    *(f"slots.{name}" for name in ("ceiling", "floor", "each", "day", "week", "month", "trip", "budget")),
)


@dataclass(frozen=True, slots=True)
class Case:
    """One order, its sentence and the letter around it."""

    draft: Draft
    mail: Mail
    drafts: Sequence[Draft]  # all that the letter was read as
    told: Sequence[Sentence]  # all sentences of the letter
    doubts: Sequence[Doubt]  # what is asked about already
    read: frozenset[int]  # words of the sentence that stand in some slot or set an order off
    aside: frozenset[int]  # words of sayings that change nothing
    left: Sequence[str]  # what counts in its clause and found no place in it
    ground: range  # the words that belong to no other order of the sentence

    @property
    def sentence(self) -> Sentence:
        """The sentence it stands in."""
        return self.draft.clause.sentence

    @property
    def words(self) -> list[str]:
        """The folded words of that sentence."""
        return self.draft.clause.sentence.words

    def unread(self) -> Iterator[int]:
        """The words of the order's own ground that nothing explains: no slots, no pleasantries, no small words."""
        for at in self.loose():
            small = len(self.words[at]) < _SHORT or self.words[at] in _small() or at in self.sentence.names
            if self.sentence.tokens[at].kind == "w" and not small:
                yield at

    def loose(self) -> Iterator[int]:
        """The tokens of the order's own ground in no slot, no amount and no saying that changes nothing."""
        for at in self.ground:
            if at not in self.read and at not in self.aside and self.sentence.covered[at] < 0:
                yield at


_SHORT = 3


def _aside(sentence: Sentence) -> frozenset[int]:
    """The tokens of sayings that change nothing: pleasantries, and what bounds or divides an amount."""
    sayings, words = _sayings(), sentence.words
    found: set[int] = set()
    for at, word in enumerate(words):
        if word not in _ORDERING:
            found.update(range(at, at + sayings.at(words, at)))
    return frozenset(found)


@cache
def _sayings() -> Phrases:
    return Phrases.together(vocabulary().phrases[name] for name in _SAYINGS)


_ORDERING = word_set("antes despues before after")  # pleasantries elsewhere: here they say when


@cache
def _small() -> frozenset[str]:
    return STOPS.union(ARTICLES, *(words for name, words in vocabulary().grammar.items() if name != "never"))


def cases_of(
    drafts: Sequence[Draft], mail: Mail, *, told: Sequence[Sentence], doubts: Sequence[Doubt]
) -> Iterator[Case]:
    """Every order with what is around it."""
    read: dict[int, tuple[frozenset[int], frozenset[int]]] = {}
    for draft in drafts:
        sentence = draft.clause.sentence
        beside = [one for one in drafts if one.clause.sentence is sentence]
        if id(sentence) not in read:
            known = frozenset(words_read(sentence, beside, mail)) | _limiting(sentence, mail)
            read[id(sentence)] = known, _aside(sentence)
        left = unread(draft, drafts, mail)
        yield Case(draft, mail, drafts, told, doubts, *read[id(sentence)], left, _ground(draft, beside))


def _limiting(sentence: Sentence, mail: Mail) -> frozenset[int]:
    """The tokens of conditions that are a limit, read into its slot: if anyone falls under 30 %."""
    used = [amount.i for amount in sentence.amounts if amount.used]
    limits = (one for one in conditions_of(sentence, mail) if any(one.i <= at < one.j for at in used))
    return frozenset(at for one in limits for at in range(one.i, one.j))


def _ground(draft: Draft, beside: Iterable[Draft]) -> range:
    """From where the order's clause begins, or the sentence for its first, to where the next one's does."""
    starts = sorted({one.clause.i for one in beside})
    at = starts.index(draft.clause.i)
    length = len(draft.clause.sentence.words)
    return range(0 if at == 0 else starts[at], starts[at + 1] if at + 1 < len(starts) else length)
