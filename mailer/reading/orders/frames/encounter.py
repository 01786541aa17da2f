"""What to do about those one meets: fight, parley, avoid, bribe."""

import re
from typing import Any

from mailer.reading.orders.before import is_break
from mailer.reading.orders.drafts import money_slot, new_draft
from mailer.reading.orders.frames.offer import offer_of
from mailer.reading.orders.letter import Clause, Condition, Draft, Mail, Sentence
from mailer.reading.orders.spans import ARTICLES, amounts_in, is_sign, names_in, phrase_end
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, senses, vocabulary

_MEETS = word_set(
    "estar aparecer salir encontrar cruzar topar ver ser atacar asaltar entrar venir volver "
    "asomar acercar despertar surgir llegar frenar parar haber "
    "emboscar perseguir seguir rodear pillar appear see meet be attack show come find jump return"
    " wake stop approach run encounter turn bump "
    "ambush haber tropezar quedar hablar talk"
)
_AGAINST = ("contra", "con", "a", "al", "de", "with", "to", "at", "against", "from", "los", "las")


def meet(clause: Clause, mail: Mail, *, attitude: str) -> list[Draft]:
    """An attitude towards those one meets."""
    draft = new_draft("encounter", clause, mail, group=True, attitude=attitude)
    draft.slots["vs"] = _foe(clause, mail)
    if draft.slots["vs"] != "any":
        mail.foe = str(draft.slots["vs"])
    if attitude == "bribe":
        _payment(draft)
    if attitude == "parley":
        _speaker(draft, mail)
    return [draft]


def _foe(clause: Clause, mail: Mail) -> str:
    """Whom it is about: by the condition, else by the clause."""
    direct = _the_rest(clause) or _in_clause(clause, mail)
    if clause.hit.person == "none" and direct is None and clause.condition is None:
        direct = _of_sentence(clause)
    if clause.condition is not None and direct is None:
        found = foe_in(clause.sentence, clause.condition, mail)
        if found is not None:
            i, j = found
            while i + 1 < j and clause.sentence.words[i] in ("el", "la", "the", "un", "una", "a", "an", "son", "es"):
                i += 1
            return clause.sentence.span(i, j)
        if not foe_words(clause) and mail.foe:
            return mail.foe
        offering = _who_offers(mail)
        if offering:
            return offering
    if direct is None and "encounter.fight" in clause.hit.frames:
        at = clause.hit.j + (clause.sentence.words[clause.hit.j : clause.hit.j + 1] == ["a"])
        end, _ = clause.sentence.names.get(at, (0, ""))
        direct = (at, end) if at < end <= clause.j else None
    return clause.sentence.span(*direct) if direct is not None else "any"


def _who_offers(mail: Mail) -> str:
    """Who made the offer that the letter answers: Re: the goblin king's deal; Re: el enano y su trato."""
    if not mail.subject.lower().startswith(("re:", "re ")):
        return ""
    offer = offer_of(mail)
    whom = re.split(r"['’]s\b| y sus? | and (?:his|her|its|their) ", offer)[0]
    return whom if whom != offer and whom.lower().split()[:1] and whom.lower().split()[0] in ARTICLES else ""


def _the_rest(clause: Clause) -> tuple[int, int] | None:
    """All others: con lo demás, platicamos; parley with the rest."""
    words = clause.sentence.words
    for at in range(clause.i, clause.j - 1):
        if words[at] in ("lo", "los", "las", "el", "the") and words[at + 1] in ("demas", "resto", "rest", "others"):
            ours = words[at + 2 : at + 4] in (["of", "us"], ["de", "nosotros"], ["del", "grupo"])
            return None if ours else (at, at + 2)
    return None


def _of_sentence(clause: Clause) -> tuple[int, int] | None:
    """Those the sentence names before: con orcos no se negocia: machete."""
    return vocabulary().phrases["nouns.monster"].find(clause.sentence.words)


def foe_words(clause: Clause) -> bool:
    """Whether the condition may speak of anybody: nos atacan, si piden más."""
    condition, words = clause.condition, clause.sentence.words
    if condition is None:
        return False
    text = set(words[condition.i : condition.j])
    return bool(text & {"nos", "atacan", "asaltan", "attacked", "ambushed", "hablan", "otherwise"})


