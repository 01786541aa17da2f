"""A player's address by ruling: a new one is asked, one of theirs is taken away, and either is undone."""

from typing import TYPE_CHECKING

from mailer.campaign.real_kinds import is_address
from mailer.ledger.addresses import AddressRow, address_row, ask_address, remove_address, settle_address
from mailer.ledger.rulings import PastRuling
from mailer.registering import ask_owner, owner_of, tell_added, tell_removed
from mailer.rulings.asked import Address, Unclear
from rules.rulings import Change

if TYPE_CHECKING:
    from mailer.rulings.desk import Bench, Said


def rule_address(bench: "Bench", ruling: Address, text: str, number: int) -> "Said | Unclear":
    """What came of it: who was asked, or what counts no more."""
    if not is_address(ruling.address) or ruling.address == bench.post.settings.address.lower():
        return Unclear("bad_address", ruling.address)
    if bench.post.campaign.roster.players[ruling.player].is_dm:  # it would be a way to the DM's power
        return Unclear("dm_address", ruling.address)
    return (_add if ruling.is_new else _remove)(bench, ruling, text, number)


def _add(bench: "Bench", ruling: Address, text: str, number: int) -> "Said | Unclear":
    post = bench.post
    if owner_of(post, ruling.address) is not None:
        return Unclear("address_taken", ruling.address)
    row = ask_address(post.ledger, ruling.player, ruling.address, post.now)
    ask_owner(post, row)
    bench.note(text, number, kind="address", found=row.id)
    return (_said(bench, "asked", row),)


def _remove(bench: "Bench", ruling: Address, text: str, number: int) -> "Said | Unclear":
    post = bench.post
    owner = owner_of(post, ruling.address)
    if owner is None or owner.id != ruling.player:
        return Unclear("unknown_address", ruling.address)
    if len(owner.addresses) == 1:
        return Unclear("last_address", ruling.address)
    row = remove_address(post.ledger, ruling.player, ruling.address, post.now)
    post.know_addresses()
    tell_removed(post, row, key=f"address:{row.id}:removed")
    bench.note(text, number, kind="address", found=row.id)
    return (_said(bench, "removed", row),)


def _said(bench: "Bench", code: str, row: AddressRow) -> str:
    name = bench.post.campaign.roster.players[row.player].name
    return bench.say(Change(code, was=name, now=row.address))


def undo_address(bench: "Bench", last: PastRuling) -> bool:
    """The question is asked no more, or the address counts again, or no more; never so that somebody has none."""
    post, row = bench.post, address_row(bench.post.ledger, last.found)
    owner = owner_of(post, row.address)
    counts = owner is not None and owner.id == row.player
    is_only = counts and owner is not None and owner.addresses == (row.address,)
    if (row.state == "added" and is_only) or (row.state == "removed" and owner is not None):
        return False
    settle_address(post.ledger, row.id, "dropped", post.now)
    post.know_addresses()
    again = owner_of(post, row.address)
    if row.state == "added" and counts and again is None:
        tell_removed(post, row, key=f"address:{row.id}:undone")
    if row.state == "removed" and again is not None and again.id == row.player:
        tell_added(post, row, key=f"address:{row.id}:undone")
    return True
