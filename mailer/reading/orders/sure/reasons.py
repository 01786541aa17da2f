"""Every reason to distrust an order, by name: how many times it holds of a case."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.filters import real_life
from mailer.reading.orders.finite import is_finite
from mailer.reading.orders.sure.case import Case
from mailer.reading.orders.ties.weak import WEAK
from mailer.reading.orders.tokens import Token, tokenise, word_set, words_of
from mailer.reading.orders.vocabulary import analyses, vocabulary

Reason = Callable[[Case], int]
_PAST = ("pret", "impf", "past")
_IRREAL = ("cond", "isubj")
_TIMES = ("date", "duration")
_MEASURES = ("percent", "hp", "weight", "fraction", "length")
_TURNS = word_set(
    "pero salvo excepto menos aunque sino mejor solo solamente hasta mientras antes despues salvo lugar vez "
    "but except unless instead until although though only while before after otherwise rather till"
)
_OR = frozenset({"o", "u", "or"})
_LONG = 25  # words of a sentence
_WORDY = 5  # words of one slot
_SPEECH = frozenset({'"', "“", "”", "«", "»"})
_QUIET = ("who", "kind", "as_spokesperson", "replaced", "text")


def _amounts(case: Case, *kinds: str) -> int:
    """How many amounts of some kinds found no slot."""
    return sum(
        a.kind in kinds
        and not a.used
        and a.i in case.ground
        and a.i not in case.read | case.aside
        and not a.value.get("carried")
        for a in case.sentence.amounts
    )


def unread_number(case: Case) -> int:
    """Numbers without a slot."""
    return _amounts(case, "number")


def unread_money(case: Case) -> int:
    """Sums without a slot."""
    return _amounts(case, "money")


def unread_time(case: Case) -> int:
    """Days and spans of time without a slot."""
    return _amounts(case, *_TIMES)


def unread_measure(case: Case) -> int:
    """Percentages, hit points, weights and lengths without a slot."""
    return _amounts(case, *_MEASURES)


def unread_name(case: Case) -> int:
    """Characters named that the order does not speak of."""
    return sum(
        at in case.ground and at not in case.read and name != case.mail.sender
        for at, (_, name) in case.sentence.names.items()
    )


def unread_verb(case: Case) -> int:
    """Verbs of the order's ground that set nothing off."""
    return sum(_is_verb(case, at) for at in case.unread())


def unread_word(case: Case) -> int:
    """Other words of weight that nothing explains."""
    return sum(not _is_verb(case, at) and not _is_proper(case, at) for at in case.unread())


def unread_proper(case: Case) -> int:
    """Words with a capital that nothing explains."""
    return sum(_is_proper(case, at) for at in case.unread())


def unread_much(case: Case) -> int:
    """Several words of weight that nothing explains: the most of what was said, maybe."""
    found = sum(1 for _ in case.unread())
    return int(found > 2) + int(found > 4) + int(found > 7)


def unread_thing(case: Case) -> int:
    """Goods, foes, places or roles named that are in no slot."""
    phrases, things = vocabulary().phrases, ("item", "monster", "town", "dungeon", "role", "house", "spell", "mass")
    return sum(any(phrases[f"nouns.{name}"].at(case.words, at) for name in things) for at in case.unread())


def unread_when(case: Case) -> int:
    """Words about when, in no slot: before, then, evenings, meanwhile."""
    return sum(case.words[at] in _WHEN for at in case.loose())


_WHEN = word_set(
    "antes despues luego mientras tanto noche noches tarde tardes madrugada manana mananas amanecer anochecer alba "
    "finde diario cada siempre primero dia dias semana vuelta camino ratos paso "
    "before after then while meanwhile night nights evening evenings morning mornings dawn dusk noon midnight weekend "
    "daily each first once day days week way back later nite nites"
)


