from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from mailer.errors import CampaignError, Mistake
from mailer.resources import shipped

Edit = Callable[[str, str, str], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the example campaign to spoil."""
    return Path(copytree(shipped("data") / "example", tmp_path / "campaign"))


@pytest.fixture
def mistakes(folder: Path) -> Callable[[], tuple[Mistake, ...]]:
    """All that is wrong with the copy."""
    from mailer.campaign.load import load_campaign

    def found() -> tuple[Mistake, ...]:
        with pytest.raises(CampaignError) as caught:
            load_campaign(folder)
        return caught.value.mistakes

    return found
