"""An Authentication-Results header cut into verdicts, each read by `authres`.

    mx.example.org; dkim=pass header.d=example.com; dmarc=pass (p=none) header.from=example.com

The library passes over what it does not understand, up to losing a `dmarc=fail` behind an open bracket. So the header
is cut at its semicolons here, comments and quotes aside, and every verdict that stands in it must have been read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_KNOWN = frozenset(
    ("pass", "fail", "none", "neutral", "softfail", "hardfail", "policy", "temperror", "permerror", "bestguesspass")
)
_SPEAKS_OF = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom", "smtp.helo"),
    "auth": ("smtp.auth",),
}
_STARTS = re.compile(r"\s*(?:dmarc|dkim|spf|auth)\s*(?:/\s*\d+\s*)?=", re.IGNORECASE)
_VERDICT = re.compile(r"(?<![\w.-])(?:dmarc|dkim|spf)\s*(?:/\s*\d+\s*)?=", re.IGNORECASE)
_NOT_ASCII = re.compile(r"[^\x20-\x7e]")
_MOST_CHARS = 6_000
_DEEPEST = 20  # comments inside comments


@dataclass(frozen=True, slots=True)
class Result:
    """One verdict."""

    method: str  # "dmarc", "dkim", "spf", or "auth" for who logged in to send
    result: str
    domain: str  # the domain it speaks of, "" if none is named
    address: str  # the whole address, where it names one


def read_results(value: str) -> tuple[Result, ...] | None:
    """The verdicts of a header without its server's name; nothing if any of it cannot be read."""
    if len(value) > _MOST_CHARS:
        return None
    pieces = _pieces(_NOT_ASCII.sub(" ", value))
    if pieces is None:
        return None
    found: list[Result] = []
    for raw, bare in pieces:
        result = _result(raw) if _STARTS.match(bare) else None
        verdicts = 1 if result and result.method != "auth" else 0
        if len(_VERDICT.findall(bare)) != verdicts:
            return None
        found += [result] if result else []
    return tuple(found)


def _pieces(text: str) -> list[tuple[str, str]] | None:
    """The pieces between semicolons, as they stand and without comments and quotes; nothing if one is left open."""
    pieces: list[tuple[list[str], list[str]]] = [([], [])]
    depth, in_quotes = 0, False
    for char, is_escaped in _characters(text):
        is_mark = not is_escaped
        if is_mark and char == '"' and not depth:
            in_quotes = not in_quotes
        elif is_mark and char in "()" and not in_quotes:
            depth += 1 if char == "(" else -1
        elif is_mark and char == ";" and not depth and not in_quotes:
            pieces.append(([], []))
            continue
        elif not depth and not in_quotes:
            pieces[-1][1].append(char)
        pieces[-1][0].append(f"\\{char}" if is_escaped else char)
        if not 0 <= depth <= _DEEPEST:
            return None
    if depth or in_quotes:
        return None
    return [("".join(raw).strip(), "".join(bare).strip()) for raw, bare in pieces]


def _characters(text: str) -> Iterator[tuple[str, bool]]:
    """Each character, and whether a backslash stood before it."""
    is_escaped = False
    for char in text:
        if char == "\\" and not is_escaped:
            is_escaped = True
            continue
        yield char, is_escaped
        is_escaped = False


@lru_cache(maxsize=1024)
def _result(text: str) -> Result | None:
    """One verdict as the library reads it, nothing if it does not."""
    from authres import AuthResError, FeatureContext, arc, dmarc

    try:
        parsed = FeatureContext(dmarc, arc).parse(f"Authentication-Results: x.invalid; {text}")
    except (AuthResError, RecursionError, ValueError, LookupError, AttributeError, TypeError):
        return None
    return _in_our_words(parsed.results[0]) if len(parsed.results) == 1 else None


def _in_our_words(found: Any) -> Result | None:
    method, result = str(found.method).lower(), str(found.result).lower()
    if method not in _SPEAKS_OF or result not in _KNOWN:
        return None
    properties = {f"{item.type}.{item.name}".lower(): str(item.value or "").lower() for item in found.properties}
    value = next((properties[name] for name in _SPEAKS_OF[method] if properties.get(name)), "")
    address = value.strip('"<> ').rstrip(".")
    return Result(method, result, address.rpartition("@")[2], address)