def instead(case: Case) -> int:
    """Said in the place of something else, or as one of two."""
    runs = (("instead",), ("en", "vez"), ("en", "lugar"), ("if", "not"), ("si", "no"), ("or", "else"))
    return sum(any(tuple(case.words[at : at + len(run)]) == run for run in runs) for at in case.loose())


def rival(case: Case) -> int:
    """Another order of the same kind in the letter."""
    once = case.draft.kind not in ("encounter", "shop", "spokesperson", "explore_town", "research")
    return min(sum(one.kind == case.draft.kind for one in case.drafts) - 1, 2) if once else 0


def that_behind(case: Case) -> int:
    """The words that set it off go on with "that" or "if": ruega que, see if."""
    hit = case.draft.clause.hit
    return int(case.words[hit.j : hit.j + 1] in (["que"], ["that"], ["if"], ["si"], ["whether"], ["q"]))


def unasked(case: Case) -> int:
    """An answer where nothing was asked: the letter is no reply."""
    reply = case.mail.subject.lower().startswith(("re:", "re ", "rv:")) or bool(case.mail.quoted)
    return int(case.draft.kind == "decision" and not reply)


def bare(case: Case) -> int:
    """A deed without whom, where, when, for how much."""
    return int(case.draft.kind in _DETAILED and not case.draft.slots.keys() - _KEYS)


_DETAILED = frozenset({"class_work", "train", "research", "carouse", "explore_town"})
_KEYS = frozenset({"who", "mode", "work", "as_spokesperson", "stealth", "condition", "unless", "scope", "text"})


def unmet(case: Case) -> int:
    """A way of meeting nobody in particular, on no occasion."""
    vs = case.draft.slots.get("vs") or "any"
    return int(case.draft.kind == "encounter" and vs == "any" and "condition" not in case.draft.slots)


def after_it(case: Case) -> int:
    """A condition that only says "when it is done": a time, maybe, and no condition."""
    text = str((case.draft.slots.get("condition") or {}).get("text", ""))
    return int(any(word.startswith(("acab", "termin", "finish", "done")) for word in words_of(text)))


def past_before(case: Case) -> int:
    """The sentence before, in the same paragraph, tells of the past."""
    at = next((k for k, one in enumerate(case.told) if one is case.sentence), 0)
    before = case.told[at - 1] if at else None
    if before is None or before.paragraph != case.sentence.paragraph:
        return 0
    return int(vocabulary().phrases["mood.past"].find(before.words) is not None)


def odd_foe(case: Case) -> int:
    """Somebody to meet who is no beast we know and in no condition."""
    vs = str(case.draft.slots.get("vs") or "any")
    if case.draft.kind != "encounter" or vs == "any":
        return 0
    known = vocabulary().phrases["nouns.monster"].find(list(words_of(vs))) is not None
    return int(not known) + int(not known and "condition" not in case.draft.slots)


def turned_later(case: Case) -> int:
    """The sentence behind it puts a condition or another way: if it rains we go on Thursday instead."""
    at = next((k for k, one in enumerate(case.told) if one is case.sentence), -1)
    behind = case.told[at + 1] if 0 <= at < len(case.told) - 1 else None
    if behind is None or not behind.words or behind.line - case.sentence.line > 1:
        return 0
    opens = set(behind.words[:2]) & {"si", "if", "pero", "but", "except", "salvo", "unless"}
    other = set(behind.words) & {"mejor", "instead", "vez", "lugar"} or any(a.kind == "date" for a in behind.amounts)
    return int(bool(opens and other))


def goods_beside(case: Case) -> int:
    """Goods or numbers in sentences of the letter that gave no order, where goods are bought, sold or made."""
    if case.draft.kind not in ("shop", "craft"):
        return 0
    ordered = {id(one.clause.sentence) for one in case.drafts}
    item = vocabulary().phrases["nouns.item"]
    return sum(
        id(one) not in ordered
        and (item.find(one.words) is not None or any(not a.used and a.kind == "number" for a in one.amounts))
        for one in case.told
    )


