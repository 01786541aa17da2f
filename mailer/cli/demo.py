"""`estafeta demo`: the example campaign, played."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailer.cli.language import here, say

if TYPE_CHECKING:
    from rich.console import Console

    from mailer.demo import Scene, SentMail

# Whose copies of the days are shown to whom reads which language; of the others only that they went out.
_FOLLOWED = {"es": "luis", "en": "owen"}
_ALWAYS = {"death", "held_confirmation", "stranger_answer"}


@click.command("demo")
@click.argument("folder", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option("--all", "every", is_flag=True, help="Show every mail that went out, not only some.")
def command(folder: Path | None, every: bool) -> None:
    """Play the example campaign for five days on Maildir folders, without network, and show the mails.

    FOLDER is where the campaign is made; a new temporary one if not given. It stays there to be looked around in.
    """
    from rich.console import Console

    from mailer.demo import play

    target = folder or Path(tempfile.mkdtemp(prefix="estafeta-demo-")) / "campaign"
    console = Console(width=100, highlight=False)
    language = here()
    scenes = list(play(target, language=language))
    for scene in scenes:
        _show(console, scene, every=every, is_last=scene is scenes[-1])
    console.rule(style="dim")
    count = sum(len(scene.mails) for scene in scenes)
    console.print(say("demo_end", language, count=count, folder=f"[bold]{target}[/]"))
    for code in ("demo_ledger", "demo_mail", "demo_next"):
        console.print(say(code, language, folder=target), soft_wrap=True)  # to be copied whole


def _show(console: "Console", scene: "Scene", *, every: bool, is_last: bool) -> None:
    """One run: the letter that came, and the mails that went out."""
    from rich.panel import Panel
    from rich.text import Text

    when = scene.now.strftime("%a %d %b, %H:%M")
    title = f"{when} · {scene.letter}" if scene.letter else f"{when} · estafeta run"
    console.rule(f"[bold]{title}[/]", style="cyan")
    if scene.letter:
        console.print(Panel(Text(scene.words), style="yellow", width=100))
    shown = [mail for mail in scene.mails if every or _is_shown(mail, scene, is_last=is_last)]
    for mail in shown:
        _show_mail(console, mail)
    if len(shown) < len(scene.mails):
        console.print(say("demo_more", count=len(scene.mails) - len(shown)), style="dim")


def _is_shown(mail: "SentMail", scene: "Scene", *, is_last: bool) -> bool:
    """Answers to whoever wrote, one player's days, what everybody would want to see, and the DM's last digest."""
    if mail.kind in _ALWAYS or (mail.kind == "digest" and is_last):
        return True
    writer = scene.letter[16:].partition("-")[0]
    if mail.kind == "receipt":
        return mail.player == writer
    return mail.player == _FOLLOWED[here()]


def _show_mail(console: "Console", mail: "SentMail") -> None:
    from rich.text import Text

    console.print(Text(f"→ {mail.recipient}", style="bold green"), Text(mail.subject, style="bold"))
    body = "\n".join(f"   {line}" for line in mail.text.strip().splitlines()[1:])
    console.print(Text(body))
    console.print()
