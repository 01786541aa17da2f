"""Who wrote a letter, and may they: a table of checks whose first match decides.

    judge(letter, roster=roster, trust=trust, now=now) -> Verdict("accepted", "proved", "marta@example.com", …)

`accepted` letters are read, `ignored` ones get no answer of any kind, `held` ones wait: nothing in them is obeyed and
nothing is lost. `docs/gate.md` explains each reason.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from mailer.gate.addresses import Sender, SenderKind, likeness, sender_of, tag_of, without_tag
from mailer.gate.authentication import Authentication, Proof, authenticate
from mailer.gate.bounces import Bounce, bounces_of
from mailer.gate.roster import GateRoster, PlayerId, Trust
from mailer.gate.tokens import TokenState, check_token
from mailer.reading.words.folding import folded
from mailer.reading.words.letter import OpenedLetter
from mailer.reading.words.vocabulary import vocabulary

ACCEPTED, IGNORED, HELD = "accepted", "ignored", "held"
_LIMIT_FLAGS = ("too_big", "too_deep", "too_many_parts", "too_many_fields")
_CALENDAR_ANSWERS = frozenset(("REPLY", "COUNTER", "DECLINECOUNTER", "REFRESH", "CANCEL"))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to become of a letter, and why."""

    gate: str  # "accepted", "ignored" or "held"
    reason: str  # a stable word: the name of the check that decided
    player: str | None = None  # the registered address it was written from
    player_id: PlayerId | None = None
    dm_power: bool = False  # the DM, proved by a verdict and not by a token
    proof: Proof = Proof.NONE
    confirm_to: str = ""  # registered address to ask whether a held letter is theirs
    register: str = ""  # new address to offer for registration, confirmed by `confirm_to`
    bounces: tuple[Bounce, ...] = ()
    notes: tuple[str, ...] = ()  # for the digest: "token_of_another", "expired_token", …


@dataclass(frozen=True, slots=True)
class Case:
    """A letter before the gate, with what is known of it."""

    letter: OpenedLetter
    roster: GateRoster
    trust: Trust
    now: datetime
    sender: Sender
    own_dkim: frozenset[str] = field(default_factory=frozenset)

    @property
    def person(self) -> PlayerId | None:
        """The registered player or DM of the sender's address."""
        return self.roster.person(self.sender.address) if self.sender.address else None


@dataclass(frozen=True, slots=True)
class Check:
    """One row of the table."""

    reason: str
    gate: str
    why: str
    applies: Callable[[Case], bool]
    verdict: Callable[["Check", Case], Verdict]


def _plain(check: Check, case: Case) -> Verdict:
    """The verdict of a row that says all."""
    address = case.sender.address if case.person else None
    return Verdict(check.gate, check.reason, address, case.person)


def _with_bounces(check: Check, case: Case) -> Verdict:
    return Verdict(check.gate, check.reason, bounces=bounces_of(case.letter))


def _is_our_own(case: Case) -> bool:
    letter, ours = case.letter, case.roster.ours
    domains = {address.rpartition("@")[2] for address in ours}
    local, _, domain = letter.message_id.strip("<>").lower().rpartition("@")
    return (
        without_tag(case.sender.address) in ours
        or bool(letter.header.all("x-estafeta-campaign"))
        or (local.startswith("e.") and local.count(".") >= 3 and domain in domains)
    )


def _is_report(kind: str) -> Callable[[Case], bool]:
    def applies(case: Case) -> bool:
        reports = {content for content, _ in case.letter.reports}
        is_report = case.letter.content_type == "multipart/report" and case.letter.report_type == kind
        return is_report or (
            case.letter.content_type == "multipart/report" and any(name.endswith(kind) for name in reports)
        )

    return applies


def _is_any_report(case: Case) -> bool:
    return case.letter.content_type == "multipart/report"


def _has_null_sender(case: Case) -> bool:
    value = case.letter.header.first("return-path").strip()
    return value.replace(" ", "") == "<>"


def _is_null_bounce(case: Case) -> bool:
    """Whether a letter without an envelope sender speaks of one of ours that did not arrive."""
    return _has_null_sender(case) and _from_machine(case)


def _auto_submitted(case: Case) -> bool:
    values = case.letter.header.all("auto-submitted")
    return any(value.partition(";")[0].partition("(")[0].strip().lower() not in ("", "no") for value in values)


