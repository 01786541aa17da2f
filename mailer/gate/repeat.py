"""Whether a letter was acted on before.

Neither the bytes (a second delivery differs in Received) nor the Message-ID (clients and attackers reuse it) tell
letters apart: both go into one key with the content. No id: the date and the subject stand for it.
"""

import hashlib
from collections.abc import Container
from enum import StrEnum

from mailer.gate.addresses import sender_of
from mailer.reading.words.letter import OpenedLetter
from mailer.reading.words.own_words import OwnWords


class Repeat(StrEnum):
    """What a letter is to those before it."""

    NEW = "new"
    REPEAT = "repeat"  # acts no second time and gets no second receipt
    ID_REUSED = "id_reused"  # another letter under an old id: acts, and the digest tells


def _digest(*pieces: str) -> str:
    """One digest over pieces that cannot run into each other."""
    total = hashlib.sha256()
    for piece in pieces:
        data = piece.encode("utf-8", "replace")
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()


def effect_key(opened: OpenedLetter, _own: OwnWords | None = None) -> str:
    """The key under which a letter acts at most once.

    It rests on what was sent to us alone. Own words are no part of it: what we sent meanwhile, or a later version of
    ours, reads other ones in the same letter, and it would act again.
    """
    sender = sender_of(opened.from_fields).address or "|".join(opened.from_fields)
    name = opened.message_id or _digest(opened.date_text, opened.subject)
    return _digest(sender, name, *(part.digest for part in opened.parts))


def repeat_of(key: str, message_id: str, *, keys: Container[str], ids: Container[str]) -> Repeat:
    """What a letter is, given the keys and the Message-IDs of letters that have acted."""
    if key in keys:
        return Repeat.REPEAT
    return Repeat.ID_REUSED if message_id and message_id in ids else Repeat.NEW
