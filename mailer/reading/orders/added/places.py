"""A place said on its own, added to the order that lacks it."""

from mailer.reading.orders.added.clause import bare_clause, is_labelled
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.places import find_place, place_at
from mailer.reading.orders.spans import ARTICLES
from mailer.reading.orders.vocabulary import analyses


def is_place(sentence: Sentence, mail: Mail) -> bool:
    """Whether a row of a list only says where: tinker in Greywick."""
    if sentence.amounts or len(sentence.words) > 6:
        return False
    return any(
        word in ("in", "en", "at") and place_at(mail, sentence, at + 1)[0]
        for at, word in enumerate(sentence.words[:-1])
    )


def add_place_of(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """A place on its own line, for the order before it that lacks one."""
    last = drafts[-1]
    takes = ("shop", "carouse", "rest", "hire", "train", "research", "explore_town", "class_work", "craft", "wait")
    if last.kind not in takes or "place" in last.slots:
        return False
    text = ""
    if is_labelled(sentence) and sentence.words[0] in ("lugar", "place", "donde", "where", "sitio"):
        text = sentence.span(2, len(sentence.words))
    elif len(sentence.words) <= 6 or sentence.words[:2] in (
        ["todo", "en"],
        ["todo", "donde"],
        ["all", "from"],
        ["all", "at"],
        ["everything", "from"],
    ):
        known = next((at for at in range(len(sentence.words)) if place_at(mail, sentence, at)[0]), None)
        if known is not None and known <= 4:
            start = 0
            while start < known and (sentence.tokens[start].kind == "p" or sentence.words[start] in ("en", "in", "at")):
                start += 1
            if any(analyses(token) for token in sentence.tokens[start:known] if token.fold not in ARTICLES):
                return False
            text = sentence.span(start, known + place_at(mail, sentence, known)[0])
        elif sentence.words[0] in ("en", "in", "at", "todo", "all", "everything"):
            found = find_place(bare_clause(sentence), mail)
            text = sentence.span(*found) if found is not None else ""
    if not text:
        return False
    for draft in [last] if last.kind != "hire" else [d for d in drafts if d.kind == "hire"]:
        draft.slots.setdefault("place", text)
    return True
