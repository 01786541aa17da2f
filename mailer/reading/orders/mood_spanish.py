"""How a Spanish verb was meant, by its form and by the words before it."""

from mailer.reading.orders.before import Before, before, is_break
from mailer.reading.orders.conjugation import Form
from mailer.reading.orders.judged import PAST_TENSES, Judged
from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.vocabulary import Analysis, analyses, vocabulary

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
NO_WORDS = frozenset({"no", "nunca", "jamas", "tampoco", "ni", "sin"})
_BETWEEN = ("tambien", "ya", "luego", "despues", "entonces", "mejor", "ahora", "yo", "primero", "aqui", "aca")


def verb_group(sentence: Sentence, index: int) -> tuple[int, bool]:
    """Where the verb's own words begin (pronouns, "no"), and whether it is denied."""
    words, clitics = sentence.words, vocabulary().grammar["clitics"]
    at = index - 1
    while at >= 0 and words[at] in clitics and sentence.covered[at] < 0:
        at -= 1
    denied = at >= 0 and words[at] in NO_WORDS and sentence.covered[at] < 0
    if denied:
        at -= 1
    elif at > 0 and words[at] == "de" and words[at - 1] == "nada":
        return at - 1, True
    return at + 1, denied


def spanish_verdict(sentence: Sentence, index: int, analysis: Analysis, mail: Mail) -> Judged | None:
    """What a Spanish verb amounts to, by its form and the words before it."""
    form, words = analysis.form, sentence.words
    start, denied = verb_group(sentence, index)
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
    behind = _subject_behind(sentence, index, form, mail)
    if behind is not None and not context.names:
        if behind == "":
            return Judged("third", "3s", (), start, form, analysis.clitics)
        context = context._replace(names=(behind,))
    judged = _verdict(
        sentence, mail, Judged("", "", context.names, start, form, analysis.clitics), bare, context, denied, purpose
    )
    if judged.verdict == "third" and form.lemma in _IMPERSONAL and "se" in words[max(start, 0) : index]:
        return judged._replace(verdict="order", person="1p")
    return judged


_THEY = frozenset({"él", "ella", "ellos", "ellas", "otro", "otra", "otros", "alguien"})
_STILL = ("pres", "subj", "fut", "imp")
_TRANSITIVE = frozenset({"esperar", "buscar", "curar", "llevar", "seguir", "ver", "vigilar", "acompañar", "rescatar"})


def _subject_behind(sentence: Sentence, index: int, form: Form, mail: Mail) -> str | None:
    """Somebody else who is the subject behind the verb: que pague él, que vaya Joram; "" if they are nameless."""
    at = index + 1
    if form.person not in ("3s", "1s", "2s") or form.tense not in _STILL or at >= len(sentence.tokens):
        return None
    lower, after = sentence.tokens[at].text.lower(), at + 1
    ends = after >= len(sentence.tokens) or sentence.tokens[after].kind == "p"
    if ends and (lower in _THEY or (lower == "el" and not mail.accented)):
        return ""
    if at not in sentence.names or form.lemma in _TRANSITIVE or form.person != "3s":
        return None
    after, name = sentence.names[at]
    return None if name == mail.sender or sentence.words[after : after + 1] in (["y"], ["and"]) else name


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
            begin, denied = verb_group(sentence, at)
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
    if tense in PAST_TENSES:
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
    if context.names and context.that == "relative" and _bid_by_name(sentence, context.start, judged.start):
        return judged._replace(verdict="order", person="opt")
    if asks_you(sentence, judged, person) and not context.names:
        return judged._replace(verdict="order", person="opt")
    if context.that == "relative":
        fronted = sentence.words[judged.start - 1 : judged.start] == ["que"] and _fronts(
            sentence, context.start, judged.start
        )
        return judged._replace(verdict="order" if fronted and person in ("1s", "3s") else "relative", person="opt")
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


def _bid_by_name(sentence: Sentence, start: int, end: int) -> bool:
    """Whether somebody is named right behind "que": esos días que Yaretzi hable por el grupo."""
    return any(start < at < end and sentence.words[at - 1] == "que" for at in sentence.names)


def _fronts(sentence: Sentence, start: int, end: int) -> bool:
    """Whether goods stand before what is wished of them: el broche de plata que lo venda."""
    words = sentence.words
    while start < end and (sentence.tokens[start].kind == "p" or words[start] in ("y", "e", "pero")):
        start += 1
    articled = start < end and words[start] in ("el", "la", "los", "las", "mi", "mis", "su", "sus")
    return articled and words[end : end + 1] != [] and words[end] in ("lo", "la", "los", "las") and end - start <= 8


def asks_you(sentence: Sentence, judged: Judged, person: str) -> bool:
    """Whether the game master is asked to: quiero que compres, te pido que vendas."""
    start = judged.start
    denied = bool(NO_WORDS & set(sentence.words[max(start - 4, 0) : start]))
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
        first = verb_group(sentence, at)[0]
        context = before(sentence, first)
        opened = sentence.words[context.start : first]
        return bool(context.foreign) and not context.names and bool(opened) and opened[0] in _ANOTHERS
    return False


_ANOTHERS = frozenset({"mi", "mis", "tu", "su", "un", "una", "el", "la", "ese", "esa", "aquel", "aquella", "nuestro"})
