"""The table of knobs in the DM's guide, made from the rules' defaults and the words of the keys so that neither drifts.

`python -m mailer.desk.knobs DOCS` writes it between its two marks in `dm-guide.es.md` and `dm-guide.en.md`.
"""

import re
from dataclasses import fields
from pathlib import Path

from mailer.campaign.manual import LANGUAGES, explanations
from mailer.campaign.settings import HOUSE
from mailer.campaign.toml import literal
from mailer.resources import shipped
from rules.house import House

BEGIN, END = "<!-- knobs -->", "<!-- /knobs -->"
_HEADS = {
    "es": ("mando", "de fábrica", "qué hace", "por qué tocarlo"),
    "en": ("knob", "default", "does", "why turn it"),
}


def table(language: str) -> str:
    """Every knob: its default, what it does, and why a table would turn it."""
    import tomllib

    with (shipped("data") / "knobs.toml").open("rb") as file:
        reasons = tomllib.load(file)
    words, defaults = explanations()["house"], {one.name: one.default for one in fields(House)}
    rows = ["| " + " | ".join(_HEADS[language]) + " |", "|---|---|---|---|"]
    for key in HOUSE.keys:
        cells = (f"`{key.name}`", f"`{literal(defaults[key.name])}`", words[key.name][language])
        rows.append("| " + " | ".join((*cells, reasons[key.name][language])) + " |")
    return "\n".join(rows)


def written(page: str, language: str) -> str:
    """The page with the table between its marks."""
    return re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}\n{table(language)}\n{END}", page, flags=re.DOTALL)


def write(folder: Path) -> None:
    """Nothing comes back; the table stands in the guides of a folder."""
    for language in LANGUAGES:
        path = folder / f"dm-guide.{language}.md"
        path.write_text(written(path.read_text(encoding="utf-8"), language), encoding="utf-8")


if __name__ == "__main__":
    import sys

    write(Path(sys.argv[1]))
