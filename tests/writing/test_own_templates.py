"""A campaign changes any file or any word of the mails, and its templates run in a sandbox."""

from pathlib import Path

import pytest
from jinja2.exceptions import SecurityError

from mailer.writing.preview import template_mistakes
from mailer.writing.render import render
from mailer.writing.samples import samples
from mailer.writing.templates import environment


def _own(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")
    return folder


def test_one_word_is_enough(tmp_path: Path) -> None:
    own = _own(tmp_path, "es/words.toml", '[money]\ngp = "escudos"\n')
    text = render(samples("es")["receipt"], own=own).text
    assert "cuesta 15\u00a0escudos; te quedan 26\u00a0escudos 3\u00a0pp" in text
    assert "po" not in text.split()


def test_one_file_is_enough(tmp_path: Path) -> None:
    own = _own(
        tmp_path, "es/reminder.j2", "{% macro subject(v) %}Ojo{% endmacro %}{% macro body(v) %}<b>Ya</b>{% endmacro %}"
    )
    mail = render(samples("es")["reminder"], own=own)
    assert (mail.subject, mail.text) == ("Ojo", "<b>Ya</b>\n")
    assert render(samples("es")["alert"], own=own) == render(samples("es")["alert"])


def test_the_look_is_a_file_too(tmp_path: Path) -> None:
    sheet = (Path(__file__).parents[2] / "templates" / "ui" / "style.css").read_text("utf-8")
    own = _own(tmp_path, "ui/style.css", sheet.replace("#8a3a22", "#225588"))
    html = render(samples("es")["outcome"], own=own).html
    assert "#225588" in html
    assert "#8a3a22" not in html


def test_a_folder_without_files_changes_nothing(tmp_path: Path) -> None:
    for language in ("es", "en"):
        for view in samples(language).values():
            assert render(view, own=tmp_path) == render(view)


@pytest.mark.parametrize(
    "attack",
    ["{{ v.__class__.__mro__ }}", "{{ ''.__class__ }}", "{{ ui.__init__.__globals__ }}", "{{ tell.__globals__ }}"],
)
def test_templates_of_a_campaign_reach_nothing(tmp_path: Path, attack: str) -> None:
    own = _own(
        tmp_path,
        "es/alert.j2",
        f"{{% macro subject(v) %}}{attack}{{% endmacro %}}{{% macro body(v) %}}{{% endmacro %}}",
    )
    with pytest.raises(SecurityError):
        render(samples("es")["alert"], own=own)


def test_environments_are_built_once() -> None:
    assert environment("es", "html") is environment("es", "html")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("es/alert.j2", "{% macro subject(v) %}{{ v.nothing }}", "alert.j2:1: Unexpected end of template"),
        ("es/words.toml", "[money\n", "es/receipt: TOMLDecodeError"),
        ("en/alert.j2", "{% macro subject(v) %}{{ v.nothing }}{% endmacro %}", "en/alert: UndefinedError: "),
        ("en/alert.j2", "{% macro subject(v) %}{{ ''.__class__ }}{% endmacro %}", "en/alert: SecurityError: "),
    ],
)
def test_a_mistake_in_a_template_is_named(tmp_path: Path, name: str, content: str, said: str) -> None:
    assert any(said in mistake for mistake in template_mistakes(_own(tmp_path, name, content)))


def test_our_own_templates_have_no_mistake(tmp_path: Path) -> None:
    assert template_mistakes(tmp_path) == ()
