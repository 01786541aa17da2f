"""Whom we believe about senders: what is set, against what the letters that were really delivered carry."""

import re
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec

from mailer.campaign.campaign import TrustSettings
from mailer.desk.finding import Finding, mend, note, well
from mailer.desk.peek import Peek
from mailer.desk.providers import OWN, provider_of_address
from mailer.doorman import gate_trust
from mailer.gate.authentication import by_our_server
from mailer.ledger.ledger import Ledger
from mailer.reading.words.letter import OpenedLetter, open_letter

_LETTERS = 40  # the latest ones
_NAME = re.compile(r"\s*([^\s;=()\"]{1,255})\s*(?:\d{1,3}\s*)?(?:;|$|\()")
_STATION = re.compile(r"from\s+([\w.-]+).*?\bby\s+([\w.-]+)", re.IGNORECASE | re.DOTALL)
# Handed over within a house (RFC 2033), whatever its machines are called; nobody can put spaces into a greeting.
_LMTP = re.compile(r"\bby\s+[\w.:\[\]-]+\s+(?:\([^()]*\)\s+)?with\s+LMTP", re.IGNORECASE)
_BY = re.compile(r"\bby\s+([\w.-]+)", re.IGNORECASE)


def trust(peek: Peek) -> Iterator[Finding]:
    """Whether our server's verdicts are believed, and by which name it really signs."""
    if peek.settings is None:
        return
    settings = peek.settings.trust
    if settings.verify_dkim:
        yield note("trust_own") if find_spec("dkim") else mend("dkim_missing")
    letters = _letters(peek.ledger)
    if not letters:
        if settings.authserv_ids:
            yield note("trust_set", names=", ".join(settings.authserv_ids))
        elif not settings.verify_dkim:
            yield mend("trust_empty")
        return
    total = len(letters)
    known = Counter(name for letter in letters if (name := believed_name(letter, settings)))
    learnt = Counter(name for letter in letters if (name := server_name(letter)))
    if known:
        yield well("trust_well", name=known.most_common(1)[0][0], count=known.total(), total=total)
    elif learnt:
        name, count = learnt.most_common(1)[0]
        yield mend("trust_learnt", name=name, count=count, total=total, line=f'"{name}"')
    elif not settings.verify_dkim:
        yield mend("trust_unsigned", total=total)


def tokens(peek: Peek) -> Iterator[Finding]:
    """Whether answers come to the addresses that carry a reply token."""
    if peek.settings is None:
        return
    local, _, domain = peek.settings.address.lower().partition("@")
    if not peek.settings.plus_addresses:
        provider = provider_of_address(peek.settings.address)
        if provider.id != OWN and provider.plus_addresses:
            yield note("plus_possible", label=provider.label)
        else:
            yield note("plus_off")
        return
    letters = _letters(peek.ledger, "accepted")
    if any(_is_plus(address, local, domain) for letter in letters for address in letter.recipients):
        yield well("plus_seen", local=local)
    elif any(letter.in_reply_to for letter in letters):
        yield mend("plus_unseen", total=len(letters), local=local, domain=domain)


def believed_name(letter: OpenedLetter, settings: TrustSettings) -> str:
    """By which name a verdict on a letter counts for the gate, "" where none does: judged as a run judges it."""
    trust = gate_trust(settings)
    value = next((value for value in letter.authentication_results if by_our_server(value, trust) is not None), None)
    return "" if value is None else signed_as(value) or "Authentication-Results"


def server_name(letter: OpenedLetter) -> str:
    """By which name the server that delivered a letter signed its verdict, "" where it did not.

    Servers write on top: a verdict above the line of the host that let the letter in is ours, whatever its name. Below
    it the name must be akin to the machine's: one that came along from the sender's own server is never proposed.
    """
    for field, value in letter.header.fields:
        if field == "authentication-results":
            return signed_as(value)
        if field == "received" and _is_from_outside(value):
            break
    verdicts, stations = letter.authentication_results, letter.header.all("received")
    name = signed_as(verdicts[0]) if verdicts else ""
    machines = [found[1].lower() for line in stations[:2] if (found := _BY.search(line))]
    return name if not machines or any(_akin(name, machine) for machine in machines) else ""


def _is_from_outside(station: str) -> bool:
    """Whether a host of another domain handed the letter in: what stands below may have come along with it."""
    found = None if _LMTP.search(station) else _STATION.match(station)
    return found is not None and not _akin(found[1].lower(), found[2].lower())


def signed_as(value: str) -> str:
    """The name that a verdict begins with, "" where it has none."""
    match = _NAME.match(value)
    return match[1].lower() if match else ""


def _akin(name: str, machine: str) -> bool:
    """Whether two names end in the same domain of two labels, or three where the second is as short as in co.uk."""
    ours, theirs = name.split("."), machine.split(".")
    labels = 3 if len(ours) > 2 and len(ours[-2]) <= 3 and len(ours[-1]) == 2 else 2
    return ours[-labels:] == theirs[-labels:]


def _is_plus(address: str, local: str, domain: str) -> bool:
    return address.startswith(f"{local}+") and address.endswith(f"@{domain}")


def _letters(ledger: Ledger | None, state: str = "") -> list[OpenedLetter]:
    """The latest letters, of one state or of any but those of machines."""
    if ledger is None:
        return []
    wanted = (state,) if state else ("accepted", "held", "repeat", "ignored")
    marks = ", ".join("?" * len(wanted))
    rows = ledger.db.execute(
        f"select raw from letters where state in ({marks}) and channel not in ('telegram', 'matrix')"
        f" order by id desc limit {_LETTERS}",
        wanted,
    )
    return [open_letter(row[0]) for row in rows]
