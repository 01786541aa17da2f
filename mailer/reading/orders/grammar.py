"""Which frame a clause fills: the table from what sets it off to what reads it, and how ties are settled."""

from collections.abc import Callable
from functools import partial

from mailer.reading.orders.conditions import event_of
from mailer.reading.orders.frames import (
    answers,
    care,
    command,
    dungeon,
    encounter,
    learning,
    limits,
    offers,
    people,
    road,
    shop,
    town,
)
from mailer.reading.orders.letter import Clause, Condition, Draft, Mail
from mailer.reading.orders.mood import clause_start
from mailer.reading.orders.spans import ARTICLES, add_sequence, find_place, names_in, place_at
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary

Frame = Callable[[Clause, Mail], list[Draft]]

FRAMES: dict[str, Frame] = {
    "shop.buy": partial(shop.trade, verb="buy"),
    "shop.sell": partial(shop.trade, verb="sell"),
    "travel": road.travel,
    "wait": road.wait,
    "dungeon.secure": dungeon.secure,
    "dungeon.explore": dungeon.explore,
    "dungeon.raid": dungeon.raid,
    "dungeon.return": dungeon.leave,
    "encounter.fight": partial(encounter.meet, attitude="fight"),
    "encounter.parley": partial(encounter.meet, attitude="parley"),
    "encounter.avoid": partial(encounter.meet, attitude="avoid"),
    "encounter.bribe": partial(encounter.meet, attitude="bribe"),
    "retreat": limits.retreat,
    "spend": people.spend,
    "load": limits.load,
    "rest.rest": care.rest,
    "rest.heal": care.heal,
    "research": learning.research,
    "ask": learning.ask,
    "train": learning.train,
    "carouse": town.carouse,
    "hire": people.hire,
    "town.rumours": partial(town.explore_town, mode="rumours"),
    "town.wander": partial(town.explore_town, mode="wander"),
    "town.appraise": partial(town.explore_town, mode="appraise"),
    "town.scout": partial(town.explore_town, mode="scout"),
    "town.find_person": partial(town.explore_town, mode="find_person"),
    "work.theft": partial(town.work, trade="theft"),
    "work.performance": partial(town.work, trade="performance"),
    "work.assassination": partial(town.work, trade="assassination"),
    "work.prayer": partial(town.work, trade="prayer"),
    "work.tracking": partial(town.work, trade="tracking"),
    "work.spying": partial(town.work, trade="spying"),
    "craft": people.craft,
    "commission": partial(people.craft, commission=True),
    "decide.accept": partial(answers.decide, answer="accept"),
    "decide.refuse": partial(answers.decide, answer="refuse"),
    "decide.choose": answers.choose,
    "tell": offers.tell,
    "lead.designate": command.designate,
    "lead.lead": partial(command.direct, action="lead"),
    "lead.carry": partial(command.direct, action="carry"),
    "lead.watch": partial(command.direct, action="watch"),
    "lead.scout": partial(command.direct, action="scout"),
    "lead.hold_resource": partial(command.direct, action="hold_resource"),
    "lead.other": partial(command.direct, action="other"),
    "independence": command.independence,
    "cancel": answers.cancel,
    "other": people.other,
    "stance": dungeon.stance,
    "meeting": encounter.meeting,
}
# Frames that mean nothing by themselves: another word must confirm them, and failing leaves no doubt.
WEAK = frozenset(
    {
        "give",
        "ask",
        "lead.other",
        "lead.carry",
        "lead.watch",
        "lead.scout",
        "lead.lead",
        "lead.hold_resource",
        "shop.get",
        "need",
        "seek",
        "begin_with",
        "status",
        "decide.accept",
        "decide.refuse",
        "decide.choose",
        "town.scout",
        "lead.designate",
        "stay",
        "other",
        "tell",
        "abort",
        "spend",
    }
)
_LOADED = word_set(
    "carga cargas mochila mochilas pack packs load peso carry cargados cargado capacidad capacity alforjas saddlebags"
)
_TURNING = frozenset({"retreat", "dungeon.return", "encounter.avoid", "travel", "dungeon.secure"})


