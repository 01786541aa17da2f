from datetime import date
from pathlib import Path

import pytest

from mailer.reading.orders.gazetteer import Gazetteer, load
from mailer.reading.orders.read import read
from mailer.reading.orders.said import Reading, to_json
from mailer.reading.orders.sure.weigh import UNASKED

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
SENT = date(2026, 3, 11)  # a Wednesday


@pytest.fixture(scope="session")
def campaign() -> Gazetteer:
    return load(CORPUS / "campaign" / "gazetteer.toml")


@pytest.fixture(scope="session")
def reading(campaign):
    """Letters as the grammar reads them: every order is taken that it reads. `test_sureness.py` has the rest."""

    def read_it(text: str, *, character: str = "Krom", subject: str = "", sent: date = SENT) -> Reading:
        return read(text, subject=subject, character=character, sent=sent, gazetteer=campaign, limit=UNASKED)

    return read_it


@pytest.fixture(scope="session")
def shipped(campaign):
    """Letters as a campaign reads them that says nothing of `reading.sure`: what is not trusted is asked about."""

    def read_it(text: str, *, character: str = "Krom", subject: str = "", sent: date = SENT) -> Reading:
        return read(text, subject=subject, character=character, sent=sent, gazetteer=campaign)

    return read_it


@pytest.fixture(scope="session")
def orders(reading):
    def read_it(text: str, **more) -> list[dict]:
        return [to_json(said) for said in reading(text, **more).said]

    return read_it