def _automatic_field(case: Case) -> bool:
    header, known = case.letter.header, vocabulary()
    marked = any(header.first(name).strip().lower() not in ("", "no", "false", "0") for name in known.automatic_fields)
    return marked or any(value.strip().lower() in known.precedence for value in header.all("precedence"))


def _from_list(case: Case) -> bool:
    return any(case.letter.header.all(name) for name in vocabulary().list_fields)


def _is_reaction(case: Case) -> bool:
    return any(part.content_type in vocabulary().reactions for part in case.letter.parts)


def _is_calendar_answer(case: Case) -> bool:
    return any(part.content_type == "text/calendar" and part.method in _CALENDAR_ANSWERS for part in case.letter.parts)


def _from_machine(case: Case) -> bool:
    local = case.sender.address.rpartition("@")[0].partition("+")[0]
    names = vocabulary().machine_names
    return local in names or any(local.startswith(f"{name}-") for name in ("bounce", "bounces"))


def _has_kind(*kinds: SenderKind) -> Callable[[Case], bool]:
    return lambda case: case.sender.kind in kinds


def _broken_from(check: Check, case: Case) -> Verdict:
    return Verdict(check.gate, case.sender.kind.value)


def _is_stranger(case: Case) -> bool:
    return case.person is None


def _stranger(check: Check, case: Case) -> Verdict:
    """A stranger's letter; that it carries somebody's token is worth telling."""
    owners = [owner for owner in case.roster.tokens if _live_token(case, owner)]
    return Verdict(check.gate, check.reason, notes=("token_of_another",) if owners else ())


def _registered_like(case: Case) -> str:
    """The registered address of which the sender's seems to be another form."""
    wanted = likeness(case.sender.address) if case.sender.address else ""
    known = (*case.roster.players, *case.roster.dms)
    return next((address for address in known if likeness(address) == wanted), "") if wanted else ""


def _is_alias(case: Case) -> bool:
    """Whether somebody registered seems to write from another form of the address, and nothing speaks against it."""
    return (
        _is_stranger(case) and bool(_registered_like(case)) and _authentication(case).proof in (Proof.PASS, Proof.NONE)
    )


def _alias(check: Check, case: Case) -> Verdict:
    return Verdict(check.gate, check.reason, confirm_to=_registered_like(case), register=case.sender.address)


def _is_absence_note(case: Case) -> bool:
    """Whether the subject is a machine's and nothing in the letter looks like an order."""
    subject = folded(case.letter.subject)
    if not any(subject.startswith(words) for words in vocabulary().automatic):
        return False
    from mailer.reading.words.lines import lines_of

    lines = lines_of(case.letter.text[:8_000], tested=300)
    return not any(line.is_listed or vocabulary().amount.search(line.plain) for line in lines if not line.depth)


def _beyond_limits(case: Case) -> bool:
    return any(flag in case.letter.flags for flag in _LIMIT_FLAGS)


def _limit(check: Check, case: Case) -> Verdict:
    reason = next(flag for flag in _LIMIT_FLAGS if flag in case.letter.flags)
    return Verdict(check.gate, reason, case.sender.address, case.person)


def _authentication(case: Case) -> Authentication:
    headers = case.letter.authentication_results
    return authenticate(headers, case.sender.address, case.trust, own_dkim=case.own_dkim)


def _candidates(case: Case) -> tuple[str, ...]:
    """What may be a token: tags of our own address, and if the settings say so the ends of our ids."""
    tags = [tag_of(address, case.roster.ours) for address in case.letter.recipients]
    if case.trust.token_in_ids:
        ids = (case.letter.in_reply_to, *case.letter.references)
        tags += [name.strip("<>").rpartition("@")[0].rpartition(".")[2].lower() for name in ids]
    return tuple(tag for tag in tags if tag)


def _live_token(case: Case, player: PlayerId | None) -> bool:
    """Whether the letter carries a token that is this player's and has not expired."""
    if player is None:
        return False
    candidates = _candidates(case)
    rows = case.roster.tokens.get(player, ())
    if any(row.text in candidates and (row.expires is None or row.expires > case.now) for row in rows):
        return True
    secret, today = case.roster.secret, case.now.date()
    return any(check_token(secret, player, token=tag, today=today) is TokenState.GOOD for tag in candidates)


def _has_proof(proof: Proof) -> Callable[[Case], bool]:
    return lambda case: _authentication(case).proof is proof


