"""Instants on the command line are read by the campaign's own clock."""

from datetime import timedelta
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from mailer.cli.options import campaign_option, now_option


@click.command()
@now_option
@campaign_option
def shown(folder: Path, now):
    """Say how far from UTC the instant is."""
    click.echo(now.utcoffset())


@pytest.mark.parametrize(
    ("head", "said", "offset"),
    [
        ('zone = "Europe/Madrid"', "2026-01-17 23:00", timedelta(hours=1)),
        ('zone = "Europe/Madrid"', "2026-07-17 23:00", timedelta(hours=2)),
        ('zone = "Europe/Madrid"', "2026-01-17T23:00-05:00", timedelta(hours=-5)),
        ('zone = "Nowhere/At_All"', "2026-01-17 23:00", timedelta()),
        ("zone = 3", "2026-01-17 23:00", timedelta()),
        ("", "2026-01-17 23:00", timedelta()),
        ("not toml at all", "2026-01-17 23:00", timedelta()),
    ],
)
def test_an_instant_without_offset_is_the_campaigns(tmp_path, head, said, offset):
    (tmp_path / "campaign.toml").write_text(head)
    result = CliRunner().invoke(shown, ["--now", said, "-C", str(tmp_path)])
    assert result.output.strip() == str(offset - timedelta(0)), result.output


def test_a_date_that_is_none_is_told_kindly(tmp_path):
    result = CliRunner().invoke(shown, ["--now", "mañana", "-C", str(tmp_path)])
    assert result.exit_code == 2
    assert "2026-01-17T23:00+01:00" in result.output
