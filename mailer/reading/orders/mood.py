"""How a verb was meant: an instruction, or something past, denied, wished for, told of others.

`judge` looks at the form of the verb and at what stands before it as far as the last comma or conjunction.
"""

from typing import NamedTuple

from mailer.reading.orders.conjugation import Form
from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.vocabulary import Analysis, analyses, vocabulary

SIGNS = frozenset(',;:()-–—.!¡?¿•=→[]"“”«»*')
_PAST = frozenset({"pret", "impf", "past"})
_UNREAL = frozenset({"cond", "isubj"})
_IMPERSONAL = (
    "dejar",
    "ignorar",
    "negociar",
    "hablar",
    "parlamentar",
    "atacar",
    "pelear",
    "evitar",
    "huir",
    "dar",
    "pagar",
    "matar",
    "combatir",
    "esquivar",
    "rodear",
)
_OF = (
    "deshacer",
    "desprender",
    "cuidar",
    "ir",
    "salir",
    "partir",
    "volver",
    "pasar",
    "hacer",
    "surtir",
    "abastecer",
    "olvidar",
)
_NO = frozenset({"no", "nunca", "jamas", "tampoco", "ni", "sin"})
_NOT = frozenset(
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
_FAR = 30  # words: nobody puts more between a subject and its verb
_BETWEEN = ("tambien", "ya", "luego", "despues", "entonces", "mejor", "ahora", "yo", "primero", "aqui", "aca")
_SUBORDINATE = frozenset(
    {
        "porque",
        "aunque",
        "donde",
        "como",
        "because",
        "although",
        "though",
        "who",
        "which",
        "that",
        "where",
        "while",
        "since",
        "than",
        "what",
        "whatever",
        "whoever",
        "anything",
        "quien",
        "cuanto",
        "hasta",
        "until",
        "till",
        "before",
        "after",
    }
)


class Judged(NamedTuple):
    """What a verb amounts to."""

    verdict: str
    person: str
    subject: tuple[str, ...]
    start: int
    form: Form | None
    clitics: tuple[str, ...]


class Before(NamedTuple):
    """What stands between the last separator and the verb's group."""

    start: int
    names: tuple[str, ...]
    foreign: int  # words that are neither fillers nor names
    that: str  # "", optative or relative
    first: bool  # yo, nosotros


def is_break(sentence: Sentence, index: int) -> bool:
    """Whether a token parts clauses: a comma, a conjunction."""
    word = sentence.words[index]
    if index in sentence.masked:
        return True
    if sentence.tokens[index].text in SIGNS:
        return sentence.covered[index] < 0
    if word not in vocabulary().grammar["joins"] or sentence.covered[index] >= 0:
        return False
    between_names = index + 1 < len(sentence.words) and (
        (index + 1 in sentence.names or sentence.words[index + 1] in ("yo", "i", "me"))
        and any(end == index for end, _ in sentence.names.values())
    )
    return not between_names


def clause_start(sentence: Sentence, index: int) -> int:
    """Where the words begin that stand unbroken before a token."""
    start = index
    while start > 0 and not is_break(sentence, start - 1):
        start -= 1
    return start


def before(sentence: Sentence, end: int) -> Before:  # noqa: PLR0912 - one branch for each sort of word that may stand there
    """What stands before a verb's group, as far as the last break."""
    words, grammar = sentence.words, vocabulary().grammar
    start = max(clause_start(sentence, end), end - _FAR)
    names: list[str] = []
    foreign, that, first, at = 0, "", False, start
    while at < end:
        if sentence.covered[at] >= 0:
            at += 1
            continue
        if at in sentence.names:
            stop, name = sentence.names[at]
            names.append(name)
            at = stop
            continue
        word = words[at]
        aside = _aside(sentence, at, end)
        if aside:
            at += aside
            continue
        length = vocabulary().phrases["mood.polite"].at(words, at)
        hedge = vocabulary().phrases["mood.hedge"].at(words, at)
        if hedge and at + hedge <= end:
            at += hedge
            continue
        if _resets(sentence, at):
            foreign, names, first = 0, [], False
            that = "relative" if at > start and words[at - 1] == "no" and words[at] in ("es", "fue", "era") else ""
            at += 1
            continue
        if word == "que" and _reports_to_us(sentence, start, at):
            foreign, names, first, that = 0, [], False, ""
        elif word == "que":
            optative = foreign == 0 and that != "relative"
            that = "optative" if optative else "relative"
        elif word in grammar["first"] or word in ("nadie", "nobody", "ninguno"):
            first = True
        elif word in _SUBORDINATE or (word == "si" and at > start and words[at - 1] in ("ver", "por")):
            that = "relative"
        elif length and at + length <= end:
            at += length
            continue
        elif (
            word in ("se", "lo", "le", "les", "nos", "me", "te", "a", "de", "para", "con")
            or word.endswith("mente")
            or sentence.tokens[at].kind == "p"
        ):
            foreign += word in ("a", "de", "para", "con") and 0
        else:
            foreign += 1
        at += 1
    return Before(start, tuple(names), foreign, that, first)


def _aside(sentence: Sentence, at: int, end: int) -> int:
    """How many words tell before or after what, without a subject of their own: antes de bajar, al llegar."""
    words = sentence.words
    opener = (
        2 if words[at] in ("antes", "despues") and words[at + 1 : at + 2] == ["de"] else words[at] in ("al", "tras")
    )
    verb = at + opener
    if not opener or verb >= end:
        return 0
    infinitive = any(one.form.tense == "inf" for one in analyses(sentence.tokens[verb]))
    return opener + 1 if infinitive else 0


def _reports_to_us(sentence: Sentence, start: int, at: int) -> bool:
    """Whether what follows "que" is dictated: apunta que, ponga que, dile al máster que."""
    aux = vocabulary().aux
    for k in range(start, at):
        if sentence.words[k] in ("dile", "diles", "decile", "digale"):
            return bool({"dire", "master", "dm", "gm", "director"} & set(sentence.words[k:at]))
        for one in analyses(sentence.tokens[k]):
            if one.form.tense in ("imp", "subj") and (
                one.form.lemma in aux["note"]
                or (
                    one.form.lemma in aux["tell"]
                    and {"dire", "master", "dm", "gm", "dungeon"} & set(sentence.words[k:at])
                )
            ):
                return True
    return False


def _resets(sentence: Sentence, at: int) -> bool:
    """Whether a finite verb stands here, so that what is before it belongs to it: lo único que hago es dormir."""
    if sentence.words[at] in ("es", "son", "soy", "va", "fue"):
        return sentence.words[at] != "va"
    lower = sentence.tokens[at].text.lower()
    found = [
        one
        for one in analyses(sentence.tokens[at])
        if one.form.tense in ("pres", "pret", "impf", "fut") and one.form.written == lower
    ]
    previous = sentence.words[at - 1] if at else ""
    return bool(found) and previous not in vocabulary().grammar["determiners"] and previous not in ("la", "los", "las")


def judge(sentence: Sentence, index: int, mail: Mail) -> list[Judged]:
    """What each reading of a word as a verb amounts to, the likeliest first."""
    token = sentence.tokens[index]
    found = list(analyses(token))
    if not found:
        return []
    lower = token.text.lower()
    exact = [one for one in found if one.form.written == lower or one.clitics]
    if mail.accented and exact:
        found = exact
    elif exact:
        found = exact + [one for one in found if one not in exact]
    return [judged for one in found if (judged := _judge_one(sentence, index, one, mail)) is not None]


def _judge_one(sentence: Sentence, index: int, analysis: Analysis, mail: Mail) -> Judged | None:
    if analysis.form.tense in ("base", "3s", "ing", "past", "en"):
        return _english(sentence, index, analysis, mail)
    return _spanish(sentence, index, analysis, mail)


# ---------------------------------------------------------------- Spanish


def _group(sentence: Sentence, index: int) -> tuple[int, bool]:
    """Where the verb's own words begin (pronouns, "no"), and whether it is denied."""
    words, clitics = sentence.words, vocabulary().grammar["clitics"]
    at = index - 1
    while at >= 0 and words[at] in clitics and sentence.covered[at] < 0:
        at -= 1
    denied = at >= 0 and words[at] in _NO and sentence.covered[at] < 0
    if denied:
        at -= 1
    elif at > 0 and words[at] == "de" and words[at - 1] == "nada":
        return at - 1, True
    return at + 1, denied


def _spanish(sentence: Sentence, index: int, analysis: Analysis, mail: Mail) -> Judged | None:
    form, words = analysis.form, sentence.words
    start, denied = _group(sentence, index)
    previous = words[index - 1] if index else ""
    if form.tense == "part" or (form.tense == "pres" and form.person == "2s"):
        return None
    if form.tense not in ("inf", "ger") and _is_noun(sentence, index, form, previous):
        return None
    bare = form
    purpose = False
    if form.tense in ("inf", "ger"):
        aux = _auxiliary(sentence, start)
        if aux is not None:
            start, bare, aux_denied = aux
            denied = denied or aux_denied
        elif previous in ("a", "para") or (form.tense == "ger" and start > 0):
            purpose = form.tense == "ger" or not is_break(sentence, index - 2) if index > 1 else False
        elif previous in ("de", "sin", "por", "al", "en", "con", "del", "el", "un", "tras"):
            if previous == "sin":
                return Judged("negated", "", (), start, form, analysis.clitics)
            return Judged("relative", "", (), start, form, analysis.clitics)
    context = before(sentence, start)
    analysis = Analysis(
        analysis.form, (*analysis.clitics, *(word for word in words[start:index] if word in ("me", "le", "nos", "les")))
    )
    judged = _verdict(
        sentence, mail, Judged("", "", context.names, start, form, analysis.clitics), bare, context, denied, purpose
    )
    if judged.verdict == "third" and form.lemma in _IMPERSONAL and "se" in words[max(start, 0) : index]:
        return judged._replace(verdict="order", person="1p")
    return judged


def _is_noun(sentence: Sentence, index: int, form: Form, previous: str) -> bool:
    """Whether the word is a noun in its place: la compra, de guardia, 2 marchas."""
    goods = vocabulary().phrases["nouns.item"].at(sentence.words, index)
    if goods and form.lemma not in ("comprar", "vender"):
        return True
    following = sentence.words[index + 1] if index + 1 < len(sentence.words) else ""
    if not previous or sentence.tokens[index - 1].kind == "p":
        return (
            following in ("de", "del", ":")
            and form.person in ("3s", "2s")
            and form.tense != "fut"
            and form.lemma not in _OF
        )
    amount = sentence.amount(index - 1)
    if amount is not None and amount.kind in ("number", "fraction"):
        return True
    if previous in vocabulary().grammar["determiners"] and index - 1 not in sentence.names:
        return (
            not (previous in ("al", "en", "este", "esta") and sentence.covered[index - 1] >= 0) and previous != "todo"
        )
    if (
        previous in ("la", "los", "las")
        and index > 1
        and sentence.words[index - 2]
        in ("con", "de", "en", "a", "por", "para", "sin", "sobre", "contra", "hasta", "desde", "tras", "bajo")
    ):
        return True
    small = vocabulary().grammar["clitics"] | {"que", "no"}
    if previous in ("la", "los", "las", "lo") and index > 1 and sentence.words[index - 2] in small:
        return False
    if previous in ("la", "los", "las", "lo"):
        return form.tense in ("subj", "imp") or (
            form.person not in ("1s", "1p") and index - 1 <= 1 and previous != "lo"
        )
    return previous in ("para", "a") and form.tense not in ("inf", "ger")


def _auxiliary(sentence: Sentence, start: int) -> tuple[int, Form, bool] | None:
    """The verb before an infinitive or gerund that says how it is meant: voy a, quiero, hay que, seguimos."""
    words = sentence.words
    at = start - 1
    polite = vocabulary().phrases["aux.polite"]
    if at < 0:
        return None
    if at >= 0 and words[at] in ("a", "que", "de", "por", "y"):
        at -= 1
    while at >= 0 and words[at] in _BETWEEN:
        at -= 1
    if at < 0:
        return None
    length = polite.ends_at(words, at + 1)
    if length:
        return (
            at + 1 - length,
            Form(
                "querer",
                "pres",
                "1p" if words[at - length + 1 : at + 1][0] in ("nos", "quisieramos", "queriamos") else "1s",
                "",
            ),
            False,
        )
    aux = vocabulary().aux
    for one in analyses(sentence.tokens[at]):
        if (one.form.lemma in aux["will"] or one.form.lemma in aux["keep"]) and one.form.tense != "part":
            begin, denied = _group(sentence, at)
            if one.form.lemma in ("acabar", "quedar") and words[start - 1] == "de":
                return begin, Form("acabar", "pret", one.form.person, ""), denied
            if one.form.tense in ("inf", "ger"):
                deeper = _auxiliary(sentence, begin)
                if deeper is not None:
                    return deeper
            if one.form.tense == "impf" and one.form.lemma == "querer":
                return begin, Form("querer", "pres", one.form.person, ""), denied
            return begin, one.form, denied
    return None


def _verdict(
    sentence: Sentence, mail: Mail, judged: Judged, form: Form, context: Before, denied: bool, purpose: bool
) -> Judged:
    """The verdict on a Spanish verb, given the form that carries its mood."""
    tense, person = form.tense, form.person
    if tense in _PAST:
        return judged._replace(verdict="relative" if context.that == "relative" else "past", person=person)
    if tense in _UNREAL:
        return judged._replace(verdict="hypothetical", person=person)
    if denied:
        return judged._replace(verdict="negated", person=person)
    if tense in ("inf", "ger"):
        if context.that == "relative":
            return judged._replace(verdict="relative")
        return judged._replace(verdict="purpose" if purpose else "order", person=tense)
    if (
        form.lemma == "faltar"
        and person in ("3s", "3p")
        and {"me", "nos"} & {*judged.clitics, *sentence.words[max(judged.start, 0) : judged.start + 3]}
    ):
        return judged._replace(verdict="order", person="1s")
    if tense == "subj":
        return _optative(sentence, judged, person, context, mail)
    if context.that == "relative":
        return judged._replace(verdict="relative", person=person)
    if person in ("1s", "1p"):
        return judged._replace(verdict="order", person=person)
    if tense == "imp":
        another = context.foreign or _goes_on_about_another(sentence, context.start, mail)
        if another and person == "2s" and not judged.clitics:
            return judged._replace(verdict="third", person="3s")
        return judged._replace(verdict="order", person="2")
    if person in ("2s", "2p"):
        return judged._replace(verdict="third", person="2")
    return _third(sentence, judged, person, context, mail)


def _speaks_as_we(mail: Mail, context: Before) -> bool:
    """Whether the letter says "I" or "we" throughout, so that "que se busque a otro" is about somebody else."""
    return (mail.plural or mail.single) and not mail.third and not context.names


def _optative(sentence: Sentence, judged: Judged, person: str, context: Before, mail: Mail) -> Judged:
    group = sentence.words[max(judged.start - 1, 0) : judged.start + 2]
    if person == "3s" and "se" in group and _speaks_as_we(mail, context):
        return judged._replace(verdict="third", person="3s")
    if asks_you(sentence, judged, person) and not context.names:
        return judged._replace(verdict="order", person="opt")
    if context.that == "relative":
        return judged._replace(verdict="relative", person=person)
    if person == "1p":
        return judged._replace(verdict="order", person="1p")
    if context.that == "optative":
        if context.foreign:
            return judged._replace(verdict="third", person="3s")
        if person in ("1s", "3s"):
            return judged._replace(verdict="order", person="opt")
        if person == "3p" and not context.names and ({"me", "le", "nos", "les"} & {*judged.clitics}):
            return judged._replace(verdict="order", person="opt")
        return judged._replace(verdict="order" if context.names else "third", person="opt")
    if person == "2s" or context.foreign:
        return judged._replace(verdict="third", person="2")
    return judged._replace(verdict="order", person="2")


_ASKING = frozenset(
    {
        ("quiero", "que"),
        ("queremos", "que"),
        ("necesito", "que"),
        ("necesitamos", "que"),
        ("pido", "que"),
        ("ruego", "que"),
    }
)


def asks_you(sentence: Sentence, judged: Judged, person: str) -> bool:
    """Whether the game master is asked to: quiero que compres, te pido que vendas."""
    start = judged.start
    denied = bool(_NO & set(sentence.words[max(start - 4, 0) : start]))
    return not denied and person in ("2s", "2p", "3p") and tuple(sentence.words[max(start - 2, 0) : start]) in _ASKING


def _third(sentence: Sentence, judged: Judged, person: str, context: Before, mail: Mail) -> Judged:
    """A verb in the third person: an order only of the sender's own character."""
    if (context.first and person in ("3s", "3p")) or (
        person == "3p" and mail.together and not context.foreign and not context.names
    ):
        return judged._replace(verdict="order", person="1p")
    if context.names:
        return judged._replace(verdict="order", person="3s" if person == "3s" else "3p")
    if context.foreign or (person == "3s" and _goes_on_about_another(sentence, context.start, mail)):
        return judged._replace(verdict="third", person=person)
    if person == "3s":
        return judged._replace(verdict="order", person="3s")
    return judged._replace(verdict="third", person=person)


def _goes_on_about_another(sentence: Sentence, start: int, mail: Mail) -> bool:
    """Whether the verb before the conjunction had somebody nameless as its subject: mi primo juega y compra."""
    if not start or sentence.words[start - 1] not in ("y", "e", ",", "pero"):
        return False
    for at in range(start - 2, -1, -1):
        if sentence.tokens[at].text in (";", ":", ".", "(", ")") or at in sentence.masked:
            return False
        lower = sentence.tokens[at].text.lower()
        forms = [one.form for one in analyses(sentence.tokens[at]) if one.form.written == lower]
        if not any(form.tense in ("pres", "pret", "impf", "fut") for form in forms):
            continue
        if any(form.person != "3s" for form in forms if form.tense in ("pres", "pret", "impf", "fut")):
            return False
        first = _group(sentence, at)[0]
        context = before(sentence, first)
        opened = sentence.words[context.start : first]
        return bool(context.foreign) and not context.names and bool(opened) and opened[0] in _ANOTHERS
    return False


_ANOTHERS = frozenset({"mi", "mis", "tu", "su", "un", "una", "el", "la", "ese", "esa", "aquel", "aquella", "nuestro"})


# ---------------------------------------------------------------- English


def _english(sentence: Sentence, index: int, analysis: Analysis, mail: Mail) -> Judged | None:
    form, words, grammar = analysis.form, sentence.words, vocabulary().grammar
    at, denied = index - 1, False
    while (
        at >= 0
        and (words[at] in grammar["adverbs"] or words[at] in _NOT or (len(words[at]) > 4 and words[at].endswith("ly")))
        and sentence.covered[at] < 0
    ):
        denied = denied or words[at] in _NOT
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
    if word in _WOULD:
        return judged._replace(verdict="hypothetical", person=_WHO_EN.get(sentence.words[at - 1] if at else "", ""))
    if word in ("to", "gonna", "wanna"):
        return _to(sentence, judged, at, denied, mail)
    if word in ("will", "shall", "'ll"):
        return _to(sentence, judged, at, denied, mail)
    if word in ("do", "does", "did") and at > 0:
        return (
            _after_word(sentence, judged, form, at - 1, denied, mail)
            if word == "do"
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
                return _carried(_english(sentence, at, one, mail), judged, denied=denied)
    if word in vocabulary().grammar["determiners"] or word == "no":
        return None
    if form.tense == "ing":
        return judged._replace(verdict="purpose", person="ger")
    if word in vocabulary().grammar["others"] or word in _SUBORDINATE:
        return judged._replace(verdict="relative", person="3s")
    if form.tense in ("past", "en"):
        return judged._replace(verdict="past")
    if form.tense == "base" and any(one.form.tense in ("base", "ing") for one in analyses(sentence.tokens[at])):
        for one in analyses(sentence.tokens[at]):
            if one.form.lemma in vocabulary().aux["will"]:
                return _carried(_english(sentence, at, one, mail), judged)
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
        return _after_word(sentence, judged, Form("", "base", "", ""), at - 1, denied, mail)
    if vocabulary().phrases["aux.polite"].ends_at(words, at):
        return judged._replace(verdict="order", person="1p" if words[at - 2] in ("we'd", "we") else "1s", start=at - 2)
    for one in analyses(sentence.tokens[at - 1]):
        if one.form.lemma in vocabulary().aux["will"]:
            governed = _carried(_english(sentence, at - 1, one, mail), judged)
            if governed is not None:
                return governed
    return judged._replace(verdict="purpose", person="inf", start=at)
