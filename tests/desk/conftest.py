"""The example campaign after its five days, for tests that only look."""

import pytest

from mailer.demo import play


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """The folder of a campaign that was played; nobody changes it."""
    folder = tmp_path_factory.mktemp("desk") / "campaign"
    for _ in play(folder):
        pass
    return folder
