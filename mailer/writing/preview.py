"""Every mail with made-up days, as files to look at: `preview(folder)` writes `es/outcome.txt`, `.html` and `.eml`."""

from datetime import UTC, datetime
from pathlib import Path

from jinja2.exceptions import TemplateError, TemplateSyntaxError

from mailer.writing.mail import Mail
from mailer.writing.message import Envelope, build
from mailer.writing.render import render
from mailer.writing.samples import samples
from mailer.writing.templates import LANGUAGES

_SENT = datetime(2026, 1, 21, 22, 5, tzinfo=UTC)


def preview(folder: Path, *, own: Path | None = None) -> tuple[Path, ...]:
    """The files written, three a mail and language; `own` is a campaign's templates folder."""
    written: list[Path] = []
    for language in LANGUAGES:
        (folder / language).mkdir(parents=True, exist_ok=True)
        for name, view in samples(language).items():
            written += _files(render(view, own=own), folder / language / name)
    return tuple(written)


def template_mistakes(own: Path) -> tuple[str, ...]:
    """What is wrong with a campaign's own templates, one line each: every mail is tried with made-up days."""
    found: dict[str, None] = {}
    for language in LANGUAGES:
        for name, view in samples(language).items():
            try:
                render(view, own=own)
            except TemplateSyntaxError as error:
                found[f"{error.filename or error.name}:{error.lineno}: {error.message}"] = None
            except (TemplateError, ValueError, TypeError, KeyError) as error:
                found[f"{language}/{name}: {type(error).__name__}: {error}"] = None
    return tuple(found)


def envelope(name: str) -> Envelope:
    """An envelope for a sample mail."""
    return Envelope(
        message_id=f"<e.20260121.{name}.7f3c2a@example.org>",
        sent=_SENT,
        from_name="Estafeta",
        from_address="estafeta@example.org",
        to_name="Marta Solís",
        to_address="marta@example.com",
        campaign="los-cuatro",
        reply_to="estafeta+7f3c2a@example.org",
        in_reply_to="<orders.1@example.com>",
        list_id="los-cuatro.example.org",
        unsubscribe="estafeta@example.org",
    )


def _files(mail: Mail, stem: Path) -> tuple[Path, ...]:
    text, html, whole = (stem.with_suffix(ending) for ending in (".txt", ".html", ".eml"))
    text.write_text(f"{mail.subject}\n\n{mail.text}", "utf-8")
    html.write_text(mail.html, "utf-8")
    whole.write_bytes(build(mail, envelope=envelope(stem.name)))
    return text, html, whole