def foe_in(sentence: Sentence, condition: Condition, mail: Mail) -> tuple[int, int] | None:
    """Those a condition speaks of: si aparecen goblins, if the gnolls come back."""
    start, end = condition.i, condition.j
    phrases = vocabulary().phrases
    whole = phrases["nouns.monster"].find(sentence.words, start, end)
    at = start + 1
    while at < end and not (
        sentence.covered[at] < 0
        and any(
            one.form.lemma in _MEETS and one.form.tense not in ("inf", "part") for one in analyses(sentence.tokens[at])
        )
    ):
        at += 1
    after = at + 1
    if sentence.words[after : after + 1] == ["al"] and sentence.words[after + 1 : after + 2] in _IN_OUR_WAY:
        after += 2
    while after < end and (
        sentence.words[after]
        in ("se", "nos", "con", "a", "al", "into", "across", "upon", "any", "de", "un", "una", "unos", "unas")
        and sentence.words[after] not in ARTICLES
    ):
        after += 1
    acts = after < end and any(one.form.tense in ("inf", "3s") for one in analyses(sentence.tokens[after]))
    if after < end and not acts and not _only_says_how(sentence, at):
        stop = _foe_end(sentence, after, end)
        words = sentence.words[after:stop]
        if stop > after and not set(words) <= {"back", "up", "us", "past"} and words[0] not in _HOW:
            return after, stop
    if whole is not None:
        i = whole[0]
        while i > start and sentence.words[i - 1] in ARTICLES:
            i -= 1
        return i, max(whole[1], _foe_end(sentence, whole[0], end))
    return _subject_of(sentence, start + 1, at, end) if at < end else None


_IN_OUR_WAY = (["cruce"], ["paso"], ["encuentro"], ["camino"])


def _only_says_how(sentence: Sentence, verb: int) -> bool:
    """Whether what follows the verb tells of its subject: el guardián está despierto; not "there are goblins"."""
    told = any(one.form.lemma in ("estar", "ser", "seguir", "be", "come") for one in analyses(sentence.tokens[verb]))
    named = sentence.words[verb + 1 : verb + 2] != [] and sentence.words[verb + 1] in ARTICLES  # si es el ciego
    return told and not named and sentence.words[verb - 1] != "there"


def _subject_of(sentence: Sentence, start: int, verb: int, end: int) -> tuple[int, int] | None:
    """The subject before the verb of a condition: el guardián está despierto, anyone from the Guild comes."""
    stop = min(verb, end)
    while stop > start and sentence.words[stop - 1] in ("nos", "me", "se", "no", "les", "lo", "le"):
        stop -= 1
    words = sentence.words[start:stop]
    if (
        not words
        or words[0] in ("en", "por", "in", "on")
        or set(words) <= {"they", "it", "he", "she", "nos", "me", "we", "i", "se"} | set(ARTICLES)
    ):
        return None
    if words[0] in ARTICLES or words[0] in (
        "anyone",
        "anything",
        "alguien",
        "any",
        "someone",
        "something",
        "cualquiera",
    ):
        return start, stop
    return None


def _foe_end(sentence: Sentence, start: int, end: int) -> int:
    at = start
    joins = vocabulary().grammar["joins"]
    while at < end and not is_sign(sentence, at):
        word = sentence.words[at]
        if word in joins or sentence.covered[at] >= 0:
            break
        if (
            at > start
            and word
            in (
                "por",
                "en",
                "in",
                "on",
                "que",
                "and",
                "while",
                "mientras",
                "cuando",
                "durante",
                "at",
                "se",
                "nos",
                "me",
                "le",
                "otra",
                "a",
                "con",
                "with",
            )
            and not (word == "otra" and sentence.words[at - 1] in ("cualquier", "alguna"))
        ):
            break
        if at > start and (word in ("back", "again", "up") or _acts(sentence, at)):
            break
        at += 1
    return at


