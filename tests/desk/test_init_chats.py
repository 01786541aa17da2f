"""`init` asks about chats, keeps their secrets apart, tries them, and says how players get in."""

import pytest
from click.testing import CliRunner
from servers.synapse import PASSWORD
from servers.telegram import TOKEN

from mailer.campaign.load import load_campaign
from mailer.cli.app import estafeta
from mailer.inbox.settings import MatrixSettings, TelegramSettings

OPTIONS = [
    "--ask", "--name", "Niebla", "--tag", "Niebla", "--zone", "Europe/Madrid", "--turnover", "23:00", "--rules",
    "osric", "--calendar", "gregorian", "--date", "1026-1-15", "--mailbox", "maildir",
    "--dm", "Alba <alba@example.com>",
    "--player", "Marta <marta@example.com>", "--character", "Krom, ladrón 2, Marta, 9 pg", "--party", "P",
]  # fmt: skip


@pytest.fixture
def ask(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def ask(*typed: str, language: str = "es", options: tuple[str, ...] = ()):
        words = ["init", str(tmp_path / "c"), *OPTIONS, "--language", language, *options]
        return CliRunner().invoke(estafeta, words, input="".join(f"{line}\n" for line in typed))

    return ask


def settings(tmp_path):
    return load_campaign(tmp_path / "c").settings


def test_by_mail_alone_nothing_is_said_of_chats(ask, tmp_path):
    done = ask("none")
    assert done.exit_code == 0, done.output
    assert settings(tmp_path).chats == ()
    assert "vincular" not in done.output


def test_a_bot_in_the_conversation(ask, tmp_path, telegram):
    """A wrong token is told at once; the right one is kept where only its owner reads it."""
    url = ("--telegram-url", telegram.url)
    done = ask("telegram", "@estafeta_bot", "1000:wrong", "s", "estafeta_bot", TOKEN, options=url)
    assert done.exit_code == 0, (done.output, done.exception)
    assert "@BotFather" in done.output and "@estafeta_bot" in done.output
    assert TOKEN not in done.output
    (chat,) = settings(tmp_path).chats
    assert isinstance(chat, TelegramSettings)
    assert (chat.bot, chat.secret.reveal()) == ("estafeta_bot", TOKEN)
    kept = tmp_path / "config" / "estafeta" / "niebla-telegram.token"
    assert kept.read_text() == f"{TOKEN}\n" and kept.stat().st_mode & 0o077 == 0
    assert f"estafeta link -C {tmp_path / 'c'} NOMBRE" in done.output
    assert "«vincular telegram»" in done.output


def test_an_account_in_the_conversation_in_english(ask, tmp_path, synapse):
    account = synapse.register("mesa")
    done = ask("matrix", "mesa", account.id, "ftp://here", synapse.url, PASSWORD, language="en")
    assert done.exit_code == 0, (done.output, done.exception)
    (chat,) = settings(tmp_path).chats
    assert isinstance(chat, MatrixSettings)
    assert (chat.user, chat.url, chat.secret.reveal()) == (account.id, synapse.url, PASSWORD)
    assert 'mails "link matrix"' in done.output
    assert done.output.count("Wanted is") == 2


def test_a_secret_for_later_and_a_network_that_is_away_stop_nothing(ask, tmp_path):
    """Enter at the token: its place is named, doctor will ask for it, and the campaign is made."""
    done = ask("both", "estafeta_bot", "", "@mesa:example.org", "http://127.0.0.1:1", "pw", "n", "n")
    assert done.exit_code == 0, (done.output, done.exception)
    bot, account = settings(tmp_path).chats
    assert bot.secret.value.endswith("niebla-telegram.token")
    assert account.secret.reveal() == "pw"


@pytest.mark.parametrize(("chats", "kinds"), [("none", []), ("matrix", ["matrix"]), ("both", ["telegram", "matrix"])])
def test_without_asking_the_files_hold_a_sample_to_be_filled(tmp_path, chats, kinds):
    done = CliRunner().invoke(estafeta, ["init", str(tmp_path / "c"), "--no-ask", "--chats", chats])
    assert done.exit_code == 0, done.output
    assert [one.kind for one in settings(tmp_path).chats] == kinds


def test_a_conversation_that_broke_off_asks_no_more_for_the_bot(ask, tmp_path, telegram):
    url = ("--telegram-url", telegram.url, "--no-try")
    words = [*OPTIONS[: OPTIONS.index("--dm")], "--language", "es", *url]
    typed = "telegram\nestafeta_bot\n" + TOKEN + "\n"
    broken = CliRunner().invoke(estafeta, ["init", str(tmp_path / "c"), *words], input=typed)
    assert "Lo contestado está guardado" in broken.output
    again = CliRunner().invoke(
        estafeta, ["init", str(tmp_path / "c"), *words], input="s\nAlba <alba@example.com>\n\n\n"
    )
    assert again.exit_code == 0, again.output
    assert "Clave del bot" not in again.output
    assert settings(tmp_path).chats[0].secret.reveal() == TOKEN
