"""Who wrote a letter, and may they: a table of checks whose first match decides.

    judge(letter, roster=roster, trust=trust, now=now) -> Verdict("accepted", "proved", "marta@example.com", …)

`docs/gate.md` explains each reason and what is done about it.
"""

from datetime import datetime

from mailer.gate import identity, machines
from mailer.gate.addresses import sender_of
from mailer.gate.authentication import Proof, authenticate
from mailer.gate.case import Case, Check, Gate, Verdict, plain
from mailer.gate.roster import GateRoster, Trust
from mailer.reading.words.letter import OpenedLetter

_IN, _NO, _WAIT = Gate.ACCEPTED, Gate.IGNORED, Gate.HELD
_bounce = machines.is_report_on("delivery-status")
_receipt = machines.is_report_on("disposition-notification")

CHECKS: tuple[Check, ...] = (
    Check("own_mail", _NO, "It is our own: address, id or mark.", machines.is_our_own, plain),
    Check("bounce", _NO, "A server reports on a letter of ours.", _bounce, machines.with_bounces),
    Check("read_receipt", _NO, "A client says that ours was opened.", _receipt, plain),
    Check("report", _NO, "A machine's report of another kind.", machines.is_report, plain),
    Check("plain_bounce", _NO, "A mail server complains in words.", machines.is_plain_bounce, machines.with_bounces),
    Check("null_sender", _NO, "No envelope sender: a machine, no answer wanted.", machines.has_null_sender, plain),
    Check("auto_submitted", _NO, "It says that no person sent it.", machines.is_auto_submitted, plain),
    Check("auto_field", _NO, "A field of answering machines or bulk mail.", machines.has_automatic_field, plain),
    Check("list", _NO, "It came over a mailing list.", machines.is_from_list, plain),
    Check("reaction", _NO, "An emoji put on one of our mails.", machines.is_reaction, plain),
    Check("calendar", _NO, "An answer to an invitation.", machines.is_calendar_answer, plain),
    Check("machine", _NO, "No person writes from that address.", machines.is_from_machine, plain),
    Check("foreign_from", _NO, "Beyond ASCII no address is registered.", identity.has_foreign_from, plain),
    Check("broken_from", _WAIT, "Not one From, one plain address.", identity.has_broken_from, identity.broken_from),
    Check("alias", _WAIT, "Another form of a registered address.", identity.is_alias, identity.alias),
    Check("stranger", _NO, "The address is not registered.", identity.is_stranger, identity.stranger),
    Check("absence_note", _WAIT, "An answering machine's subject, no order.", machines.is_absence_note, plain),
    Check("limit", _WAIT, "Too much of it to be read.", identity.is_beyond_limits, identity.beyond_limits),
    Check("proved", _IN, "Our server vouches for the sender.", identity.has_proof(Proof.PASS), identity.let_in),
    Check("failed", _WAIT, "Our server denies it; no token helps.", identity.has_proof(Proof.FAIL), identity.unproved),
    Check(
        "unreadable",
        _WAIT,
        "Our server says what we cannot read.",
        identity.has_proof(Proof.UNREADABLE),
        identity.unproved,
    ),
    Check("token", _IN, "No verdict, but the player's own token.", identity.is_let_in_by_token, identity.let_in),
    Check("unproved", _WAIT, "No verdict and no token.", lambda _: True, identity.unproved),
)


def judge(
    letter: OpenedLetter,
    *,
    roster: GateRoster,
    trust: Trust,
    now: datetime,
    own_dkim: frozenset[str] = frozenset(),
) -> Verdict:
    """What is to become of a letter. `own_dkim`: domains whose signature on it we verified when it was collected."""
    sender = sender_of(letter.from_fields)
    found = authenticate(letter.authentication_results, sender.address, trust, own_dkim=own_dkim)
    case = Case(letter, roster, trust, now, sender, found)
    check = next(check for check in CHECKS if check.applies(case))
    return check.verdict(check, case)
