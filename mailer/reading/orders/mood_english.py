"""How an English verb was meant, by the word before it."""

from mailer.reading.orders.before import SUBORDINATE, before, clause_start, is_break
from mailer.reading.orders.conjugation import Form
from mailer.reading.orders.judged import Judged
from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.vocabulary import Analysis, analyses, vocabulary

NOT_WORDS = frozenset(
    {
        "not",
        "never",
        "don't",
        "dont",
        "doesn't",
        "doesnt",
        "won't",
        "wont",
        "can't",
        "cant",
        "cannot",
        "didn't",
        "isn't",
        "ain't",
        "aren't",
        "shan't",
        "nor",
    }
)
_WHO_EN = {"i": "1s", "we": "1p", "i'll": "1s", "we'll": "1p", "i'm": "1s", "im": "1s", "we're": "1p", "let's": "1p",
           "lets": "1p", "ima": "1s", "i've": "1s", "we've": "1p", "she'll": "3s", "he'll": "3s", "they'll": "3s",
           "she's": "3s", "he's": "3s", "she": "3s", "he": "3s", "they": "3s", "they're": "3s"}  # fmt: skip
_WOULD = (
    "would",
    "could",
    "should",
    "might",
    "may",
    "can",
    "must",
    "i'd",
    "we'd",
    "she'd",
    "he'd",
    "they'd",
    "couldn't",
    "wouldn't",
    "shouldn't",
    "mightn't",
)


def english_verdict(sentence: Sentence, index: int, analysis: Analysis, mail: Mail) -> Judged | None:
    """What an English verb amounts to, by the words before it."""
    form, words, grammar = analysis.form, sentence.words, vocabulary().grammar
    at, denied = index - 1, False
    while (
        at >= 0
        and (
            words[at] in grammar["adverbs"]
            or words[at] in NOT_WORDS
            or (len(words[at]) > 4 and words[at].endswith("ly"))
        )
        and sentence.covered[at] < 0
    ):
        denied = denied or words[at] in NOT_WORDS
        at -= 1
    if at >= 0 and sentence.covered[at] >= 0 and not is_break(sentence, at):
        amount = sentence.amount(at)
        if amount is not None and amount.kind in ("number", "fraction", "money"):
            return None
        while at >= 0 and sentence.covered[at] >= 0:
            at -= 1
    judged = Judged("", "", (), at + 1, form, ())
    if at < 0 or is_break(sentence, at):
        return _opening(sentence, judged, form, index, at, denied, mail)
    return _after_word(sentence, judged, form, at, denied, mail)


_NOUNS = frozenset({"party", "guard", "watch", "camp", "train", "rest", "fight", "boat", "ship"})
_COPULAS = frozenset({"is", "was", "are", "were", "has", "had", "isn't", "wasn't", "will", "went", "goes"})


def _opening(
    sentence: Sentence, judged: Judged, form: Form, index: int, at: int, denied: bool, mail: Mail
) -> Judged | None:
    """A verb that opens its clause: sell the ring; going back in; sleeps in the barn."""
    if denied:
        return judged._replace(verdict="negated")
    if form.tense in ("past", "en"):
        return (
            judged._replace(verdict="past")
            if form.lemma not in ("set", "put", "read", "let", "cut", "bet", "hit", "split")
            else None
        )
    if form.tense == "base":
        following = sentence.tokens[index + 1 : index + 2]
        noun = any(one.form.tense == "3s" for token in following for one in analyses(token))
        if set(sentence.words[index + 1 : index + 2]) & _COPULAS or (noun and form.lemma in _NOUNS):
            return judged._replace(verdict="noun", person="3s")
        return judged._replace(verdict="order", person="2")
    if form.tense == "ing":
        return judged._replace(verdict="order", person="ger")
    if mail.third or at >= 0 or sentence.item:
        return judged._replace(verdict="order", person="3s")
    return judged._replace(verdict="third", person="3s")


_ASKED = (["would"], ["could"], ["can"], ["will"])  # would you please sell