def _acts(sentence: Sentence, at: int) -> bool:
    """Whether a verb of meeting stands at a token."""
    return any(
        one.form.lemma in _MEETS and one.form.tense in ("base", "3s", "pres", "subj", "ing")
        for one in analyses(sentence.tokens[at])
    )


def _in_clause(clause: Clause, mail: Mail) -> tuple[int, int] | None:  # noqa: PLR0912 - each way to name somebody is one branch
    """Whom the clause itself names: con orcos no se negocia; anything that talks, we talk to."""
    sentence = clause.sentence
    start = clause.i
    if clause.condition is not None and clause.condition.i >= start and not clause.condition.backward:
        start = clause.condition.j
    words = sentence.words
    at = start
    while at < clause.hit.start:
        if (
            words[at]
            in (
                "anything",
                "anyone",
                "whatever",
                "whoever",
                "everything",
                "everyone",
                "any",
                "cualquier",
                "cualquiera",
                "quien",
                "quienes",
            )
            and sentence.covered[at] < 0
            and not (words[at] == "any" and words[at + 1 : at + 2] == ["one"])
        ):
            end = at
            while end < clause.hit.start and sentence.tokens[end].text not in (",", ":", ";", "-", "—"):
                end += 1
            return at, end
        at += 1
    fronted = _fronted(clause, start)
    if fronted is not None:
        return fronted
    phrases = vocabulary().phrases
    found = phrases["nouns.monster"].find(words, start, clause.j)
    spans = [found] if found is not None else []
    for i, j in spans:
        if i in sentence.masked:
            continue
        if sentence.words[i - 1 : i] == ["lo"]:
            continue
        begin = i
        while begin > start and words[begin - 1] in (
            "los",
            "las",
            "the",
            "el",
            "la",
            "any",
            "un",
            "una",
            "anything",
            "algo",
            "cualquier",
        ):
            begin -= 1
        stop = phrase_end(sentence, i, clause.j)
        return (i if words[begin] in ARTICLES else begin), max(
            stop if stop <= clause.hit.start or i > clause.hit.j else j, j
        )
    if clause.hit.j < clause.j and words[clause.hit.j] in ("a", "al", "con", "contra", "with", "to", "from", "de"):
        end = phrase_end(sentence, clause.hit.j + 1, clause.j)
        if words[clause.hit.j + 1 : clause.hit.j + 2] and words[clause.hit.j + 1] in (
            "anything",
            "anyone",
            "whoever",
            "whatever",
            "quien",
            "cualquiera",
        ):
            while end < clause.j and not is_break(sentence, end):
                end += 1
        text = words[clause.hit.j + 1 : end]
        if (
            end > clause.hit.j + 1
            and (clause.hit.j + 1 not in sentence.names or "encounter.fight" in clause.hit.frames)
            and not set(text) & _NOBODY
        ):
            begin = clause.hit.j + 1
            while begin < end and words[begin] in ARTICLES:
                begin += 1
            return begin, end
    end = phrase_end(sentence, clause.hit.j, clause.j)
    if (
        clause.condition is None
        and end > clause.hit.j
        and words[clause.hit.j]
        in ("a", "al", "los", "las", "the", "any", "todo", "cualquier", "cualquiera", "only", "solo")
        and not set(words[clause.hit.j : end]) & _NOBODY
    ):
        begin = clause.hit.j
        if words[begin] in ARTICLES or words[begin] in ("only", "solo"):
            begin += 1
        return (begin, end) if begin < end else None
    return None


def _fronted(clause: Clause, start: int) -> tuple[int, int] | None:
    """Whom a clause names before its subject: the old woman we leave alone; dogs we avoid."""
    sentence, words = clause.sentence, clause.sentence.words
    while start < clause.hit.i and (is_sign(sentence, start) or words[start] in ("and", "but", "y")):
        start += 1
    stop = next((k for k in range(start, clause.hit.i) if words[k] in ("we", "i")), start)
    if not start < stop <= start + _LONGEST or stop + 1 != clause.hit.i:
        return None
    if any(is_sign(sentence, k) or sentence.covered[k] >= 0 or k in sentence.names for k in range(start, stop)):
        return None
    plain = words[start] == "the" or (stop == start + 1 and words[start].endswith("s") and words[start] not in _JOINING)
    return (start, stop) if plain else None


