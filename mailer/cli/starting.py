"""The files of a campaign that `estafeta init` makes, from the answers: written, or found wanting first."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailer.cli.language import say as terminal

if TYPE_CHECKING:
    from mailer.desk.answers import Answers


def write(folder: Path, answers: "Answers") -> None:
    """Nothing comes back; settings, roster and world are in the folder."""
    from mailer.campaign.starter import write_starter
    from mailer.desk.answers import people_of, settings_of
    from mailer.desk.asking import say
    from mailer.desk.roster_lines import LineError

    try:
        people = people_of(answers, place="town" if answers.language == "en" else "villa")
        settings = settings_of(answers)
    except LineError as error:
        raise click.UsageError(say(error.code, answers.language, **error.args_of_words).strip()) from error
    except ValueError as error:
        raise click.BadParameter(terminal("campaign_date", value=answers.date), param_hint="--date") from error
    write_starter(folder, language=answers.language, settings=settings, people=people)


def check(answers: "Answers") -> None:
    """Whatever an option said that cannot stand in the files is told now, all at once, before there is a folder."""
    import tempfile

    from mailer.campaign.load import load_campaign

    with tempfile.TemporaryDirectory() as draft:
        write(Path(draft) / "campaign", answers)
        load_campaign(Path(draft) / "campaign")


def check_or_keep(folder: Path, answers: "Answers", *, is_asking: bool) -> None:
    """As `check`; what somebody typed in a conversation is kept all the same, to be mended in the files."""
    from mailer.desk.asking import say
    from mailer.errors import CampaignError

    try:
        check(answers)
    except CampaignError:
        if is_asking:
            write(folder, answers)
            keep_private(folder)
            click.echo(say("kept", answers.language, folder=folder))
        raise


def keep_private(folder: Path) -> None:
    """Letters and secrets lie in it: nobody else on this machine needs to look."""
    folder.chmod(0o700)
