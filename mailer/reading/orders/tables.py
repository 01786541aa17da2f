"""Tables of goods: a row of titles, and what only stands for the goods that the rows name."""

from typing import Any

from mailer.reading.orders.letter import Sentence
from mailer.reading.orders.tokens import word_set, words_of
from mailer.reading.orders.understanding import Understanding

TITLES = word_set(
    "qty quantity floor price min max notes item items cantidad cant precio minimo maximo tope notas objeto cosa uds "
    "unidades producto articulo que cuanto cuantos cuantas lowest highest unit total count number what thing goods "
    "maximum minimum limit ceiling each per unidad coste cost n"
)
_SELLING = word_set("min minimo minimum lowest floor venta")
_STANDS_FOR = word_set(
    "following siguiente siguientes esto eso this these those botin loot stuff everything todo todos cosas things "
    "lista list junk haul that estas estos"
)


def opens_table(so_far: Understanding, sentence: Sentence) -> bool:
    """Whether a row only names columns; the rows after it are goods: Objeto | Cantidad | Mínimo."""
    words = [token.fold for token in sentence.tokens if token.kind == "w"]
    if not sentence.row or len(words) < 2 or not TITLES.issuperset(words):
        return False
    frame = _frame_before(so_far) or ("shop.sell" if _SELLING & set(words) else "shop.buy")
    so_far.open = (frame, sentence.paragraph, so_far.open[2] if so_far.open is not None else [])
    so_far.lines.add(sentence.line)
    return True


def _frame_before(so_far: Understanding) -> str:
    """The frame of the list that is open, or of the goods just spoken of."""
    if so_far.open is not None:
        return so_far.open[0]
    last = so_far.drafts[-1] if so_far.drafts else None
    near = last is not None and last.clause.sentence is so_far.last
    return last.frame if near and last is not None and last.frame in ("shop.sell", "shop.buy") else ""


def stands_for(item: dict[str, Any]) -> bool:
    """Whether goods only announce a list: the following; el botín; todo esto."""
    words = words_of(str(item.get("item", "")))
    return bool(_STANDS_FOR & set(words[:3]))
