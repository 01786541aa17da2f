"""A whole campaign as plain files, and a campaign folder from them.

    OUT/about.json          {"program": "…", "schema": 1}
    OUT/tables/*.jsonl      the ledger, see mailer.ledger.portable
    OUT/campaign/           the campaign's own files: settings, roster, world, templates

Made under another name and renamed when complete. Passwords in files of their own, the mail folders and the backups
are not taken along.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mailer import __version__
from mailer.errors import LedgerError
from mailer.ledger.disk import sync
from mailer.ledger.ledger import SCHEMA_VERSION, Ledger
from mailer.ledger.portable import Progress, private, read_tables, unwatched, write_tables

_ABOUT = "about.json"


@dataclass(frozen=True, slots=True)
class Moved:
    """How much went."""

    rows: int
    files: int


def export_campaign(folder: Path, ledger: Ledger, out: Path, *, progress: Progress = unwatched) -> Moved:
    """Everything at one instant, readable for its owner alone."""
    with _in_one_go(out) as draft:
        (draft / "tables").mkdir(mode=0o700)
        (draft / "campaign").mkdir(mode=0o700)
        about = {"program": __version__, "schema": SCHEMA_VERSION}
        with open(draft / _ABOUT, "x", encoding="utf-8", opener=private) as file:
            file.write(json.dumps(about) + "\n")
        rows = write_tables(ledger, draft / "tables", progress=progress)
        return Moved(rows, _copy_files(folder, draft / "campaign", list(_own_files(folder))))


def import_campaign(source: Path, folder: Path, *, progress: Progress = unwatched) -> Moved:
    """A campaign folder from what `export_campaign` wrote. LedgerError when it cannot be taken: nothing is left."""
    _check_about(source / _ABOUT)
    with _in_one_go(folder) as draft:
        files = _copy_files(source / "campaign", draft, list(_files_in(source / "campaign")))
        return Moved(read_tables(source / "tables", draft / "ledger.db", progress=progress), files)


@contextmanager
def _in_one_go(target: Path) -> Iterator[Path]:
    """A folder to fill that becomes `target` when all went well, and is gone when not."""
    draft = target.with_name(f"{target.name}.part")
    try:
        shutil.rmtree(draft, ignore_errors=True)  # left by an attempt that died
        draft.mkdir(mode=0o700, parents=True)
        yield draft
        draft.replace(target)
        sync(target.parent)
    except OSError as error:
        raise LedgerError(f"{error.filename or target}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _own_files(folder: Path) -> Iterator[Path]:
    """The files a campaign is read from: every TOML file and its own templates."""
    for path in _files_in(folder):
        if path.suffix == ".toml" or path.parts[0] == "templates":
            yield path


def _files_in(folder: Path) -> Iterator[Path]:
    """Files below a folder, by their paths in it, in order; hidden ones, backups, mail folders and exports are not."""
    for place, names, files in os.walk(folder):
        here = Path(place)
        names[:] = sorted(name for name in names if not _is_passed_over(here / name))
        for name in sorted(files):
            if not name.startswith(".") and not (here / name).is_symlink():
                yield (here / name).relative_to(folder)


def _is_passed_over(path: Path) -> bool:
    is_export = path.suffix == ".part" or (path / _ABOUT).is_file()
    return path.name.startswith(".") or path.name == "backups" or (path / "cur").is_dir() or is_export


def _copy_files(source: Path, target: Path, paths: list[Path]) -> int:
    for path in paths:
        (target / path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(target / path, "xb", opener=private) as file:
            file.write((source / path).read_bytes())
    return len(paths)


def _check_about(path: Path) -> None:
    try:
        about = json.loads(path.read_bytes())
        schema, program = int(about["schema"]), str(about["program"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LedgerError(f"{path.parent} holds no campaign that `estafeta export` wrote") from error
    if schema != SCHEMA_VERSION:
        raise LedgerError(f"{path}: schema {schema}, ours {SCHEMA_VERSION}; import it with Estafeta {program}")
