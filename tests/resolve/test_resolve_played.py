"""What is resolved is what the rules then do: from things said to what happens in the example campaign."""

import pytest

from mailer.campaign.load import load_campaign
from mailer.reading.orders.said import Said
from mailer.reading.resolve.context import context_of
from mailer.reading.resolve.resolve import resolve_all
from mailer.resources import shipped
from rules.day import Inputs, advance
from rules.dice import Face
from rules.time import Moment

NOON = 3 * 1440 + 720


class Highest:
    """Dice that always fall highest: nobody is met."""

    def face(self, throw, n, sides):
        return Face(throw, n, sides, sides)


@pytest.fixture(scope="module")
def play():
    example = load_campaign(shipped("data") / "example")

    def happened(*letters, days=6):
        """The events after some letters, each a writer, a minute and what they say."""
        orders = []
        for player, minute, *things in letters:
            context = context_of(example, example.start, player=player, received=Moment(NOON + minute))
            said = [Said(kind, {"who": "self", **slots}, 0, kind) for kind, slots in things]
            drafts = [draft for found in resolve_all(said, context=context) for draft in found.orders]
            orders += [draft.numbered(len(orders) + n) for n, draft in enumerate(drafts, 1)]
        step = advance(
            example.start, Inputs(tuple(orders)), book=example.book, dice=Highest(), until=Moment((3 + days) * 1440)
        )
        return [(event.kind.value, event.characters, dict(event.data)) for event in step.events], step.world

    return happened


OUT = ("dungeon", {"who": "party", "stance": "return"})
HOME = ("travel", {"who": "party", "destination": "el pueblo", "depart": {"event": "after_previous"}})
TORCHES = ("shop", {"items": [{"item": "antorchas", "qty": 2, "verb": "buy"}]})


def test_shopping_said_underground_is_done_on_arrival(play):
    events, _ = play(("luis", 0, OUT, HOME), ("marta", 5, TORCHES))
    kinds = [kind for kind, _, _ in events]
    assert kinds.index("left_site") < kinds.index("arrived") < kinds.index("bought")
    assert "not_bought" not in kinds
    bought = next(data for kind, who, data in events if kind == "bought" and who == ("krom",))
    assert (bought["item"], bought["quantity"]) == ("torch", 2)


def test_i_stay_breaks_away_and_we_stay_is_a_proposal(play):
    alone, _ = play(("luis", 0, OUT), ("marta", 5, ("dungeon", {"stance": "secure", "place": "aquí"})), days=1)
    assert ("broke_away", ("krom",)) in [(kind, who) for kind, who, _ in alone]
    plural, _ = play(("luis", 0, OUT), ("marta", 5, ("dungeon", {"who": "party", "stance": "secure"})), days=1)
    kinds = [kind for kind, _, _ in plural]
    assert "proposed" in kinds
    assert "broke_away" not in kinds


def test_a_limit_of_ones_own_is_kept(play):
    _, world = play(("marta", 0, ("retreat", {"who": "party", "pct": 80})), days=1)
    assert world.characters["krom"].limits.retreat_percent == 80
    assert world.characters["duric"].limits.retreat_percent is None


def test_a_journey_arrives_on_the_day_foretold(play):
    example = load_campaign(shipped("data") / "example")
    context = context_of(example, example.start, player="owen", received=Moment(NOON))
    said = Said("travel", {"who": "party", "destination": "Saltmire"}, 0, "we go")
    foretold = resolve_all([said], context=context)[0].gloss.facts["arrives_day"]
    events, _ = play(("owen", 0, ("travel", {"who": "party", "destination": "Saltmire"})), days=12)
    departed = next(data for kind, _, data in events if kind == "departed")
    assert departed["arrives_day"] == foretold
