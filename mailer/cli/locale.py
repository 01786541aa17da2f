"""What click says of its own accord, made ready for gettext: messages.mo from messages.po.

`python -m mailer.cli.locale` writes it anew.
"""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from mailer.resources import shipped


def source() -> Path:
    """The words, as a person edits them."""
    return shipped("data") / "locale" / "es" / "LC_MESSAGES" / "messages.po"


def compiled() -> bytes:
    """What gettext reads."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source().open("rb") as file:
        catalog = read_po(file, locale="es")
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)  # the same words, the same bytes
    made = BytesIO()
    write_mo(made, catalog)
    return made.getvalue()


if __name__ == "__main__":
    source().with_suffix(".mo").write_bytes(compiled())