def time_beside(case: Case) -> int:
    """When or how long is said for another order of the sentence or the one before, and not for this one."""
    if case.draft.kind not in _TIMED or case.draft.slots.keys() & _TIME_SLOTS:
        return 0
    near = [one for one in case.drafts if one is not case.draft and one.clause.sentence is case.sentence]
    return int(any(one.slots.keys() & _TIME_SLOTS for one in near))


_TIMED = frozenset({"shop", "class_work", "research", "carouse", "rest", "explore_town", "craft", "train", "wait"})
_TIME_SLOTS = frozenset({"when", "until", "duration", "deadline", "depart", "until_event"})


def same_time(case: Case) -> int:
    """The same words stand in two slots for time."""
    found = [set(words_of(str(part.get("phrase", "")))) for part in _times(case)]
    return int(any(first & second - _SMALL for k, first in enumerate(found) for second in found[k + 1 :]))


_SMALL = word_set("el la los de a en on the until hasta para by for")


def _times(case: Case) -> list[dict[str, Any]]:
    slots = case.draft.slots
    return [slots[name] for name in sorted(_TIME_SLOTS & slots.keys()) if isinstance(slots[name], dict)]


def odd_time(case: Case) -> int:
    """A time without date or length, on no event that we can tell."""
    return sum(not {part.get("date"), part.get("days"), part.get("event")} - {None, "other"} for part in _times(case))


def odd_place(case: Case) -> int:
    """A place or destination that is none we know, nor a kind of place, nor written with a capital."""
    phrases, known = vocabulary().phrases, {**case.mail.gazetteer.place_words, **case.mail.gazetteer.dungeon_words}
    found = 0
    for name in ("place", "destination") if case.draft.kind != "dungeon" else ("destination",):
        text = case.draft.slots.get(name)
        words = list(words_of(text)) if isinstance(text, str) else []
        if words and not any(phrases[f"nouns.{noun}"].find(words) for noun in ("town", "dungeon", "house", "role")):
            found += tuple(words) not in known and not any(part[:1].isupper() for part in str(text).split())
    return found


def name_in_slot(case: Case) -> int:
    """A character named inside the words of a slot that are no names."""
    names = {words for words in case.mail.gazetteer.characters if len(words) == 1}
    texts = [text for name, text in _texts(case.draft.slots) if name in _NOUNS or name == "of"]
    return sum(any((word,) in names for word in words_of(text)) and len(text.split()) > 1 for text in texts)


def _is_verb(case: Case, at: int) -> bool:
    return is_finite(case.sentence, at) or bool(analyses(case.sentence.tokens[at]))


def _is_proper(case: Case, at: int) -> bool:
    tokens = case.sentence.tokens
    return at > 0 and tokens[at].text[:1].isupper() and tokens[at - 1].kind != "p"


def unread_turn(case: Case) -> int:
    """Words that turn or limit what is said (but, except, until, instead) in no slot."""
    return sum(case.words[at] in _TURNS for at in case.loose())


def unread_or(case: Case) -> int:
    """An "or" in no slot."""
    return sum(case.words[at] in _OR for at in case.loose())


def unread_denial(case: Case) -> int:
    """A "no" in no slot."""
    denials = vocabulary().phrases["mood.negators"]
    return sum(bool(denials.at(case.words, at)) for at in case.loose())


def unread_condition(case: Case) -> int:
    """Conditions of the order's ground that no order keeps."""
    kept = [one.slots.get(key) for one in case.drafts for key in ("condition", "unless")]
    texts = {part.get("text") for part in kept if isinstance(part, dict)}
    found = [one for one in conditions_of(case.sentence, case.mail) if one.i in case.ground and one.i not in case.read]
    return sum(one.slot.get("text") not in texts for one in found)


def loose_condition(case: Case) -> int:
    """A condition whose event we could not tell, or that runs over a comma, or that is long."""
    return sum(
        part.get("event") in ("other", None) or "," in str(part.get("text")) or len(str(part.get("text")).split()) > 7
        for part in (case.draft.slots.get("condition"), case.draft.slots.get("unless"))
        if isinstance(part, dict)
    )


