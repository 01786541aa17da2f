"""The manual page of a campaign's files, made from the tables of keys so that neither can drift from the other.

`python -m mailer.campaign.manual DOCS` writes `world-files.es.md` and `world-files.en.md` into that folder.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mailer.campaign.calendars import CALENDAR_FILE
from mailer.campaign.keys import REQUIRED, Key, Kind, ListOf, MapOf, Section, Several, Variant
from mailer.campaign.mistakes import phrases, said
from mailer.campaign.roster_keys import ROSTER
from mailer.campaign.settings import CAMPAIGN
from mailer.campaign.toml import literal, table
from mailer.campaign.world_keys import Overlay, world_section
from mailer.resources import shipped

LANGUAGES = ("es", "en")

Help = Mapping[str, Mapping[str, Mapping[str, str]]]


def explanations() -> Help:
    """`data/keys.toml`: by section and key, in both languages."""
    import tomllib

    with (shipped("data") / "keys.toml").open("rb") as file:
        return tomllib.load(file)


def files() -> tuple[tuple[str, Section], ...]:
    """The files of a campaign and the keys of their top."""
    return (
        ("campaign.toml", CAMPAIGN),
        ("roster.toml", ROSTER),
        ("world/*.toml", world_section()),
        ("calendar.toml", CALENDAR_FILE),
    )


def sections(kind: Kind, path: str = "") -> Iterator[tuple[str, Section]]:
    """A kind's own section and all that lie in it, each with the path of its table."""
    match kind:
        case Section():
            yield path, kind
            for key in kind.keys:
                yield from sections(key.kind, f"{path}.{key.name}" if path else key.name)
        case MapOf():
            yield from sections(kind.kind, f"{path}.…")
        case ListOf() | Several():
            yield from sections(kind.kind, path)
        case Overlay():
            yield from sections(kind.section, path)
        case Variant():
            for section in kind.sections.values():
                yield from sections(section, path)
        case _:
            own = getattr(kind, "own", None)
            if own is not None:
                yield from sections(own, path)


def page(language: str) -> str:
    """The manual page in one language, as Markdown."""
    help_, words = explanations(), phrases(language)
    say = {name: both[language] for name, both in help_["manual"].items()}
    parts = [f"# {say['title']}", f"<!-- {say['generated']} -->", say["intro"].strip()]
    for file, top in files():
        parts.append(f"## `{file}`")
        told: set[str] = set()
        for path, section in sections(top):
            if section.name not in told:
                told.add(section.name)
                parts += _section(path, section, help_, say=say, words=words, language=language)
    return "\n\n".join(parts) + "\n"


def _section(
    path: str, section: Section, help_: Help, *, say: Mapping[str, str], words: Mapping[str, str], language: str
) -> Iterator[str]:
    own = help_[section.name]
    if path:
        yield f"### `[{path}]`"
    yield own["_"][language]
    if path.endswith("…") and any(key.default is REQUIRED for key in section.keys):
        yield f"```toml\n{snippet(path, section)}```"
    lines = [f"| {say['key']} | {say['meaning']} | {say['allowed']} | {say['default']} |", "|---|---|---|---|"]
    for key in section.keys:
        cells = (
            f"`{key.name}`",
            own[key.name][language],
            _allowed(key, path, say=say, words=words),
            _default(key, say),
        )
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    yield "\n".join(lines)


def snippet(path: str, section: Section) -> str:
    """The smallest table of its sort, by the samples of the keys it must have."""
    name = ".".join("x" if part == "…" else part for part in path.split("."))
    return table(name, {key.name: key.sample for key in section.keys if key.default is REQUIRED})


def _allowed(key: Key, path: str, *, say: Mapping[str, str], words: Mapping[str, str]) -> str:
    inner = next(sections(key.kind), None)
    if inner is not None:
        inside = f"{path}.{key.name}" if path else key.name
        return say["in_table"].format(name=f"`[{inside}{'.…' if isinstance(key.kind, MapOf) else ''}]`")
    unit = f" ({say.get(f'unit_{key.unit}', key.unit)})" if key.unit.strip("%") else ""
    return said(key.kind.allowed, words) + unit


def _default(key: Key, say: Mapping[str, str]) -> str:
    if key.default is REQUIRED:
        return say["required"]
    if key.default is None or key.default in ((), {}, ""):
        return say["optional"]
    return f"`{literal(key.default)}`"


def write(folder: Path) -> None:
    """Writes the pages into a folder."""
    for language in LANGUAGES:
        (folder / f"world-files.{language}.md").write_text(page(language), encoding="utf-8")


def sample(section: Section, *, values: Mapping[str, Any], language: str) -> str:
    """A commented file of these keys: what is given as it is, what has a default as a comment, the rest by sample."""
    help_ = explanations()
    return "\n".join(_sample(section, "", values, help_=help_, language=language)).strip() + "\n"


def _sample(section: Section, path: str, values: Mapping[str, Any], *, help_: Help, language: str) -> Iterator[str]:
    """Plain keys first, then the tables."""
    plain = [key for key in section.keys if not _is_table(key.kind)]
    for key in plain:
        yield f"# {help_[section.name][key.name][language]}"
        unit = help_["manual"].get(f"unit_{key.unit}", {}).get(language, key.unit)
        yield _line(key, values) + (f" # {unit}" if unit else "")
    for key in section.keys:
        if _is_table(key.kind) and key.default == () and not values.get(key.name):
            yield from ("", f"# [[{key.name}]]: {help_[section.name][key.name][language]}")
        elif _is_table(key.kind):
            yield from _table(key, f"{path}.{key.name}" if path else key.name, values, help_=help_, language=language)


def _is_table(kind: Kind) -> bool:
    return isinstance(kind, Section | Variant) or (isinstance(kind, Several) and isinstance(kind.kind, Variant))


def _line(key: Key, values: Mapping[str, Any]) -> str:
    if key.name in values:
        return f"{key.name} = {literal(values[key.name])}"
    if key.default is REQUIRED:
        return f"{key.name} = {literal(key.sample)}"
    shown = key.sample if key.default is None else key.default
    return f"# {key.name} = {literal('…' if shown is None else shown)}"


def _table(key: Key, path: str, values: Mapping[str, Any], *, help_: Help, language: str) -> Iterator[str]:
    """A table, or for several one after another, each with the keys of its kind."""
    kind = key.kind.kind if isinstance(key.kind, Several) else key.kind
    given = values.get(key.name, {})
    head = f"[[{path}]]" if isinstance(key.kind, Several) else f"[{path}]"
    for one in given if isinstance(given, list | tuple) else (given,):
        yield from ("", head)
        if isinstance(kind, Variant):
            name = one.get("kind", "maildir")
            yield f'kind = "{name}"'
            yield from _sample(kind.sections[name], path, one, help_=help_, language=language)
        elif isinstance(kind, Section):
            yield from _sample(kind, path, one, help_=help_, language=language)


if __name__ == "__main__":
    import sys

    write(Path(sys.argv[1]))
