"""What keeps a clause from being an order though its verb would do: wishes, guesses, tales, questions, real life."""

from mailer.reading.orders.before import clause_start
from mailer.reading.orders.letter import Clause, Mail, Sentence
from mailer.reading.orders.spans import is_sign
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary
from mailer.reading.orders.voices import is_reported, told_of_the_past

_HARD = ("wish", "undecided", "reported", "joke")


def blocked(clause: Clause, mail: Mail) -> str:
    """Why a clause is no order; empty if nothing speaks against it."""
    if clause.hit.verdict in ("past", "hypothetical", "third", "relative", "noun", "negated"):
        return clause.hit.verdict
    sentence = clause.sentence
    phrases = vocabulary().phrases
    for name in _HARD:
        found = phrases[f"mood.{name}"].find(sentence.words, 0, clause.hit.j)
        if found is not None and not _excused(sentence, clause, name, found):
            return name
    if _says_past(sentence, clause) and clause.hit.person not in ("2", "opt", "inf") and not _said_plainly(clause):
        return "past"
    if _wished_by_another(clause, mail) or is_reported(sentence, mail):
        return "reported"
    if told_of_the_past(clause):
        return "told"
    if _refused(clause):
        return "refused"
    habitual = phrases["mood.habitual"].find(sentence.words, clause.i, clause.hit.i + 1)
    if habitual is not None and habitual[0] and sentence.words[habitual[0] - 1] in ("de", "como"):
        habitual = None
    if habitual is not None and clause.hit.person != "2":
        return "habitual"
    if real_life(sentence, *_part(sentence, clause.hit.i)):
        return "real life"
    return ""


def _part(sentence: Sentence, at: int) -> tuple[int, int]:
    """The part of a sentence between semicolons in which a word stands."""
    ends = [k for k, token in enumerate(sentence.tokens) if token.text == ";"]
    return max((k + 1 for k in ends if k < at), default=0), min(
        (k for k in ends if k > at), default=len(sentence.words)
    )


def _says_past(sentence: Sentence, clause: Clause) -> bool:
    """Whether words for the past stand there and do not only tell which thing: el botín de ayer."""
    past, at = vocabulary().phrases["mood.past"], 0
    while (found := past.find(sentence.words, at, clause.j)) is not None:
        if sentence.words[found[0] - 1 : found[0]] not in (["de"], ["del"]):
            return True
        at = found[1]
    return False


def _refused(clause: Clause) -> bool:
    """Whether the words before the verb deny it: me niego a vender, ni loco vendo, no way I'm selling."""
    if clause.hit.frames[0].startswith("encounter"):
        return False
    sentence, start = clause.sentence, clause.hit.i
    begin = max(min(clause_start(sentence, start), clause.hit.start) - 1, 0)  # "ni" parts clauses, yet denies
    found = vocabulary().phrases["mood.refusal"].find(sentence.words, begin, start)
    return found is not None and not {"y", "and", "pero", "but", "so", "asi"} & set(sentence.words[found[1] : start])


_WISHES = word_set(
    "quiere quieren pide piden pretende pretenden insiste insisten exige exigen ordena ordenan sugiere sugieren "
    "propone proponen espera esperan prefiere prefieren desea desean recomienda recomiendan aconseja aconsejan "
    "manda mandan suplica suplican ruega ruegan "
    "wants want asks ask expects expect orders order tells tell needs need begs beg urges urge advises advise suggests "
    "suggest demands demand insists insist recommends recommend proposes propose hopes hope prefers prefer"
)
_MINE = word_set("mi mis my i we yo nosotros nosotras you tu usted ustedes vosotros")
_OTHERS = word_set("el la los las un una su sus the a an his her their he she they ella ellos ellas")


def _wished_by_another(clause: Clause, mail: Mail) -> bool:
    """Whether somebody else wants it: el posadero quiere que compremos vino; the baron wants us to clear the mine."""
    sentence, start = clause.sentence, clause.hit.start
    words = sentence.words
    for at in range(max(clause.i, start - 6) + 1, start):
        if words[at] not in _WISHES or any(is_sign(sentence, k) for k in range(at, start)):
            continue
        told = words[at + 1 : start]
        if not (set(told) & {"que", "that"} or (told[:1] and told[0] in ("me", "us") and words[at + 2] == "to")):
            continue
        begin = clause_start(sentence, at)
        who = words[begin:at]
        names = [name for k, (_, name) in sentence.names.items() if begin <= k < at]
        if set(who) & _MINE or mail.sender in names:
            continue
        if any(not mail.gazetteer.commands(mail.sender, name) for name in names) or set(who) & _OTHERS:
            return True
    return False


def _said_plainly(clause: Clause) -> bool:
    """Whether the verb's own form can only be present or future, the past being about something else."""
    return clause.hit.person in ("1s", "ger") and clause.hit.lemma != ""


def _excused(sentence: Sentence, clause: Clause, name: str, found: tuple[int, int]) -> bool:
    words = sentence.words[found[0] : found[1]]
    if name == "undecided":
        allowed = vocabulary().phrases["mood.hedge"].find(sentence.words, found[0])
        if allowed is not None and allowed[0] == found[0]:
            return True
        if words == ["no", "se", "si"] and "pero" in sentence.words[found[1] : clause.hit.i]:
            return True
        if words[0] in ("podria", "could", "puede") and sentence.question:
            return True
        return words in (["por", "mi"], ["y", "si"]) and words == ["y", "si"]
    if name == "reported":
        return clause.hit.i < found[1] or sentence.words[found[0] - 1 : found[0]] == ["como"] or words == ["segun"]
    return False


def real_life(sentence: Sentence, start: int = 0, end: int | None = None) -> bool:
    """Whether a sentence, or a part of it, is about the table and not the game."""
    phrases, stop = vocabulary().phrases, len(sentence.words) if end is None else end
    if phrases["mood.outside"].find(sentence.words, start, stop) is not None:
        return True
    found = phrases["nouns.realworld"].find(sentence.words, start, stop)
    if found is not None and not sentence.english and sentence.words[found[0]] == "dice":
        found = phrases["nouns.realworld"].find(sentence.words, found[1], stop)
    if found is None:
        return False
    goods = phrases["nouns.item"].find(sentence.words)
    monster = phrases["nouns.monster"].find(sentence.words)
    town = phrases["nouns.town"].find(sentence.words)
    money = any(a.kind == "money" for a in sentence.amounts)
    return not (goods or monster or town or money)


def deferred(words: list[str]) -> bool:
    """Whether a letter asks to do nothing yet."""
    return vocabulary().phrases["mood.defer"].find(words) is not None
