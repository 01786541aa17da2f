"""A sentence that nothing sets off, as a clause, and whether it says little more than its amounts."""

from mailer.reading.orders.finite import is_finite
from mailer.reading.orders.letter import Clause, Hit, Sentence
from mailer.reading.orders.spans import ARTICLES
from mailer.reading.orders.tokens import word_set

_LABELS = word_set(
    "lugar place donde where plazo duracion duration presupuesto budget oferta paga pago sueldo pay "
    "hasta until fecha when cuando "
    "deadline tope limite maximo max objetivo target objective ruta route ritmo "
    "pace precio price sitio dia cost coste limosna obolo donativo alms offering gasto gastos techo"
)


def bare_clause(sentence: Sentence, frame: str = "wait", start: int = 0) -> Clause:
    """A sentence as a clause that nothing sets off."""
    return Clause(
        sentence, Hit(start, start, [frame], "order", "none", [], start, (), "", ""), start, len(sentence.words)
    )


def is_labelled(sentence: Sentence) -> bool:
    """Whether a sentence opens with a label and a colon: lugar: Brumal."""
    return len(sentence.words) > 2 and sentence.words[0] in _LABELS and sentence.tokens[1].text in (":", "=")


def is_bare(sentence: Sentence) -> bool:
    """Whether a sentence is little more than its amounts."""
    free = [at for at, token in enumerate(sentence.tokens) if token.kind == "w" and sentence.covered[at] < 0]
    small = [
        at
        for at in free
        if sentence.words[at] in ARTICLES
        or sentence.words[at] in ("a", "de", "en", "y", "and", "of", "for", "the", "desde", "starting")
    ]
    opens = bool(sentence.amounts) and sentence.amounts[0].i <= 1 and len(free) - len(small) <= 3
    if bool(sentence.amounts) and sentence.amounts[0].i == 0 and len(sentence.words) < 20:
        opens = opens or not any(is_finite(sentence, at) for at in range(len(sentence.words)))
    return len(free) - len(small) <= 2 or opens


def pieces_of(sentence: Sentence, start: int) -> list[str]:
    """The pieces of a list parted by commas or dashes."""
    found: list[str] = []
    begin = start
    for at in range(start, len(sentence.words) + 1):
        if (
            at == len(sentence.words)
            or sentence.tokens[at].text in (",", "-", "–", "→", ".", ";")
            or sentence.words[at] in ("y", "and", "luego", "then")
        ):
            text = sentence.span(begin, at)
            if text:
                found.append(text)
            begin = at + 1
    return found
