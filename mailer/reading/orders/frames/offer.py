"""The offer that a letter answers, as its subject line names it."""

import re

from mailer.reading.orders.letter import Mail
from mailer.reading.orders.spans import ARTICLES
from mailer.reading.orders.tokens import tokenise, word_set, words_of
from mailer.reading.orders.vocabulary import vocabulary

_RE = ("re", "rv", "fw", "fwd", "aw")
OFFER_WORDS = word_set(
    "propuesta oferta trato encargo peaje acuerdo offer deal proposal terms commission toll "
    "bargain job trabajo invitacion invitation aprendiz pacto contrato "
    "puesto plaza cargo post position trueque swap trade invite bet apuesta reto challenge duelo duel wager request "
    "peticion ofrecimiento ofrecio ofrecieron ofrece ofrecen offered offers contract apprenticeship truce tregua"
)

_TO_ALL = word_set("os vosotros vosotras ustedes nos us vuestro vuestra vuestros party grupo compania")


def who_decides(mail: Mail) -> str:
    """Who answers when no word says so: all of them if the letter or the offer speaks of them, else its writer."""
    offered = [re.sub(r"['’]s$", "", word) for word in words_of(f"{mail.subject} {mail.quoted[:2000]}")]
    if mail.ours or mail.is_spokesperson or not _TO_ALL.isdisjoint(offered):
        return "party"
    met = not (mail.single or mail.third) and vocabulary().phrases["nouns.monster"].find(offered) is not None
    return "party" if met else "self"  # what bars the way bars it to all


AGREED = word_set(
    "sale va dale orale claro trato vale hecho encantado encantada encantados perfecto conforme listo ok bueno adelante"
)  # yes, said of what one tells: dile que sale


def offer_of(mail: Mail) -> str:
    """The offer a subject line names, without Re: and without the question."""
    text = mail.subject
    if not text.lower().startswith(("re", "rv", "fw", "aw")) and not OFFER_WORDS & set(words_of(text)):
        return ""
    tokens = tokenise(text)
    at = 0
    while at + 1 < len(tokens) and tokens[at].fold in _RE and tokens[at + 1].text == ":":
        at += 2
    rest = text[tokens[at].start :].strip() if at < len(tokens) else ""
    for cut in (
        " os propone",
        " les propone",
        " te propone",
        " os ofrece",
        " les ofrece",
        " te ofrece",
        " quiere",
        " offers",
        " en la puerta",
        " del puente",
        " pide",
        " asks",
        " wants",
        " ofrecen",
        " proponen",
        " quieren",
        " piden",
        " exige",
        " propone",
        " ofrece",
        " offer",
    ):
        if cut in rest.lower() and not rest.lower().partition(cut)[0].endswith(("'s", "’s", "s'")):
            rest = rest[: rest.lower().index(cut)]
    if "?" in rest:
        for opener in (" con ", " with ", " about "):
            if opener in rest:
                rest = rest[rest.index(opener) + len(opener) :].strip(" ?¿")
                rest = rest.partition(" ")[2] if rest.partition(" ")[0] in ARTICLES else rest
                break
    words = rest.split()
    return " ".join(words)
