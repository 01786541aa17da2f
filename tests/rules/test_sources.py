"""Every rule has an id, every id that claims to be implemented is cited where it is, and no citation is invented."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CITED = re.compile(r"\b(AC|R|C|A)(\d+)(?:-(?:AC|R|C|A)(\d+))?\b")
COUNTS = {"R": 73, "C": 15, "A": 57, "AC": 8}
# Tests named after the golden and derived figures; G10 and G13-G16 are days owed and Critical Condition.
FIGURES = [*(f"g{n:02}" for n in range(1, 17)), "g11b", *(f"d{n}" for n in range(1, 10))]


def sources() -> dict[str, dict[str, str]]:
    with (ROOT / "data" / "sources.toml").open("rb") as file:
        tables = tomllib.load(file)
    return {name: entry for table in tables.values() for name, entry in table.items()}


def citations(text: str) -> Iterator[str]:
    for kind, first, last in CITED.findall(text):
        yield from (f"{kind}{n}" for n in range(int(first), int(last or first) + 1))


def cited_in(folder: str) -> dict[str, str]:
    """Ids cited in the code of a folder, each with a file that does. In the post only those after "Source:"."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        said = [text] if folder == "rules" else re.findall(r"Source: ([^\n]*)", text)
        found |= {name: str(path.relative_to(ROOT)) for name in citations(" ".join(said))}
    return found


def test_every_id_stands_once_with_a_gloss() -> None:
    known = sources()
    assert set(known) == {f"{kind}{n}" for kind, count in COUNTS.items() for n in range(1, count + 1)}
    for name, entry in known.items():
        assert set(entry) == {"gloss", "status"}, name
        assert entry["status"] in ("implemented", "note"), name
        assert entry["gloss"].endswith("."), name


@pytest.mark.parametrize("folder", ["rules", "mailer"])
def test_no_citation_is_invented(folder: str) -> None:
    invented = {name: path for name, path in cited_in(folder).items() if name not in sources()}
    assert invented == {}


def test_what_is_implemented_is_cited() -> None:
    cited = cited_in("rules") | cited_in("mailer")
    missing = [name for name, entry in sources().items() if entry["status"] == "implemented" and name not in cited]
    assert missing == []


@pytest.mark.parametrize("figure", FIGURES)
def test_every_printed_figure_has_its_test(figure: str) -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("rules*/test_*.py"))
    assert re.search(rf"def test_(?:[gd]\d+_)*{figure}_", tests), figure
