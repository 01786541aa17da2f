"""The sentences of a letter taken one after another: drafts of orders, doubts, and what still awaits its list."""

from mailer.reading.orders.absence import absence_of
from mailer.reading.orders.added.postponed import postpones
from mailer.reading.orders.added.topics import add_topics
from mailer.reading.orders.barren import add_pending, take_barren
from mailer.reading.orders.clause_orders import take_clauses, viable
from mailer.reading.orders.clauses import clauses_of
from mailer.reading.orders.closing import answer_yes_or_no
from mailer.reading.orders.doubting import ask_about_rest
from mailer.reading.orders.heads import head_of
from mailer.reading.orders.letter import Draft, Sentence
from mailer.reading.orders.lists import is_listed, open_list, take_headed
from mailer.reading.orders.musing import is_title, whole_clause
from mailer.reading.orders.questions import asks_back, take_question
from mailer.reading.orders.said import DoubtCode
from mailer.reading.orders.second_thoughts import jokes, retracts, thinks_again
from mailer.reading.orders.tables import opens_table
from mailer.reading.orders.taken_back import taken_back
from mailer.reading.orders.ties.weak import WEAK
from mailer.reading.orders.understanding import Understanding
from mailer.reading.orders.vocabulary import vocabulary

_FEW = 7  # words of a sentence that says nothing else


def take(so_far: Understanding, sentence: Sentence) -> None:
    """Read one sentence."""
    _take(so_far, sentence)
    so_far.last = sentence
    so_far.told.append(sentence)


def _take(so_far: Understanding, sentence: Sentence) -> None:
    if not so_far.begun:
        so_far.begun = True
        answer_yes_or_no(so_far, [sentence])
    if speaks_back(so_far, sentence) or tells_absence(so_far, sentence) or rejoins(so_far, sentence):
        return
    head = head_of(sentence, so_far.mail)
    if head is not None and head.frame and head.end not in sentence.names:
        take_headed(so_far, sentence, head.frame, head.end, head.start)
        return
    if (
        head is not None
        and head.name
        and head.name != so_far.mail.sender
        and not so_far.mail.gazetteer.commands(so_far.mail.sender, head.name)
        and not (so_far.mail.is_spokesperson)
    ):
        if any(c.hit.verdict == "order" and c.hit.frames[0] not in WEAK for c in clauses_of(sentence, so_far.mail)):
            so_far.doubt(DoubtCode.NOT_YOURS, sentence, 0, len(sentence.words), who=head.name)
        return
    if opens_table(so_far, sentence) or is_listed(so_far, sentence):
        return
    if is_title(sentence) or jokes(so_far, sentence):
        return
    postponed = postpones(so_far.drafts, sentence, so_far.mail)
    if postponed or add_topics(so_far.drafts, sentence, so_far.mail):
        so_far.lines.add(sentence.line)
        return
    clauses = clauses_of(sentence, so_far.mail, viable)
    found = take_clauses(so_far, clauses)
    if head is not None and head.name and head.name != so_far.mail.sender:
        give_to(so_far, found, head.name)
        if not found:
            so_far.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, 0, len(sentence.words))
            return
    if not found:
        take_barren(so_far, sentence, clauses)
        thinks_again(so_far, sentence, "")
    else:
        thinks_again(so_far, sentence, found[0].kind)
        add_pending(so_far, found)
        ask_about_rest(so_far, sentence, clauses)
    remember(so_far, sentence)
    open_list(so_far, sentence, clauses)


def speaks_back(so_far: Understanding, sentence: Sentence) -> bool:
    """Whether a sentence asks, or takes back what the one before it said."""
    if sentence.question and not asks_back(so_far, sentence):
        take_question(so_far, sentence)
    back = taken_back(sentence, so_far.mail)
    so_far.drafts += back
    return bool(back) or sentence.question or retracts(so_far, sentence)


def tells_absence(so_far: Understanding, sentence: Sentence) -> bool:
    """Whether the player will be away; a journey of the character is none."""
    draft = absence_of(sentence, so_far.mail, so_far.scanner.calendar)
    if draft is not None:
        so_far.drafts.append(draft)
        so_far.pending = sentence
    return draft is not None


def rejoins(so_far: Understanding, sentence: Sentence) -> bool:
    """Whether the sender's character only goes back to the party: vuelvo con el grupo; I rejoin the party."""
    found = vocabulary().phrases["mood.rejoin"].find(sentence.words, 0, min(4, len(sentence.words)))
    short = sum(token.kind == "w" for token in sentence.tokens) <= _FEW
    if found is None or not short or sentence.question or sentence.amounts:
        return False
    clause = whole_clause(sentence, "rejoin", so_far.mail)
    so_far.drafts.append(Draft("rejoin", {"who": "self"}, clause, [f"{sentence.span(*found)}: rejoin"], "rejoin"))
    return True


def give_to(so_far: Understanding, drafts: list[Draft], name: str) -> None:
    """A line with a name at its head is for that character: Hesper: sell the dagger."""
    for draft in drafts:
        if draft.slots.get("who") in ("self", "unspecified"):
            draft.slots["who"] = [name]


def remember(so_far: Understanding, sentence: Sentence) -> None:
    """Keep who was last spoken of."""
    foe = vocabulary().phrases["nouns.monster"].find(sentence.words)
    if foe is not None:
        so_far.mail.foe = sentence.span(*foe)
