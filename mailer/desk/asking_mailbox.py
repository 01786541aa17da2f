"""What `estafeta init` asks about the mailbox: whose it is, and of a server of one's own where it listens."""

from dataclasses import replace
from typing import Any

from mailer.desk.answers import Answers, usual_security
from mailer.desk.asking import Asking, is_yes, say
from mailer.desk.providers import MAILDIR, OWN, provider_of_address, providers

_SECURITIES = ("tls", "starttls", "plain")
_RELAY_PORT = 25


def ask_mailbox(asking: Asking, known: Answers) -> Answers:
    """Where the mailbox is, and who it is there."""
    names = tuple(providers())
    labels = {OWN: say("own", asking.language), MAILDIR: say("maildir", asking.language)}
    listed = "\n".join(f"  {name:9} {labels.get(name, one.label)}" for name, one in providers().items())
    guessed = provider_of_address(known.address).id if known.address else MAILDIR
    mailbox = known.mailbox or asking.ask("mailbox", default=guessed, read=asking.one_of(names), known=listed)
    known = replace(known, mailbox=mailbox)
    if mailbox == MAILDIR:
        return known
    address = known.address or asking.ask("address", read=asking.key("address"))
    known = replace(known, address=address)
    if not providers()[mailbox].imap.get("host"):
        domain = address.rpartition("@")[2]
        known = own_servers(asking, known, domain)
    return replace(known, user=known.user or asking.ask("user", default=address))


def own_servers(asking: Asking, known: Answers, domain: str, *, before: Answers | None = None) -> Answers:
    """A server of one's own: where it listens, how it is guarded, and whether the way out wants a password.

    What was answered `before` is offered again.
    """
    is_said = bool(known.smtp_host and known.smtp_port)
    for which, usual in (("imap", 993), ("smtp", 587)):
        known = _server(asking, known, which, usual, host=f"{which}.{domain}", before=before or known)
    if known.smtp_login is None and not is_said:
        was = before.smtp_login if before else None
        wanted = is_yes("smtp_login", asking.language, default=known.smtp_port != _RELAY_PORT if was is None else was)
        asking.draft.keep("smtp_login", wanted)
        known = replace(known, smtp_login=wanted)
    return known


def _server(asking: Asking, known: Answers, which: str, usual: int, *, host: str, before: Answers) -> Answers:
    """One of the two."""
    was_host, was_port, was_guard = (getattr(before, f"{which}_{what}") for what in ("host", "port", "security"))
    host = getattr(known, f"{which}_host") or asking.ask(f"{which}_host", default=was_host or host)
    port = getattr(known, f"{which}_port") or asking.port(f"{which}_port", default=was_port or usual, host=host)
    guard = getattr(known, f"{which}_security") or known.security
    if not guard:
        likely = was_guard if was_guard and port == was_port else usual_security(port, host)
        one_of = asking.one_of(_SECURITIES)
        guard = asking.ask(f"{which}_security", default=likely, read=one_of, known=", ".join(_SECURITIES))
    found: dict[str, Any] = {f"{which}_host": host, f"{which}_port": port, f"{which}_security": guard}
    return replace(known, **found)
