"""Which frame a clause fills: the table from what sets it off to what reads it, and how ties are settled."""

from collections.abc import Callable
from functools import partial

from mailer.reading.orders.before import clause_start
from mailer.reading.orders.events import event_of
from mailer.reading.orders.frames import (
    answers,
    care,
    command,
    dungeon,
    encounter,
    limits,
    offers,
    people,
    research,
    road,
    shop,
    town,
    training,
)
from mailer.reading.orders.letter import Clause, Condition, Draft, Mail
from mailer.reading.orders.likeness.second import chosen
from mailer.reading.orders.ties.table import SETTLE, itself
from mailer.reading.orders.times import add_sequence
from mailer.reading.orders.tokens import word_set

Frame = Callable[[Clause, Mail], list[Draft]]
_ATTITUDES = ("fight", "parley", "avoid", "bribe")
_TOWN_MODES = ("rumours", "wander", "appraise", "scout", "find_person")
_TRADES = ("theft", "performance", "assassination", "prayer", "tracking", "spying")
_DIRECTIVES = ("lead", "carry", "watch", "scout", "hold_resource", "other")

FRAMES: dict[str, Frame] = {
    **{f"shop.{verb}": partial(shop.trade, verb=verb) for verb in ("buy", "sell")},
    "travel": road.travel,
    "wait": road.wait,
    "dungeon.secure": dungeon.secure,
    "dungeon.explore": dungeon.explore,
    "dungeon.raid": dungeon.raid,
    "dungeon.return": dungeon.leave,
    **{f"encounter.{one}": partial(encounter.meet, attitude=one) for one in _ATTITUDES},
    "retreat": limits.retreat,
    "spend": people.spend,
    "load": limits.load,
    "rest.rest": care.rest,
    "rest.heal": care.heal,
    "research": research.research,
    "ask": research.ask,
    "train": training.train,
    "carouse": town.carouse,
    "hire": people.hire,
    **{f"town.{mode}": partial(town.explore_town, mode=mode) for mode in _TOWN_MODES},
    **{f"work.{trade}": partial(town.work, trade=trade) for trade in _TRADES},
    "craft": people.craft,
    "commission": partial(people.craft, commission=True),
    "decide.accept": partial(answers.decide, answer="accept"),
    "decide.refuse": partial(answers.decide, answer="refuse"),
    "decide.choose": answers.choose,
    "tell": offers.tell,
    "lead.designate": command.designate,
    **{f"lead.{action}": partial(command.direct, action=action) for action in _DIRECTIVES},
    "independence": command.independence,
    "cancel": answers.cancel,
    "other": people.other,
    "stance": dungeon.stance,
    "meeting": encounter.meeting,
}
_LOADED = word_set(
    "carga cargas mochila mochilas pack packs load peso carry cargados cargado capacidad capacity alforjas saddlebags"
)
_TURNING = frozenset({"retreat", "dungeon.return", "encounter.avoid", "travel", "dungeon.secure"})


def interpret(clause: Clause, mail: Mail) -> list[Draft]:
    """The orders a clause gives, by the first of its frames that can be filled."""
    for frame in chosen(candidates(clause, mail), clause, mail):
        drafts = FRAMES[frame](clause, mail) if frame in FRAMES else []
        if drafts:
            for draft in drafts:
                draft.frame = frame
                add_sequence(draft)
            if frame == "load":
                drafts += _or_else(clause, mail)
            if frame.startswith("dungeon.") and any(
                a.kind == "weight" and not a.used and clause.i <= a.i < clause.j for a in clause.sentence.amounts
            ):
                drafts += limits.load(clause, mail)
            return drafts
    return []


def _or_else(clause: Clause, mail: Mail) -> list[Draft]:
    """The other half of a limit: en cuanto llevemos tres cuartos de la carga o aparezca el espectro."""
    condition, words = clause.condition, clause.sentence.words
    if condition is None:
        return []
    at = next((k for k in range(condition.i, condition.j - 1) if words[k] in ("o", "or")), None)
    if at is None or "dungeon.return" not in clause.hit.frames:
        return []
    rest = Condition(at + 1, condition.j, False, {}, condition.backward)
    rest.slot.update(text=clause.sentence.span(rest.i, rest.j), event=event_of(clause.sentence, rest.i, rest.j, mail))
    other = dungeon.leave(Clause(clause.sentence, clause.hit, clause.i, clause.j, rest), mail)
    for draft in other:
        draft.frame = "dungeon.return"
    return other


def candidates(clause: Clause, mail: Mail) -> list[str]:
    """The frames to try, the likeliest first."""
    limit = _limit(clause)
    if limit is not None:
        return [limit]
    if {"nadie", "nobody", "ninguno"} & set(
        clause.sentence.words[clause_start(clause.sentence, clause.hit.i) : clause.hit.i]
    ):
        return ["load"] if "load" in clause.hit.frames else []
    found: list[str] = []
    others = [name for name in clause.hit.subject if name != mail.sender]
    if others and clause.hit.person in ("3s", "3p", "opt", "2", "none") and not _may_speak_for(clause, mail, others):
        return []
    foreign = (
        bool(others)
        and mail.sender not in clause.hit.subject
        and not any(mail.gazetteer.commands(mail.sender, n) for n in others)
    )
    for frame in clause.hit.frames:
        chosen = SETTLE.get(frame, itself)(clause, mail, frame)
        found += [one for one in chosen if one in FRAMES and one not in found]
    if foreign:
        leads = [frame for frame in found if frame.startswith("lead.")]
        if leads or not (mail.is_spokesperson or mail.invoked):
            return leads
        if "encounter.parley" in found and clause.condition is not None:
            return ["encounter.parley"]  # if the hermit comes up, let Pell do the talking
        return ["lead.other"] if clause.hit.person in ("opt", "2") else []
    return found


def _may_speak_for(clause: Clause, mail: Mail, others: list[str]) -> bool:
    together = mail.sender in clause.hit.subject
    return (
        together
        or mail.is_spokesperson
        or mail.invoked
        or any(mail.gazetteer.commands(mail.sender, name) for name in others)
        or "lead.designate" in clause.hit.frames
    )


def _limit(clause: Clause) -> str | None:
    """Turning back at so many hit points, or at such a load."""
    if not _TURNING & set(clause.hit.frames) and not {"load", "lead.carry"} & set(clause.hit.frames):
        return None
    sentence = clause.sentence
    ahead = (clause.condition.i if clause.condition is not None else clause.i, clause.j)
    start, end = min(ahead[0], clause.i), max(clause.j, clause.condition.j if clause.condition is not None else 0)
    kinds = [a.kind for a in sentence.amounts if start <= a.i < end and not a.used]
    loaded = bool(_LOADED & set(sentence.words[start:end]))
    if loaded and {"fraction", "percent", "weight"} & set(kinds):
        return "load"
    if "weight" in kinds and {"load", "lead.carry"} & set(clause.hit.frames):
        return "load"
    if "weight" in kinds and "load" not in clause.hit.frames and clause.condition is not None:
        return "load"
    hp = {"hp", "pg", "pv", "pgs", "vida"} & set(sentence.words[start:end])
    if ({"percent", "hp"} & set(kinds) or (hp and "number" in kinds)) and not _heals(clause):
        return "retreat"
    if "fraction" in kinds and not loaded and (clause.condition is not None or hp or "retreat" in clause.hit.frames):
        return "retreat"
    if "load" in clause.hit.frames:
        return "load"
    return None


def _heals(clause: Clause) -> bool:
    return bool({"rest.rest", "rest.heal"} & set(clause.hit.frames))
