r"""Several receipts as one message: every line of each, and once at the foot what they all would say.

    gathered(("✓ 1. Comprar 2 antorchas\n\n\x1e\x1ePuedes cambiarlo hasta…", "✓ 2. …"), 4000) -> "✓ 1. …\n✓ 2. …\n\n…"

A receipt's words have "\x1e" where its foot begins, and between the sentences of the foot.
"""

from collections.abc import Sequence
from itertools import zip_longest

MARK = "\x1e"


def gathered(texts: Sequence[str], limit: int) -> str:
    """The words of all in their order, or "" where they do not fit one message."""
    bodies = [text.partition(MARK)[0].strip() for text in texts]
    feet = zip_longest(*(text.split(MARK)[1:] for text in texts), fillvalue="")
    last = [next((one for one in reversed(foot) if one.strip()), "") for foot in feet]
    whole = "\n".join(bodies) + "".join(f"{'' if at else chr(10) * 2}{MARK}{one}" for at, one in enumerate(last))
    return whole.rstrip() if len(whole) <= limit else ""
