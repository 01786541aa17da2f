"""Answers and corrections: decisions on offers, cancelled orders, questions about what the system holds."""

from mailer.reading.orders.drafts import money_slot, new_draft
from mailer.reading.orders.frames.offer import OFFER_WORDS, offer_of, who_decides
from mailer.reading.orders.frames.offers import fronted_offer, terms_of
from mailer.reading.orders.frames.swap import add_gifts
from mailer.reading.orders.goods.items import read_items
from mailer.reading.orders.letter import Clause, Draft, Mail, Sentence
from mailer.reading.orders.spans import ARTICLES, amounts_in, is_sign, phrase_end, take
from mailer.reading.orders.tokens import tokenise, words_of
from mailer.reading.orders.vocabulary import analyses, senses, vocabulary


def decide(clause: Clause, mail: Mail, *, answer: str) -> list[Draft]:
    """Accepting, refusing or countering an offer."""
    sentence = clause.sentence
    draft = new_draft("decision", clause, mail, answer=answer)
    if clause.hit.person in ("none", "2", "inf", ""):
        draft.slots["who"] = who_decides(mail)
    offer = _offer(clause, mail) or fronted_offer(clause)
    if len(offer) < 3:
        return []
    if offer.lower() in (
        "la propuesta",
        "la oferta",
        "el trato",
        "el encargo",
        "the offer",
        "the deal",
        "the job",
        "oferta",
        "propuesta",
        "trato",
        "the proposal",
    ):
        offer = offer_of(mail) or offer
    worded = bool(OFFER_WORDS & set(words_of(offer))) or clause.hit.lemma in ("rechazar", "refuse", "decline", "reject")
    if (
        offer
        and (clause.hit.lemma or clause.condition is not None)
        and not worded
        and not mail.subject.lower().startswith(("re:", "re "))
    ):
        return []
    if offer:
        draft.slots["offer"] = offer
    elif not (mail.subject.lower().startswith(("re:", "re "))):
        return []
    if answer == "accept":
        add_gifts(draft, sentence, clause.hit.j, clause.j)
        colon = next((k for k in range(clause.hit.j, clause.j) if sentence.tokens[k].text == ":"), None)
        if "gives" not in draft.slots and colon is not None:
            stop = next(
                (k for k in range(colon + 1, clause.j) if sentence.words[k] in ("por", "for", "si", "if")), clause.j
            )
            goods = read_items(clause, colon + 1, stop, "buy")
            if goods:
                draft.slots["gives"] = [{"item": one["item"], "qty": one["qty"]} for one in goods]
    sums = [a for a in amounts_in(clause, "money") if not a.used]
    if sums and answer != "refuse":
        draft.slots["pay"] = money_slot(sentence, sums[0])
        if answer == "accept" and {"pero", "but"} & set(sentence.words[clause.hit.j : sums[0].i]):
            draft.slots.pop("receives", None)
            draft.slots["answer"] = "counter"  # acepta, pero por 60 po
    but = next((k for k in range(clause.hit.j, clause.j) if sentence.words[k] in ("pero", "but")), None)
    if draft.slots["answer"] == "accept" and but is not None and not clause_is_new(sentence, but, clause.j):
        draft.slots.pop("receives", None)
        draft.slots |= {"answer": "counter", "terms": terms_of(sentence, but + 1, clause.j)}
    return [draft]


def clause_is_new(sentence: Sentence, but: int, end: int) -> bool:
    """Whether what follows "but" is a deed of its own and no condition of the deal: acepto, pero salgo mañana."""
    return any(
        one.form.person in ("1s", "1p") for token in sentence.tokens[but + 1 : but + 4] for one in analyses(token)
    )


def _offer(clause: Clause, mail: Mail) -> str:
    sentence = clause.sentence
    start = clause.hit.j
    end = phrase_end(sentence, start, clause.j)
    if start < clause.j and sentence.words[start] in ("to", "a", "al", "on", "the", "con"):
        end = phrase_end(sentence, start + 1, clause.j)
        if end > start + 1 and start + 1 not in sentence.names:
            begin = start + 1 if sentence.words[start] != "the" else start
            return take(clause, begin, end)
    if (
        end > start
        and sentence.words[start] not in ("que", "y")
        and set(sentence.words[start:end]) & (OFFER_WORDS | {"de", "del", "'s"})
    ):
        return take(clause, start, end)
    if end > start and sentence.words[start] in ARTICLES:
        return take(clause, start, end)
    if clause.condition is not None:
        words = sentence.words
        for at in range(clause.condition.i, clause.condition.j - 1):
            if words[at] in ("offers", "offer", "ofrece", "ofrecen", "propone", "proponen"):
                start = at + 1 + (words[at + 1] in ("us", "me", "nos"))
                return sentence.span(start, phrase_end(sentence, start, clause.condition.j))
            if words[at] == "lo" and words[at + 1] in ("de", "del"):
                return sentence.span(at, clause.condition.j)
    return offer_of(mail)


def choose(clause: Clause, mail: Mail) -> list[Draft]:
    """Choosing one of several options: la B, opción 2, we go with A."""
    sentence = clause.sentence
    for at in range(clause.i, clause.j):
        token = sentence.tokens[at]
        if (len(token.text) == 1 and token.text.isupper() and token.text.isalpha() and token.text not in "YOEI") or (
            token.kind == "n" and at and sentence.words[at - 1] in ("opcion", "option")
        ):
            draft = new_draft("decision", clause, mail, answer="choose")
            draft.slots["choice"] = token.text
            offer = offer_of(mail)
            if offer:
                draft.slots["offer"] = offer
            if clause.hit.person in ("none", "2", ""):
                draft.slots["who"] = who_decides(mail)
            return [draft]
    return []


