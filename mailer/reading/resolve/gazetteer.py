"""Every name a campaign knows, in both languages, and what a written name means among them.

`find("antorxas", Noun.ITEM)` is a near match of one thing; `find("cuerda", Noun.ITEM)` is ambiguous where silk and hemp
are sold; a name that only resembles others is none, with those others to propose.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from mailer.reading.resolve.names import folded, head_en, head_es, key, spellings, stems, undiminished
from mailer.reading.resolve.words import words
from rules.atlas import Label

_PROPOSALS = 3
_PROPOSED_FROM = 75  # of 100, how alike a name must be to be proposed ...
_SHARED_WORD = 80  # ... and what sharing a word with it counts for
_SHORTEST = 4  # letters of a name that is looked for within a text
_MARGIN = 2  # edits by which the best near match must beat every other thing


class Noun(StrEnum):
    """What sort of thing a name may name."""

    ITEM = "item"
    GOOD = "good"
    PLACE = "place"
    ROUTE = "route"
    ZONE = "zone"
    SITE = "site"
    CHARACTER = "character"
    PLAYER = "player"
    MONSTER = "monster"
    ROLE = "role"
    ACTIVITY = "activity"


# Proper names: any of their words may stand for the whole ("Ossur" for "Cripta de Ossur").
_PROPER = frozenset(
    {Noun.PLACE, Noun.ROUTE, Noun.ZONE, Noun.SITE, Noun.CHARACTER, Noun.PLAYER, Noun.ROLE, Noun.ACTIVITY}
)


class How(StrEnum):
    """How sure a match is."""

    EXACT = "exact"  # the name, a plural or an alias of exactly one thing
    NEAR = "near"  # a typo or a part of exactly one name: acted on, and said so
    AMBIGUOUS = "ambiguous"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing with a name."""

    noun: Noun
    id: str
    label: Label
    owner: str = ""  # of a zone its site, of a good whose it is
    secret: bool = False  # never proposed: one must name it as it is called


@dataclass(frozen=True, slots=True)
class Match:
    """What a written name came to: one candidate if exact or near, else those to ask about (none: proposals)."""

    how: How
    candidates: tuple[Entry, ...] = ()

    @property
    def entry(self) -> Entry | None:
        """The thing meant, where it is one."""
        return self.candidates[0] if self.how in {How.EXACT, How.NEAR} else None


