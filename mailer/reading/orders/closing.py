"""What only shows at the end of a letter: yes and no to an offer, orders in the subject line."""

from mailer.reading.orders.amounts import Scanner
from mailer.reading.orders.clause_orders import viable
from mailer.reading.orders.clauses import clauses_of
from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.doubting import drop_pending
from mailer.reading.orders.filters import blocked
from mailer.reading.orders.frames.answers import decide
from mailer.reading.orders.frames.met import foe_in
from mailer.reading.orders.frames.offer import offer_of
from mailer.reading.orders.grammar import interpret
from mailer.reading.orders.heads import head_of
from mailer.reading.orders.letter import Draft, Sentence
from mailer.reading.orders.likeness.guess import add_guesses
from mailer.reading.orders.lists import by_frame
from mailer.reading.orders.musing import whole_clause
from mailer.reading.orders.sentences import sentence_of
from mailer.reading.orders.tokens import tokenise
from mailer.reading.orders.understanding import Understanding
from mailer.reading.orders.vocabulary import vocabulary


def close(so_far: Understanding, sentences: list[Sentence]) -> None:
    """What only shows at the end: yes and no to an offer, orders in the subject line."""
    drop_pending(so_far)
    add_from_quote(so_far)
    add_subject_condition(so_far)
    add_subject_order(so_far, sentences)
    add_guesses(so_far)


def answer_yes_or_no(so_far: Understanding, sentences: list[Sentence]) -> None:
    """A bare yes or no at the head of a reply answers what its subject names."""
    if not sentences or not so_far.mail.subject.lower().startswith(("re:", "re ")) or not offer_of(so_far.mail):
        return
    if any(draft.kind == "decision" for draft in so_far.drafts):
        return
    first = sentences[0]
    words = [word for word, token in zip(first.words, first.tokens, strict=True) if token.kind == "w"]
    if not words or first.question or len(words) > 12:
        return
    phrases = vocabulary().phrases
    answer = "refuse" if phrases["mood.no"].at(words, 0) else "accept" if phrases["mood.yes"].at(words, 0) else ""
    if words[-1] in ("no", "yes", "si") and len(words) <= 8 and "but" in words + ["but"] * ("pero" in words):
        answer, words = ("refuse" if words[-1] == "no" else "accept"), words[-1:]
    offered = "?" not in so_far.mail.subject and not so_far.mail.subject.lower().endswith(("orders", "ordenes", "plan"))
    taken = any(draft.clause.sentence is first for draft in so_far.drafts)
    if answer and offered and not taken and (len(words) <= 3 or (answer == "refuse" and len(words) <= 4)):
        clause = whole_clause(first, "decide." + answer, so_far.mail)
        drafts = decide(clause, so_far.mail, answer=answer)
        for draft in drafts:
            draft.frame = "decide." + answer
            draft.slots["offer"] = offer_of(so_far.mail)
        so_far.drafts = drafts + so_far.drafts


def add_from_quote(so_far: Understanding) -> None:
    """Where one goes along to, if only the quoted letter says it: me apunto, pero salgo el 6."""
    lacking = [d for d in so_far.drafts if d.kind == "travel" and "destination" not in d.slots]
    if not lacking or not so_far.mail.quoted:
        return

    text = so_far.mail.quoted
    scanner = Scanner(so_far.scanner.calendar, so_far.scanner.language)
    for line in text.split("\n"):
        tokens = tokenise(line)
        if not tokens:
            continue
        for clause in clauses_of(sentence_of(line, tokens, scanner, so_far.mail), so_far.mail, viable):
            found = [d for d in interpret(clause, so_far.mail) if d.kind == "travel" and "destination" in d.slots]
            if found:
                lacking[0].slots["destination"] = found[0].slots["destination"]
                if "via" in found[0].slots:
                    lacking[0].slots.setdefault("via", found[0].slots["via"])
                so_far.drafts = [d for d in so_far.drafts if d.kind != "decision"]
                return


def add_subject_condition(so_far: Understanding) -> None:
    """Re: what do you do if the gnolls come back. — grub fight."""
    title = so_far.subject
    if title is None:
        return
    conditions = conditions_of(title, so_far.mail)
    if not conditions:
        return
    for draft in so_far.drafts:
        if draft.kind == "encounter" and "condition" not in draft.slots:
            draft.slots["condition"] = dict(conditions[0].slot)
            foe = foe_in(title, conditions[0], so_far.mail)
            if draft.slots.get("vs") in ("any", None) and foe is not None:
                draft.slots["vs"] = title.span(*foe)


def add_subject_order(so_far: Understanding, sentences: list[Sentence]) -> None:
    """Orders in the subject, if the body points to it or says nothing."""
    title = so_far.subject
    if title is None or so_far.mail.subject.lower().startswith(("re:", "rv:", "fw:", "fwd:")):
        return
    body = " ".join(word for sentence in sentences for word in sentence.words)
    points = any(
        run in body
        for run in (
            "lo del asunto",
            "como dice el asunto",
            "see subject",
            "el asunto",
            "as above",
            "subject line",
            "lo dice el asunto",
            "per subject",
            "what the subject says",
        )
    )
    if not points and body.strip(" .!"):
        return
    if title.question or "?" in so_far.mail.subject:
        return
    found: list[Draft] = []
    head = head_of(title, so_far.mail)
    if head is not None and head.frame and head.end < len(title.words):
        found = by_frame(so_far, whole_clause(title, head.frame, so_far.mail, head.end, head.start), head.frame)
    if not found:
        for clause in clauses_of(title, so_far.mail):
            if not blocked(clause, so_far.mail):
                found += interpret(clause, so_far.mail)
    so_far.drafts = found + so_far.drafts