def _by_token(case: Case) -> bool:
    has_player = case.sender.address in case.roster.players
    return (
        case.trust.token_is_enough
        and has_player
        and _live_token(case, case.person)
        and _authentication(case).proof is Proof.NONE
    )


def _let_in(check: Check, case: Case) -> Verdict:
    proof = _authentication(case).proof
    power = proof is Proof.PASS and case.sender.address in case.roster.dms
    foreign = () if _live_token(case, case.person) else _foreign_tokens(case)
    return Verdict(check.gate, check.reason, case.sender.address, case.person, power, proof, notes=foreign)


def _foreign_tokens(case: Case) -> tuple[str, ...]:
    """A note if the letter was written in the thread of another player."""
    others = (owner for owner in case.roster.tokens if owner != case.person)
    return ("token_of_another",) if any(_live_token(case, owner) for owner in others) else ()


def _unproved(check: Check, case: Case) -> Verdict:
    """A letter that may be somebody else's: ask at the registered address, never the sender."""
    proof = _authentication(case).proof
    return Verdict(
        check.gate, check.reason, case.sender.address, case.person, False, proof, confirm_to=case.sender.address
    )


CHECKS: tuple[Check, ...] = (
    Check("own_mail", IGNORED, "It is our own: address, id or mark.", _is_our_own, _plain),
    Check("bounce", IGNORED, "A server reports on a letter of ours.", _is_report("delivery-status"), _with_bounces),
    Check(
        "read_receipt", IGNORED, "A client says that ours was opened.", _is_report("disposition-notification"), _plain
    ),
    Check("report", IGNORED, "A machine's report of another kind.", _is_any_report, _plain),
    Check("plain_bounce", IGNORED, "A bounce in plain words, from a mail server.", _is_null_bounce, _with_bounces),
    Check("null_sender", IGNORED, "No envelope sender: a machine that wants no answer.", _has_null_sender, _plain),
    Check("auto_submitted", IGNORED, "It says that no person sent it (RFC 3834).", _auto_submitted, _plain),
    Check("auto_field", IGNORED, "A field of answering machines or bulk mail.", _automatic_field, _plain),
    Check("list", IGNORED, "It came over a mailing list.", _from_list, _plain),
    Check("reaction", IGNORED, "An emoji put on one of our mails.", _is_reaction, _plain),
    Check("calendar", IGNORED, "An answer to an invitation.", _is_calendar_answer, _plain),
    Check("machine", IGNORED, "No person writes from that address.", _from_machine, _plain),
    Check(
        "foreign_from",
        IGNORED,
        "An address with letters beyond ASCII is never registered.",
        _has_kind(SenderKind.FOREIGN),
        _plain,
    ),
    Check(
        "broken_from",
        HELD,
        "Not exactly one From with one plain address.",
        lambda case: case.sender.kind is not SenderKind.PLAIN,
        _broken_from,
    ),
    Check("alias", HELD, "Another form of a registered address: offer to register it.", _is_alias, _alias),
    Check("stranger", IGNORED, "The address is not registered.", _is_stranger, _stranger),
    Check("absence_note", HELD, "A subject of answering machines, and no order in it.", _is_absence_note, _plain),
    Check("limit", HELD, "Too big, too deep or too many parts to be read.", _beyond_limits, _limit),
    Check("proved", ACCEPTED, "Our server vouches for the sender.", _has_proof(Proof.PASS), _let_in),
    Check(
        "failed",
        HELD,
        "Our server says that it is not from there; no token mends that.",
        _has_proof(Proof.FAIL),
        _unproved,
    ),
    Check("unreadable_results", HELD, "Our server's verdict cannot be read.", _has_proof(Proof.UNREADABLE), _unproved),
    Check("token", ACCEPTED, "No verdict, but the player's own live token.", _by_token, _let_in),
    Check("unproved", HELD, "No verdict and no token.", lambda _: True, _unproved),
)


def judge(
    letter: OpenedLetter, *, roster: GateRoster, trust: Trust, now: datetime, own_dkim: frozenset[str] = frozenset()
) -> Verdict:
    """What is to become of a letter: the verdict of the first check that applies."""
    case = Case(letter, roster, trust, now, sender_of(letter.from_fields), own_dkim)
    check = next(check for check in CHECKS if check.applies(case))
    return check.verdict(check, case)
