"""The players' page, one text for two uses: `docs/players.*.md`, and what `ayuda` answers, row by row.

It stands in `templates/es/players.md`; a campaign may have its own. `python -m mailer.writing.players DOCS` writes the
pages of the manual.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from mailer.resources import shipped

_SAMPLE_PLACE = "Saltmire"  # of the example campaign
_LINK, _MARKS = re.compile(r"\[([^\]]+)\]\([^)]+\)"), re.compile(r"\*\*|`")
_CELLS = re.compile(r"\|\s*(.*?)\s*\|\s*(.*?)\s*\|")
_ITEM = re.compile(r"(?:-|\d+\.)\s+")


def page(language: str, *, place: str = _SAMPLE_PLACE, own: Path | None = None) -> str:
    """The whole page as Markdown; `place` is where the example travels to, `own` a campaign's templates."""
    mine = own / language / "players.md" if own else None
    path = mine if mine and mine.is_file() else shipped("templates") / language / "players.md"
    return path.read_text("utf-8").replace("{place}", place)


def rows(text: str) -> tuple[str, ...]:
    """The page as rows of a mail: each paragraph, list item and line of a table one, without marks."""
    return tuple(filter(None, map(_plain, _blocks(text))))


def _blocks(text: str) -> Iterator[str]:
    """Lines that belong together, as one."""
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        is_new = not line.strip() or line.startswith(("#", "|")) or _ITEM.match(line)
        if is_new and block:
            yield " ".join(block)
            block = []
        if line.strip():
            block.append(line.strip())


def _plain(block: str) -> str:
    if block.startswith("# ") or set(block) <= set("|- "):
        return ""
    cells = _CELLS.fullmatch(block)
    if cells:
        return f"{_bare(cells[1])} → {_bare(cells[2])}" if "`" in cells[1] else ""
    return f"{_bare(block[3:]).upper()}" if block.startswith("## ") else _bare(_ITEM.sub("", block, count=1))


def _bare(text: str) -> str:
    """The text without Markdown: what is to be typed stands in quotation marks."""
    quoted = re.sub(r"`([^`]+)`", "«\\1»", _LINK.sub(r"\1", text))
    return _MARKS.sub("", quoted)


if __name__ == "__main__":
    import sys

    for language in ("es", "en"):
        (Path(sys.argv[1]) / f"players.{language}.md").write_text(page(language), "utf-8")