def has_condition(case: Case) -> int:
    """A condition at all."""
    return int("condition" in case.draft.slots) + int("unless" in case.draft.slots)


def wish(case: Case) -> int:
    """Words of wishing, doubting, reporting or joking in the sentence."""
    phrases = vocabulary().phrases
    moods = ("wish", "undecided", "reported", "joke", "defer", "refusal", "habitual", "tentative")
    return sum(phrases[f"mood.{name}"].find(case.words) is not None for name in moods)


def past(case: Case) -> int:
    """Verbs of the past in the sentence."""
    return _forms(case, _PAST) + (vocabulary().phrases["mood.past"].find(case.words) is not None)


def irreal(case: Case) -> int:
    """Verbs in the conditional or the imperfect subjunctive in the sentence."""
    return _forms(case, _IRREAL) + len({"would", "could", "might", "i'd", "we'd", "should"} & set(case.words))


def _forms(case: Case, tenses: tuple[str, ...]) -> int:
    found = 0
    for token in case.sentence.tokens:
        forms = [one.form for one in analyses(token) if one.form.written == token.text.lower() or one.clitics]
        found += bool(forms) and all(form.tense in tenses for form in forms)
    return found


def question(case: Case) -> int:
    """A question mark in the sentence or speech in quotes."""
    signs = {token.text for token in case.sentence.tokens if token.kind == "p"}
    return int(case.draft.kind != "status" and (case.sentence.question or bool({"?", "¿"} & signs)))


def speech(case: Case) -> int:
    """Quotation marks in the sentence."""
    return int(any(token.text in _SPEECH for token in case.sentence.tokens))


def long_sentence(case: Case) -> int:
    """Every so many words of the sentence."""
    return len(case.words) // _LONG


def many_orders(case: Case) -> int:
    """Other orders of the same sentence, past the first two."""
    return max(sum(one.clause.sentence is case.sentence for one in case.drafts) - 2, 0)


def other_subject(case: Case) -> int:
    """A verb about somebody whom nothing names as the sender's."""
    hit = case.draft.clause.hit
    return int(hit.person in ("3s", "3p") and case.mail.sender not in hit.subject and not case.mail.third)


def second_person(case: Case) -> int:
    """A verb that calls on somebody: compra, dile."""
    return int(case.draft.clause.hit.person in ("2", "opt"))


def no_person(case: Case) -> int:
    """Words that are no verb, or a verb without person."""
    return int(case.draft.clause.hit.person in ("none", "", "ger", "inf"))


def purpose(case: Case) -> int:
    """Said as what something else is for."""
    return int(case.draft.clause.hit.verdict != "order")


def weak_verb(case: Case) -> int:
    """Words that mean little by themselves set it off: dar, sacar, get."""
    return int(any(frame in WEAK for frame in case.draft.clause.hit.frames))


def many_senses(case: Case) -> int:
    """How many other kinds the same words may set off."""
    return min(len(case.draft.clause.hit.frames) - 1, 3)


def far_sense(case: Case) -> int:
    """The kind chosen is not the first that its words stand for."""
    return int(case.draft.frame not in case.draft.clause.hit.frames[:1])


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _texts(part, str(key))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part, name)
    elif isinstance(value, str) and name not in _QUIET:
        yield name, value


def wordy_slot(case: Case) -> int:
    """Slots filled with many words, conditions aside."""
    slots = {key: value for key, value in case.draft.slots.items() if key not in ("condition", "unless", "terms")}
    return sum(len(text.split()) > _WORDY for _, text in _texts(slots))


def crossing_slot(case: Case) -> int:
    """Slots whose words run over a comma, a bracket, a colon or a sum."""
    slots = {key: value for key, value in case.draft.slots.items() if key not in ("condition", "unless", "terms")}
    return sum(any(sign in text for sign in ',;:()"“”|') for _, text in _texts(slots))


