"""Whose a letter is, and how sure that is: address, verdict of our server, reply token."""

from mailer.gate.addresses import SenderKind, likeness, tag_of
from mailer.gate.authentication import Proof
from mailer.gate.case import Applies, Case, Check, Gate, Verdict
from mailer.gate.roster import PlayerId
from mailer.gate.tokens import TokenState, check_token

_LIMIT_FLAGS = ("too_big", "too_deep", "too_many_parts", "too_many_fields")


def has_foreign_from(case: Case) -> bool:
    """Whether the address has letters beyond ASCII."""
    return case.sender.kind is SenderKind.FOREIGN


def has_broken_from(case: Case) -> bool:
    """Whether there is not exactly one From with one plain address."""
    return case.sender.kind is not SenderKind.PLAIN


def broken_from(check: Check, case: Case) -> Verdict:
    """The verdict that says what is wrong with From."""
    return Verdict(check.gate, case.sender.kind.value)


def is_stranger(case: Case) -> bool:
    """Whether the address is not registered."""
    return case.person is None


def stranger(check: Check, case: Case) -> Verdict:
    """A stranger's letter; that it carries somebody's token is worth telling."""
    return Verdict(check.gate, check.reason, proof=case.found.proof, notes=_others_tokens(case))


def _registered_like(case: Case) -> str:
    """The registered address of which the sender's seems to be another form."""
    wanted = likeness(case.sender.address)
    known = (*case.roster.players, *case.roster.dms)
    return next((address for address in known if likeness(address) == wanted), "")


def is_alias(case: Case) -> bool:
    """Whether somebody registered seems to write from another form of the address, and nothing speaks against it."""
    is_possible = case.found.proof in (Proof.PASS, Proof.NONE)
    return is_stranger(case) and is_possible and bool(_registered_like(case))


def alias(check: Check, case: Case) -> Verdict:
    """The verdict that offers to register the new address, asked for at the old one."""
    old, new = _registered_like(case), case.sender.address
    return Verdict(check.gate, check.reason, proof=case.found.proof, confirm_to=old, register=new)


def is_beyond_limits(case: Case) -> bool:
    """Whether the letter could not be read whole."""
    return any(flag in case.letter.flags for flag in _LIMIT_FLAGS)


def beyond_limits(check: Check, case: Case) -> Verdict:
    """The verdict whose reason is the limit."""
    reason = next(flag for flag in _LIMIT_FLAGS if flag in case.letter.flags)
    return Verdict(check.gate, reason, case.sender.address, case.person, proof=case.found.proof)


def has_proof(proof: Proof) -> Applies:
    """Whether our server's word comes to this."""
    return lambda case: case.found.proof is proof


def _candidates(case: Case) -> tuple[str, ...]:
    """What may be a token: tags of our own address, and if the settings say so the ends of our ids."""
    tags = [tag_of(address, case.roster.ours) for address in case.letter.recipients]
    if case.trust.token_in_ids:
        ids = (case.letter.in_reply_to, *case.letter.references)
        tags += [name.strip("<>").rpartition("@")[0].rpartition(".")[2].lower() for name in ids]
    return tuple(dict.fromkeys(tag for tag in tags if tag))


def has_live_token(case: Case, player: PlayerId | None) -> bool:
    """Whether the letter carries a token that is this player's and has not expired."""
    candidates = _candidates(case)
    if player is None or not candidates:
        return False
    rows = case.roster.tokens.get(player, ())
    if any(row.text in candidates and (row.expires is None or row.expires > case.now) for row in rows):
        return True
    secret, today, generation = case.roster.secret, case.now.date(), case.roster.generations.get(player, 0)
    states = (check_token(secret, player, token=tag, today=today, generation=generation) for tag in candidates)
    return TokenState.GOOD in states


def is_let_in_by_token(case: Case) -> bool:
    """Whether a player's own live token stands for a verdict that nobody gave."""
    is_open = case.trust.token_is_enough and case.found.proof is Proof.NONE
    return is_open and case.sender.address in case.roster.players and has_live_token(case, case.person)


def let_in(check: Check, case: Case) -> Verdict:
    """The verdict on a letter whose writer is known; DM powers need our server's word."""
    power = case.found.proof is Proof.PASS and case.sender.address in case.roster.dms
    notes = () if has_live_token(case, case.person) else _others_tokens(case)
    return Verdict(check.gate, check.reason, case.sender.address, case.person, power, case.found.proof, notes=notes)


def _others_tokens(case: Case) -> tuple[str, ...]:
    """A note if the letter carries another player's token."""
    if not _candidates(case):
        return ()
    people = {*case.roster.tokens, *case.roster.players.values()} - {case.person}
    return ("token_of_another",) if any(has_live_token(case, other) for other in people) else ()


def unproved(check: Check, case: Case) -> Verdict:
    """A letter that may be somebody else's: ask at the registered address, never the sender."""
    address = case.sender.address
    return Verdict(Gate.HELD, check.reason, address, case.person, proof=case.found.proof, confirm_to=address)
