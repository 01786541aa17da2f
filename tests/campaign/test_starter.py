from datetime import date
from mailbox import Maildir
from pathlib import Path

import pytest

from mailer.campaign.load import load_campaign
from mailer.campaign.starter import campaign_file, write_starter
from mailer.errors import CampaignError
from mailer.inbox.secret import SecretSource
from mailer.inbox.settings import ImapSettings, SmtpSettings


@pytest.mark.parametrize(("ruleset", "tag"), [("osric", "Los Cuatro"), ("5e", "Costa Gris")])
def test_the_example_is_copied_whole_and_has_its_mail_folders(tmp_path: Path, ruleset, tag):
    folder = tmp_path / "new" / "campaign"
    write_starter(folder, example=True, ruleset=ruleset)
    campaign = load_campaign(folder)
    assert campaign.settings.tag == tag
    assert campaign.settings.inbox[0].path == folder / "mail/in"
    for box in ("in", "out"):
        assert Maildir(folder / "mail" / box, create=False).keys() == []
        assert sorted(path.name for path in (folder / "mail" / box).iterdir()) == ["cur", "new", "tmp"]


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_blank_campaign_can_be_read_as_it_is(tmp_path: Path, language):
    write_starter(tmp_path / "campaign", language=language)
    campaign = load_campaign(tmp_path / "campaign")
    assert campaign.settings.language == language
    assert [player.is_dm for player in campaign.roster.players.values()] == [True]
    assert len(campaign.book.atlas.places) == 1


def test_answers_stand_in_the_files(tmp_path: Path):
    secret = {"command": "pass show mail"}
    settings = {
        "name": "Niebla",
        "tag": "Niebla",
        "zone": "America/Bogota",
        "address": "niebla@example.org",
        "turnover": "04:00",
        "calendar": {"use": "comarca", "anchor": date(2026, 3, 1), "date": [7, 2, 30]},
        "inbox": [{"kind": "imap", "host": "imap.example.org", "user": "niebla@example.org", "password": secret}],
        "out": {"kind": "smtp", "host": "smtp.example.org", "user": "niebla@example.org", "password": secret},
        "house": {"check_sides": 12},
    }
    people = {
        "players": {"eva": {"name": "Eva «la DM»", "addresses": ["eva@example.com"], "dm": True}},
        "characters": {"bo": {"name": "Bo", "class": "guerrero 1", "max_hp": 7, "place": "villa"}},
    }
    write_starter(tmp_path / "c", settings=settings, people=people)
    campaign = load_campaign(tmp_path / "c")
    (inbox,) = campaign.settings.inbox
    assert isinstance(inbox, ImapSettings) and inbox.secret.source is SecretSource.COMMAND
    assert isinstance(campaign.settings.out, SmtpSettings)
    assert (campaign.settings.zone.key, campaign.book.house.turnover) == ("America/Bogota", 240)
    assert campaign.book.house.check_sides == 12
    assert campaign.calendar.date_of(0).day == 30
    assert campaign.roster.players["eva"].name == "Eva «la DM»"
    assert campaign.start.parties["bo"].members == ("bo",)


def test_every_line_of_the_commented_file_may_be_switched_on(tmp_path: Path):
    write_starter(tmp_path / "c")
    path = tmp_path / "c" / "campaign.toml"
    text = campaign_file({}, language="es")
    on = [
        line[2:] if line.startswith("# ") and " = " in line and "…" not in line else line for line in text.splitlines()
    ]
    assert sum(line.startswith("# ") and " = " in line for line in text.splitlines()) > 50
    path.write_text("\n".join(on), encoding="utf-8")
    campaign = load_campaign(tmp_path / "c")
    assert campaign.calendar.date_of(0).year == 1026  # the sample of a key without a default


def test_a_folder_with_things_in_it_is_left_alone(tmp_path: Path):
    (tmp_path / "mine.txt").write_text("x", encoding="utf-8")
    with pytest.raises(CampaignError) as caught:
        write_starter(tmp_path, example=True)
    assert "con cosas dentro" in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_in_the_way_is_told(tmp_path: Path):
    (tmp_path / "mine.txt").write_text("x", encoding="utf-8")
    with pytest.raises(CampaignError) as caught:
        write_starter(tmp_path / "mine.txt", language="en")
    assert "a new or empty folder" in str(caught.value)


def test_an_empty_folder_will_do(tmp_path: Path):
    write_starter(tmp_path, example=True)
    assert load_campaign(tmp_path).settings.tag == "Los Cuatro"


@pytest.mark.parametrize("ruleset", ["osric", "5e"])
def test_an_example_to_play_with_has_dice_of_its_own(tmp_path: Path, ruleset):
    write_starter(tmp_path / "shown", example=True, ruleset=ruleset)
    write_starter(tmp_path / "played", example=True, own_dice=True, ruleset=ruleset)
    assert load_campaign(tmp_path / "shown").settings.dice_seed
    assert not load_campaign(tmp_path / "played").settings.dice_seed
