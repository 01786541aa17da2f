"""`init` writes a campaign with chats, and the doctor asks the networks about them."""

from datetime import datetime, timedelta

import pytest
from click.testing import CliRunner
from runs.chat_story import ChatStory
from runs.story import MADRID

from mailer.campaign.load import load_campaign
from mailer.cli.app import estafeta
from mailer.desk.checks.chats import chats
from mailer.desk.peek import peek
from mailer.errors import CampaignError
from mailer.inbox.settings import MatrixSettings, TelegramSettings

NOW = datetime(2026, 1, 16, 20, tzinfo=MADRID)


@pytest.fixture
def story(tmp_path, telegram):
    return ChatStory(tmp_path / "campaign", telegram)


def codes(story, now=NOW):
    return [one.code for one in chats(peek(story.folder, now=now, since=now - timedelta(days=7)))]


def test_what_is_well_is_said_so(story):
    assert codes(story) == ["chat_well"]


def test_a_webhook_takes_every_message_and_is_told(story, telegram):
    telegram.webhook = "https://hooks.example.org"
    assert codes(story) == ["chat_webhook"]


def test_a_token_that_is_refused_is_told_without_being_shown(story, monkeypatch):
    monkeypatch.setenv("ESTAFETA_TEST_TELEGRAM", "1000:ANOTHER-token_altogether")
    (found,) = chats(peek(story.folder, now=NOW, since=NOW))
    assert found.code == "chat_refused"
    assert "ANOTHER" not in str(found)


def test_a_bot_by_another_name_seldom_asked_and_a_closed_chat(story, telegram):
    story.set('bot = "estafeta_bot"', 'bot = "otro_bot"')
    story.linked(7, "marta", "marta@example.com")
    story.says(7, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    story.run("2026-01-16 10:05")
    telegram.blocked.add(7)
    story.run("2026-01-16 23:05")
    later = datetime(2026, 1, 17, 20, tzinfo=MADRID)
    assert codes(story, later) == ["chat_well", "chat_bot_name", "chat_seldom", "chat_lost"]


def test_init_writes_what_its_options_say(tmp_path):
    (tmp_path / "token").write_text("1000:TEST-TOKEN_of_nobody")
    words = ["init", str(tmp_path / "new"), "--no-ask", "--telegram-token", str(tmp_path / "token"), "--telegram-bot",
             "mundarrah_bot", "--matrix-user", "@mundarrah:example.org"]  # fmt: skip
    done = CliRunner().invoke(estafeta, words)
    assert done.exit_code == 0, done.output
    bot, account = load_campaign(tmp_path / "new").settings.chats
    assert isinstance(bot, TelegramSettings) and bot.bot == "mundarrah_bot"
    assert bot.secret.reveal() == "1000:TEST-TOKEN_of_nobody"
    assert isinstance(account, MatrixSettings) and account.url == "https://example.org"


def test_the_desk_mails_a_code_and_tells_who_writes_by_what(story, telegram):
    telegram.person(7)
    where, now = ["-C", str(story.folder)], ["--now", "2026-01-15T18:00:00"]
    done = CliRunner().invoke(estafeta, ["link", *where, *now, "Marta Solís"])
    assert (done.exit_code, done.output) == (0, "marta@example.com\n")
    story.run("2026-01-15 18:05")
    story.says(7, "2026-01-15 18:06", f"/start {story.code('marta')}")
    story.run("2026-01-15 18:10")
    listed = CliRunner().invoke(estafeta, ["link", *where])
    assert listed.output.startswith("marta  telegram  7")
    nobody = CliRunner().invoke(estafeta, ["link", *where, "Zutano"])
    assert nobody.exit_code == 65


def test_the_desk_ends_a_link_and_what_waits_for_the_chat_goes_by_mail(story, telegram):
    story.linked(7, "marta", "marta@example.com")
    story.says(7, "2026-01-16 10:00", "Krom compra 2 antorchas.")
    telegram.fail("sendMessage", "429:36000")
    story.run("2026-01-16 10:05")  # its receipt waits
    before = len(telegram.texts(7))
    where, now = ["-C", str(story.folder)], ["--now", "2026-01-16T10:06:00"]
    done = CliRunner().invoke(estafeta, ["link", *where, *now, "--end", "marta"])
    assert (done.exit_code, done.output) == (0, "telegram  7\n")
    story.run("2026-01-16 10:10")
    assert len(telegram.texts(7)) == before
    assert "2 antorchas" in story.texts("marta", "receipt")[-1]
    assert "ya no está vinculado" in story.texts("marta", "chat_note")[-1]
    story.says(7, "2026-01-16 11:00", "Krom compra 3 antorchas.")
    story.run("2026-01-16 21:05")
    assert story.rows("select count(*) from orders") == [(1,)]
    for wrong in (["--end", "marta"], ["--end"], ["--end", "Zutano"]):
        assert CliRunner().invoke(estafeta, ["link", *where, *now, *wrong]).exit_code == 65


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('url = "http://127', 'url = "http://192.0.2.7/127', "https"),
        ('kind = "telegram"', 'kind = "signal"', "telegram, matrix"),
        ("token = { env", 'token = "1000:ABCDEF" # { env', "contraseña"),
    ],
)
def test_a_mistake_in_the_chats_is_told_and_no_secret_shown(story, old, new, said):
    story.set(old, new)
    with pytest.raises(CampaignError) as caught:
        load_campaign(story.folder)
    assert said in str(caught.value) and "ABCDEF" not in str(caught.value)
