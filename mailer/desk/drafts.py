"""What was answered so far in a conversation that broke off, kept outside the campaign until it is made.

~/.config/estafeta/init-c0ffee12.json
{"folder": "/home/dm/mundarrah", "answers": {"name": "Mundarrah", …}, "open": "players"}

For its owner alone; a password never stands in it, only where one is kept.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from hashlib import blake2s
from pathlib import Path
from typing import Any

from mailer.desk.answers import Answers

_LISTS = ("players", "characters")
_OURS = frozenset(one.name for one in fields(Answers)) - {"anchor"}


@dataclass
class Draft:
    """The answers to one conversation, on disk as they are given."""

    folder: Path
    answers: dict[str, Any] = field(default_factory=dict)
    open: str = ""  # the list that was being typed

    @property
    def path(self) -> Path:
        """Where it is kept."""
        name = blake2s(str(self.folder.absolute()).encode(), digest_size=4).hexdigest()
        return settings_folder() / f"init-{name}.json"

    def keep(self, name: str, value: Any, *, is_open: bool = False) -> None:
        """Nothing comes back; the answer is on disk."""
        self.answers[name], self.open = value, name if is_open else ""
        write_private(self.path, json.dumps({"folder": str(self.folder), "answers": self.answers, "open": self.open}))

    def note(self, given: Answers) -> None:
        """Nothing comes back; what options said is kept with the first answer, so that going on needs them no more."""
        for name in sorted(_OURS - {"language"}):
            if value := getattr(given, name):
                self.answers[name] = list(value) if isinstance(value, tuple) else value

    def forget(self, *names: str) -> None:
        """Nothing comes back; those answers are asked for again, or without names there is no draft any more."""
        if not names:
            self.path.unlink(missing_ok=True)
            return
        for name in names:
            self.answers.pop(name, None)

    def filled(self, given: Answers) -> Answers:
        """The answers given, and where there are none those of the draft; a list that was being typed is asked for."""
        kept = {name: tuple(value) if name in _LISTS else value for name, value in self.answers.items()}
        missing: dict[str, Any] = {
            name: value for name, value in kept.items() if name != self.open and not getattr(given, name)
        }
        return replace(given, **missing)

    def typed(self, name: str) -> tuple[str, ...]:
        """The lines of a list that was being typed when the conversation broke off."""
        return tuple(self.answers.get(name, ())) if self.open == name else ()


def draft_of(folder: Path) -> Draft:
    """What was answered for that folder before; an empty one if nothing was, or it cannot be read."""
    draft = Draft(folder)
    try:
        found = json.loads(draft.path.read_text("utf-8"))
        kept = {name: value for name, value in found["answers"].items() if _is_answer(name, value)}
        return replace(draft, answers=kept, open=str(found.get("open") or ""))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return draft


def _is_answer(name: str, value: object) -> bool:
    if name not in _OURS:
        return False
    if name in _LISTS:
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return isinstance(value, Mapping) if name == "password" else isinstance(value, str | int | bool)


def settings_folder() -> Path:
    """Where things of the host's are kept that belong into no campaign."""
    base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return base / "estafeta"


def write_private(path: Path, text: str) -> None:
    """Nothing comes back; the text is in the file, which nobody else may read, and never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_name(f"{path.name}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(text)
    part.replace(path)
