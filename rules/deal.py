"""A deal with creatures: their offer, what the party said beforehand about such offers, and who pays."""

from rules.atlas import Deal, Label
from rules.changed import replace
from rules.character import Character, Role
from rules.decisions import decision_id, lettered, opened
from rules.dice import Face, Throw, roll_text
from rules.events import Audience, EventKind
from rules.names import CharacterId, MonsterId
from rules.orders import Attitude, Meet
from rules.reaction import can_talk
from rules.reward import listed
from rules.scene import Scene
from rules.time import Moment
from rules.world import Band, InSite, Option

PEACE = Deal(words=Label("", ""))  # what creatures ask whose table names no price: to be left alone


def attitude(scene: Scene, band: Band) -> Meet | None:
    """What the party said about such creatures; by kind before by class, the latest first. Source: A25."""
    kinds = {str(kind) for kind, _ in band.monsters}
    talk = "talkers" if can_talk(scene, band) else "mute"
    acts = [order.act for order in scene.party.standing if isinstance(order.act, Meet)]
    for wanted in (kinds, {talk}, {"any"}):
        fits = [act for act in acts if act.against in wanted]
        if fits:
            return fits[-1]
    return None


def covers(meet: Meet, deal: Band) -> bool:
    """Whether the limits said cover the price. Bribing without a limit covers any."""
    if meet.attitude is Attitude.FIGHT:
        return False
    if meet.pay_up_to_cp is None and meet.rations_up_to is None:
        return meet.attitude is Attitude.BRIBE or not (deal.price_cp or deal.rations)
    return deal.price_cp <= (meet.pay_up_to_cp or 0) and deal.rations <= (meet.rations_up_to or 0)


def can_pay(scene: Scene, price: Band) -> bool:
    """Whether the party has the money and the food."""
    payers = _payers(scene)
    return sum(person.purse_cp for person in payers) >= price.price_cp and (
        sum(person.rations for person in payers) >= price.rations
    )


def _payers(scene: Scene) -> tuple[Character, ...]:
    """Who pays, in order: the spokesperson's character, then the roster's. The dead leave their purses alone."""
    people = [person for person in scene.living if person.role in (Role.CHARACTER, Role.HENCHMAN)]
    spokesperson = scene.party.spokesperson
    return tuple(sorted(people, key=lambda person: spokesperson is None or person.player != spokesperson))


def offer(scene: Scene, band: Band, words: Label) -> Scene:
    """The scene with the offer told, and accepted at once within what was said, else put to the party. Source: R35."""
    said = attitude(scene, band)
    data = {
        "decision": decision_id(scene, "deal"),
        "price_cp": band.price_cp,
        "rations": band.rations,
        "monsters": listed(band),
        "words_es": words.es,
        "words_en": words.en,
    }
    scene = scene.tell(EventKind.DEAL_OFFERED, data=data, source="R34, R35, A24, A25")
    payable = can_pay(scene, band)
    if said and payable and covers(said, band):
        return accepted(scene, band)
    accept = Option("", "accept", band.price_cp, band.rations)
    options = lettered((accept, Option("", "refuse")) if payable else (Option("", "refuse"),))
    return opened(scene, "deal", options, band=band, silence=scene.book.house.no_reply)


def accepted(scene: Scene, band: Band) -> Scene:
    """The scene after the price was paid and the creatures went away. Source: R36, R65, A18."""
    decision = scene.party.decision.id if scene.party.decision else decision_id(scene, "deal")
    scene, coins = _pay(scene, band.price_cp)
    scene, food = _feed(scene, band.rations)
    data = {
        "decision": decision,
        "price_cp": band.price_cp,
        "rations": band.rations,
        "paid": coins,
        "rations_paid": food,
        "monsters": listed(band),
    }
    scene = scene.tell(EventKind.DEAL_ACCEPTED, data=data, source="R36, A18")
    return reinforced(scene.with_party(decision=None), band)


def _pay(scene: Scene, price_cp: int) -> tuple[Scene, dict[CharacterId, int]]:
    paid: dict[CharacterId, int] = {}
    for person in _payers(scene):
        share = min(price_cp - sum(paid.values()), person.purse_cp)
        if share:
            paid[person.id] = share
            scene = scene.with_person(replace(person, purse_cp=person.purse_cp - share))
    return scene, paid


def _feed(scene: Scene, rations: int) -> tuple[Scene, dict[CharacterId, int]]:
    given: dict[CharacterId, int] = {}
    for person in _payers(scene):
        share = min(rations - sum(given.values()), person.rations)
        if share:
            given[person.id] = share
            scene = scene.with_person(replace(person, rations=person.rations - share))
    return scene, given


def reinforced(scene: Scene, band: Band) -> Scene:
    """The scene with those who went away coming back, if their table says so; only the DM knows. Source: R65."""
    where = scene.party.where
    if band.returns is None or not isinstance(where, InSite):
        return scene
    monsters: list[tuple[MonsterId, int]] = []
    faces: tuple[Face, ...] = ()
    for kind, text in band.returns.monsters:
        throw = Throw(scene.now, scene.party.id, f"returns:{kind}")
        count, thrown = roll_text(scene.dice, throw, text)
        monsters.append((kind, max(0, count)))
        faces += thrown
    due = Moment(scene.now + band.returns.after_minutes)
    coming = Band(tuple(monsters), due=due, site=where.site, zone=where.zone, party=scene.party.id)
    data = {"at": due, "monsters": listed(coming)}
    scene = scene.tell(EventKind.REINFORCEMENTS_DUE, data=data, faces=faces, source="R65", audience=Audience.DM)
    return replace(scene, bands=(*scene.bands, coming))
