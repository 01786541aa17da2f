"""Whether words are goods at all."""

from mailer.reading.orders.letter import Sentence
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary


def is_no_goods(sentence: Sentence, begin: int, stop: int, *, counted: bool) -> bool:
    """Whether the words are no goods: a name, a verb, a filler."""
    words = sentence.words
    if vocabulary().phrases["mood.farewell"].at(words, begin):
        return True
    if any(sentence.tokens[at].text in "[]" for at in range(begin, stop)):
        return True
    if not counted and _is_deed(sentence, begin, stop):
        return True
    if words[begin] in _REMARKS or words[begin : begin + 2] in (["lo", "que"], ["al", "precio"]):
        return True
    if begin in sentence.names or words[begin] in ("segun", "como", "si", "if", "per"):
        return True
    if vocabulary().phrases["slots.budget"].at(words, begin) >= stop - begin:
        return True
    if stop - begin == 1 and (
        words[begin] in _EMPTY
        or words[begin].endswith("'s")
        or (vocabulary().phrases["mood.polite"].at(words, begin) and not counted)
    ):
        return True
    first = sentence.tokens[begin]
    verbal = [
        one
        for one in analyses(first)
        if one.form.tense in ("pres", "imp", "subj", "pret") and one.form.person in ("1s", "1p", "2s")
    ]
    known = vocabulary().phrases["nouns.item"].find(words, begin, stop)
    return (
        bool(verbal)
        and not counted
        and known is None
        and not any(one.form.tense in ("base", "3s") for one in analyses(first))
    )


_OBJECTS = word_set("the a an it him her them my our your his this that me us")
_DENIED = word_set("don't dont won't can't doesn't didn't isn't")
_MAY = word_set("may can will would should must could")


def leaves_be(sentence: Sentence, at: int) -> bool:
    """Whether words only say what is not to be done: don't let Wick near the money; keep the change; keep goat."""
    return sentence.english and (sentence.words[at] in _DENIED or sentence.words[at] in ("keep", "keeps"))


def _is_deed(sentence: Sentence, begin: int, stop: int) -> bool:
    """Whether uncounted words tell a deed: keep the hat; names it Pell; don't let Wick near it; put the rest away."""
    words = sentence.words
    if leaves_be(sentence, begin) or _MAY & set(words[begin + 1 : stop]):
        return True
    if not sentence.english or begin + 1 >= stop:
        return False
    verbal = any(one.form.tense in ("base", "3s") for one in analyses(sentence.tokens[begin]))
    known = vocabulary().phrases["nouns.item"].at(words, begin)
    has_object = words[begin + 1] in _OBJECTS or begin + 1 in sentence.names
    return not known and has_object and (verbal or words[begin] in _DOING)


_DOING = word_set("put puts leave leaves name names let lets")


_LINKS = frozenset({"que", "q", "that", "who", "which", "we", "i", "he", "she", "they"})
_TOLD = word_set(
    "got was is are were has had broke went se esta estan es son fue era hay tiene tengo i'm it's he's she's"
)


def tells(sentence: Sentence, begin: int, stop: int) -> bool:
    """Whether words that would be goods say something of them instead: the old one got eaten."""
    stop = next((k for k in range(begin, stop) if sentence.tokens[k].text == "(" or _is_sum(sentence, k)), stop)
    words = sentence.words[begin:stop]
    if any(_is_done(sentence, k) for k in range(begin, stop)) and not _LINKS & set(words):
        return True
    at = next((k for k, word in enumerate(words) if k and word in _TOLD), None)
    return at is not None and not _LINKS & set(words[:at])


def _is_sum(sentence: Sentence, at: int) -> bool:
    """Whether a word belongs to a sum: if it's under 1 gp."""
    amount = sentence.amount(at)
    return amount is not None and amount.kind == "money"


def _is_done(sentence: Sentence, at: int) -> bool:
    """Whether a word is a Spanish past tense by its ending: prestó, vieron."""
    written = sentence.tokens[at].text.lower()
    return (len(written) > _SHORT and written.endswith("ó")) or (
        len(written) > _SHORT + 1 and written.endswith(("aron", "ieron"))  # but a baron
    )


_SHORT = 4


_REMARKS = word_set(
    "nada nadie nothing nobody whatever whoever aunque siempre nunca ojala calculo supongo allowing although always "
    "alguien someone somebody ideally idealmente preferably preferiblemente "
    "venga gracias feliz besos abrazos saludos hola adios taluego ok al "
    "ta cheers"
)


_EMPTY = word_set(
    "minimo maximo min max orden order yo cada whatever viejo "
    "total nada todo eso esto algo ya mas menos gracias saludos jaja jajaja lol something "
    "anything nothing everything it them this that "
    "cuidado prisa solo compras shopping stuff things cosas aprox luego despues antes later now "
    "qty cantidad floor precio price "
    "ni en vos tu usted ustedes favor like in under over better minimum maximum ceiling tope tops piso usado what"
)


def only_describes(sentence: Sentence, begin: int, stop: int) -> bool:
    """Whether a piece tells how the goods before it are to be: usada; de segunda mano; el más barato; the cheapest."""
    words = sentence.words[begin:stop]
    words = words[: next((k for k, word in enumerate(words) if k and word in _LINKS), len(words))]
    if not words or vocabulary().phrases["nouns.item"].find(words) is not None:
        return False
    if words[0] in ("el", "la", "los", "las", "lo") and words[1:2] in (["mas"], ["mejor"], ["menos"], ["peor"]):
        return True
    if words[0] == "the" and len(words) > 1:
        return words[1].endswith("est") or words[1] in ("most", "least") or words[-1] in _SORTS
    if words[0] in ("de", "del") and words[-1] in _QUALITIES:
        return True
    if words[-1] in ("one", "ones") and len(words) <= _SHORT:
        return True
    plain = [word for word in words if word not in ("nomas", "no", "mas", "please", "porfa")]
    if len(plain) == 2 and plain[0].endswith(("ly", "mente")):
        plain = plain[1:]
    return len(plain) == 1 and (
        plain[0] in _QUALITIES or plain[0].endswith(_DONE) or (plain[0].endswith("ed") and len(plain[0]) > _SHORT + 1)
    )


_DONE = ("ado", "ada", "ados", "adas", "ida", "idas")
_SORTS = frozenset({"sort", "kind", "type", "variety", "one", "ones"})
_QUALITIES = word_set(
    "barato barata baratos baratas caro cara grande grandes chico chica chicos chicas pequeño pequeña pequeños "
    "nuevo nueva nuevos nuevas bueno buena buenos buenas viejo vieja resistente fuerte sencillo sencilla cualquiera "
    "bonito bonita corriente normal normalito decente buen limpio limpia limpios limpias "
    "cheap used secondhand big small large new good plain sturdy decent clean nice any sober"
)
