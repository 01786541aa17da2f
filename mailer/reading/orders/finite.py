"""Whether a word is a finite verb, and where the verb's own words begin."""

from mailer.reading.orders.letter import Sentence
from mailer.reading.orders.vocabulary import analyses, vocabulary

_NOUNS = (
    "extremos",
    "ultimos",
    "proximos",
    "minimos",
    "maximos",
    "animos",
    "mismos",
    "primos",
    "pesimos",
    "optimos",
    "tramos",
)
_BEING = frozenset({"sigue", "siguen", "esta", "estan", "este", "siga", "queda", "anda", "estuviera", "is", "still"})
_HOW_ONE_IS = frozenset(
    {"vivo", "viva", "vivos", "vivas", "sano", "sana", "abierto", "cerrado", "libre", "awake", "open"}
)


def is_finite(sentence: Sentence, at: int) -> bool:
    """Whether the word is a finite verb in its place."""
    if sentence.covered[at] >= 0 or at in sentence.names:
        return False
    previous = sentence.words[at - 1] if at else ""
    grammar = vocabulary().grammar
    word = sentence.words[at]
    if (
        sentence.english
        and word.endswith("s")
        and previous
        in ("anyone", "someone", "somebody", "anybody", "he", "she", "it", "anything", "something", "nobody", "nothing")
    ):
        return True
    if word in ("that's", "it's", "he's", "she's", "there's", "they're", "is", "are"):
        return True
    if word in ("ve", "ven", "veo", "vemos", "sale", "salen") and previous not in ("la", "el", "los", "las"):
        return True
    is_how = previous in _BEING and word in _HOW_ONE_IS
    if is_how or (word == "he" and previous in ("if", "when", "unless", "once", "that")):
        return False
    if word == "bajo":
        return previous in ("si", "me") or sentence.words[at + 1 : at + 2] in (["de"], ["a"])
    if word in ("es", "son", "esta", "estan", "soy", "somos", "va", "van", "hay", "era"):
        return previous not in ("la", "el", "esta")
    if word in ("i'm", "i'll", "we're", "we'll", "she'll", "he'll"):
        return True
    if (_unknown_verb(previous, word) and at > 0) or (
        len(word) > 5 and word.endswith(("amos", "emos", "imos")) and word not in _NOUNS
    ):
        return True
    if previous in grammar["determiners"] or previous in ("la", "los", "las", "a", "to", "para"):
        persons = (
            ("1s", "1p", "3s", "3p") if sentence.words[at - 2 : at - 1] in (["se"], ["me"], ["nos"]) else ("1s", "1p")
        )
        return previous in ("la", "los", "las") and any(
            one.form.person in persons and one.form.tense == "pres" for one in analyses(sentence.tokens[at])
        )
    lower = sentence.tokens[at].text.lower()
    found = [
        one
        for one in analyses(sentence.tokens[at])
        if one.form.tense in ("pres", "subj", "imp", "fut", "base", "3s", "cond")
    ]
    if sentence.english:
        found = [one for one in found if one.form.tense in ("base", "3s")]
    exact = [one for one in found if one.form.written == lower or one.clitics or one.form.tense == "imp"]
    if any(one.form.tense in ("base", "3s") for one in exact):
        return _english_verb(sentence, at)
    return bool(exact)


def _unknown_verb(previous: str, word: str) -> bool:
    """A verb we do not know, by the pronoun before it and its ending: los expulso, nos retan."""
    if not word.isalpha() or len(word) < 4 or vocabulary().phrases["nouns.monster"].at([word], 0):
        return False
    if previous in ("los", "las"):
        return not word.endswith("s") and word.endswith(("o", "amos", "emos", "imos"))
    return previous in ("les", "nos", "me", "se") and word.endswith(("o", "amos", "emos", "imos", "a", "e", "an", "en"))


def _english_verb(sentence: Sentence, at: int) -> bool:
    """Whether an English word stands where a verb stands."""
    words = sentence.words
    previous = words[at - 1] if at else ""
    return (
        previous
        in (
            "i",
            "we",
            "they",
            "he",
            "she",
            "it",
            "you",
            "just",
            "who",
            "that",
            "then",
            "i'll",
            "we'll",
            "not",
            "there",
            "will",
            "she'll",
            "he'll",
            "they'll",
            "won't",
            "can't",
            "don't",
            "doesn't",
            "all",
            "also",
        )
        or at - 1 in sentence.names
        or any(end == at for end, _ in sentence.names.values())
        or (any(one.form.tense == "3s" for one in analyses(sentence.tokens[at])) and words[at].endswith("s"))
        or (sentence.english and words[at] in ("are", "is", "come", "appear", "attack", "show", "run", "try"))
    )


def verb_begin(sentence: Sentence, at: int) -> int:
    """Where a verb's group begins: its pronouns and subject."""
    begin = at
    small = vocabulary().grammar["clitics"] | {
        "no",
        "yo",
        "i",
        "we",
        "just",
        "not",
        "nosotros",
        "then",
        "they",
        "i'll",
        "we'll",
        "she'll",
        "he'll",
        "they'll",
        "will",
        "i'm",
        "we're",
        "she's",
        "he's",
        "don't",
        "doesn't",
        "won't",
        "can't",
        "dont",
        "doesnt",
        "wont",
        "pues",
        "entonces",
        "that",
        "all",
        "she",
        "he",
    }
    while begin > 0 and (sentence.words[begin - 1] in small or any(end == begin for end, _ in sentence.names.values())):
        begin -= 1
    return begin
