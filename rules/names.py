"""The kinds of name by which things in a campaign are told apart.

All are short stable slugs (`duric`, `los-cuatro`, `cripta-de-ossur`), chosen in the campaign's files; what people read
is the name or label beside them.
"""

from typing import NewType

PlayerId = NewType("PlayerId", str)
CharacterId = NewType("CharacterId", str)
PartyId = NewType("PartyId", str)
PlaceId = NewType("PlaceId", str)  # a town, an inn on the road, the mouth of a dungeon
RouteId = NewType("RouteId", str)
SiteId = NewType("SiteId", str)  # a dungeon
ZoneId = NewType("ZoneId", str)  # a part of a site; unique within it
ItemId = NewType("ItemId", str)
MonsterId = NewType("MonsterId", str)
ClassId = NewType("ClassId", str)
OrderId = NewType("OrderId", int)  # the ledger's number of an order; unique, not its rank
DecisionId = NewType("DecisionId", str)  # "{party}.{moment}.{kind}": the same in every replay
