"""A player's addresses by the DM's word: the question to a new one, and its answer.

A new address counts once the code that was mailed to it, and to nobody else, has come back from it.
"""

import base64
import hashlib
import hmac
import re
from datetime import datetime
from typing import TYPE_CHECKING

from mailer.gate.authentication import Proof
from mailer.ledger.addresses import AddressRow, asked_address, settle_address
from mailer.ledger.ledger import Ledger
from mailer.queueing import Recipient, Thread, queue_view, to_player

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.gate.case import Verdict
    from mailer.post import Post
    from mailer.reading.words.letter import OpenedLetter
    from mailer.writing.views import RegisterView

_CODE_CHARS = 10  # fifty bits
_YES = re.compile(r"\W{0,3}(?:(?:s[ií]|yes|ok|vale)\W{1,3})?([a-z2-7]{10})\W*", re.IGNORECASE)


def owner_of(post: "Post", address: str) -> "Player | None":
    """Whose address it is by now."""
    return next((one for one in post.campaign.roster.players.values() if address in one.addresses), None)


# -- the question and its answer -------------------------------------------------------------------------------------


def ask_owner(post: "Post", row: AddressRow) -> None:
    """Mail the code to the new address. No reply token goes with it: who reads it there is not yet the player."""
    player = post.campaign.roster.players[row.player]
    view = _view(post, player, "confirm", row.address, code=address_code(post.ledger, row))
    queue_view(post, view, to=Recipient(player.name, row.address), key=f"address:{row.id}:confirm")


def address_code(ledger: Ledger, row: AddressRow) -> str:
    """What only the mailbox of that address can know; the same for the same question, another for the next."""
    told = f"address {row.player} {row.address} {row.asked_at} {row.id}".encode()
    digest = hmac.new(ledger.get("secret").encode(), told, hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:_CODE_CHARS]


def confirms(post: "Post", opened: "OpenedLetter", verdict: "Verdict", *, sender: str, received: datetime) -> bool:
    """Whether a letter from nobody's address makes it a player's: then it is, and all their addresses are told."""
    if verdict.reason not in ("stranger", "alias") or verdict.proof not in (Proof.PASS, Proof.NONE):
        return False
    row = asked_address(post.ledger, sender, received)
    if row is None or row.player not in post.campaign.roster.players or not _says(post, opened, row):
        return False
    settle_address(post.ledger, row.id, "added", post.now)
    post.know_addresses()
    tell_added(post, row, key=f"address:{row.id}:added")
    return True


def _says(post: "Post", opened: "OpenedLetter", row: AddressRow) -> bool:
    """Whether a line of the writer's own is the code, with a yes or alone: a mail that only quotes ours is none."""
    from mailer.ledger.outbox import texts_to_address
    from mailer.reading.words.own_words import own_words

    sent = texts_to_address(post.ledger, row.address)
    own = own_words(opened, sent=[one.text for one in sent], subjects=[one.subject for one in sent])
    lines = (line.strip() for text in own.texts for line in text.splitlines())
    found = filter(None, map(_YES.fullmatch, lines))
    return any(hmac.compare_digest(one[1].lower(), address_code(post.ledger, row)) for one in found)


# -- what is told ----------------------------------------------------------------------------------------------------


def tell_added(post: "Post", row: AddressRow, *, key: str) -> None:
    """Every address of the player's hears of the new one, by mail: who reads the old ones can object."""
    player = post.campaign.roster.players[row.player]
    view = _view(post, player, "added", row.address)
    for one in player.addresses:
        queue_view(post, view, to=Recipient(player.name, one, player), key=key, thread=Thread(is_answer=True))


def tell_removed(post: "Post", row: AddressRow, *, key: str) -> None:
    """The address that counts no more is told, without a reply token, and the first of those that do."""
    player = post.campaign.roster.players[row.player]
    view = _view(post, player, "removed", row.address)
    queue_view(post, view, to=Recipient(player.name, row.address), key=key)
    queue_view(post, view, to=to_player(player), key=key, thread=Thread(is_answer=True))


def _view(post: "Post", player: "Player", what: str, address: str, *, code: str = "") -> "RegisterView":
    from mailer.readers import letterhead_for, names_for
    from mailer.writing.views import RegisterView

    head = letterhead_for(post, player).head(post.clock.today(post.now), names_for(post, player))
    return RegisterView(head, what, address, code)
