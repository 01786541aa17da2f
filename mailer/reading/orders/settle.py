"""The last look at a letter: what is complete becomes an order, the rest a doubt; what would ruin is confirmed."""

from dataclasses import replace

from mailer.reading.orders.letter import Draft, Mail, frozen_why
from mailer.reading.orders.merge import merged
from mailer.reading.orders.plausible import is_idle_talk, of_real_life
from mailer.reading.orders.said import Doubt, DoubtCode, Said
from mailer.reading.orders.sure.case import Case, cases_of
from mailer.reading.orders.sure.silent import silent_orders
from mailer.reading.orders.sure.weigh import Counts, counts_of, sureness
from mailer.reading.orders.tokens import fold
from mailer.reading.orders.understanding import Understanding

_NEEDS: dict[str, tuple[str, ...]] = {
    "shop": ("items",),
    "travel": ("destination",),
    "hire": ("role",),
    "craft": ("items",),
}
_EVERYTHING = frozenset(
    {"todo", "everything", "equipo", "gear", "cosas", "inventario", "stuff", "lo que tengo", "i own", "all"}
)


def settled(understanding: Understanding, mail: Mail, *, limit: int) -> tuple[list[Said], list[Doubt]]:
    """The final orders and doubts of a letter."""
    drafts = merged(understanding.drafts, mail)
    understanding.lines |= _merged_lines(understanding.drafts, drafts)
    doubts = list(understanding.doubts)
    if mail.deferred:
        doubts += [_doubt(DoubtCode.DEFERRED, draft) for draft in drafts if draft.kind != "status"]
        drafts = [draft for draft in drafts if draft.kind == "status"]
    drafts = [draft for draft in drafts if not is_idle_talk(draft, drafts)]
    told = understanding.told
    drafts = [draft for draft in drafts if not of_real_life(draft, mail, told)]
    cases = {id(case.draft): case for case in cases_of(drafts, mail, told=told, doubts=doubts)}
    read = {id(draft): _said(draft, counts_of(cases[id(draft)])) for draft in drafts}
    unsure = [draft for draft in drafts if _complete(draft) and sureness().points(read[id(draft)].distrust) >= limit]
    doubts += [_unsure(cases[id(draft)], read[id(draft)]) for draft in unsure]
    drafts = [draft for draft in drafts if draft not in unsure]
    whole = [draft for draft in drafts if _complete(draft)]
    doubts += [_doubt(DoubtCode.INCOMPLETE, draft) for draft in drafts if not _complete(draft)]
    said = [read[id(draft)] for draft in whole]
    doubts += [confirm for one in said if (confirm := _ruinous(one, _friends(mail))) is not None]
    doubts += silent_orders(
        told, mail, drafts=understanding.drafts, doubts=doubts, lines=understanding.lines, orders=len(read)
    )
    return said, _without_answered(doubts, whole)


def _merged_lines(before: list[Draft], drafts: list[Draft]) -> set[int]:
    """The lines of orders that became part of an order of another line."""
    kept = {draft.clause.sentence.line for draft in drafts}
    still = set(map(id, drafts))
    return {draft.clause.sentence.line for draft in before if id(draft) not in still} - kept


def _without_answered(doubts: list[Doubt], drafts: list[Draft]) -> list[Doubt]:
    """Doubts about words that became an order after all are dropped, and each is asked once."""
    kept: list[Doubt] = []
    for doubt in doubts:
        if any(doubt.text == other.text and doubt.line == other.line for other in kept):
            continue
        kept.append(doubt)
    return kept


def _doubt(code: DoubtCode, draft: Draft) -> Doubt:
    sentence = draft.clause.sentence
    text = sentence.span(draft.clause.i, draft.clause.j) or sentence.span(0, len(sentence.words))
    goods = [str(item.get("item", "")) for item in draft.slots.get("items", ())]
    more = [name for name in goods if name and name not in text]  # of other sentences
    return Doubt(code, text, sentence.line, {"kind": draft.kind, **({"also": tuple(more)} if more else {})})


def _unsure(case: Case, said: Said) -> Doubt:
    """The question about an order that is not trusted: it is about all the words that no other order has."""
    doubt = _doubt(DoubtCode.UNSURE, case.draft)
    ground = case.sentence.span(case.ground.start, case.ground.stop)
    text = doubt.text.replace(said.text, ground) if said.text and said.text in ground else doubt.text
    return replace(doubt, text=text, said=said)


def _said(draft: Draft, distrust: Counts) -> Said:
    sentence = draft.clause.sentence
    text = sentence.span(draft.clause.i, draft.clause.j) or sentence.span(0, len(sentence.words))
    return Said(draft.kind, draft.slots, sentence.line, text, frozen_why(draft), distrust)


def _complete(draft: Draft) -> bool:
    """Whether an order has what it cannot do without."""
    return all(draft.slots.get(name) for name in _NEEDS.get(draft.kind, ()))


def _is_all(item: str) -> bool:
    """Whether the goods are all one has."""
    words = fold(item)
    return words in _EVERYTHING or words.startswith(
        (
            "todo lo que",
            "todo menos",
            "todo en",
            "todo excepto",
            "todo salvo",
            "everything",
            "todo mi",
            "all my",
            "all i",
        )
    )


def _friends(mail: Mail) -> frozenset[str]:
    """The folded names of all characters, and the words for one's own party."""
    names = {" ".join(words) for words in mail.gazetteer.characters}
    return frozenset(names | {"grupo", "companeros", "party", "companions", "amigos", "friends", "aliados"})


def _against_own(said: Said, names: frozenset[str]) -> str:
    """Whether an order turns on one's own people."""
    fights = said.kind == "encounter" and said.slots.get("attitude") == "fight"
    murders = said.kind == "class_work" and said.slots.get("work") == "assassination"
    whom = fold(str(said.slots.get("vs") or said.slots.get("target") or ""))
    if (fights or murders) and any(word in names for word in (whom, *whom.split())):
        return "attacks their own"
    leaves = (
        said.kind == "dungeon"
        and said.slots.get("stance") == "return"
        and fold(said.text).split()[:1] in (["abandonamos"], ["abandono"], ["abandonar"])
    )
    return "abandons someone" if leaves and any(word in names for word in fold(said.text).split()) else ""


def _ruinous(said: Said, names: frozenset[str]) -> Doubt | None:
    """What cannot be undone or would ruin someone: selling everything, giving all away, attacking one's own."""
    reason = ""
    if said.kind == "shop" and any(
        i.get("verb") == "sell" and i.get("qty") == "all" and _is_all(str(i.get("item", "")))
        for i in said.slots.get("items", ())
    ):
        reason = "sells everything"
    if said.kind == "cancel" and said.slots.get("target_kind") == "all":
        reason = "cancels everything"
    spends = said.slots.get("spend")
    if isinstance(spends, dict) and str(spends.get("text", "")).lower().startswith(("todo", "all", "everything")):
        reason = "spends everything"
    reason = reason or _against_own(said, names)
    if not reason:
        return None
    return Doubt(DoubtCode.CONFIRM, said.text, said.line, {"reason": reason}, ("yes", "no"))
