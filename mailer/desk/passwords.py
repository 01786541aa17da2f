"""Passwords and tokens typed while a campaign is made: each in a file of its own, outside the campaign."""

from dataclasses import replace
from pathlib import Path

import click

from mailer.desk.answers import Answers
from mailer.desk.asking import fitted, say
from mailer.desk.drafts import Draft, settings_folder, write_private
from mailer.desk.roster_lines import slug


def ask_password(answers: Answers, draft: Draft) -> Answers:
    """The password asked for without showing it, kept in a file of its own; the answers name the file."""
    path = password_path(answers, draft)
    _ask_hidden("password", answers, path)
    draft.keep("password", {"file": str(path)})
    return replace(answers, password={"file": str(path)})


def ask_secret(answers: Answers, draft: Draft, name: str) -> str:
    """The file that a chat's secret was typed into, by the name of the answer: telegram_token, matrix_password."""
    network, _, what = name.partition("_")
    path = _free(_path(answers, f"-{network}.{what}"), mine=str(draft.answers.get(name) or ""))
    _ask_hidden(name, answers, path)
    draft.keep(name, str(path))
    return str(path)


def password_path(answers: Answers, draft: Draft) -> Path:
    """Where a password typed in is kept: outside the campaign, for its owner alone, and never over another's."""
    mine = dict(draft.answers.get("password") or {}).get("file")
    return _free(_path(answers, ".password"), mine=str(mine or ""))


def keep_password(path: Path, password: str) -> None:
    """Nothing comes back; the password is in the file, which nobody else may read."""
    write_private(path, password + "\n")


def _ask_hidden(code: str, answers: Answers, path: Path) -> None:
    question = fitted(say(code, answers.language, path=path))
    typed = str(click.prompt(question, default="", show_default=False, hide_input=True)).strip()
    if typed:
        keep_password(path, typed)


def _path(answers: Answers, ending: str) -> Path:
    return settings_folder() / f"{slug(answers.tag or answers.name or 'campaign')}{ending}"


def _free(first: Path, *, mine: str) -> Path:
    """That path, or with a number where another campaign's file is in it."""
    path, number = first, 2
    while path.exists() and str(path) != mine:
        path, number = first.with_name(f"{first.stem}-{number}{first.suffix}"), number + 1
    return path
