"""What calls a campaign without anybody: units for systemd, beside the line for cron."""

import shlex
from pathlib import Path

from mailer.desk.checks.clock import program
from mailer.desk.roster_lines import slug


def unit_name(folder: Path) -> str:
    """What the units of a campaign are called."""
    return f"estafeta-{slug(folder.resolve().name)}"


def systemd_units(folder: Path) -> dict[str, str]:
    """A service and its timer, by file name, for `~/.config/systemd/user/`."""
    whole, name = folder.resolve(), unit_name(folder)
    command = " ".join(
        _escaped(word) for word in (str(program()), "run", "-C", str(whole), "--log", str(whole / "estafeta.log"))
    )
    service = f"[Unit]\nDescription=Estafeta: {whole.name}\n\n[Service]\nType=oneshot\nExecStart={command}\n"
    timer = (
        f"[Unit]\nDescription=Estafeta: {whole.name}\n\n[Timer]\nOnCalendar=*:07\nPersistent=true\n\n"
        "[Install]\nWantedBy=timers.target\n"
    )
    return {f"{name}.service": service, f"{name}.timer": timer}


def _escaped(word: str) -> str:
    """A word of a command as systemd reads it."""
    return shlex.quote(word).replace("%", "%%").replace("$", "$$")