def interpret(clause: Clause, mail: Mail) -> list[Draft]:
    """The orders a clause gives, by the first of its frames that can be filled."""
    for frame in candidates(clause, mail):
        drafts = FRAMES[frame](clause, mail)
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
        chosen = _SETTLE.get(frame, _itself)(clause, mail, frame)
        found += [one for one in chosen if one in FRAMES and one not in found]
    if foreign:
        leads = [frame for frame in found if frame.startswith("lead.")]
        if leads or not (mail.is_spokesperson or mail.invoked):
            return leads
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
    if "fraction" in kinds and not loaded and (clause.condition is not None or "retreat" in clause.hit.frames):
        return "retreat"
    if "load" in clause.hit.frames:
        return "load"
    return None


def _heals(clause: Clause) -> bool:
    return bool({"rest.rest", "rest.heal"} & set(clause.hit.frames))


def _itself(clause: Clause, mail: Mail, frame: str) -> list[str]:
    return [frame]


def _has(clause: Clause, name: str) -> bool:
    return vocabulary().phrases[f"nouns.{name}"].find(clause.sentence.words, clause.hit.j, clause.j) is not None


def _counted(clause: Clause) -> bool:
    return any(a.kind in ("number", "length") and clause.hit.j <= a.i < clause.j for a in clause.sentence.amounts)


_SPOILS = word_set("cofre tesoro botin idolo urna reliquia chest treasure loot idol relic strongbox")


