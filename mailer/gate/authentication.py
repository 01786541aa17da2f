"""What our own mail server found out about the sender, and what that is worth.

    Authentication-Results: mx.example.org; dkim=pass header.d=example.com; dmarc=pass header.from=example.com

Only the topmost header with exactly our server's name counts (RFC 8601, section 5): whatever else carries that name
may have come with the letter. Of several verdicts the worst counts, and what cannot be read proves nothing.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mailer.gate.roster import Trust

_MOST_CHARS = 6_000
_NAME = re.compile(r"\s*([^\s;=()\"]{1,255})\s*(?:\d+\s*)?(?:;|$|\s)")
_BAD_SIGNATURE = frozenset(("fail", "policy", "permerror"))
_SPF_FAILS = ("fail", "hardfail", "softfail")
_NO_POLICY = frozenset(("none", "bestguesspass"))
_UNNAMED = re.compile(r"\s*[a-z0-9-]{1,20}\s*=", re.IGNORECASE)


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
    method: str  # "dmarc", "dkim", "spf", "own_dkim" or ""


@dataclass(frozen=True, slots=True)
class _Result:
    method: str
    result: str
    domain: str  # the domain it speaks of, "" if none is named


def authenticate(
    headers: Sequence[str], address: str, trust: Trust, *, own_dkim: frozenset[str] = frozenset()
) -> Authentication:
    """What is known of the sender at an address. `own_dkim`: domains whose signature we verified ourselves."""
    domain = address.rpartition("@")[2].lower()
    value = next((value for value in headers if _is_ours(value, trust)), None)
    if value is None:
        found = Authentication(Proof.NONE, "")
    else:
        results = _results(value)
        found = Authentication(Proof.UNREADABLE, "") if results is None else _judged(results, domain, trust)
    if found.proof is Proof.NONE and any(_is_aligned(signer, domain) for signer in own_dkim):
        return Authentication(Proof.PASS, "own_dkim")
    return found


def _is_ours(value: str, trust: Trust) -> bool:
    """Whether a header was written by our own server, by its name as a whole."""
    if _UNNAMED.match(value):
        return trust.unnamed_results
    match = _NAME.match(_without_comment(value))
    name = match[1].lower().rstrip(".") if match else ""
    if not name:
        return False
    suffix = trust.authserv_suffix.lower()
    is_named = name in {known.lower() for known in trust.authserv_ids}
    return is_named or (suffix.startswith(".") and name.endswith(suffix))


def _without_comment(value: str) -> str:
    """The header without a comment before the name."""
    text = value.lstrip()
    return text.partition(")")[2] if text.startswith("(") else text


def _results(value: str) -> tuple[_Result, ...] | None:
    """The verdicts of a header, nothing if it cannot be read."""
    from authres import AuthResError, FeatureContext, arc, dmarc

    text = value.strip().rstrip(";").rstrip()
    if len(text) > _MOST_CHARS or text.count("(") != text.count(")"):
        return None
    if _UNNAMED.match(text):
        text = f"unnamed.invalid; {text}"
    try:
        parsed = FeatureContext(dmarc, arc).parse(f"Authentication-Results: {text}")
    except (AuthResError, RecursionError, ValueError, IndexError, AttributeError, TypeError):
        return None
    return tuple(_result(result) for result in parsed.results)


def _result(found: Any) -> _Result:
    """One verdict in our own words."""
    properties = {f"{item.type}.{item.name}".lower(): str(item.value or "").lower() for item in found.properties}
    method = str(found.method).lower()
    named = {"dmarc": ("header.from",), "dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom", "smtp.helo")}
    value = next((properties[name] for name in named.get(method, ()) if properties.get(name)), "")
    return _Result(method, str(found.result).lower(), value.strip('"<> ').rpartition("@")[2].rstrip("."))


def _is_aligned(signer: str, domain: str) -> bool:
    """Whether a domain that vouches is the sender's, or one above it."""
    return bool(signer) and "." in signer and (domain == signer or domain.endswith(f".{signer}"))


def _judged(results: Iterable[_Result], domain: str, trust: Trust) -> Authentication:
    """The worst of the verdicts that count: DMARC if there is one, else aligned DKIM, else SPF."""
    by_method: dict[str, list[_Result]] = {}
    for result in results:
        by_method.setdefault(result.method, []).append(result)
    policy = by_method.get("dmarc", [])
    decided = _by_policy(policy, domain)
    if decided is not None:
        return Authentication(decided, "dmarc")
    return _by_signature(by_method.get("dkim", []), by_method.get("spf", []), domain, trust)


def _by_policy(results: Sequence[_Result], domain: str) -> Proof | None:
    """What the DMARC verdicts come to; nothing if there is none or the domain has no policy."""
    if not results:
        return None
    said = {result.result for result in results}
    if any(result.domain not in ("", domain) for result in results) or "fail" in said:
        return Proof.FAIL
    if said == {"pass"}:
        return Proof.PASS
    return None if said <= _NO_POLICY else Proof.NONE


def _by_signature(dkim: Sequence[_Result], spf: Sequence[_Result], domain: str, trust: Trust) -> Authentication:
    """What DKIM and SPF come to where DMARC says nothing."""
    signed = [result.result for result in dkim if _is_aligned(result.domain, domain)]
    if "pass" in signed:
        return Authentication(Proof.PASS, "dkim")
    sent = [result.result for result in spf if _is_aligned(result.domain, domain)]
    if trust.spf_is_enough and sent == ["pass"]:
        return Authentication(Proof.PASS, "spf")
    if _BAD_SIGNATURE & set(signed) or any(result.result in _SPF_FAILS for result in spf):
        return Authentication(Proof.FAIL, "dkim" if signed else "spf")
    return Authentication(Proof.NONE, "")
