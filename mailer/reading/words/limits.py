"""How much of a letter we are ready to look at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Every bound on one letter; whatever lies beyond is cut and the cut is told by a flag."""

    letter_bytes: int = 1_000_000  # larger: only the headers and `large_bytes` of the body are read
    large_bytes: int = 64_000
    header_bytes: int = 128_000
    header_fields: int = 200
    text_chars: int = 64_000  # of the text that is read
    html_chars: int = 256_000
    lines: int = 4_000  # of the text; nobody writes more, and each costs time
    depth: int = 20  # levels of parts inside parts
    parts: int = 100
    addresses: int = 100  # recipients looked at
    tested_chars: int = 300  # of one line, when it is asked whether it opens a quote


DEFAULT = Limits()
