"""Whom we believe about senders: what is set, against what the letters that were really delivered carry."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from mailer.desk.finding import Finding, mend, note, well
from mailer.desk.peek import Peek
from mailer.desk.providers import OWN, provider_of_address
from mailer.ledger.ledger import Ledger
from mailer.reading.words.letter import OpenedLetter, open_letter

_LETTERS = 40  # the latest ones
_NAME = re.compile(r"\s*([^\s;=()\"]{1,255})\s*(?:\d{1,3}\s*)?(?:;|$|\()")
_BY = re.compile(r"\bby\s+([\w.-]+)", re.IGNORECASE)


def trust(peek: Peek) -> Iterator[Finding]:
    """Whether our server's verdicts are believed, and by which name it really signs."""
    if peek.settings is None:
        return
    settings = peek.settings.trust
    if settings.verify_dkim:
        yield note("trust_own") if find_spec("dkim") else mend("dkim_missing")
    letters = _letters(peek.ledger)
    names = Counter(name for letter in letters if (name := server_name(letter)))
    if not letters:
        if settings.authserv_ids:
            yield note("trust_set", names=", ".join(settings.authserv_ids))
        elif not settings.verify_dkim:
            yield mend("trust_empty")
        return
    total = len(letters)
    known = {name: count for name, count in names.items() if _is_believed(name, settings.authserv_ids)}
    if known:
        name = max(known, key=lambda one: known[one])
        yield well("trust_well", name=name, count=sum(known.values()), total=total)
    elif names:
        name, count = names.most_common(1)[0]
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


def server_name(letter: OpenedLetter) -> str:
    """By which name the server that delivered a letter signed its verdict, "" where it did not.

    The topmost verdict counts if its name is akin to the machine that says it received the letter: a verdict that came
    along with the letter, from the sender's own server, must never be proposed to be believed.
    """
    verdicts, stations = letter.authentication_results, letter.header.all("received")
    match = _NAME.match(verdicts[0]) if verdicts else None
    if match is None:
        return ""
    name = match[1].lower()
    machines = [found[1].lower() for line in stations[:2] if (found := _BY.search(line))]
    return name if not machines or any(_akin(name, machine) for machine in machines) else ""


def _akin(name: str, machine: str) -> bool:
    """Whether two names end in the same domain of two labels, or three where the second is as short as in co.uk."""
    ours, theirs = name.split("."), machine.split(".")
    labels = 3 if len(ours) > 2 and len(ours[-2]) <= 3 and len(ours[-1]) == 2 else 2
    return ours[-labels:] == theirs[-labels:]


def _is_believed(name: str, known: Sequence[str]) -> bool:
    return any(name == one.lower() or (one.startswith(".") and name.endswith(one.lower())) for one in known)


def _is_plus(address: str, local: str, domain: str) -> bool:
    return address.startswith(f"{local}+") and address.endswith(f"@{domain}")


def _letters(ledger: Ledger | None, state: str = "") -> list[OpenedLetter]:
    """The latest letters, of one state or of any but those of machines."""
    if ledger is None:
        return []
    wanted = (state,) if state else ("accepted", "held", "repeat", "ignored")
    marks = ", ".join("?" * len(wanted))
    rows = ledger.db.execute(
        f"select raw from letters where state in ({marks}) order by id desc limit {_LETTERS}", wanted
    )
    return [open_letter(row[0]) for row in rows]