def _after_word(sentence: Sentence, judged: Judged, form: Form, at: int, denied: bool, mail: Mail) -> Judged | None:  # noqa: PLR0912 - one branch for each sort of word that may stand before a verb
    """A verb by the word before it: a pronoun, a name, a modal, an article."""
    word = sentence.words[at]
    name = next((name for start, (end, name) in sentence.names.items() if end == at + 1), None)
    if word.endswith("'s") and name is None:
        name = next((n for s, (e, n) in sentence.names.items() if e == at), None)
    if (
        word.endswith("'s")
        and word not in _WHO_EN
        and word not in ("let's", "that's", "it's", "there's", "what's")
        and form.tense == "base"
    ):
        return None
    told = not denied and form.tense == "base" and {"please", "kindly"} & set(sentence.words[at : at + 3])
    if told and word == "you" and sentence.words[at - 1 : at] in _ASKED:
        return judged._replace(verdict="order", person="2", start=at - 1)
    if word in _WOULD:
        return judged._replace(verdict="hypothetical", person=_WHO_EN.get(sentence.words[at - 1] if at else "", ""))
    if word in ("to", "gonna", "wanna"):
        return _to(sentence, judged, at, denied, mail)
    if word in ("will", "shall", "'ll"):
        return _to(sentence, judged, at, denied, mail)
    if word in ("do", "does", "did") and at > 0:
        return (
            _after_word(sentence, judged, form, at - 1, denied, mail)
            if word in ("do", "does")
            else judged._replace(verdict="past")
        )
    if word in _WHO_EN:
        return _with_pronoun(sentence, judged, form, at, denied, mail)
    if name is not None:
        return _named(sentence, judged, form, at, denied, name)
    if word == "you":
        vocative = [
            name
            for start, (end, name) in sentence.names.items()
            if start == 0 and sentence.tokens[end : end + 1] and sentence.tokens[end].text == ","
        ]
        if vocative and mail.is_spokesperson and form.tense == "base" and not denied:
            return judged._replace(verdict="order", person="2", subject=tuple(vocative), start=at)
        return judged._replace(verdict="third", person="2")
    if word in ("everyone", "everybody", "all", "us", "both", "nobody", "party", "group", "gang", "crew", "team"):
        return judged._replace(verdict="negated" if denied else "order", person="1p", start=at)
    if form.tense == "ing":
        for one in analyses(sentence.tokens[at]):
            if one.form.lemma in vocabulary().aux["will"] or one.form.lemma in (
                "keep",
                "stay",
                "be",
                "go",
                "sit",
                "stop",
            ):
                return _carried(english_verdict(sentence, at, one, mail), judged, denied=denied)
    if word in vocabulary().grammar["determiners"] or word == "no":
        return None
    if form.tense == "ing":
        return judged._replace(verdict="purpose", person="ger")
    if word in vocabulary().grammar["others"] or word in SUBORDINATE:
        return judged._replace(verdict="relative", person="3s")
    if form.tense in ("past", "en"):
        return judged._replace(verdict="past")
    if form.tense == "base" and any(one.form.tense in ("base", "ing") for one in analyses(sentence.tokens[at])):
        for one in analyses(sentence.tokens[at]):
            if one.form.lemma in vocabulary().aux["will"]:
                return _carried(english_verdict(sentence, at, one, mail), judged)
    return judged._replace(verdict="third" if form.tense == "3s" else "noun", person="3s")


def _carried(governing: Judged | None, judged: Judged, *, denied: bool = False) -> Judged | None:
    """The verdict on the governing verb, for the verb that it governs: we are not selling."""
    if governing is None:
        return None
    found = governing._replace(form=judged.form, clitics=judged.clitics)
    return found._replace(verdict="negated") if denied and found.verdict == "order" else found


def _named(sentence: Sentence, judged: Judged, form: Form, at: int, denied: bool, name: str) -> Judged:
    names = before(sentence, at + 1).names or (name,)
    begin = clause_start(sentence, at)
    if form.tense in ("past", "en"):
        return judged._replace(verdict="past", subject=names)
    if denied:
        return judged._replace(verdict="negated", subject=names)
    return judged._replace(verdict="order", person="3s", subject=names, start=begin)


def _with_pronoun(sentence: Sentence, judged: Judged, form: Form, at: int, denied: bool, mail: Mail) -> Judged:
    word = sentence.words[at]
    person = _WHO_EN[word]
    start = at
    if sentence.words[at - 1 : at] == ["wait"] or (at and word == "i" and sentence.words[at - 1] == "way"):
        return judged._replace(verdict="relative", person=person, start=start)
    if at > 1 and sentence.words[at - 2 : at] in (["after", "that"], ["done", "that"]):
        at = at - 1
    elif at > 0 and sentence.words[at - 1] in (
        "that",
        "what",
        "where",
        "which",
        "whatever",
        "who",
        "as",
        "than",
        "because",
        "until",
        "till",
        "how",
        "why",
        "while",
        "before",
        "after",
    ):
        return judged._replace(verdict="relative", person=person, start=start)
    if denied:
        return judged._replace(verdict="negated", person=person, start=start)
    if form.tense in ("past", "en"):
        return judged._replace(verdict="past", person=person, start=start)
    if word in ("i've", "we've"):
        return judged._replace(verdict="past", person=person, start=start)
    if person == "3s":
        known = mail.third or any(name == mail.sender for _, name in sentence.names.values())
        return judged._replace(verdict="order" if known and word != "they" else "third", person="3s", start=start)
    return judged._replace(verdict="order", person=person, start=start)


def _to(sentence: Sentence, judged: Judged, at: int, denied: bool, mail: Mail) -> Judged | None:
    """What governs "to": want to, plan to, I'm going to; or a purpose."""
    words = sentence.words
    if at == 0 or is_break(sentence, at - 1):
        return judged._replace(verdict="order", person="inf", start=at)
    if words[at] in ("will", "shall", "'ll", "gonna"):
        at -= words[at] == "gonna" and words[at - 1] in ("is", "are", "am", "be")
        return _after_word(sentence, judged, Form("", "base", "", ""), at - 1, denied, mail)
    if vocabulary().phrases["aux.polite"].ends_at(words, at):
        return judged._replace(verdict="order", person="1p" if words[at - 2] in ("we'd", "we") else "1s", start=at - 2)
    for one in analyses(sentence.tokens[at - 1]):
        if one.form.lemma in vocabulary().aux["will"]:
            governed = _carried(english_verdict(sentence, at - 1, one, mail), judged)
            if governed is not None:
                return governed
    return judged._replace(verdict="purpose", person="inf", start=at)