def _get(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Getting things is buying them if they are goods, and not what lies about in a dungeon."""
    if _SPOILS & set(clause.sentence.words[clause.hit.j : clause.hit.j + 3]):
        return []
    if clause.hit.lemma in (
        "sacar",
        "take",
        "recoger",
        "llevar",
        "collect",
        "fetch",
        "coger",
        "agarrar",
    ) and not _counted(clause):
        return []
    return ["shop.buy"] if _has(clause, "item") or _counted(clause) else []


def _need(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Needing somebody is hiring, needing goods by number is buying."""
    if _has(clause, "role"):
        return ["hire"]
    if _has(clause, "item") or _counted(clause):
        return ["shop.buy"]
    words = set(clause.sentence.words[clause.hit.j : clause.j])
    return ["other"] if words & {"muerdago", "hierbas"} else []


def _seek(clause: Clause, mail: Mail, frame: str) -> list[str]:
    words = set(clause.sentence.words[clause.hit.j : clause.j])
    if any(
        one.form.lemma in ("enseñar", "teach")
        for token in clause.sentence.tokens[clause.hit.j : clause.j]
        for one in analyses(token)
    ):
        return ["train"]
    if words & {"maestro", "maestra", "profesor", "teacher", "trainer", "tutor", "instructor", "mentor"}:
        return ["train"]
    if words & {"trabajo", "curro", "chamba", "laburo", "pega", "work", "job", "lios", "bronca", "trouble"}:
        return []
    if _has(clause, "role"):
        return ["hire"]
    if any(a.kind in ("number", "money") and clause.hit.j <= a.i < clause.j for a in clause.sentence.amounts) and _has(
        clause, "item"
    ):
        return ["shop.buy"]
    if words & {"informacion", "info", "information", "datos", "pistas", "clues", "referencias"}:
        return ["research"]
    return ["town.find_person"]


def _give(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Giving to those one meets is a bribe."""
    return (
        ["encounter.bribe"]
        if clause.condition is not None
        and clause.condition.slot.get("event") in ("encounter", "npc", "detected", "otherwise")
        else []
    )


def _spend(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Spending on drink is carousing, on goods buying."""
    words = clause.sentence.words
    at = next((k for k in range(clause.hit.j, clause.j) if words[k] in ("en", "on")), None)
    money = any(a.kind == "money" and clause.i <= a.i < clause.j for a in clause.sentence.amounts)
    if at is None or not money or clause.hit.person == "ger":
        return []
    item = vocabulary().phrases["nouns.item"].find(words, at, clause.j) is not None
    return ["spend"] if item or words[at + 1 : at + 2] in (["un"], ["una"], ["a"], ["an"]) else []


def _retreat(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """A retreat without a number is a return."""
    if any(a.kind == "number" and clause.i <= a.i < clause.j for a in clause.sentence.amounts):
        return [frame]
    led = {"por", "by", "through"} & set(clause.sentence.words[clause.hit.j : clause.j])
    return ["dungeon.return"] if clause.condition is not None or led else []


def _stay(clause: Clause, mail: Mail, frame: str) -> list[str]:
    behind = clause.sentence.words[clause.hit.j : clause.hit.j + 3]
    if (
        clause.sentence.words[clause.hit.j - 1] in ("de", "del")
        and vocabulary().phrases["nouns.house"].find(behind) is not None
    ):
        return ["wait"]
    """Staying in a dungeon is securing it, staying anywhere else is waiting."""
    hides = clause.hit.lemma in ("esconder", "ocultar", "hide", "agachar")
    if hides and (
        clause.condition is not None
        or {"anything", "anyone", "whatever", "cualquier", "cualquiera"} & set(clause.sentence.words)
    ):
        return ["encounter.avoid"]
    if hides and find_place(clause, mail, loose=True) is not None and not _underground(clause, mail):
        return ["wait"]
    return ["dungeon.secure"] if hides or _underground(clause, mail) else ["wait"]


def _underground(clause: Clause, mail: Mail) -> bool:
    sentence = clause.sentence
    found = find_place(clause, mail, start=clause.i)
    if found is not None:
        if place_at(mail, sentence, found[0])[1] == "dungeon":
            return True
        if place_at(mail, sentence, found[0])[1] == "place":
            return False
        words = sentence.words[found[0] : found[1]]
        if vocabulary().phrases["nouns.town"].find(words):
            return False
        return vocabulary().phrases["nouns.dungeon"].find(words) is not None
    towns = [place_at(mail, sentence, at)[1] for at in range(len(sentence.words))]
    return mail.dungeon and "place" not in towns


def _avoid(clause: Clause, mail: Mail, frame: str) -> list[str]:
    hides = clause.hit.lemma in ("esconder", "ocultar", "hide", "agachar")
    if (
        hides
        and clause.condition is None
        and not _has(clause, "monster")
        and find_place(clause, mail, loose=True) is not None
    ):
        return ["dungeon.secure" if _underground(clause, mail) else "wait"]
    if hides and clause.condition is None and {"detras", "behind", "tras", "debajo"} & set(clause.sentence.words):
        return ["dungeon.secure"]
    if clause.hit.lemma in ("ir", "largar", "pirar", "go") and clause.condition is None:
        return []
    if clause.hit.lemma in ("meter", "acercar") and clause.condition is None and not _any_monster(clause):
        return []
    if mail.subject.lower().startswith("re:") and "?" in mail.subject:
        return [frame]
    if clause.hit.lemma in ("correr", "run") and clause.condition is None and clause.hit.person in ("3s", "none"):
        return []
    return [frame]


def _fight(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Killing a person in town is assassination; fighting needs somebody to fight or an occasion."""
    if clause.condition is None and not _has(clause, "monster") and "work.assassination" in clause.hit.frames:
        return []
    if not clause.hit.lemma and clause.hit.i and clause.sentence.words[clause.hit.i - 1] in ARTICLES:
        return []
    aimed = clause.hit.why.lower().startswith("a por")
    if aimed and clause.hit.j < clause.j and clause.sentence.tokens[clause.hit.j].kind == "w":
        return []
    if (
        clause.condition is None
        and clause.hit.person == "none"
        and not _any_monster(clause)
        and "encuentros" not in clause.sentence.words
        and "encounters" not in clause.sentence.words
    ):
        return []
    return [frame]


def _any_monster(clause: Clause) -> bool:
    return vocabulary().phrases["nouns.monster"].find(clause.sentence.words) is not None


def _parley(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Talking is a parley when there is an occasion or somebody strange to talk to."""
    words = clause.sentence.words
    if mail.subject.lower().startswith("re:") and len(mail.text) < 120 and clause.hit.person in ("1p", "1s", "opt"):
        return [frame]
    if {"rest", "resto", "demas", "others", "else"} & set(words[clause.hit.j : clause.j]):
        return [frame]
    if (
        clause.condition is not None
        or _any_monster(clause)
        or set(words) & {"anything", "anyone", "whoever", "cualquiera", "encuentros", "encounters", "quien"}
    ):
        return [frame]
    return []


def _travel(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Going in for something is a raid; going out of a dungeon with nowhere named is a return."""
    sentence, words = clause.sentence, clause.sentence.words
    stop = next(
        (k for k in range(clause.hit.j, len(words)) if sentence.tokens[k].text in (",", ";", ":", "(")), len(words)
    )
    text = " ".join(words[clause.hit.i : max(clause.j, stop)])
    for_it = any(
        run in text
        for run in (
            " a por ",
            " a buscar ",
            " a rescatar ",
            " a recuperar ",
            " in for ",
            " back for ",
            " a sacar ",
            " solo por ",
            " to recover ",
            " to fetch ",
            " to get ",
        )
    )
    below = vocabulary().phrases["nouns.dungeon"].find(words, clause.hit.j, clause.j) is not None or any(
        place_at(mail, sentence, at)[1] == "dungeon" for at in range(clause.hit.j, clause.j)
    )
    if for_it and (below or " a por " in text or " solo por " in text):
        return ["dungeon.raid"]
    if clause.hit.lemma in ("entrar", "enter"):
        return ["dungeon.raid"] if below else []
    if clause.hit.lemma in ("seguir", "continuar", "avanzar", "follow") and words[
        clause.hit.j : clause.hit.j + 1
    ] not in (["a"], ["al"], ["hacia"], ["hasta"], ["para"], ["rumbo"], ["viaje"], ["camino"]):
        return []
    found = road.destination_of(clause, mail)
    if found is not None:
        return ["travel"]
    occasion = clause.condition is not None and clause.condition.slot.get("event") in (
        "encounter",
        "detected",
        "npc",
        "otherwise",
    )
    if occasion and clause.hit.lemma in ("rajar", "largar", "pirar", "arrancar", "bolt", "apretar", "tirar", "virar"):
        return ["encounter.avoid"]
    leaves = (
        clause.hit.lemma
        in (
            "ir",
            "salir",
            "volver",
            "regresar",
            "marchar",
            "largar",
            "leave",
            "retornar",
            "devolver",
        )
        and clause.hit.person == "1p"
    )
    if clause.condition is not None and leaves and mail.dungeon and clause.condition.slot.get("event") != "npc":
        return ["dungeon.return"]
    out = words[clause.hit.j : clause.hit.j + 1] in (["de"], ["del"]) and below
    if (
        out
        and clause.hit.lemma in ("ir", "salir", "largar", "marchar", "pirar")
        and clause.hit.person in ("1s", "1p", "opt", "inf")
    ):
        return ["dungeon.return"]
    if (
        clause.hit.lemma in _DEPARTING
        and clause.hit.person in ("1s", "1p", "opt")
        and (clause.hit.why.lower() in _GOING or _timed(clause))
    ):
        return ["travel"]
    if _goes_back(clause):
        return ["dungeon.return"]
    return []


def _goes_back(clause: Clause) -> bool:
    """Whether one only goes back, no place or aim said: regresamos; vuelvo con el grupo; we go back."""
    hit, words = clause.hit, clause.sentence.words
    back = hit.lemma in ("volver", "regresar", "retornar") or (
        hit.lemma in ("go", "head", "come") and "back" in words[hit.i : hit.j + 1]
    )
    behind = words[hit.j + ("back" in words[hit.j : hit.j + 1]) : clause.j]
    aim = next((word for word in behind if word not in _ALONG), ".")
    return back and hit.person in ("1s", "1p", "opt") and aim in (".", ",", ";", "!", ":", "y", "and", "por", "by")


_ALONG = frozenset(
    {"con", "el", "grupo", "los", "demas", "with", "the", "group", "party", "others", "todos", "juntos", "now", "ya"}
)


_DEPARTING = (
    "ir",
    "salir",
    "partir",
    "marchar",
    "volver",
    "regresar",
    "llegar",
    "viajar",
    "leave",
    "go",
    "head",
    "set",
    "travel",
    "depart",
    "cruzar",
)
_GOING = (
    "salgo",
    "salimos",
    "parto",
    "partimos",
    "viajo",
    "viajamos",
    "leave",
    "set off",
    "depart",
    "head out",
    "set out",
    "head off",
    "travel",
)


def _timed(clause: Clause) -> bool:
    return (
        any(a.kind == "date" and clause.i <= a.i < clause.j for a in clause.sentence.amounts)
        or clause.condition is not None
    )


def _explore(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Exploring a quarter of a town is scouting it."""
    town = vocabulary().phrases["nouns.town"].find(clause.sentence.words, clause.hit.j, clause.j)
    if town is not None and not mail.dungeon and not _underground_words(clause, mail) and town[0] <= clause.hit.j + 2:
        return ["town.scout"]
    if _has(clause, "role") and clause.hit.lemma in ("search", "comb"):
        return []
    if clause.hit.lemma in (
        "clear",
        "map",
        "search",
        "guard",
        "registrar",
        "recorrer",
        "inspeccionar",
        "reconocer",
        "comb",
        "sweep",
        "survey",
        "peinar",
    ) and not _underground_words(clause, mail):
        return []
    return [frame]


def _underground_words(clause: Clause, mail: Mail) -> bool:
    words, sentence = clause.sentence.words, clause.sentence
    return vocabulary().phrases["nouns.dungeon"].find(words, clause.i, clause.j) is not None or any(
        place_at(mail, sentence, at)[1] == "dungeon" for at in range(clause.i, clause.j)
    )


def _hold(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if clause.hit.lemma in (
        "defender",
        "resistir",
        "aguantar",
        "camp",
        "block",
        "guard",
        "bloquear",
        "refugiar",
        "encerrar",
        "acampar",
    ) and clause.hit.person in ("3s", "none", "2"):
        return []
    if clause.hit.lemma == "hold" and clause.hit.person not in ("1p", "2", "1s", "ger"):
        return []
    return [frame]


def _raid(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if (
        clause.hit.lemma in ("ir", "bajar", "volver", "entrar", "go")
        and "por" in clause.sentence.words[clause.hit.i : clause.hit.j]
        and "a" not in clause.sentence.words[clause.hit.i : clause.hit.j]
    ):
        return ["dungeon.raid"] if _underground_words(clause, mail) else []
    if clause.hit.lemma in (
        "recuperar",
        "recover",
        "hit",
        "clear",
        "limpiar",
        "strike",
        "loot",
        "desvalijar",
        "retrieve",
        "rescatar",
    ) and not _underground_words(clause, mail):
        return []
    return [frame]


def _return(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if (
        clause.hit.lemma in ("abandonar", "withdraw", "come", "go", "head")
        and clause.condition is None
        and road.destination_of(clause, mail) is not None
        and clause.hit.lemma != "abandonar"
    ):
        return ["travel"]
    return [frame]


def _rest(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if clause.hit.lemma in ("recuperar", "recover", "curar", "sanar", "heal") and names_in(
        clause, clause.hit.j, clause.j
    ):
        return ["rest.heal"] if clause.hit.lemma in ("curar", "sanar", "heal") else []
    if (
        clause.hit.lemma == "recuperar"
        and clause.hit.j < clause.j
        and clause.sentence.words[clause.hit.j] in ("el", "la", "los", "las", "mi")
    ):
        return []
    return [frame]


def _train(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if clause.hit.lemma in ("mejorar", "pulir", "teach", "enseñar", "learn") and clause.hit.person == "none":
        return []
    if clause.hit.lemma == "enseñar" and mail.sender in clause.hit.subject:
        return []
    if clause.hit.lemma == "enseñar" and not {"me", "le", "nos"} & (
        {*clause.hit.clitics} | set(clause.sentence.words[max(clause.hit.i - 2, 0) : clause.hit.i])
    ):
        return []
    if clause.hit.lemma == "learn" and clause.sentence.words[clause.hit.j : clause.hit.j + 1] in (
        ["about"],
        ["what"],
        ["who"],
        ["if"],
        ["where"],
    ):
        return ["research"]
    return [frame]


def _craft(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if clause.hit.lemma in (
        "hacer",
        "make",
        "write",
        "fix",
        "montar",
        "preparar",
        "escribir",
        "grabar",
        "cocinar",
        "arreglar",
        "armar",
        "mix",
        "bind",
    ) and not (_has(clause, "item") or _counted(clause) or _makes(clause)):
        return []
    return [frame]


def _makes(clause: Clause) -> bool:
    goods = word_set(
        "balsa raft trampa trampas trap traps cataplasmas cataplasma poultice poultices pocima "
        "pocimas estacas pergamino scroll arco bow silla mesa bote boat ungüento salve amuleto "
        "charm escala bastones potion potions snares bridge puente camilla stretcher pomada "
        "brebaje antidoto"
    )
    return bool(goods & set(clause.sentence.words[clause.hit.j : clause.j]))


def _commission(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Having a thing made wants the making: have the wand rehoused."""
    if clause.hit.lemma in ("have", "get"):
        made = any(
            one.form.tense == "en"
            for token in clause.sentence.tokens[clause.hit.j : clause.j]
            for one in analyses(token)
        )
        made = made or any(word.endswith("ed") for word in clause.sentence.words[clause.hit.j : clause.j])
        return [frame] if made and not clause.hit.subject else []
    many = any(
        a.kind == "number" and a.value["n"] > 1 and clause.hit.j <= a.i < clause.j for a in clause.sentence.amounts
    )
    if clause.hit.lemma == "encargar" and (many or not (_has(clause, "item") or _makes(clause))):
        return ["shop.buy"] if many else []
    return [frame]


def _rumours(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if clause.hit.lemma in ("escuchar", "listen", "sondear") and {"puerta", "door"} & set(clause.sentence.words):
        return ["lead.scout"]
    return [frame]


def _perform(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if not clause.hit.lemma and clause.hit.i and clause.sentence.words[clause.hit.i - 1] in ARTICLES:
        return []
    if clause.hit.lemma in ("tocar", "play", "bailar", "actuar", "interpretar", "representar", "dance", "entertain"):
        music = word_set(
            "laud arpa flauta gaita guitarra lira canciones musica taberna posada plaza feria "
            "boda mercado lute harp flute fiddle songs music tavern inn square fair wedding "
            "market set crowd theatre teatro corte court cuentos violin tambor drum"
        )
        return [frame] if music & set(clause.sentence.words[clause.hit.i : clause.j]) else []
    return [frame]


def _theft(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if (
        clause.hit.lemma
        in (
            "vaciar",
            "volar",
            "bailar",
            "distraer",
            "palm",
            "boost",
            "crack",
            "relieve",
            "lift",
            "trincar",
            "rifle",
            "nick",
            "pinch",
        )
        and not clause.hit.person
    ):
        return []
    return [frame]


def _watching(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if clause.hit.lemma in ("follow", "seguir") and {"tracks", "trail", "spoor", "huellas", "rastro"} & set(
        clause.sentence.words
    ):
        return ["work.tracking"]
    if clause.hit.lemma in ("seguir", "follow") and place_at(mail, clause.sentence, clause.hit.j)[0]:
        return ["travel"]
    words = clause.sentence.words
    posts = {"puerta", "entrada", "door", "caballos", "horses", "mulas", "mules"} & set(words[clause.hit.j : clause.j])
    guards = clause.hit.lemma in ("vigilar", "watch", "follow", "seguir", "velar")
    if guards and (posts or _underground_words(clause, mail)):
        return []
    if clause.hit.lemma == "follow" and {"road", "river", "path", "trail", "tracks"} & set(words):
        return []
    return [frame]


def _assassinate(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if clause.condition is not None or _has(clause, "monster"):
        return []
    if clause.hit.lemma in ("liquidar", "eliminar", "silenciar", "get", "quebrar", "dispose") and not _person(clause):
        return []
    return [frame]


def _person(clause: Clause) -> bool:
    j = clause.hit.j
    return clause.sentence.words[j : j + 1] in (["a"], ["al"]) or (
        clause.sentence.english and j < clause.j and clause.sentence.tokens[j].text[:1].isupper()
    )


def _bribe(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if clause.hit.lemma in ("pagar", "pay") and clause.condition is None:
        return (
            ["other"]
            if clause.hit.person in ("1s", "3s", "opt", "inf", "2")
            and clause.condition is None
            and any(
                a.kind == "money" and a.limit != "max" and clause.i <= a.i < clause.j for a in clause.sentence.amounts
            )
            else []
        )
    if (
        clause.condition is not None
        and clause.condition.slot.get("event") in ("other_pc", "result", "arrival", "weather", "other", "time")
        and not _any_monster(clause)
    ):
        return []
    if clause.condition is None and not _any_monster(clause):
        return [] if clause.hit.person != "none" else [frame]
    return [frame]


def _travel_or_carouse(clause: Clause, mail: Mail, frame: str) -> list[str]:
    if (
        clause.hit.lemma
        in (
            "quemar",
            "apostar",
            "jugar",
            "blow",
            "fundir",
            "wet",
            "chupar",
            "beber",
            "drink",
            "celebrar",
            "celebrate",
            "feast",
            "party",
            "festejar",
        )
        and clause.hit.verdict != "order"
        and clause.hit.j - clause.hit.i == 1
    ):
        return []
    if clause.hit.lemma in ("quemar", "fundir", "blow") and not any(
        a.kind == "money" and clause.i <= a.i < clause.j for a in clause.sentence.amounts
    ):
        return []
    if clause.hit.lemma == "rumbear" and road.destination_of(clause, mail) is not None:
        return ["travel"]
    return [frame]


def _research(clause: Clause, mail: Mail, frame: str) -> list[str]:
    words = clause.sentence.words
    saying = {"dice", "dicen", "cuenta", "cuentan", "say", "saying", "rumores", "rumours", "rumors"} & set(
        words[clause.hit.j : clause.j]
    )
    if saying and clause.hit.lemma in ("averiguar", "enterar", "find"):
        return ["town.rumours"]
    if (
        clause.hit.lemma
        in ("leer", "read", "revisar", "study", "estudiar", "identificar", "identify", "traducir", "translate")
        and clause.hit.person in ("3s", "none", "2")
        and not clause.hit.subject
        and not mail.third
    ):
        return [frame] if clause.hit.person == "2" else []
    return [frame]


def _asking(clause: Clause, mail: Mail, frame: str) -> list[str]:
    words = clause.sentence.words
    if clause.hit.lemma == "saber":
        return []
    if clause.hit.lemma == "enterar" or (
        {"dice", "dicen", "cuenta", "rumores", "ahi"} & set(words[clause.hit.j : clause.j])
        and not {"a", "al"} & set(words[clause.hit.j : clause.hit.j + 1])
    ):
        return ["town.rumours"]
    return (
        ["ask", "town.rumours"]
        if clause.hit.lemma in ("preguntar", "ask")
        and {"por", "about", "around"} & set(words[clause.hit.j : clause.hit.j + 2])
        else ["ask"]
    )


def _begin(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Starting with a teacher: de hoy en ocho empiezo con el cerrajero, a que me enseñe."""
    teaching = any(
        one.form.lemma in ("enseñar", "teach", "aprender", "entrenar")
        for token in clause.sentence.tokens[clause.hit.j :]
        for one in analyses(token)
    )
    return ["train"] if teaching else []


def _lead(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """A directive to a member comes from who speaks for the party, and names the member."""
    speaks = mail.is_spokesperson or mail.invoked
    return [frame] if speaks and command.addressed(clause, mail) else []


def _other(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """What no kind holds goes to the game master only if it is plain: money changes hands, a letter, work."""
    money = any(a.kind == "money" and a.limit != "max" and clause.i <= a.i < clause.j for a in clause.sentence.amounts)
    if (
        money
        and clause.hit.lemma
        and {"limosna", "limosnas", "alms", "ofrenda", "diezmo", "tithe"} & set(clause.sentence.words)
    ):
        return ["work.prayer"]
    plain = ("trabajar", "enviar", "mandar", "escribir", "send", "write", "work", "hire", "donar", "donate")
    return [frame] if money or clause.hit.lemma in plain else []


def _none(clause: Clause, mail: Mail, frame: str) -> list[str]:
    return []


_SETTLE: dict[str, Callable[[Clause, Mail, str], list[str]]] = {
    "spend": _spend,
    "other": _other,
    "retreat": _retreat,
    "shop.get": _get,
    "need": _need,
    "seek": _seek,
    "give": _give,
    "stay": _stay,
    "status": _none,
    "begin_with": _begin,
    "encounter.avoid": _avoid,
    "encounter.fight": _fight,
    "encounter.parley": _parley,
    "encounter.bribe": _bribe,
    "travel": _travel,
    "dungeon.explore": _explore,
    "dungeon.secure": _hold,
    "dungeon.raid": _raid,
    "dungeon.return": _return,
    "rest.rest": _rest,
    "train": _train,
    "craft": _craft,
    "town.rumours": _rumours,
    "work.performance": _perform,
    "work.theft": _theft,
    "work.spying": _watching,
    "work.assassination": _assassinate,
    "carouse": _travel_or_carouse,
    "research": _research,
    "ask": _asking,
    "lead.lead": _lead,
    "lead.carry": _lead,
    "lead.watch": _lead,
    "lead.scout": _lead,
    "lead.hold_resource": _lead,
    "lead.other": _lead,
    "commission": _commission,
}
