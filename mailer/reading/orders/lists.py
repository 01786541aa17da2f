"""Lines with their kind at the head, and lists that a line opens."""

from mailer.reading.orders.added.clause import bare_clause
from mailer.reading.orders.clause_orders import SETTING_OFF, viable
from mailer.reading.orders.clauses import clauses_of
from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.fill import continue_list
from mailer.reading.orders.grammar import FRAMES, interpret
from mailer.reading.orders.heads import head_of
from mailer.reading.orders.letter import Clause, Condition, Draft, Mail, Sentence
from mailer.reading.orders.musing import whole_clause
from mailer.reading.orders.places import find_place
from mailer.reading.orders.said import DoubtCode
from mailer.reading.orders.spans import ARTICLES, behind
from mailer.reading.orders.ties.weak import WEAK
from mailer.reading.orders.understanding import Understanding
from mailer.reading.orders.vocabulary import vocabulary

_LISTS = frozenset({"list", "lista", "listita", "compras", "shopping"})


def take_headed(so_far: Understanding, sentence: Sentence, frame: str, end: int, start: int) -> None:
    """A line with its kind at its head: retirada: 40%; compras: 3 antorchas, vino."""
    so_far.open = (frame, sentence.paragraph, []) if end - start <= 4 else None
    if all(token.kind == "p" for token in sentence.tokens[end:]):
        if frame.startswith("dungeon.") and end - start > 1:
            so_far.drafts += by_frame(so_far, whole_clause(sentence, frame, so_far.mail, end, start), frame)
            so_far.open = None
        return
    clause = whole_clause(sentence, frame, so_far.mail, end, start)
    drafts = by_frame(so_far, clause, frame)
    announced = find_place(bare_clause(sentence), so_far.mail) if end - start > 4 else None
    if announced is None and end - start > 4:
        announced = behind(bare_clause(sentence), ("para", "for"))
        known = vocabulary().phrases["nouns.house"]
        if announced is not None and known.find(sentence.words, *announced) is None:
            announced = None
    if announced is not None and announced[1] <= end:
        for draft in drafts:
            i = announced[0] + (sentence.words[announced[0]] in ARTICLES)
            draft.slots.setdefault("place", sentence.span(i, announced[1]))
    so_far.drafts += drafts
    if not drafts:
        so_far.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, 0, len(sentence.words), frame=frame)


def by_frame(so_far: Understanding, clause: Clause, frame: str) -> list[Draft]:
    """The orders a clause gives when read as one frame."""
    if frame == "meeting":
        drafts = [
            d
            for one in clauses_of(clause.sentence, so_far.mail, viable)
            for d in interpret(one, so_far.mail)
            if d.kind == "encounter"
        ]
        if drafts:
            return drafts
    conditions = _conditions(clause, so_far.mail)
    if conditions:
        clause.condition = conditions[0] if not conditions[0].unless else None
    if frame in FRAMES:
        clause.hit.frames = [frame]
        drafts = interpret(clause, so_far.mail)
        for draft in drafts:
            draft.frame = frame
        return drafts
    return []


def is_listed(so_far: Understanding, sentence: Sentence) -> bool:
    """A line of a list that is open: goods, row by row."""
    if so_far.open is None:
        return False
    frame, paragraph, _ = so_far.open
    lists = frame in ("shop.buy", "shop.sell", "craft", "hire")
    near = sentence.paragraph == paragraph or sentence.item or sentence.row
    if not lists or not (near or sentence.paragraph == paragraph + 1):
        so_far.open = so_far.open if paragraph == -9 and not so_far.drafts else None
        return False
    clauses = [
        c
        for c in clauses_of(sentence, so_far.mail)
        if c.hit.verdict in SETTING_OFF
        and c.hit.frames[0] not in WEAK
        and c.hit.person in ("1s", "1p", "opt", "2", "3s", "inf")
        and c.hit.lemma
    ]
    own = [c for c in clauses if c.hit.person in ("1s", "1p", "opt") or (c.hit.i == 0 and c.hit.frames[0] != frame)]
    if sentence.words[0] in ("y", "e", "and") and not (sentence.item or sentence.row):
        own += [c for c in clauses if c.hit.start <= 1 and c.hit.frames[0] != frame]
    if own or head_of(sentence, so_far.mail) is not None:
        so_far.open = None
        return False
    if not (sentence.item or sentence.row or sentence.paragraph == paragraph or _short(sentence)):
        so_far.open = None
        return False
    count = len(so_far.drafts)
    added = continue_list(so_far.drafts, sentence, frame, so_far.mail)
    if len(so_far.drafts) > count and so_far.open is not None and so_far.open[2]:
        so_far.drafts[-1].slots.setdefault("place", so_far.open[2][0])
    if added:
        so_far.lines.add(sentence.line)
    return added


def open_list(so_far: Understanding, sentence: Sentence, clauses: list[Clause]) -> None:
    """A sentence that ends in a colon, or sets off goods and names none, opens a list."""
    last = next((token.text for token in reversed(sentence.tokens)), "")
    if last == ":":
        clauses = clauses or clauses_of(sentence, so_far.mail)
        frame = next(
            (
                f
                for c in reversed(clauses)
                if c.hit.verdict in SETTING_OFF
                for f in c.hit.frames
                if f in ("shop.buy", "shop.sell", "hire", "craft", "need", "shop.get")
            ),
            None,
        )
        if frame:
            found = find_place(bare_clause(sentence), so_far.mail)
            place = [sentence.span(*found)] if found is not None else []
            so_far.open = ("shop.buy" if frame in ("need", "shop.get") else frame, sentence.paragraph, place)
            so_far.doubts = [d for d in so_far.doubts if d.line != sentence.line]
        elif not any(c.hit.verdict == "order" for c in clauses) and _LISTS & set(sentence.words[:10]):
            last = so_far.drafts[-1].frame if so_far.drafts else ""
            so_far.open = (last if last == "shop.sell" else "shop.buy", sentence.paragraph, [])


def _conditions(clause: Clause, mail: Mail) -> list[Condition]:
    return [one for one in conditions_of(clause.sentence, mail) if one.i >= clause.i]


def _short(sentence: Sentence) -> bool:
    return len(sentence.words) <= 8
