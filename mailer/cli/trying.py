"""The logins of a new campaign, tried while its DM sits there: what keeps us out can be answered anew."""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mailer.cli.options import real_now
from mailer.cli.starting import write

if TYPE_CHECKING:
    from mailer.campaign.campaign import Settings
    from mailer.desk.answers import Answers
    from mailer.desk.drafts import Draft
    from mailer.desk.finding import Finding


def with_login(answers: "Answers", *, is_asking: bool, draft: "Draft") -> "Answers":
    """The answers with what opens mailbox and chats, or the last that was tried."""
    return _with_chats(_with_mail(answers, is_asking=is_asking, draft=draft), is_asking=is_asking, draft=draft)


def _with_mail(answers: "Answers", *, is_asking: bool, draft: "Draft") -> "Answers":
    """The answers with a password that opens the mailbox, or the last that was tried."""
    from mailer.desk.asking import say
    from mailer.desk.passwords import ask_password
    from mailer.desk.providers import MAILDIR

    if answers.provider.id == MAILDIR:
        return answers
    while True:
        if is_asking and answers.password is None:
            answers = ask_password(answers, draft)
        click.echo(say("trying", answers.language))
        findings = tuple(_tried(answers))
        if tell(findings, answers.language) or not is_asking:
            return answers
        mended = _mended(answers, findings, draft=draft)
        if mended is None:
            return answers
        answers = mended


def _with_chats(answers: "Answers", *, is_asking: bool, draft: "Draft") -> "Answers":
    """The same for each chat: its name and secret are asked again while the network will not have us."""
    from mailer.desk.asking import Asking, is_yes, say
    from mailer.desk.asking_chats import CHATS, ask_chat, chats_of
    from mailer.desk.finding import Health

    for kind in chats_of(answers):
        while True:
            click.echo(say("trying_chat", answers.language, name=CHATS[kind]))
            findings = tuple(_tried_chat(answers, kind))
            if tell(findings, answers.language) or not is_asking:
                break
            wrong = {one.code for one in findings if one.health is Health.MEND}
            if not is_yes("again_chat", answers.language, default="chat_refused" in wrong, name=CHATS[kind]):
                break
            answers = ask_chat(Asking(answers.language, real_now(), draft), answers, kind, is_anew=True)
    return answers


def _mended(answers: "Answers", findings: Sequence["Finding"], *, draft: "Draft") -> "Answers | None":
    """The answers with what kept us out answered anew; None to go on as they are."""
    from dataclasses import replace

    from mailer.desk.asking import Asking, is_file, is_yes
    from mailer.desk.asking_mailbox import own_servers
    from mailer.desk.finding import Health
    from mailer.desk.providers import OWN

    language, wrong = answers.language, {one.code for one in findings if one.health is Health.MEND}
    if "certificate_unknown" in wrong:
        file = Asking(language, real_now(), draft).ask("ca_file", read=is_file(language))
        if file:
            return replace(answers, ca_file=str(Path(file).expanduser().absolute()))
    if any(_says(one, "AUTH extension not supported") for one in findings) and is_yes(
        "no_smtp_login", language, default=True
    ):
        draft.keep("smtp_login", False)
        return replace(answers, smtp_login=False)
    is_silent = not wrong.isdisjoint({"server_silent", "certificate_unknown"})
    if is_silent and answers.provider.id == OWN and is_yes("servers_again", language, default=True):
        names = [f"{which}_{what}" for which in ("imap", "smtp") for what in ("host", "port", "security")]
        draft.forget(*names, "smtp_login")
        nothing: dict[str, Any] = dict.fromkeys([*names, "smtp_login", "security"])
        blank = replace(answers, **nothing)
        domain = (answers.address or "").rpartition("@")[2]
        return own_servers(Asking(language, real_now(), draft), blank, domain, before=answers)
    if is_yes("again", language, default=not is_silent):
        user = Asking(language, real_now(), draft).ask("user", default=answers.user or answers.address)
        return replace(answers, user=user, password=None)
    return None


def _says(one: "Finding", *words: str) -> bool:
    """Whether a server's reason has any of those words in it."""
    return any(word in str(one.args.get("reason", "")) for word in words)


def _tried(answers: "Answers") -> Iterable["Finding"]:
    """The login of the mailbox and of the way out."""
    from mailer.desk.checks.lines import mailbox, way_out

    with _settings(answers) as settings:
        for one in settings.inbox:
            yield from mailbox(one)
        yield way_out(settings.out)


def _tried_chat(answers: "Answers", kind: str) -> Iterable["Finding"]:
    """Whether that network will have us."""
    from mailer.desk.checks.chats import chat_line

    with _settings(answers) as settings:
        chat = settings.chat(kind)
        if chat is not None:
            yield from chat_line(chat)


@contextmanager
def _settings(answers: "Answers") -> Iterator["Settings"]:
    """The settings as the files would have them; the files are thrown away."""
    from mailer.campaign.head import load_settings

    with tempfile.TemporaryDirectory() as draft:
        write(Path(draft) / "campaign", answers)
        yield load_settings(Path(draft) / "campaign")


def tell(findings: Iterable["Finding"], language: str) -> bool:
    """Each finding on a line; whether none is to be mended."""
    from mailer.cli.doctor import show
    from mailer.desk.finding import Health, told

    is_well = True
    for one in findings:
        show(told(one, language))
        is_well = is_well and one.health is not Health.MEND
    return is_well
