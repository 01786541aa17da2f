"""Letters that no person wrote to us: ours coming back, bounces, receipts, answering machines, lists."""

from mailer.gate.addresses import without_tag
from mailer.gate.bounces import bounces_of
from mailer.gate.case import Applies, Case, Check, Verdict
from mailer.reading.words.folding import folded
from mailer.reading.words.limits import DEFAULT
from mailer.reading.words.lines import lines_of
from mailer.reading.words.vocabulary import vocabulary

_CALENDAR_ANSWERS = frozenset(("REPLY", "COUNTER", "DECLINECOUNTER", "REFRESH", "CANCEL"))
_NO = frozenset(("", "no", "false", "0"))
_NOTE_CHARS = 8_000  # of an absence note that are looked at
_ID_DOTS = 3  # in our ids: e.20260120.player.nonce


def is_our_own(case: Case) -> bool:
    """Whether the letter carries our address, our mark or an id as we make them."""
    domains = {address.rpartition("@")[2] for address in case.roster.ours}
    local, _, domain = case.letter.message_id.strip("<>").lower().rpartition("@")
    is_our_id = local.startswith("e.") and local.count(".") >= _ID_DOTS and domain in domains
    is_our_address = bool(case.sender.address) and without_tag(case.sender.address) in case.roster.ours
    return is_our_address or is_our_id or bool(case.letter.header.all("x-estafeta-campaign"))


def is_report(case: Case) -> bool:
    """Whether it is a machine's report of any kind."""
    return case.letter.content_type == "multipart/report"


def is_report_on(kind: str) -> Applies:
    """Whether it is a report of one kind, by its own word or by a part of it."""

    def applies(case: Case) -> bool:
        by_part = any(name.endswith(kind) for name, _ in case.letter.reports)
        return is_report(case) and (case.letter.report_type == kind or by_part)

    return applies


def with_bounces(check: Check, case: Case) -> Verdict:
    """The verdict that also names the letters of ours that did not arrive."""
    return Verdict(check.gate, check.reason, bounces=bounces_of(case.letter))


def has_null_sender(case: Case) -> bool:
    """Whether the envelope had no sender."""
    return case.letter.header.first("return-path").replace(" ", "") == "<>"


def is_plain_bounce(case: Case) -> bool:
    """Whether a mail server complains without a report."""
    return is_from_machine(case) and (has_null_sender(case) or bool(case.letter.header.all("x-failed-recipients")))


def is_auto_submitted(case: Case) -> bool:
    """Whether it says that no person sent it (RFC 3834, section 5)."""
    values = case.letter.header.all("auto-submitted")
    return any(value.partition(";")[0].partition("(")[0].strip().lower() not in ("", "no") for value in values)


def has_automatic_field(case: Case) -> bool:
    """Whether it carries a field of answering machines or of bulk mail."""
    header, known = case.letter.header, vocabulary()
    marked = any(header.first(name).strip().lower() not in _NO for name in known.automatic_fields)
    return marked or any(value.strip().lower() in known.precedence for value in header.all("precedence"))


def is_from_list(case: Case) -> bool:
    """Whether it came over a mailing list."""
    return any(case.letter.header.all(name) for name in vocabulary().list_fields)


def is_reaction(case: Case) -> bool:
    """Whether it is only an emoji put on a mail of ours."""
    return any(part.content_type in vocabulary().reactions for part in case.letter.parts)


def is_calendar_answer(case: Case) -> bool:
    """Whether it answers an invitation."""
    return any(part.content_type == "text/calendar" and part.method in _CALENDAR_ANSWERS for part in case.letter.parts)


def is_from_machine(case: Case) -> bool:
    """Whether no person writes from that address."""
    local = case.sender.address.rpartition("@")[0].partition("+")[0]
    return local in vocabulary().machine_names or local.startswith(("bounce-", "bounces-"))


def is_absence_note(case: Case) -> bool:
    """Whether the subject is an answering machine's and nothing in the letter looks like an order."""
    if not folded(case.letter.subject).startswith(vocabulary().automatic):
        return False
    lines = lines_of(case.letter.text[:_NOTE_CHARS], tested=DEFAULT.tested_chars)
    amount = vocabulary().amount
    return not any(line.is_listed or amount.search(line.plain) for line in lines if not line.depth)