@dataclass(frozen=True)
class Gazetteer:
    """All entries, with their indexes."""

    entries: tuple[Entry, ...]

    def find(self, name: str, *nouns: Noun, owner: str | None = None) -> Match:
        """What a name means among things of these sorts (of this owner, if given): the surest way that finds any."""
        pool = self._pool(nouns, owner)
        query = key(name)
        if not query or not pool:
            return Match(How.NONE)
        for way in (_exact, _plainer, _partial, _mistyped):
            found = way(name, pool)
            if found:
                how = How.EXACT if way is _exact else How.NEAR
                return Match(how if len(found) == 1 else How.AMBIGUOUS, found)
        return Match(How.NONE, _alike(name, pool))

    def mentioned(self, text: str, noun: Noun, *, by_alias: bool = False) -> Entry | None:
        """The one thing whose whole name stands somewhere in a text ("templo de Puerto Salitre"); the longest wins.

        Aliases count only if asked for: "el pueblo" may stand in a text and mean nothing of the kind.
        """
        spoken = stems(text)
        found = {
            spelling.entry: len(spelling.stems)
            for spelling in reversed(self._pool((noun,), None).spellings)
            if (by_alias or not spelling.is_alias) and _stands_in(spelling.stems, spoken)
        }
        longest = [entry for entry, length in found.items() if length == max(found.values())]
        return longest[0] if len(longest) == 1 else None

    def named(self, noun: Noun, id_: str, owner: str | None = None) -> Entry | None:
        """The entry of an id."""
        return next(
            (e for e in self._by_noun.get(noun, ()) if e.id == id_ and (owner is None or e.owner == owner)), None
        )

    def _pool(self, nouns: Iterable[Noun], owner: str | None) -> "_Pool":
        """The spellings of the entries asked for."""
        return _Pool(
            tuple(
                spelling
                for noun in nouns
                for entry in self._by_noun.get(noun, ())
                if owner is None or entry.owner == owner
                for spelling in _spellings_of(entry)
            )
        )

    @cached_property
    def _by_noun(self) -> Mapping[Noun, tuple[Entry, ...]]:
        sorted_: defaultdict[Noun, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            sorted_[entry.noun].append(entry)
        return {noun: tuple(found) for noun, found in sorted_.items()}


@dataclass(frozen=True, slots=True)
class _Spelling:
    """One way to write an entry's name, ready to compare."""

    entry: Entry
    key: str
    stems: tuple[str, ...]
    heads: frozenset[str]  # words of it that alone may mean the whole
    is_alias: bool


@dataclass(frozen=True, slots=True)
class _Pool:
    """The spellings among which a name is looked up."""

    spellings: tuple[_Spelling, ...]

    def __bool__(self) -> bool:
        return bool(self.spellings)


@lru_cache(maxsize=1 << 14)
def _spellings_of(entry: Entry) -> tuple[_Spelling, ...]:
    """Every spelling of an entry once: its labels, aliases and slug."""
    slug = entry.id.replace("-", " ").replace("_", " ")
    es = [(text, frozenset({head_es(text)}), False) for text in spellings(entry.label.es)]
    en = [(text, frozenset({head_en(text)}), False) for text in spellings(entry.label.en)]
    also = [
        (text, frozenset({head_es(text), head_en(text)}), True)
        for alias in entry.label.aliases
        for text in spellings(alias)
    ]
    all_ = [*es, *en, *also, (slug, frozenset[str](), True)]
    # Written first wins: a label before an alias of the same words.
    written = {key(text): (text, heads, is_alias) for text, heads, is_alias in reversed(all_)}
    return tuple(
        _Spelling(entry, its, stems(text), heads, alias) for its, (text, heads, alias) in written.items() if its
    )


def _stands_in(name: tuple[str, ...], text: tuple[str, ...]) -> bool:
    """Whether the words of a name stand together in a text; very short names never do."""
    length = len(name)
    if not length or sum(map(len, name)) < _SHORTEST:
        return False
    return any(text[at : at + length] == name for at in range(len(text) - length + 1))


def _distinct(found: Iterable[_Spelling]) -> tuple[Entry, ...]:
    """The entries of some spellings, each once, in order."""
    return tuple(dict.fromkeys(spelling.entry for spelling in found))


def _exact(name: str, pool: _Pool) -> tuple[Entry, ...]:
    """Entries that are called exactly so."""
    query = key(name)
    found = _distinct(spelling for spelling in pool.spellings if spelling.key == query)
    if len(found) < 2:
        return found
    # Two things share a stem (`ropa`, `ropas`): the one written letter by letter wins.
    plain = folded(name)
    verbatim = tuple(e for e in found if plain in {folded(n) for n in (e.label.es, e.label.en, *e.label.aliases)})
    return verbatim if len(verbatim) == 1 else found


def _plainer(name: str, pool: _Pool) -> tuple[Entry, ...]:
    """Entries called so once diminutives, measures and harmless adjectives are left out."""
    plain = " ".join(word for word in undiminished(name).split() if word not in words().filler)
    measured = " ".join(word for word in plain.split() if not word[0].isdigit() and word not in _MEASURES)
    for query in dict.fromkeys((plain, measured)):
        if key(query) and (found := _exact(query, pool)):
            return found
    return ()


_MEASURES = frozenset({"m", "mts", "metro", "metros", "ft", "feet", "foot", "pie", "pies", "yd", "yards"})


def _partial(name: str, pool: _Pool) -> tuple[Entry, ...]:
    """Entries of whose name this is a part: any word of a proper name, the main word of a common one."""
    query = set(stems(undiminished(name))) - words().filler
    if not query or all(len(word) < 3 for word in query):
        return ()
    return _distinct(
        spelling
        for spelling in pool.spellings
        if query < set(spelling.stems) and (spelling.entry.noun in _PROPER or spelling.heads & query)
    )


def _mistyped(name: str, pool: _Pool) -> tuple[Entry, ...]:
    """Entries a letter or two away, where nothing else is nearly as close."""
    from rapidfuzz.distance import OSA

    query = " ".join(stems(name))
    allowed = _edits_allowed(query)
    if not allowed:
        return ()
    limit = allowed + _MARGIN
    near: dict[Entry, int] = {}
    for spelling in pool.spellings:
        if _digits(spelling.key) != _digits(query):
            continue
        edits = OSA.distance(query, " ".join(spelling.stems), score_cutoff=limit)
        if edits <= limit:
            near[spelling.entry] = min(edits, near.get(spelling.entry, limit))
    if not near or min(near.values()) > allowed:
        return ()
    best = min(near.values())
    return tuple(entry for entry, edits in near.items() if edits < best + _MARGIN)


def _edits_allowed(query: str) -> int:
    """How many slips of the finger a name of this length may hide; short names are too easily another's."""
    letters = len(query.replace(" ", ""))
    return 0 if letters < 5 else 1 if letters < 9 else 2


def _digits(text: str) -> str:
    return "".join(sign for sign in text if sign.isdigit())


def _alike(name: str, pool: _Pool) -> tuple[Entry, ...]:
    """Up to three things to propose, most alike first; secrets are never proposed."""
    from rapidfuzz import fuzz

    query, spoken = " ".join(stems(name)), set(stems(name))
    scores: dict[Entry, float] = {}
    for spelling in pool.spellings:
        if spelling.entry.secret:
            continue
        shares = bool(set(spelling.stems) & spoken)
        score = fuzz.ratio(query, " ".join(spelling.stems)) + (_SHARED_WORD if shares else 0)
        if score >= _PROPOSED_FROM:
            scores[spelling.entry] = max(score, scores.get(spelling.entry, 0.0))
    ranked = sorted(scores, key=lambda entry: (-scores[entry], entry.id))
    return tuple(ranked[:_PROPOSALS])