def unknown_item(case: Case) -> int:
    """Goods that no list holds."""
    if case.draft.kind not in ("shop", "craft"):
        return 0
    known = vocabulary().phrases["nouns.item"], vocabulary().phrases["nouns.mass"]
    listed = {words_of(name) for names in case.mail.gazetteer.items for name in names}
    items = [item for item in case.draft.slots.get("items", ()) if item.get("qty") != "all"]
    names = [list(words_of(str(item.get("item", "")))) for item in items]
    return sum(tuple(words) not in listed and not any(phrases.find(words) for phrases in known) for words in names)


def verb_in_item(case: Case) -> int:
    """Goods or aims with a verb or pronoun among their words."""
    found = 0
    for name, text in _texts(case.draft.slots):
        if name in _NOUNS and words_of(text)[:1] not in (("todo",), ("everything",), ("all",)):
            words = words_of(text)
            found += bool(set(words) & _LOOSE) or words[:1] == ("one",) or any(map(_is_told, tokenise(text)))
    return found


def _is_told(token: Token) -> bool:
    """Whether a word can only be a verb that tells: quemó, will."""
    forms = [form for form, _ in analyses(token) if form.written == token.text.lower()]
    return bool(forms) and all(form.tense in ("pret", "impf", "fut", "cond") for form in forms)


_NOUNS = frozenset(
    {"item", "destination", "place", "target", "vs", "role", "topic", "objective", "offer", "source", "skill", "loot"}
)
_LOOSE = word_set(
    "que q lo le les me se nos te si no ni es esta va voy con para por asta hasta which that who it he she they i we "
    "you me us is are will not for to so if but pero y and then"
)


def last_price(case: Case) -> int:
    """One price behind several goods: of the last, or of all."""
    items = case.draft.slots.get("items", ())
    priced = [key for item in items for key in ("max_price", "min_price") if key in item]
    return int(len(items) > 1 and len(priced) == 1)


def asked_beside(case: Case) -> int:
    """Something else in the same line or the next is asked about."""
    return int(any(abs(doubt.line - case.sentence.line) <= 1 for doubt in case.doubts))


def loose_beside(case: Case) -> int:
    """Amounts without a slot in the sentences beside it that gave no order."""
    ordered = {id(one.clause.sentence) for one in case.drafts}
    near = [
        one
        for one in case.told
        if id(one) not in ordered
        and one.paragraph == case.sentence.paragraph
        and abs(one.line - case.sentence.line) <= 1
        and not ({"might", "may", "igual"} & set(one.words) or real_life(one))
    ]
    return min(sum(not a.used and a.kind != "number" for one in near for a in one.amounts), 2)


def table_row(case: Case) -> int:
    """A row of a table."""
    return int(case.sentence.row)


def dots(case: Case) -> int:
    """Signs that break the sentence: dashes, colons, brackets, dots."""
    return min(sum(token.text in ("(", ":", ";", "–", "—", "…", "...", "|") for token in case.sentence.tokens), 3)


REASONS: Mapping[str, Reason] = {
    one.__name__: one
    for one in (
        unread_much, unread_thing, unread_when, instead, rival, that_behind, unasked, bare, odd_foe, unmet, after_it,
        past_before,
        turned_later, goods_beside, time_beside, same_time, odd_time, odd_place, name_in_slot,
        unread_number, unread_money, unread_time, unread_measure, unread_name, unread_verb, unread_word, unread_proper,
        unread_turn, unread_or, unread_denial, unread_condition, loose_condition, has_condition, wish, past, irreal,
        question, speech, long_sentence, many_orders, other_subject, second_person, no_person, purpose, weak_verb,
        many_senses, far_sense, wordy_slot, crossing_slot, unknown_item, verb_in_item, last_price, asked_beside,
        loose_beside, table_row, dots,
    )
}  # fmt: skip
