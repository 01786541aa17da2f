"""What a mail offers to copy is understood when it comes back: every suggestion, as the order it was made from."""

from dataclasses import replace
from datetime import date

import pytest

from mailer.reading.orders.gazetteer import build
from mailer.reading.orders.read import read
from mailer.writing.names import Names
from mailer.writing.sample_days import NOW
from mailer.writing.suggest import suggestions
from mailer.writing.templates import phrases
from rules.names import CharacterId, PartyId, PlaceId, RouteId
from rules.world import AtPlace, InSite, OnRoute, Where

PARTY = PartyId("los-cuatro")
KINDS = {
    "shop": "shop", "travel": "travel", "stance": "dungeon", "retreatat": "retreat", "rest": "rest", "do": "carouse",
    "answer": "decision", "meet": "encounter", "loadupto": "encumbrance",
}  # fmt: skip
PLACES: tuple[Where | None, ...] = (
    None,  # where the sample has them: underground, with a deal on the table
    InSite("cripta", "capilla", frozenset()),
    AtPlace(PlaceId("valdecuervo")),
    AtPlace(PlaceId("posada")),
    OnRoute(RouteId("camino-viejo"), PlaceId("posada"), (), PlaceId("posada"), 0),
)


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("character", ["duric", "krom"])
def test_every_suggestion_is_understood(where: Where | None, character: str, names: Names, language: str) -> None:
    sheet, party = names.world.characters[CharacterId(character)], names.world.parties[PARTY]
    if where is not None:
        party = replace(party, where=where, decision=None)
    deeds, short = suggestions(sheet, party, names, now=NOW), phrases(language).functions()["short"]
    assert 4 <= len(deeds) <= 6 or where == AtPlace(PlaceId("posada"))
    assert deeds
    for deed in deeds:
        back = read(short(deed), subject="", character=sheet.name, sent=date(2026, 1, 21), gazetteer=build({}))
        assert [said.kind for said in back.said] == [KINDS[deed.act]], short(deed)
        assert back.doubts == (), short(deed)
