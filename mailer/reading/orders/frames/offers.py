"""What one tells those who offer: yes, no, yes but; and what changes hands."""

from mailer.reading.orders.drafts import money_slot, new_draft
from mailer.reading.orders.frames.offer import AGREED, OFFER_WORDS, offer_of, who_decides
from mailer.reading.orders.frames.swap import add_gifts
from mailer.reading.orders.letter import Clause, Draft, Mail, Sentence
from mailer.reading.orders.spans import ARTICLES, amounts_in, behind, is_sign, phrase_end

_YES = frozenset({"si", "yes", "aceptamos", "acepto", "aceptado", "ok", "deal"})
_NO = frozenset({"no", "nones", "nel", "nope", "nanay"})
_BUT = frozenset({"pero", "but", "siempre", "only", "solo"})


def tell(clause: Clause, mail: Mail) -> list[Draft]:
    """Decile que sí, que le damos el jamón, pero que nos deje pasar; tell them no."""
    sentence, words = clause.sentence, clause.sentence.words
    answer, at = _answer(clause)
    if not answer:
        return []
    draft = new_draft("decision", clause, mail, answer=answer)
    if clause.hit.person in ("2", "inf", "none", "opt"):
        draft.slots["who"] = who_decides(mail)
    offer = _topic(clause, mail, at)
    if offer:
        draft.slots["offer"] = offer
    elif not mail.subject:
        return []
    if answer == "accept":
        add_gifts(draft, sentence, at, clause.j)
    but = next((k for k in range(at + 1, clause.j) if words[k] in ("pero", "but")), None)
    if but is not None and answer == "accept":
        draft.slots["answer"] = "counter"
        draft.slots.pop("receives", None)
        draft.slots["terms"] = terms_of(sentence, but + 1, clause.j)
    told = clause.j if but is None or "terms" not in draft.slots else but
    sums = [a for a in amounts_in(clause, "money") if not a.used and a.i < told]
    if sums and draft.slots["answer"] != "refuse":
        draft.slots["pay"] = money_slot(sentence, sums[0])
    draft.frame = "tell"
    return [draft]


def _answer(clause: Clause) -> tuple[str, int]:
    """Yes or no, and where it stands: que sí, pero no; to the toll, yes."""
    words = clause.sentence.words
    for at in range(clause.hit.j, clause.j):
        if words[at] == "no" and words[at - 1] == "que":
            return "refuse", at
        if words[at - 1] == "que" and (words[at] in AGREED or clause.sentence.tokens[at].text.lower() == "sí"):
            return "accept", at
        following = words[at + 1] if at + 1 < len(words) else "."
        ends = following in (
            ",",
            ".",
            ";",
            "!",
            "to",
            "a",
            "al",
            "pero",
            "but",
            "on",
            ":",
            "gracias",
            "thanks",
            "que",
            "-",
            "y",
        )
        denied = {"no", "not", "don't", "won't", "cannot", "can't"} & set(words[max(at - 3, clause.hit.j) : at])
        if words[at] in _YES and (ends or at + 1 >= clause.j):
            return ("refuse" if denied and words[at] != "si" else "accept"), at
        if (words[at] in _NO and (ends or at + 1 >= clause.j) and following != "to") or (
            words[at] == "no" and following in ("deal", "to")
        ):
            return "refuse", at
        if words[at] in ("aceptamos", "acepto", "accept", "agree"):
            return ("refuse" if denied else "accept"), at
        if words[at] in ("rechazamos", "rechazo", "refuse", "decline"):
            return "refuse", at
    return "", clause.hit.j


def _topic(clause: Clause, mail: Mail, at: int) -> str:
    sentence, words = clause.sentence, clause.sentence.words
    if (
        words[at] in _TAKING
        and words[at + 1 : at + 2]
        and words[at + 1] in (*ARTICLES, "su", "sus", "his", "her", "their")
    ):
        return sentence.span(at + 1, phrase_end(sentence, at + 1, clause.j))
    if at + 1 < clause.j and words[at + 1] in ("to", "a", "al"):
        end = phrase_end(sentence, at + 2, clause.j)
        if end > at + 2:
            return sentence.span(at + 2 - (words[at + 2 - 1] == "the"), end)
    for k in range(clause.i, clause.hit.i):
        if words[k] in ("respecto", "about", "sobre", "regarding"):
            start = k + 1
            while start < clause.hit.i and words[start] in ("a", "to"):
                start += 1
            end = next(
                (e for e in range(start, clause.hit.i) if sentence.tokens[e].text in (",", ":", ";")), clause.hit.i
            )
            return sentence.span(start, end)
    fronted = fronted_offer(clause)
    if fronted:
        return fronted
    told = behind(clause, ("a", "al"), start=clause.hit.j)
    if told is not None and told[0] < at:
        i, j = told
        return sentence.span(i + (words[i] in ARTICLES), j)
    return offer_of(mail)


def fronted_offer(clause: Clause) -> str:
    """The offer named before the answer: and the peddler's offer: thank him, but no; del puesto de sargento, que sí."""
    sentence, words, start = clause.sentence, clause.sentence.words, 0
    end = clause.hit.start
    condition = clause.condition
    if condition is not None and condition.i < end:
        at = next((k for k in range(condition.i, condition.j - 1) if words[k] == "lo" and words[k + 1] == "de"), None)
        return sentence.span(at, condition.j) if at is not None else ""
    given = next((k for k in range(start, end) if words[k] in _OFFERED), None)
    if given is not None and given + 1 < end and sentence.tokens[end - 1].kind == "p":
        begin = given + 1 + (words[given + 1] in ("me", "us", "nos", "her", "him"))
        return sentence.span(begin, phrase_end(sentence, begin, end))
    while start < end and (is_sign(sentence, start) or words[start] in _LEADING):
        start += 1
    stop = next((k for k in range(start, end) if is_sign(sentence, k) or words[k] == "que"), end)
    if stop >= end or not OFFER_WORDS & set(words[start:stop]) or stop - start > _MOST:
        return ""
    return sentence.span(start, stop)


_TAKING = frozenset({"acepto", "aceptamos", "accept", "rechazo", "rechazamos", "refuse", "decline"})
_OFFERED = frozenset({"ofrecio", "ofrecieron", "ofrece", "ofrecen", "offered", "offers", "propuso", "propone"})
_LEADING = frozenset({"y", "and", "a", "al", "de", "del", "to", "sobre", "about", "as", "for", "pero", "but", "en"})
_MOST = 7  # words of what is offered


def terms_of(sentence: Sentence, start: int, end: int) -> str:
    """What is asked for behind a "but"."""
    goes_on = (["y"], ["and"])
    stop = next(
        (
            k
            for k in range(start, end)
            if sentence.tokens[k].text == ";"
            or (sentence.tokens[k].text == "," and sentence.words[k + 1 : k + 2] not in goes_on)
        ),
        end,
    )
    return sentence.span(start, stop)
