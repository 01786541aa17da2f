"""An encounter: who turns up, how they take to the party, and whether it ends in a deal or in a fight.

check → group → reaction → deal or survival

Source: R20, R34-R37, R42, R65.
"""

from collections.abc import Sequence

from rules.atlas import EncounterTable, GroupEntry, Label
from rules.changed import replace
from rules.deal import PEACE, attitude, offer
from rules.dice import Face, Throw, roll, roll_text
from rules.events import Audience, EventKind
from rules.fight import fight
from rules.foray import quiet_told
from rules.names import MonsterId
from rules.orders import Attitude
from rules.reaction import can_talk, react, told
from rules.reward import listed
from rules.scene import Scene
from rules.survival import group_hit_dice
from rules.world import Band


def meet(scene: Scene, table: str, *, what: str = "encounter", found: tuple[Face, ...] = ()) -> Scene:
    """The scene after meeting somebody of an encounter table.

    `what` tells throws of one moment apart; `found` are the faces of the check that found them. Source: R20, R34.
    """
    scene = quiet_told(scene).with_party(quiet_checks=0)
    entries = scene.book.atlas.encounters.get(table)
    if entries is None or not entries.entries:
        words = f"encounter without a table: {table!r}"
        data = {"order": None, "words": words}
        return scene.tell(EventKind.FOR_THE_DM, data=data, faces=found, source="A22", audience=Audience.DM)
    suffix = "" if what == "encounter" else f":{what}"
    entry, chosen = drawn(scene, entries, suffix)
    band, counted = numbered(scene, entry, suffix)
    scene = _announced(scene, band, faces=(*found, *chosen, *counted))
    return confront(scene, band, words=entry.deal.words if entry.deal else PEACE.words, suffix=suffix)


def drawn(scene: Scene, table: EncounterTable, suffix: str = "") -> tuple[GroupEntry, tuple[Face, ...]]:
    """One line of the table by weight; a table of one line needs no die."""
    if len(table.entries) == 1:
        return table.entries[0], ()
    faces = roll(scene.dice, Throw(scene.now, scene.party.id, f"group{suffix}"), sum(e.weight for e in table.entries))
    return _at(table.entries, faces[0].value), faces


def _at(entries: Sequence[GroupEntry], value: int) -> GroupEntry:
    for entry in entries:
        value -= entry.weight
        if value <= 0:
            return entry
    return entries[-1]


def numbered(scene: Scene, entry: GroupEntry, suffix: str = "") -> tuple[Band, tuple[Face, ...]]:
    """A line of the table as a band with its numbers rolled; at least one creature comes. Source: A17."""
    monsters: list[tuple[MonsterId, int]] = []
    faces: tuple[Face, ...] = ()
    for kind, text in entry.monsters:
        throw = Throw(scene.now, scene.party.id, f"number:{kind}{suffix}")
        count, thrown = roll_text(scene.dice, throw, text)
        faces += thrown
        if count > 0:
            monsters.append((kind, count))
    if not monsters:
        monsters.append((entry.monsters[0][0], 1))
    deal = entry.deal or PEACE
    return Band(tuple(monsters), price_cp=deal.price_cp, rations=deal.rations, returns=entry.returns), faces


def _announced(scene: Scene, band: Band, *, faces: tuple[Face, ...] = (), returned: bool = False) -> Scene:
    hit_dice = group_hit_dice(band.monsters, monsters=scene.book.atlas.monsters)
    data = {"monsters": listed(band), "hd": str(hit_dice), "returned": returned}
    source = "R65" if returned else "R20, R37, R42, A22"
    return scene.tell(EventKind.ENCOUNTER, data=data, faces=faces, source=source)


def confront(scene: Scene, band: Band, *, words: Label = PEACE.words, suffix: str = "") -> Scene:
    """The scene after the creatures reacted: an offer where they talk and may be talked to, else a fight.

    Whoever said they fight such creatures does not wait for an offer. Source: R34, R36, A24.
    """
    said = attitude(scene, band)
    if not can_talk(scene, band) or (said and said.attitude is Attitude.FIGHT):
        return fight(scene, band, suffix)
    reaction = react(scene, suffix)
    scene = told(scene, reaction)
    if not reaction.row.parley:
        return fight(scene, band, suffix)
    return offer(scene, band, words)


def refused(scene: Scene, band: Band) -> Scene:
    """The scene after the party would not pay: they attack. Source: A25."""
    decision = scene.party.decision.id if scene.party.decision else ""
    scene = scene.with_party(decision=None)
    data = {"decision": decision, "monsters": listed(band)}
    return fight(scene.tell(EventKind.DEAL_REFUSED, data=data, source="A25"), band)


def returned(scene: Scene, band: Band) -> Scene:
    """The scene after those who went for help came back to fight. Source: R65."""
    scene = quiet_told(scene).with_party(quiet_checks=0)
    scene = replace(scene, bands=tuple(other for other in scene.bands if other is not band))
    return fight(_announced(scene, band, returned=True), band, f":returned:{band.due}")


def missed(scene: Scene, band: Band) -> Scene:
    """The scene after those who came back found nobody; only the DM knows. Source: R65."""
    scene = replace(scene, bands=tuple(other for other in scene.bands if other is not band))
    data = {"monsters": listed(band)}
    return scene.tell(EventKind.REINFORCEMENTS_MISSED, data=data, source="R65", audience=Audience.DM)
