"""Text and HTML say the same in the same order; HTML is whole, small, and asks nothing of the network."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from mailer.writing.mail import MailKind
from mailer.writing.render import render
from mailer.writing.samples import samples
from mailer.writing.words import words_of

_VOID = frozenset({"meta", "br", "img", "hr", "link", "input"})
_NO_BLOCKS = frozenset({"p", "h1", "h2", "span", "b"})
_BLOCKS = frozenset({"p", "h1", "h2", "div", "table", "tr", "td", "th"})
_FORBIDDEN = frozenset({"script", "img", "link", "iframe", "object", "form", "base", "svg", "a"})


def _told(words: str) -> str:
    """The words without blanks and without what is drawn, each part in its own way: bars, dots, the hours' strip."""
    undrawn = re.sub(r"\[[#.]{10}\]|^\| |\b\d+ h\b|[●·]", " ", words, flags=re.MULTILINE)
    return "".join(undrawn.split()).casefold()


@pytest.mark.parametrize("kind", MailKind)
def test_both_parts_say_the_same(kind: MailKind, language: str, html_words: Callable[[str], list[str]]) -> None:
    mail = render(samples(language)[kind.value])
    shown = " ".join(html_words(mail.html))
    assert _told(mail.text) == _told(shown)
    assert mail.text.count("●") == shown.count("●")
    assert mail.text.count("[#") + mail.text.count("[.") == mail.html.count('class="bar"')


@pytest.mark.parametrize("kind", MailKind)
def test_the_sentinel_stands_on_top(kind: MailKind, language: str, html_words: Callable[[str], list[str]]) -> None:
    mail, sentinel = render(samples(language)[kind.value]), words_of(language).table["sentinel"]
    assert mail.text.startswith(f"{sentinel}\n")
    assert " ".join(html_words(mail.html)).startswith(sentinel)


@pytest.mark.parametrize("kind", MailKind)
def test_html_is_whole_and_keeps_to_itself(kind: MailKind, language: str) -> None:
    html = render(samples(language)[kind.value]).html
    checker = _Checker()
    checker.feed(html)
    checker.close()
    assert checker.open == []
    assert checker.problems == []
    assert not re.search(r"https?:|//|url\(|@import|javascript:|cid:", html.partition("<body")[2])
    assert len(html.encode()) < 80_000
    assert '<meta name="color-scheme" content="light dark">' in html


@pytest.mark.parametrize("kind", MailKind)
def test_no_word_of_the_other_language(kind: MailKind) -> None:
    telltale = {"es": {"the", "and", "you", "your", "of"}, "en": {"el", "los", "que", "con", "una", "tu"}}
    for language, strange in telltale.items():
        mail = render(samples(language)[kind.value])
        found = strange & set(re.findall(r"[a-zà-ÿ]+", f"{mail.subject} {mail.text}".lower()))
        assert not found, (language, found)


class _Checker(HTMLParser):
    """Tags that match, attributes once, no block inside a paragraph, nothing that loads."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.problems: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.problems.append(f"{tag}: an attribute twice")
        if tag in _FORBIDDEN or any(name.startswith("on") or name in ("src", "href") for name in names):
            self.problems.append(f"{tag}: loads or runs something")
        if tag in _BLOCKS and _NO_BLOCKS & set(self.open) and tag != "td":
            self.problems.append(f"{tag} inside {self.open[-1]}")
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes nothing")
