"""With whom one trades, said without "in": al prestamista, del mercado, through the fence, pase por la botica."""

from mailer.reading.orders.letter import Clause, Sentence
from mailer.reading.orders.spans import ARTICLES, is_sign, phrase_end
from mailer.reading.orders.vocabulary import analyses, vocabulary

_GOING = frozenset(
    {"ir", "pasar", "visitar", "acercar", "llevar", "go", "visit", "stop", "head", "drop", "take", "swing"}
)
_TO = frozenset({"a", "al", "to", "through", "via", "donde"})
_PAST = frozenset({"por", "by", "a", "al", "to", "into", "donde"})
_OF = frozenset({"del", "de"})


def dealer_in(clause: Clause) -> tuple[int, int] | None:
    """The dealer or the house a clause trades with; else the one it goes to before."""
    sentence = clause.sentence
    for at in range(clause.hit.j, clause.j - 1):
        word = sentence.words[at]
        if word in _TO or (word in _OF and sentence.tokens[at - 1].text == ","):
            found = _dealer_at(sentence, at + 1, clause.j)
            if found is not None:
                return found
    return _on_the_way(clause)


def _on_the_way(clause: Clause) -> tuple[int, int] | None:
    """The house one goes to first: pase por la botica y compre; visita al platero, a quien vende."""
    sentence, end = clause.sentence, clause.hit.start
    goes = next((at for at in range(end) if any(a.form.lemma in _GOING for a in analyses(sentence.tokens[at]))), end)
    for at in range(goes + 1, end - 1):
        if sentence.words[at] in _PAST:
            found = _dealer_at(sentence, at + 1, end)
            if found is not None:
                return found
    return None


def _dealer_at(sentence: Sentence, start: int, limit: int) -> tuple[int, int] | None:
    """The dealer or the house that a phrase names from its first noun on."""
    phrases, words = vocabulary().phrases, sentence.words
    lead = start + 2 if words[start] == "lo" and words[start + 1 : start + 2] in (["de"], ["del"]) else start
    noun = lead + (lead < limit and words[lead] in ARTICLES)
    if noun >= limit or is_sign(sentence, noun):
        return None
    if not (phrases["nouns.dealer"].at(words, noun) or phrases["nouns.house"].at(words, noun)):
        return None
    return start, phrase_end(sentence, noun, limit)