_LONGEST = 4  # words of those named first
_JOINING = frozenset({"as", "us", "this", "thus", "whereas", "unless", "perhaps", "always", "besides", "yes", "thanks"})


_HOW = word_set(
    "bueno malo posible necesario verdad tarde noche asi solo solos mucho muchos pocos cerca hostiles amistosos true "
    "hostile "
    "nasty rough ugly angry brava bravo feo fea chulo tonto chunga difficult tough stroppy violent violento violenta "
    "friendly late possible dentro fuera here there alone mal bien encima de no up back on near again"
)
_NOBODY = word_set(
    "correr huir ellos ellas them it contacto contact combate combates pelea peleas todo escalera"
    " bosque primero first fondo espaldas tope lo "
    "quien alguien toda costa monte menos muerte golpes palos us nosotros fighting trouble "
    "encounters encuentros lios problemas away"
)


def _payment(draft: Draft) -> None:
    clause, sentence = draft.clause, draft.clause.sentence
    for amount in amounts_in(clause, "money"):
        if not amount.used:
            draft.slots["pay"] = money_slot(sentence, amount)
            break
    goods = vocabulary().phrases["nouns.item"].find(sentence.words, clause.hit.i, clause.j)
    food = next(
        (
            k
            for k in range(clause.hit.i, clause.j)
            if sentence.words[k]
            in (
                "carne",
                "comida",
                "pan",
                "raciones",
                "meat",
                "food",
                "rations",
                "bacon",
                "queso",
                "jamon",
                "ham",
                "cheese",
                "bread",
                "fish",
                "pescado",
            )
        ),
        None,
    )
    if "pay" in draft.slots:
        return
    if goods is not None or food is not None:
        i, j = goods if goods is not None else (food or 0, (food or 0) + 1)
        draft.slots["gives"] = [_given(sentence, i, j)]
    elif clause.hit.lemma in _GIVING:
        start = clause.hit.j
        end = phrase_end(sentence, start, clause.j)
        while start < end and (
            sentence.words[start] in ARTICLES or sentence.words[start] in ("it", "them", "him", "her")
        ):
            start += 1
        if end > start and not {"paso", "way", "algo", "something"} & set(sentence.words[start:end]):
            draft.slots["gives"] = [_given(sentence, start, end)]


_GIVING = word_set(
    "aventar tirar dar echar lanzar soltar ofrecer entregar regalar dejar "
    "toss throw give feed offer chuck hand share leave"
)


def _given(sentence: Sentence, i: int, j: int) -> dict[str, Any]:
    amount = sentence.amount(i - 1) or sentence.amount(i)
    number = amount.value["n"] if amount is not None and amount.kind == "number" else None
    if amount is not None and amount.i == i and amount.j < j:
        i = amount.j
    mass = vocabulary().phrases["nouns.mass"].find(sentence.words, i, j) is not None
    if number is None and not mass and (sentence.words[i] in _ONE or sentence.words[i - 1] in _ONE):
        number = 1
    return {"item": sentence.span(i, j), "qty": number}


_ONE = frozenset({"el", "la", "un", "una", "the", "a", "an", "my", "mi"})


def _speaker(draft: Draft, mail: Mail) -> None:
    """Who does the talking: que hable Joram, I'll do the talking."""
    clause = draft.clause
    names = names_in(clause, clause.hit.start, clause.j)
    if names:
        draft.slots["speaker"] = names[0] if names[0] != mail.sender else "self"
        draft.slots["who"] = "party"
        draft.clause.used.update(range(clause.hit.i, clause.j))


def meeting(clause: Clause, mail: Mail) -> list[Draft]:
    """The attitude a labelled line names, where no verb sets it off: encuentros: evitar."""
    for at in range(clause.hit.j, clause.j):
        for attitude, stems in senses()["attitude"].items():
            if clause.sentence.words[at].startswith(stems):
                return meet(clause, mail, attitude=attitude)
    return []
