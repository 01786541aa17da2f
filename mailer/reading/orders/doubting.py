"""What seems to instruct and gave no order is asked about, once."""

from mailer.reading.orders.clauses import clauses_of
from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.filters import blocked, real_life
from mailer.reading.orders.grammar import candidates
from mailer.reading.orders.letter import Clause, Sentence
from mailer.reading.orders.musing import supposes, surely_past, tells_past, thinks_aloud
from mailer.reading.orders.places import place_at
from mailer.reading.orders.said import DoubtCode
from mailer.reading.orders.stray import changes_mind, is_stray_instruction, speaks_of_the_game
from mailer.reading.orders.ties.weak import WEAK
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.understanding import Understanding
from mailer.reading.orders.vocabulary import vocabulary
from mailer.reading.orders.voices import is_about_another

_ROLES = frozenset({"portavoz", "vocero", "vocera", "spokesperson", "caller"})  # portavoz: nobody we know
_DIRECTIVES = frozenset({"lead.carry", "lead.watch", "lead.scout", "lead.lead", "lead.hold_resource"})


def ask_about_clause(so_far: Understanding, clause: Clause) -> None:
    """Ask about a clause that would instruct if we knew what."""
    strong = [frame for frame in clause.hit.frames if frame not in WEAK]
    mine = clause.hit.person in ("1s", "1p", "opt", "2", "inf") or so_far.mail.sender in clause.hit.subject
    if strong and clause.hit.verdict == "order" and mine:
        so_far.doubt(DoubtCode.NOT_UNDERSTOOD, clause.sentence, clause.i, clause.j, frame=strong[0])
    elif clause.hit.verdict == "order" and clause.hit.person in ("1s", "1p") and has_goods(so_far, clause):
        so_far.doubt(DoubtCode.NOT_UNDERSTOOD, clause.sentence, clause.i, clause.j, frame=clause.hit.frames[0])


def has_goods(so_far: Understanding, clause: Clause) -> bool:
    """Whether a clause names things, people or foes of the game."""
    phrases = vocabulary().phrases
    names = ("nouns.item", "nouns.monster", "nouns.role")
    words = set(clause.sentence.words[clause.i : clause.j])
    if _VALUED & words and not {"gracias", "thanks"} & words:
        return True
    return any(phrases[name].find(clause.sentence.words, clause.i, clause.j) for name in names)


_GAME = ("monster", "town", "dungeon", "role", "item", "spell", "house")


def goes_on_about_life(so_far: Understanding, sentence: Sentence) -> bool:
    """Whether a sentence with nothing of the game in it goes on from one about real life."""
    if not any(real_life(other) for other in so_far.told[-2:]) or sentence.names:
        return False
    places = any(place_at(so_far.mail, sentence, at)[0] for at in range(len(sentence.words)))
    return not places and not any(vocabulary().phrases[f"nouns.{name}"].find(sentence.words) for name in _GAME)


def drop_pending(so_far: Understanding) -> None:
    """Days that no order took are asked about if they were told of the sender's character."""
    sentence, so_far.pending = so_far.pending, None
    if sentence is not None and any(name == so_far.mail.sender for _, name in sentence.names.values()):
        ask_about(so_far, sentence)


def ask_about(so_far: Understanding, sentence: Sentence) -> None:
    """A sentence that seems to instruct and gave nothing is asked about once."""
    clauses = clauses_of(sentence, so_far.mail)
    if sentence.asks_next and not any(c.hit.verdict == "order" and c.hit.frames[0] not in WEAK for c in clauses):
        return
    for clause in clauses:
        if (
            is_about_another(clause, so_far.mail)
            and (clause.hit.frames[0] not in WEAK or clause.hit.frames[0] in _DIRECTIVES)
            and not blocked(clause, so_far.mail)
        ):
            so_far.doubt(DoubtCode.NOT_YOURS, sentence, clause.i, clause.j, who=clause.hit.subject[0])
            return
    if changes_mind(sentence) or (
        sentence.words[0] in _ROLES and len(sentence.words) > 2 and sentence.tokens[1].text == ":"
    ):
        so_far.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, 0, len(sentence.words))
        return
    barred = ("wish", "undecided", "reported", "joke", "past", "habitual", "real life", "hypothetical")
    if any(
        blocked(clause, so_far.mail) in barred and (clause.hit.verdict != "past" or surely_past(clause))
        for clause in clauses
    ):
        return
    if real_life(sentence) or thinks_aloud(sentence) or goes_on_about_life(so_far, sentence):
        return
    before = len(so_far.doubts)
    for clause in clauses:
        if not blocked(clause, so_far.mail):
            ask_about_clause(so_far, clause)
    counted = any(a.kind in ("money", "percent", "hp", "weight") and not a.used for a in sentence.amounts)
    occasion = any(clause.condition is not None and clause.hit.person in ("1s", "1p") for clause in clauses)
    conditional = bool(conditions_of(sentence, so_far.mail)) and (occasion or len(sentence.words) < 14)
    conditional = conditional and not supposes(sentence)
    named = (
        so_far.mail.sender
        in [name for at, (_, name) in sentence.names.items() if at <= 1 or sentence.tokens[at - 1].text == ":"]
        and len(sentence.words) > 3
    )
    lone = named and not any(surely_past(c) or c.hit.verdict == "hypothetical" for c in clauses)
    hinted = vocabulary().phrases["mood.hint"].at(sentence.words, 0) and len(sentence.words) > 3
    goods = vocabulary().phrases["nouns.item"].find(sentence.words) is not None and not clauses
    listed = goods and any(a.kind == "number" and not a.used for a in sentence.amounts)
    told = counted or conditional or listed or bool(hinted) or (lone and not tells_past(sentence))
    stray = is_stray_instruction(sentence, so_far.mail) or speaks_of_the_game(sentence, so_far.mail)
    if len(so_far.doubts) == before and (told or stray):
        so_far.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, 0, len(sentence.words))


def ask_about_rest(so_far: Understanding, sentence: Sentence, clauses: list[Clause]) -> None:
    """Besides its orders a sentence may seem to give one that found no form: it is asked about."""
    if goes_on_about_life(so_far, sentence):
        return
    seen = {clause.hit.i for clause in clauses}
    for clause in clauses_of(sentence, so_far.mail):
        strong = [frame for frame in clause.hit.frames if frame not in WEAK]
        alone = clause.hit.i not in seen and not candidates(clause, so_far.mail)
        meant = clause.hit.verdict == "order" and clause.hit.person in ("1s", "1p", "opt")
        if strong and alone and meant and not blocked(clause, so_far.mail) and clause.j - clause.i > 3:
            so_far.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, clause.i, clause.j, frame=strong[0])


_VALUED = word_set("oro gold dinero money botin loot treasure tesoro banco bank limosna alms")
