"""The templates of a language, ready to be called; built once, one set for text and one for HTML.

A mail's template (`es/outcome.j2`) has two macros, `subject(v)` and `body(v)`. It is rendered with the macros of
`ui/text.j2` and again with those of `ui/html.j2`, so both parts say the same in the same order; for a chat with those
of `ui/chat.j2`, where `chat/es/outcome.j2` may stand for `es/outcome.j2`. A campaign's own
`templates/` folder replaces files one by one; then everything runs in a sandbox, for those files came by hand.
"""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from mailer.resources import shipped
from mailer.writing import amounts
from mailer.writing.calls import Brisk, BriskEnvironment
from mailer.writing.headers import one_line
from mailer.writing.phrases import Phrases
from mailer.writing.words import Words, words_of

LANGUAGES = ("es", "en")
PARTS = ("text", "html")
_SAID_LIMIT = 300
_SAID_LINES = 60
_PROSE_LIMIT = 6000
_PHRASES = ("orders", "events", "doubts", "decisions")
_BLANKS = re.compile(r"[^\S\v\u00a0]+")
_CLASS = re.compile(r'class="([^"{]+)"')
_OPTIONAL = {"es": (("de el ", "del "), ("a el ", "al ")), "en": ()}


@lru_cache(maxsize=16)
def environment(language: str, part: str, own: Path | None = None) -> Environment:
    """The environment of one language and one part; `own` is a campaign's templates folder."""
    made = _bare(language, part, own)
    made.globals.update(phrases(language, own).functions())
    made.globals["ui"] = made.get_template(f"ui/{part}.j2").module
    made.globals["parts"] = made.get_template(f"{language}/parts.j2").module
    return made


@lru_cache(maxsize=8)
def phrases(language: str, own: Path | None = None) -> Phrases:
    """The phrases of a language, the same for text and HTML: they hold no markup, and HTML escapes them whole."""
    made = _bare(language, "text", own)
    return Phrases({name: made.get_template(f"{language}/{name}.j2").module for name in _PHRASES})


def macro(language: str, part: str, *, template: str, name: str, own: Path | None = None) -> Callable[..., str]:
    """One macro of a language's template, to be called with a view; a chat may have a shorter one of its own."""
    made, name_of = environment(language, part, own), f"{language}/{template}.j2"
    module = (
        made.select_template([f"chat/{name_of}", name_of]) if part == "chat" else made.get_template(name_of)
    ).module
    return getattr(module, name)  # type: ignore[no-any-return]


def _bare(language: str, part: str, own: Path | None) -> Environment:
    kind = SandboxedEnvironment if own and own.is_dir() else BriskEnvironment
    made = kind(
        loader=_loader(part, own),
        autoescape=part == "html",
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.context_class = Brisk
    words = words_of(language, own)
    made.filters.update(_filters(words))
    made.globals.update(words=words.table, w=words.of, by_gender=_by_gender, language=language, part=part)
    return made


class _Inlined(BaseLoader):
    """Another loader's templates with every class of the style sheet written out as a style."""

    def __init__(self, under: BaseLoader) -> None:
        self.under = under

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, name, is_fresh = self.under.get_source(environment, template)
        if template.startswith("ui/") and template.endswith(".j2"):
            sheet = self.under.get_source(environment, "ui/style.css")[0]
            source = _with_styles(source, sheet)
        return source, name, is_fresh


def _loader(part: str, own: Path | None) -> BaseLoader:
    folders = [own] if own and own.is_dir() else []
    files = ChoiceLoader([FileSystemLoader(folder) for folder in (*folders, shipped("templates"))])
    return _Inlined(files) if part == "html" else files


def _with_styles(source: str, sheet: str) -> str:
    """The template with a style beside each class: done here once instead of in every mail."""
    names = sorted(set(_CLASS.findall(source)))
    styles = inlined(tuple(names), sheet)
    return _CLASS.sub(lambda match: f'{match[0]} style="{styles[match[1]]}"', source)


@lru_cache(maxsize=4)
def inlined(names: tuple[str, ...], sheet: str) -> dict[str, str]:
    """What each class comes to as an inline style."""
    import css_inline  # late: only where HTML is written at all

    probe = "".join(f'<div class="{name}">.</div>' for name in names)
    page = css_inline.inline(f"<html><head><style>{sheet}</style></head><body>{probe}</body></html>")
    found = re.findall(r'<div class="([^"]*)"(?: style="([^"]*)")?>', page)
    return dict(found)


def _filters(words: Words) -> dict[str, Callable[..., Any]]:
    language = words.language
    return {
        "money": partial(amounts.money, words=words),
        "is_one_coin": amounts.is_one_coin,
        "number": partial(amounts.number, language=language),
        "percent": partial(amounts.percent, language=language),
        "tenths": partial(amounts.tenths, language=language),
        "real": lambda day, form="long": amounts.real_date(day, language, words.table["dates"].get(form, form)),
        "counted": partial(_counted, words=words),
        "listed": partial(_listed, words=words),
        "several": partial(_several, words=words),
        "said": partial(_said, words=words),
        "of": partial(_joined_to, "de", language=language),
        "to": partial(_joined_to, "a", language=language),
        "fold": _fold,
        "lines": _lines,
        "prose": _prose,
        "plain": partial(one_line, limit=_SAID_LIMIT),
        "first_up": _first_up,
    }


def _counted(label: str, count: int, words: Words) -> str:
    return words.counted(count, label)


def _several(label: str, count: int, words: Words) -> str:
    return label if count == 1 else words.plural(label)


def _listed(names: Any, words: Words) -> str:
    return words.listed([str(name) for name in names])


def _said(text: str, words: Words) -> str:
    """A player's words between quotation marks, on one line, unable to close them or to begin a line of ours."""
    opening, closing = words.table["quotes"]
    inner_opening, inner_closing = words.table["inner_quotes"]
    line = one_line(text, _SAID_LIMIT).replace(opening, inner_opening).replace(closing, inner_closing)
    return f"{opening}{line}{closing}"


def _lines(text: str) -> list[str]:
    """Free words as single safe lines, for quoting one under the other."""
    rows = [one_line(row, _SAID_LIMIT) for row in text.splitlines()]
    return [row for row in rows if row][:_SAID_LINES]


def _prose(text: str) -> list[str]:
    """A DM's paragraphs as single safe lines, none of them cut where a tale may end."""
    return [row for row in (one_line(row, _PROSE_LIMIT) for row in text.splitlines()) if row][:_SAID_LINES]


def _joined_to(preposition: str, label: str, language: str) -> str:
    """A Spanish name after "de" or "a" with its article drawn in: "del Molino"; other languages have the name alone."""
    if language != "es":
        return str(label)
    joined = f"{preposition} {label}"
    for long, short in _OPTIONAL["es"]:
        if joined.startswith(long):
            return short + joined[len(long) :]
    return joined


def _fold(text: str) -> str:
    """The text on one line; a vertical tab becomes a line break."""
    rows = _BLANKS.sub(" ", text).split("\v")
    return "\n".join(row.strip(" ") for row in rows).strip()


def _by_gender(gender: str, masculine: str, feminine: str, neutral: str = "") -> str:
    """The form for a gender; where there is no neutral one, the masculine."""
    return {"f": feminine, "n": neutral}.get(gender) or masculine


def _first_up(text: Any) -> Any:
    """The text with a capital letter in front; markup stays markup."""
    return text[:1].upper() + text[1:]
