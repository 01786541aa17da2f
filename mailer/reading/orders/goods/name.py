"""Where the name of some goods ends."""

from typing import Any

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.goods.words import vague_amounts
from mailer.reading.orders.letter import Sentence
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary

ITEM_STOPS = word_set(
    "to por for at en from donde si if que which who para antes before porque because when cuando "
    "mientras as so donde hasta until with pero but through beforehand afterwards either in over entre"
)


def names_goods_on(sentence: Sentence, at: int, j: int) -> bool:
    """Whether goods follow a measure: 10 metros de soga, 50 ft of rope, 50 ft rope."""
    if at < j and sentence.words[at] in ("de", "of"):
        return True
    return (
        at < j
        and sentence.tokens[at].kind == "w"
        and sentence.words[at] not in ITEM_STOPS
        and sentence.words[at] not in ("each", "cada", "max")
    )


def measured_core(sentence: Sentence, amount: Amount, j: int) -> tuple[int, int, Any, str | None] | None:
    """Goods named behind their measure: 10 metros de soga."""
    begin = amount.j + (1 if sentence.words[amount.j] in ("de", "of") else 0)
    stop = name_end(sentence, begin, j)
    return (begin, stop, amount.value["amount"], amount.value["unit"]) if stop > begin else None


def name_end(sentence: Sentence, begin: int, j: int) -> int:  # noqa: PLR0912 - one branch for each thing that ends a name
    """Where the name of the goods ends; a length belongs to it: cuerda de 15 m, silk rope 50'."""
    at = begin
    while at < j:
        amount = sentence.amount(at)
        text = sentence.tokens[at].text
        if amount is not None and amount.kind == "length" and sentence.words[at - 1] in ("de", "of") and amount.j <= j:
            at = amount.j
            continue
        if (
            amount is not None
            and amount.kind == "number"
            and at + 1 < j
            and sentence.tokens[at + 1].text in ("'", "″", "′")
            and at > begin
        ):
            at += 2
            continue
        if amount is not None and not (
            amount.kind in ("number", "fraction")
            and at > begin
            and sentence.words[at - 1] in ("de", "nivel", "level", "+")
        ):
            break
        if text == "(" and at > begin and _part_of_name(sentence, at, j):
            at = closing(sentence, at, j)
            continue
        if text in ("(", ")", ".", "!", "¡", "?", ";", ":", "[", "="):
            break
        if sentence.words[at : at + 2] in (["en", "blanco"], ["en", "polvo"], ["with", "handle"]):
            at += 2
            continue
        if (
            sentence.words[at] in ITEM_STOPS
            and at > begin
            and not (_is_made(sentence, at, j) or _is_meant_for(sentence, at, j))
        ):
            break
        if at > begin and sentence.words[at] in (
            "como",
            "mucho",
            "maximo",
            "max",
            "minimo",
            "min",
            "max.",
            "whatever",
            "cuesten",
            "cueste",
            "what",
            "no",
            "porfa",
            "please",
            "lo",
            "nomas",
            "jaja",
            "jajaja",
            "gracias",
            "tops",
            "each",
            "c/u",
            "nuevamente",
            "today",
            "asap",
            "pls",
            "plz",
            "al",
            "too",
            "instead",
            "tambien",
            "you",
            "u",
            "i",
            "we",
        ):
            break
        if at > begin and sentence.words[at : at + 2] == ["a", "medida"]:
            break
        if at > begin and (vague_amounts().at(sentence.words, at) or sentence.words[at] in ("unas", "unos")):
            break
        at += 1
    if at - 2 > begin and sentence.words[at - 2 : at] == ["de", "nuevo"]:
        at -= 2
    if at - 1 > begin and sentence.words[at - 1] in ("nuevos", "nuevas"):
        at -= 1
    while at > begin and sentence.words[at - 1] in (
        "de",
        "of",
        "a",
        "el",
        "la",
        "the",
        "un",
        "una",
        "-",
        "que",
        "x",
        "las",
        "los",
        "ya",
    ):
        at -= 1
    return at


def _is_made(sentence: Sentence, at: int, j: int) -> bool:
    """Whether "in" tells what the goods are made of: a wand cased in bone."""
    stuff = vocabulary().phrases["nouns.made_of"]
    return sentence.words[at] == "in" and at + 1 < j and stuff.at(sentence.words, at + 1) > 0


def _is_meant_for(sentence: Sentence, at: int, j: int) -> bool:
    """Whether "para" tells what the goods are for, not who gets them: una trampa para jabalíes, para el laúd."""
    noun = at + 1 + (sentence.words[at + 1 : at + 2] in (["el"], ["la"], ["los"], ["las"]))
    if sentence.words[at] != "para" or noun >= j or sentence.tokens[noun].kind != "w" or sentence.covered[noun] >= 0:
        return False
    ours = noun in sentence.names or sentence.words[noun] in _OURS
    last = noun + 1 >= j or sentence.tokens[noun + 1].kind == "p" or sentence.words[noun + 1] in ("y", "e", "de")
    return not ours and last and not sentence.words[noun].endswith(("ar", "er", "ir", "arse", "erse", "irse"))


_OURS = word_set(
    "grupo todos todas mi ti nosotros nosotras compañia party resto viaje camino cripta mazmorra expedicion semana "
    "caballos mulas perros burra mula caballo "
    "tropa banda equipo hoy mañana el ella ellos ambos cada cual salida vuelta mina torre pozo eso esto luego despues "
    "empezar ello aca alla ahi alli casa gente"
)


def closing(sentence: Sentence, at: int, j: int) -> int:
    """Where the bracket that opens at a token is closed."""
    while at < j and sentence.tokens[at].text != ")":
        at += 1
    return min(at + 1, j)


def _part_of_name(sentence: Sentence, at: int, j: int) -> bool:
    """Whether a bracket belongs to the name, as in "thieves tools (set)"."""
    end = closing(sentence, at, j)
    inner = range(at + 1, end - 1)
    return (
        len(inner) == 1 and sentence.covered[at + 1] < 0 and end < j and sentence.covered[min(end, j - 1)] >= 0
    ) or (len(inner) == 1 and sentence.words[at + 1] in ("set", "kit", "juego"))