def cancel(clause: Clause, mail: Mail) -> list[Draft]:
    """Taking back an earlier order."""
    sentence = clause.sentence
    span = _reference(clause)
    if span is None:
        return []
    i, j = span
    if j - i > 9:
        return []
    ref = take(clause, i, j)
    target = target_kind(ref)
    if (
        target == "craft"
        and clause.sentence.words[i:j].count("raft")
        and {"to", "a", "hacia"} & set(clause.sentence.words[i:j])
    ):
        target = "travel"
    if target is None:
        return []
    draft = new_draft("cancel", clause, mail, target_kind=target, ref=ref, replaced=False)
    draft.slots.pop("condition", None)
    draft.slots["who"] = "party" if clause.hit.person == "1p" else "self"
    for amount in sentence.amounts:
        if i <= amount.i < j:
            amount.used = True
    return [draft]


def _reference(clause: Clause) -> tuple[int, int] | None:
    """What is taken back: lo del viaje a Alcor Negro; the inn; las antorchas que pedí."""
    sentence = clause.sentence
    ranges = [(clause.hit.j, clause.j), (clause.i, clause.hit.start)]
    hung = not clause.hit.lemma and clause.hit.why.lower().endswith(("lo", "la", "los", "las"))
    pronoun = sentence.words[clause.hit.j : clause.hit.j + 1] in (["it"], ["them"], ["that"], ["eso"], ["esto"])
    if (
        clause.hit.clitics
        or hung
        or pronoun
        or {"lo", "la", "los", "las"} & set(sentence.words[clause.hit.start : clause.hit.i])
    ):
        ranges = [*_chunks_before(clause), ranges[0]]
    for start, end in ranges:
        at = start
        while at < end and (
            is_sign(sentence, at)
            or sentence.words[at]
            in (
                "y",
                "and",
                "pues",
                "ah",
                "oh",
                "also",
                "ya",
                "a",
                "de",
                "please",
                "porfa",
                "that",
                "tambien",
                "master",
                "actually",
                "about",
            )
        ):
            at += 1
        if sentence.words[at : at + 1] == ["that"]:
            at += 1
        stop = at
        while (
            stop < end
            and not (sentence.amount(stop) is not None and stop > at)
            and not is_sign(sentence, stop)
            and not (
                stop > at
                and sentence.words[stop]
                in (
                    "que",
                    "y",
                    "and",
                    "i",
                    "we",
                    "porfa",
                    "please",
                    "porque",
                    "because",
                    "pq",
                    "for",
                    "till",
                    "since",
                    "ya",
                    "porfavor",
                    "por",
                )
                and not (sentence.words[stop] == "y" and False)
            )
        ):
            stop += 1
        if stop > at:
            return at, stop
    return None


def _chunks_before(clause: Clause) -> list[tuple[int, int]]:
    """The pieces before a verb, the nearest first, as far as they name something that was ordered."""
    sentence = clause.sentence
    found: list[tuple[int, int]] = []
    end = clause.hit.start
    for at in range(clause.hit.start - 1, clause.i - 1, -1):
        if sentence.tokens[at].text in (",", ":", ";") or at == clause.i:
            begin = at if at == clause.i and sentence.tokens[at].kind == "w" else at + 1
            if begin < end and target_kind(sentence.span(begin, end)) is not None:
                found.append((begin, end))
            end = at
    return found


def _by_verb(ref: str) -> str:
    """The kind that a verb in the reference sets off: cancel drinking, anula lo de entrenar."""
    kinds = ("carouse", "train", "travel", "rest", "research", "craft", "hire", "work", "dungeon", "shop")
    for token in tokenise(ref):
        for one in analyses(token):
            for pattern in vocabulary().by_lemma.get(one.form.lemma, ()):
                first = pattern.frame.partition(".")[0]
                if first in kinds and not pattern.rest and one.form.tense in ("inf", "ing", "ger"):
                    return "class_work" if first == "work" else first
    return ""


def target_kind(ref: str) -> str | None:
    """The kind of order a reference means, by its nouns."""
    words = set(words_of(ref))
    for kind, nouns in senses()["cancel"].items():
        if words & set(nouns):
            return kind
    if vocabulary().phrases["nouns.dungeon"].find(list(words_of(ref))):
        return "dungeon"
    if vocabulary().phrases["nouns.role"].find(list(words_of(ref))):
        return "hire"
    done = _by_verb(ref)
    if done:
        return done
    known = vocabulary().phrases["nouns.item"].find(list(words_of(ref)))
    return "shop" if known is not None else None


def status(sentence: Sentence, clause: Clause, mail: Mail) -> list[Draft]:
    """A question about data the system holds."""
    found = topics_of(sentence)
    if not found:
        return []
    draft = new_draft("status", clause, mail, topics=found)
    draft.slots["who"] = "self"
    draft.slots.pop("condition", None)
    return [draft]


def topics_of(sentence: Sentence) -> list[str]:
    """What a question asks about, in the order it is asked."""
    phrases = vocabulary().phrases
    found: list[tuple[int, int, str]] = []
    for topic in (
        "help",
        "order_status",
        "calendar",
        "location",
        "supplies",
        "money",
        "inventory",
        "condition",
        "hp",
        "availability",
    ):
        place = phrases[f"status.{topic}"].find(sentence.words)
        if place is not None and not any(i < place[1] and place[0] < j for i, j, _ in found):
            found.append((*place, topic))
    topics = [topic for _, _, topic in sorted(found)]
    counted = [sentence.words[i] for i, _, topic in found if topic == "inventory"]
    if "money" in topics and counted and counted[0] in ("llevo", "llevamos", "traigo"):
        topics.remove("inventory")  # cuánto oro llevo
    return ["help"] if "help" in topics else topics
