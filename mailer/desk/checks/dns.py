"""What DNS says of our domain: whether others have reason to believe mail from us. Asked only where it can be."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from mailer.desk.finding import Finding, mend, note, well
from mailer.desk.peek import Peek
from mailer.desk.providers import OWN, provider_of_address
from mailer.inbox.settings import SmtpSettings

_SECONDS = 4


def records(peek: Peek) -> Iterator[Finding]:
    """SPF and DMARC of the domain we write from; of a large provider's domain there is nothing to ask."""
    if peek.settings is None or not isinstance(peek.settings.out, SmtpSettings):
        return
    if provider_of_address(peek.settings.address).id != OWN:
        return
    domain = peek.settings.address.rpartition("@")[2]
    if find_spec("dns") is None:
        yield note("dns_unasked", domain=domain, reason="pipx inject estafeta dnspython / pip install dnspython")
        return
    from dns.exception import DNSException

    try:
        missing = [what for what, name, mark in _WANTED if not _has(name.format(domain=domain), mark)]
    except (DNSException, OSError) as error:
        yield note("dns_unasked", domain=domain, reason=type(error).__name__)
        return
    yield from (mend("dns_missing", domain=domain, what=what) for what in missing)
    if not missing:
        yield well("dns_well", domain=domain)


_WANTED = (("SPF", "{domain}", "v=spf1"), ("DMARC", "_dmarc.{domain}", "v=dmarc1"))


def _has(name: str, mark: str) -> bool:
    """Whether a TXT record with that mark stands at a name."""
    from dns.resolver import NXDOMAIN, NoAnswer, resolve

    try:
        answer: Any = resolve(name, "TXT", lifetime=_SECONDS)
    except (NXDOMAIN, NoAnswer):
        return False
    return any(b"".join(row.strings).decode("ascii", "replace").lower().startswith(mark) for row in answer)
