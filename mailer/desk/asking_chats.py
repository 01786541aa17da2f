"""The questions of `estafeta init` about chats: by which ones players may write, and what opens each."""

from dataclasses import replace

import click

from mailer.campaign.kinds import Text
from mailer.campaign.real_kinds import MatrixUser, Url
from mailer.desk.answers import Answers, chats_of
from mailer.desk.asking import Asking, say
from mailer.desk.passwords import ask_secret
from mailer.inbox.chat import CHATS as NETWORKS
from mailer.linking import LABELS as CHATS

__all__ = ["CHATS", "ask_chat", "ask_chats", "chats_of"]

_NONE, _BOTH = "none", "both"
WISHES = (_NONE, *NETWORKS, _BOTH)


def ask_chats(asking: Asking, known: Answers) -> Answers:
    """Which chats there shall be, if no option says so, and what is needed for each."""
    if not known.chats and not chats_of(known):
        said = asking.ask("chats", default=_NONE, read=asking.one_of(WISHES), known=", ".join(WISHES))
        known = replace(known, chats=said)
    for kind in chats_of(known):
        known = ask_chat(asking, known, kind)
    return known


def ask_chat(asking: Asking, known: Answers, kind: str, *, is_anew: bool = False) -> Answers:
    """Name and secret of one chat; anew where the network would not have us by the ones that were given."""
    return _ASKED[kind](asking, known, is_anew)


def _telegram(asking: Asking, known: Answers, is_anew: bool) -> Answers:
    bot, token = known.telegram_bot, known.telegram_token
    if is_anew or not bot or not token:
        click.echo(say("telegram_how", asking.language))
    if is_anew or not bot:
        bot = asking.ask("telegram_bot", default=bot, read=asking.kind(Text(64))).lstrip("@")
    if is_anew or not token:
        token = ask_secret(known, asking.draft, "telegram_token")
    return replace(known, telegram_bot=bot, telegram_token=token)


def _matrix(asking: Asking, known: Answers, is_anew: bool) -> Answers:
    user, url, password = known.matrix_user, known.matrix_url, known.matrix_password
    if is_anew or not user or not password:
        click.echo(say("matrix_how", asking.language))
    if is_anew or not user:
        user = asking.ask("matrix_user", default=user, read=asking.kind(MatrixUser()))
    if is_anew or not url:
        url = asking.ask("matrix_url", default=url or f"https://{user.partition(':')[2]}", read=asking.kind(Url()))
    known = replace(known, matrix_user=user, matrix_url=url)
    if is_anew or not password:
        password = ask_secret(known, asking.draft, "matrix_password")
    return replace(known, matrix_password=password)


_ASKED = {"telegram": _telegram, "matrix": _matrix}
