"""Those a condition speaks of: if goblins come, si nos topamos con el ogro."""

from mailer.reading.orders.finite import is_finite
from mailer.reading.orders.letter import Condition, Mail, Sentence
from mailer.reading.orders.spans import ARTICLES, OF, STOPS, is_sign
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary

_MEETS = word_set(
    "estar aparecer salir encontrar cruzar topar ver ser atacar asaltar entrar venir volver "
    "asomar acercar despertar surgir llegar frenar parar haber "
    "emboscar perseguir seguir rodear pillar appear see meet be attack show come find jump return"
    " wake stop approach run encounter turn bump "
    "ambush haber tropezar quedar hablar talk"
)
_HOW = word_set(
    "bueno malo posible necesario verdad tarde noche asi solo solos mucho muchos pocos cerca hostiles amistosos true "
    "hostile "
    "nasty rough ugly angry brava bravo feo fea chulo tonto chunga difficult tough stroppy violent violento violenta "
    "friendly late possible dentro fuera here there alone mal bien encima de no up back on near again"
)


def foe_in(sentence: Sentence, condition: Condition, mail: Mail) -> tuple[int, int] | None:
    """Those a condition speaks of: si aparecen goblins, if the gnolls come back."""
    start, end = condition.i, condition.j
    phrases = vocabulary().phrases
    whole = phrases["nouns.monster"].find(sentence.words, start, end)
    at = start + 1
    while at < end and not (
        sentence.covered[at] < 0
        and any(
            one.form.lemma in _MEETS and one.form.tense not in ("inf", "part") for one in analyses(sentence.tokens[at])
        )
    ):
        at += 1
    after = at + 1
    if sentence.words[after : after + 1] == ["al"] and sentence.words[after + 1 : after + 2] in _IN_OUR_WAY:
        after += 2
    while after < end and (
        sentence.words[after]
        in ("se", "nos", "con", "a", "al", "into", "across", "upon", "any", "de", "un", "una", "unos", "unas")
        and sentence.words[after] not in ARTICLES
    ):
        after += 1
    acts = after < end and any(one.form.tense in ("inf", "3s") for one in analyses(sentence.tokens[after]))
    if after < end and not acts and not _only_says_how(sentence, at):
        stop = _foe_end(sentence, after, end)
        words = sentence.words[after:stop]
        if stop > after and not set(words) <= _NO_FOE | ARTICLES and words[0] not in _HOW:
            return after, stop
    if whole is not None:
        return _named_from(sentence, whole[0], start + 1), max(whole[1], _foe_end(sentence, whole[0], end))
    if at >= end:
        at = next((k for k in range(start + 2, end) if is_finite(sentence, k)), end)
    return _subject_of(sentence, start + 1, at, end) if at < end else None


_NO_FOE = frozenset({"fuerza", "back", "up", "us", "past", "her", "him", "me", "them", "you", "it"})
_QUALIFIED = 3  # words that may tell a creature from its kind: the rust-eating cave spider


def _named_from(sentence: Sentence, at: int, start: int) -> int:
    """Where the name of a creature begins: the toll goblins, el mono gigante."""
    i = at
    while i > max(start, at - _QUALIFIED) and sentence.words[i - 1] not in ARTICLES:
        word = sentence.words[i - 1]
        if not word.isalpha() or word in STOPS or is_finite(sentence, i - 1) or i - 1 in sentence.names:
            return at
        if _acts(sentence, i - 1) or word in _NO_FOE or word in ("nos", "me", "se", "hay", "es", "son"):
            return at
        i -= 1
    opens = i > start and sentence.words[i - 1] in ARTICLES
    if not opens and (i > start or not sentence.english):
        return at
    while i > start and sentence.words[i - 1] in ARTICLES:
        i -= 1
    return i


_IN_OUR_WAY = (["cruce"], ["paso"], ["encuentro"], ["camino"])


def _only_says_how(sentence: Sentence, verb: int) -> bool:
    """Whether what follows the verb tells of its subject: el guardián está despierto; not "there are goblins"."""
    told = any(one.form.lemma in ("estar", "ser", "seguir", "be", "come") for one in analyses(sentence.tokens[verb]))
    named = sentence.words[verb + 1 : verb + 2] != [] and sentence.words[verb + 1] in ARTICLES  # si es el ciego
    return told and not named and sentence.words[verb - 1] != "there"


def _subject_of(sentence: Sentence, start: int, verb: int, end: int) -> tuple[int, int] | None:
    """The subject before the verb of a condition: el guardián está despierto, anyone from the Guild comes."""
    stop = min(verb, end)
    while stop > start and sentence.words[stop - 1] in ("nos", "me", "se", "no", "les", "lo", "le"):
        stop -= 1
    words = sentence.words[start:stop]
    if (
        not words
        or words[0] in ("en", "por", "in", "on")
        or _THINGS & set(words)
        or any(at in sentence.names for at in range(start, stop))
        or set(words) <= {"they", "it", "he", "she", "nos", "me", "we", "i", "se"} | set(ARTICLES)
    ):
        return None
    if words[0] in ARTICLES or words[0] in (
        "anyone",
        "anything",
        "alguien",
        "any",
        "someone",
        "something",
        "cualquiera",
    ):
        return start, stop
    return None


_THINGS = word_set(
    "cosa cosas situacion puerta luz antorcha cuerda agua tiempo techo suelo carga thing things door light rope torch "
    "way weather tide lluvia noche night load pack roof floor water plan marea demas otros others rest resto"
)


def _foe_end(sentence: Sentence, start: int, end: int) -> int:
    at = start
    joins = vocabulary().grammar["joins"]
    while at < end and not is_sign(sentence, at):
        word = sentence.words[at]
        counted = at == start and sentence.covered[at] >= 0 and sentence.amounts[sentence.covered[at]].kind == "number"
        if word in joins or (sentence.covered[at] >= 0 and not counted):
            break
        if at > start and word not in OF and sentence.words[at - 1] not in ARTICLES and is_finite(sentence, at):
            break
        if (
            at > start
            and word
            in (
                "por",
                "en",
                "in",
                "on",
                "que",
                "and",
                "while",
                "mientras",
                "cuando",
                "durante",
                "at",
                "se",
                "nos",
                "me",
                "le",
                "otra",
                "a",
                "con",
                "with",
            )
            and not (word == "otra" and sentence.words[at - 1] in ("cualquier", "alguna"))
        ):
            break
        if at > start and (word in ("back", "again", "up") or _acts(sentence, at)):
            break
        at += 1
    return at


def _acts(sentence: Sentence, at: int) -> bool:
    """Whether a verb of meeting stands at a token."""
    return any(
        one.form.lemma in _MEETS and one.form.tense in ("base", "3s", "pres", "subj", "ing")
        for one in analyses(sentence.tokens[at])
    )
