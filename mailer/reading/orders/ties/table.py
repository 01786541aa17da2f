"""The table from a frame to what settles its ties."""

from collections.abc import Callable

from mailer.reading.orders.letter import Clause, Mail
from mailer.reading.orders.ties.below import explore, go_back, hold, raid, retreat
from mailer.reading.orders.ties.goods import commission, craft, get, give, need, seek, spend
from mailer.reading.orders.ties.meeting import assassinate, avoid, bribe, fight, parley
from mailer.reading.orders.ties.road import stay, travel
from mailer.reading.orders.ties.town import (
    asking,
    begin,
    carry,
    lead,
    other,
    perform,
    pray,
    research,
    rest,
    rumours,
    theft,
    train,
    travel_or_carouse,
    watching,
)


def itself(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """The frame as it is: nothing to settle."""
    return [frame]


def nothing(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """No frame: the word alone sets off none."""
    return []


SETTLE: dict[str, Callable[[Clause, Mail, str], list[str]]] = {
    "spend": spend,
    "other": other,
    "retreat": retreat,
    "shop.get": get,
    "need": need,
    "seek": seek,
    "give": give,
    "stay": stay,
    "status": nothing,
    "begin_with": begin,
    "encounter.avoid": avoid,
    "encounter.fight": fight,
    "encounter.parley": parley,
    "encounter.bribe": bribe,
    "travel": travel,
    "dungeon.explore": explore,
    "dungeon.secure": hold,
    "dungeon.raid": raid,
    "dungeon.return": go_back,
    "rest.rest": rest,
    "train": train,
    "craft": craft,
    "town.rumours": rumours,
    "work.performance": perform,
    "work.prayer": pray,
    "work.theft": theft,
    "work.spying": watching,
    "work.assassination": assassinate,
    "carouse": travel_or_carouse,
    "research": research,
    "ask": asking,
    "lead.lead": lead,
    "lead.carry": carry,
    "lead.watch": lead,
    "lead.scout": lead,
    "lead.hold_resource": lead,
    "lead.other": lead,
    "commission": commission,
}
