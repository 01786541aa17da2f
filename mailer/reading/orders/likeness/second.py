"""Where the second reader is heard: which frame a clause fills, and sentences the grammar makes nothing of."""

from collections.abc import Sequence
from functools import cache

from mailer.reading.orders.letter import Clause, Mail
from mailer.reading.orders.likeness.likely import likely

_FRAMES = {"encumbrance": "load", "explore_town": "town", "class_work": "work", "decision": "decide",
           "spokesperson": "lead"}  # fmt: skip
FEW = 7  # words and signs of a sentence that says little else: there the grammar knows best
SURE = 0.5  # from this chance on a kind is taken up that the grammar did not think of
FAR = 0.08  # below it a kind the grammar thought of is unlikely
LIKELIER = 0.4  # from this chance on a kind is preferred to an unlikely one that stands before it


@cache
def frame_of(kind: str) -> str:
    """The grammar's name for a kind of order: explore_town.rumours is town.rumours."""
    head, dot, key = kind.partition(".")
    head = _FRAMES.get(head, head)
    return head if head in ("cancel", "load") else head + dot + key


def chosen(frames: Sequence[str], clause: Clause, mail: Mail) -> list[str]:
    """The frames a clause may fill, those the second reader finds unlikely behind those it finds likely."""
    if len(clause.sentence.words) <= FEW:
        return list(frames)
    found = likely(clause.sentence, mail)
    chances = {frame_of(kind): chance for kind, chance in found.kinds.items()}
    best, chance = found.best()
    known = [chances.get(frame, 1.0) for frame in frames]
    if len(frames) > 1 and known[0] < FAR and max(known) >= LIKELIER:
        return sorted(frames, key=lambda frame: -chances.get(frame, 1.0))
    if chance >= SURE and known and max(known) < FAR:
        return [frame_of(best), *frames]
    return list(frames)
