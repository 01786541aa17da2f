"""What our own mail server found out about the sender, and what that is worth.

Only the topmost header with exactly our server's name counts (RFC 8601, section 5): whatever else carries that name
may have come with the letter. Of several verdicts the worst counts, and what cannot be read proves nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mailer.gate.results import Result, read_results
from mailer.gate.roster import Trust

_NAME = re.compile(r"([^\s;=()\"]{1,255})\s*(?:\d{1,3}\s*)?(?:;|$|\()")
_COMMENT = re.compile(r"\s*(?:\([^()]{0,500}\))?\s*")
_UNNAMED = re.compile(r"\s*(?:dmarc|dkim|spf|arc|compauth|none)\s*(?:=|$)", re.IGNORECASE)
_BAD_SIGNATURE = frozenset(("fail", "policy", "permerror"))
_SPF_FAILS = frozenset(("fail", "hardfail", "softfail"))
_NO_POLICY = frozenset(("none", "bestguesspass"))


class Proof(StrEnum):
    """What is known of the sender."""

    PASS = "pass"  # noqa: S105 - a verdict, no secret
    FAIL = "fail"
    NONE = "none"  # no verdict at all, or one that says nothing
    UNREADABLE = "unreadable"  # our server said something that we cannot read


@dataclass(frozen=True, slots=True)
class Authentication:
    """A proof and what it rests on."""

    proof: Proof
    method: str = ""  # "dmarc", "dkim", "spf", "auth", "own_dkim"


def authenticate(
    headers: Sequence[str], address: str, trust: Trust, *, own_dkim: frozenset[str] = frozenset()
) -> Authentication:
    """What is known of the sender at an address. `own_dkim`: domains whose signature we verified ourselves."""
    domain = address.rpartition("@")[2].lower()
    said = next((said for value in headers if (said := by_our_server(value, trust)) is not None), None)
    if said is None:
        found = Authentication(Proof.NONE)
    else:
        results = read_results(said)
        found = Authentication(Proof.UNREADABLE) if results is None else _judged(results, address, trust)
    if found.proof is Proof.NONE and any(_is_aligned(signer, domain) for signer in own_dkim):
        return Authentication(Proof.PASS, "own_dkim")
    return found


def by_our_server(value: str, trust: Trust) -> str | None:
    """The verdicts of a header if our own server wrote it, by its name as a whole; nothing if it is another's."""
    if _UNNAMED.match(value):
        return value if trust.unnamed_results else None
    start = _COMMENT.match(value)
    match = _NAME.match(value, start.end() if start else 0)
    if match is None or not _is_trusted(match[1].lower(), trust):
        return None
    return value[match.end(1) :].partition(";")[2]


def _is_trusted(name: str, trust: Trust) -> bool:
    suffix = trust.authserv_suffix.lower()
    is_named = name in {known.lower() for known in trust.authserv_ids}
    return is_named or (suffix.startswith(".") and name.endswith(suffix))


def _is_aligned(signer: str, domain: str) -> bool:
    """Whether a domain that vouches is the sender's, or one above it."""
    return "." in signer and (domain == signer or domain.endswith(f".{signer}"))


def _judged(results: Sequence[Result], address: str, trust: Trust) -> Authentication:
    """The worst of the verdicts that count: DMARC if there is one, else the login, else aligned DKIM, else SPF."""
    domain = address.rpartition("@")[2]
    decided = _by_policy([result for result in results if result.method == "dmarc"], domain)
    if decided is not None:
        return Authentication(decided, "dmarc")
    if any(r.method == "auth" and r.result == "pass" and r.address == address for r in results):
        return Authentication(Proof.PASS, "auth")  # sent by our own server for whoever logged in with that address
    return _by_signature(results, domain, trust)


def _by_policy(results: Sequence[Result], domain: str) -> Proof | None:
    """What the DMARC verdicts come to; nothing if there is none or the domain has no policy."""
    said = {result.result for result in results}
    if "fail" in said or any(result.domain and not _is_aligned(result.domain, domain) for result in results):
        return Proof.FAIL
    if said == {"pass"}:
        return Proof.PASS
    return None if said <= _NO_POLICY else Proof.NONE


def _by_signature(results: Sequence[Result], domain: str, trust: Trust) -> Authentication:
    """What DKIM and SPF come to where DMARC says nothing."""
    spf = [result for result in results if result.method == "spf"]
    signed = {result.result for result in results if result.method == "dkim" and _is_aligned(result.domain, domain)}
    if "pass" in signed:
        return Authentication(Proof.PASS, "dkim")
    if trust.spf_is_enough and [result.result for result in spf if _is_aligned(result.domain, domain)] == ["pass"]:
        return Authentication(Proof.PASS, "spf")
    if signed & _BAD_SIGNATURE:
        return Authentication(Proof.FAIL, "dkim")
    return Authentication(Proof.FAIL, "spf") if {r.result for r in spf} & _SPF_FAILS else Authentication(Proof.NONE)
