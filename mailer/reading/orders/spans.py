"""Pieces of a clause: noun phrases, what stands behind a preposition, names of places, the days and sums in it."""

from collections.abc import Iterable, Sequence
from typing import Any

from mailer.reading.orders.amounts import Amount, per_at
from mailer.reading.orders.gazetteer import near
from mailer.reading.orders.letter import Clause, Draft, Hit, Mail, Sentence
from mailer.reading.orders.mood import SIGNS
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary

STOPS = word_set(
    "a al con por para en hasta desde sin segun que mientras si cuando como y e o u pero luego "
    "antes despues donde porque "
    "durante ni pues sino mas cual entonces ahi alli aqui aca asi aunque hacia igual tambien siempre ya "
    "to with by for in at on until till from without and but or if when then while before after "
    "as into through via because "
    "sobre acerca regarding "
    "so unless not who that which where there here again just who's alone solo tonight about instead"
)
ARTICLES = word_set("el la los las lo un una unos unas the a an mi mis my our nuestro nuestra nuestros nuestras")
OF = frozenset({"de", "del", "of"})
IN = ("en", "in", "at", "on", "into", "inside")
_ADVERBS = ("slots.careful", "slots.normal", "slots.forced", "slots.stealth", "slots.alone", "mood.polite")


def is_sign(sentence: Sentence, index: int) -> bool:
    """Whether the token is a sign that parts phrases."""
    return sentence.tokens[index].text in SIGNS


_NEW = frozenset({"el", "la", "los", "las", "un", "una", "the", "an"})
_CARRIES = frozenset(
    {
        "de",
        "of",
        "y",
        "and",
        "todo",
        "toda",
        "todos",
        "todas",
        "all",
        "both",
        "half",
        "a",
        "con",
        "en",
        "que",
        "por",
        "to",
        "e",
        *_NEW,
    }
)


def phrase_end(
    sentence: Sentence, start: int, limit: int, *, also: Iterable[str] = (), stops: Iterable[str] = ()
) -> int:
    """Where the noun phrase that starts at a token ends; words in `also` do not stop it, those in `stops` do."""
    allowed, extra = frozenset(also), frozenset(stops)
    phrases = vocabulary().phrases
    at = start
    while at < limit:
        word = sentence.words[at]
        if is_sign(sentence, at) or (word in STOPS and word not in allowed) or word in extra:
            break
        amount = sentence.amount(at)
        if amount is not None and amount.kind in ("date", "duration", "money", "percent", "weight"):
            break
        if at > start and (word in _TOO or sentence.words[at : at + 2] in (["no", "mas"], ["no", "more"])):
            break
        if word == "lo" and sentence.words[at + 1 : at + 2] in (["de"], ["del"], ["que"]):
            break
        if sentence.words[at + 1 : at + 2] in (["por"], ["by"]) and sentence.words[at + 2 : at + 3] == [word]:
            break
        if (
            at > start
            and len(word) > 5
            and word.endswith(("ando", "iendo", "yendo"))
            and sentence.words[at - 1] not in _CARRIES
        ):
            break
        if (
            at > start
            and word in OF
            and sentence.words[at + 1 : at + 2]
            and sentence.words[at + 1] in ("quien", "donde", "cuando", "como")
        ):
            break
        if at > start and word in ("todos", "todas", "cada", "every") and sentence.words[at - 1] not in _CARRIES:
            break
        if at > start and word in _NEW and sentence.words[at - 1] not in _CARRIES:
            break
        if at > start and any(phrases[name].at(sentence.words, at) for name in _ADVERBS[:5]):
            break
        at += 1
    while at > start and sentence.words[at - 1] in (OF | ARTICLES):
        at -= 1
    return at


_TOO = frozenset({"too", "also", "tambien", "nomas"})


def text_of(sentence: Sentence, i: int, j: int) -> str:
    """The phrase without a leading article if that is all that leads it."""
    return sentence.span(i, j)


def take(clause: Clause, i: int, j: int) -> str:
    """The phrase, marked as read."""
    clause.used.update(range(i, j))
    return clause.sentence.span(i, j)


def find_word(clause: Clause, wanted: Iterable[str], start: int | None = None, end: int | None = None) -> int | None:
    """Where one of some words stands in a clause, outside amounts."""
    options = frozenset(wanted)
    begin = clause.i if start is None else start
    for at in range(begin, clause.j if end is None else end):
        if clause.sentence.words[at] in options and clause.sentence.covered[at] < 0:
            return at
    return None


def find_phrase(clause: Clause, name: str, start: int | None = None) -> tuple[int, int] | None:
    """Where a phrase of a list stands in a clause."""
    begin = clause.i if start is None else start
    return vocabulary().phrases[name].find(clause.sentence.words, begin, clause.j)


def behind(
    clause: Clause,
    prepositions: Iterable[str],
    *,
    start: int | None = None,
    also: Iterable[str] = (),
    stops: Iterable[str] = (),
) -> tuple[int, int] | None:
    """The noun phrase behind the first of some prepositions."""
    at = clause.hit.j if start is None else start
    sentence, options = clause.sentence, frozenset(prepositions)
    while at < clause.j:
        found = find_word(clause, options, at)
        if found is None:
            return None
        end = phrase_end(sentence, found + 1, clause.j, also=also, stops=stops)
        if end > found + 1 and not all(word in ARTICLES for word in sentence.words[found + 1 : end]):
            return found + 1, end
        at = found + 1
    return None


def names_place(clause: Clause, mail: Mail, i: int, j: int) -> bool:
    """Whether a phrase names a place: known, capitalised or headed by such a noun."""
    sentence = clause.sentence
    words = sentence.words[i:j]
    if not words:
        return False
    phrases = vocabulary().phrases
    if place_at(mail, sentence, i)[0]:
        return True
    if any(phrases[name].find(words) for name in ("nouns.town", "nouns.dungeon")):
        return True
    head = next((k for k in range(i, j) if sentence.words[k] not in ARTICLES), i)
    return sentence.tokens[head].text[:1].isupper() and head not in sentence.names


def there(clause: Clause, mail: Mail) -> str:
    """The place last spoken of, if the clause says "there": allí, ahí mismo."""
    return mail.place if find_word(clause, ("alli", "ahi", "there"), clause.i) is not None else ""


def place_at(mail: Mail, sentence: Sentence, index: int) -> tuple[int, str]:
    """The known place named from a token on: how many words, and whether place or dungeon."""
    tokens = sentence.tokens
    if index >= len(tokens) or tokens[index].kind != "w":
        return 0, ""
    for kind, table in (("dungeon", mail.gazetteer.dungeon_words), ("place", mail.gazetteer.place_words)):
        for length in range(min(5, len(tokens) - index), 0, -1):
            if tuple(token.fold for token in tokens[index : index + length]) in table:
                return length, kind
    word = sentence.words[index]
    if len(word) > 5 and word not in vocabulary().known and index not in sentence.names:
        nearest = near(mail.gazetteer, tokens[index].text)
        if nearest is not None:
            return 1, "dungeon" if nearest in mail.gazetteer.dungeons else "place"
    return 0, ""


def find_place(clause: Clause, mail: Mail, *, start: int | None = None, loose: bool = False) -> tuple[int, int] | None:
    """Where a clause says it happens: en la posada de Brumal, at the Heron, donde la machi, en lo del calafate."""
    at = clause.hit.j if start is None else start
    words = clause.sentence.words
    for k in range(clause.i if loose else at, clause.j - 2):
        if words[k] in ("en", "a") and words[k + 1] == "lo" and words[k + 2] in ("de", "del"):
            return k + 1, phrase_end(clause.sentence, k + 3, clause.j)
    while True:
        found = behind(clause, (*IN, "donde", "around", "near"), start=at, stops=("con",))
        if found is None:
            return None
        begin, end = found
        known, _ = place_at(mail, clause.sentence, begin)
        if known and begin + known < end and clause.sentence.amount(begin + known) is not None:
            end = begin + known
        if (
            names_place(clause, mail, begin, end)
            or (
                loose
                and begin <= clause.hit.j + 5
                and clause.sentence.words[begin - 1] in ("en", "at", "in")
                and not _NOWHERE & set(words[begin:end])
            )
        ) and not set(range(begin, end)) & clause.used:
            sentence = clause.sentence
            if (
                end < clause.j
                and sentence.words[end] in ("en", "in", "at")
                and sentence.tokens[end + 1 : end + 2]
                and sentence.tokens[end + 1].text[:1].isupper()
            ):
                further = phrase_end(sentence, end + 1, clause.j)
                if further > end + 1 and names_place(clause, mail, end + 1, further) and sentence.english:
                    end = further
            return begin, end
        at = end


_NOWHERE = word_set(
    "vino cerveza bebida total paz cama serio silencio secreto general cuanto caso vez lugar "
    "grupo bed peace secret silence case time order person forma condiciones cuenta libro libros "
    "book books mente realidad noche tarde madrugada tragos copas chicha evening morning "
    "afternoon night juegos apuestas dados"
)


def _stopped_by(clause: Clause, mail: Mail) -> tuple[int, int] | None:
    """The place one goes to first: pasa por el templo a rezar; goes to the library to read."""
    passing = {"pasa", "paso", "pasamos", "pasar", "va", "voy", "acerca", "acerco", "goes", "stops", "go"} & set(
        clause.sentence.words[: clause.hit.i]
    )
    if clause.hit.verdict != "purpose" and clause.hit.person != "inf" and not passing:
        return None
    for at in range(0 if passing else clause.i, clause.hit.i):
        if clause.sentence.words[at] in ("por", "a", "al", "to", "by", "into") and clause.sentence.covered[at] < 0:
            end = phrase_end(clause.sentence, at + 1, clause.hit.i)
            words = clause.sentence.words[at + 1 : end]
            if vocabulary().phrases["nouns.town"].find(words) or (
                end > at + 1 and place_at(mail, clause.sentence, at + 1)[0]
            ):
                return at + 1, end
    return None


def amounts_in(clause: Clause, *kinds: str) -> list[Amount]:
    """The amounts of a clause, those of its conditions left out."""
    found = [a for a in clause.sentence.amounts if a.kind in kinds and clause.i <= a.i < clause.j]
    for condition in (clause.condition, clause.unless):
        if condition is not None:
            found = [a for a in found if not condition.i <= a.i < condition.j]
    return found


def add_place(draft: Draft, mail: Mail) -> None:
    """The place of a draft, if its clause names one."""
    found = find_place(
        draft.clause,
        mail,
        start=draft.clause.i,
        loose=draft.kind in ("class_work", "train", "carouse", "explore_town", "craft"),
    )
    if found is None:
        found = _stopped_by(draft.clause, mail)
    if found is not None and "place" not in draft.slots:
        draft.slots["place"] = take(draft.clause, *found)
    elif there(draft.clause, mail):
        draft.slots.setdefault("place", there(draft.clause, mail))


def date_slot(sentence: Sentence, amount: Amount) -> dict[str, Any]:
    """The slot for a day: its words and what they come to."""
    value = {key: part for key, part in amount.value.items() if key != "week"}
    return {"phrase": sentence.span(amount.i, amount.j), **value}


def add_times(draft: Draft, field: str = "when", *, before: str = "deadline", spans: bool = True) -> None:
    """The days and spans of time of a clause put into the slots of its draft."""
    clause = draft.clause
    sentence = clause.sentence
    dates = amounts_in(clause, "date")
    if spans:
        add_duration(draft)
    for number, amount in enumerate(dates):
        if amount.used and draft.kind not in ("explore_town", "carouse"):
            continue
        name = date_field(sentence, dates, number, field, before)
        amount.used = True
        slot = date_slot(sentence, amount)
        if amount.value.get("week") and draft.kind in (
            "explore_town",
            "rest",
            "train",
            "research",
            "class_work",
            "craft",
            "carouse",
            "wait",
        ):
            draft.slots.setdefault("duration", {"phrase": slot["phrase"], "n": 1, "unit": "week", "days": 7})
        if name in draft.slots and name in ("when", "depart"):
            earlier = draft.slots[name]
            joined = sentence.words[amount.i - 1] in ("y", "and", "o", "or", "e", "&") or (
                name == "when" and sentence.tokens[amount.i - 1].text == "," and number + 1 < len(dates)
            )
            both = [*(earlier if isinstance(earlier, list) else [earlier]), slot]
            draft.slots[name] = both if joined else slot
        else:
            draft.slots.setdefault(name, slot)


def date_field(sentence: Sentence, dates: Sequence[Amount], number: int, field: str, before: str) -> str:
    """The slot a day goes into, by its preposition."""
    amount = dates[number]
    previous = dates[number - 1] if number else None
    if amount.role == "until":
        return "until"
    if (
        previous is not None
        and amount.i <= previous.j + 1
        and (
            (previous.role == "from" and amount.role == "by" and sentence.words[amount.i] in ("al", "a"))
            or sentence.words[amount.i - 1 : amount.i] in (["to"], ["a"], ["-"])
        )
    ):
        return "until"
    if amount.role == "before":
        return before
    if amount.role == "by":
        return field if field == "depart" else "deadline" if sentence.words[amount.i] in ("para", "pal") else field
    return field


_SEQUENCED = frozenset(
    {
        "shop",
        "travel",
        "rest",
        "research",
        "train",
        "carouse",
        "hire",
        "explore_town",
        "class_work",
        "craft",
        "wait",
        "dungeon",
        "other",
    }
)
_BEFORE_THAT = ("antes de eso", "before that", "antes de esto")
_AFTER = (
    "despues de eso",
    "after that",
    "cuando acabe con eso",
    "when that's done",
    "once that's done",
    "when that is done",
    "acto seguido",
    "a continuacion",
    "afterwards",
    "luego",
    "despues",
    "dsp",
    "then",
    "mas tarde",
    "later",
    "cuando termine",
    "cuando termine eso",
    "y despues",
)


def add_sequence(draft: Draft) -> None:
    """Before or after what was ordered just before: luego, after that, antes."""
    clause, words = draft.clause, draft.clause.sentence.words
    field = "depart" if draft.kind == "travel" else "when"
    if draft.kind not in _SEQUENCED or field in draft.slots:
        return
    start = clause.condition.i if clause.condition is not None and not clause.condition.backward else clause.i
    hour = _hour(clause) if draft.kind == "travel" else None
    if hour is not None:
        span = clause.sentence.span(*hour[0])
        draft.slots[field] = {"phrase": span, "event": hour[1], "offset_days": None, "date": None}
        return
    found = _run(words, _BEFORE_THAT, clause.i, clause.j)
    event = "before_previous"
    if found is None and draft.kind == "shop":
        at = find_word(clause, ("antes", "beforehand"), clause.i)
        if at is not None and words[at + 1 : at + 2] not in (["de"], ["que"], ["of"]):
            found, event = (at, at + 1), "before_departure"
    if found is None:
        found, event = _run(words, _AFTER, max(min(start, clause.i) - 2, 0), clause.hit.start + 1), "after_previous"
        if found is not None and words[found[0] - 1 : found[0]] in (["until"], ["hasta"], ["since"], ["till"], ["by"]):
            return
        if found is not None and words[found[1] : found[1] + 1] in (["de"], ["ya"], ["of"], ["que"]):
            return
    if found is None:
        return
    draft.slots[field] = {"phrase": clause.sentence.span(*found), "event": event, "offset_days": None, "date": None}
    if (
        event == "after_previous"
        and clause.condition is not None
        and clause.condition.i <= found[0] < clause.condition.j
    ):
        draft.slots.pop("condition", None)


_HOURS = {
    "dawn": ("at dawn", "at first light", "at sunrise", "at daybreak", "al amanecer", "al alba", "con el alba"),
    "dusk": ("at dusk", "at sunset", "at nightfall", "al anochecer", "al atardecer", "al caer la noche"),
    "noon": ("at noon", "at midday", "al mediodia", "a mediodia"),
    "midnight": ("at midnight", "a medianoche"),
}


def _hour(clause: Clause) -> tuple[tuple[int, int], str] | None:
    """An hour without a day: at dawn, al anochecer."""
    sentence = clause.sentence
    for event, phrases in _HOURS.items():
        found = _run(sentence.words, phrases, clause.i, clause.j)
        held = [c for c in (clause.condition, clause.unless) if c is not None]
        if (
            found is not None
            and all(sentence.covered[at] < 0 for at in range(*found))
            and not any(c.i <= found[0] < c.j for c in held)
        ):
            return found, event
    return None


def _run(words: Sequence[str], phrases: Sequence[str], start: int, end: int) -> tuple[int, int] | None:
    for phrase in phrases:
        run = phrase.split()
        for at in range(start, max(end - len(run) + 1, start)):
            if list(words[at : at + len(run)]) == run:
                return at, at + len(run)
    return None


def add_duration(draft: Draft) -> None:
    """The span of time of a clause."""
    clause = draft.clause
    for amount in amounts_in(clause, "duration"):
        if amount.used or amount.role in ("ago", "later") or amount.value["unit"] in ("hour", "turn"):
            continue
        amount.used = True
        draft.slots.setdefault("duration", duration_slot(clause.sentence, amount))


def duration_slot(sentence: Sentence, amount: Amount) -> dict[str, Any]:
    """The slot for a span of time."""
    return {"phrase": sentence.span(amount.i, amount.j), **amount.value}


def money_slot(sentence: Sentence, amount: Amount, *, per: bool = False) -> dict[str, Any]:
    """The slot for a sum; with its period or unit if wanted."""
    value = {"amount": amount.value["amount"], "currency": amount.value["currency"]}
    if per:
        found = per_at(sentence.words, amount.j)
        if found is not None:
            value["per"] = found[0]
    amount.used = True
    return value


def add_condition(draft: Draft) -> None:
    """The conditions of a clause as slots."""
    clause = draft.clause
    if clause.condition is not None:
        draft.slots.setdefault("condition", dict(clause.condition.slot))
    if clause.unless is not None:
        draft.slots.setdefault("unless", {k: v for k, v in clause.unless.slot.items() if k != "negated"})


def add_pace(draft: Draft) -> None:
    """Pace and stealth, by the words for them."""
    for pace in ("forced", "careful", "normal"):
        found = find_phrase(draft.clause, f"slots.{pace}")
        if found is not None:
            draft.slots.setdefault("pace", pace)
            draft.clause.used.update(range(*found))
            draft.why.append(f"{draft.clause.sentence.span(*found)}: pace {pace}")
            break
    found = find_phrase(draft.clause, "slots.stealth")
    if found is not None:
        draft.slots["stealth"] = True
        draft.clause.used.update(range(*found))
        draft.why.append(f"{draft.clause.sentence.span(*found)}: stealth")


def names_in(clause: Clause, i: int, j: int) -> list[str]:
    """The characters named in a stretch."""
    return [name for at, (_, name) in sorted(clause.sentence.names.items()) if i <= at < j]


def who_of(hit: Hit, mail: Mail, *, group: bool = False) -> Any:
    """Who is meant: by the subject, the person of the verb, or what is usual for the kind."""
    others = [name for name in hit.subject if name != mail.sender]
    if hit.subject and not others:
        return "self"
    if others:
        return list(dict.fromkeys(hit.subject))
    if hit.person == "1p":
        return "party"
    if hit.person in ("1s", "3s", "opt"):
        return "self"
    if group and (mail.plural or mail.is_spokesperson or not (mail.single or mail.third)):
        return "party"
    if hit.person == "2" and mail.plural and mail.is_spokesperson and "me" not in hit.clitics:
        return "party"
    return "self"


def new_draft(kind: str, clause: Clause, mail: Mail, *, group: bool = False, **slots: Any) -> Draft:
    """A draft with who it is about and its conditions."""
    who = who_of(clause.hit, mail, group=group)
    if (
        who == "self"
        and group
        and clause.hit.person not in ("1s", "3s", "opt")
        and not clause.hit.subject
        and _speaks_of_us(clause)
    ):
        who = "party"
    impersonal = (
        clause.hit.person == "3s"
        and group
        and not clause.hit.subject
        and "se" in clause.sentence.words[clause.hit.start : clause.hit.i]
    )
    if impersonal and clause.hit.lemma in (
        "dar",
        "pagar",
        "negociar",
        "hablar",
        "huir",
        "atacar",
        "correr",
        "entregar",
        "evitar",
        "pelear",
    ):
        who = "party"
    draft = Draft(kind, {"who": who, **slots}, clause)
    draft.why.append(f"{clause.hit.why}: {' '.join(clause.hit.frames[:1])}")
    add_condition(draft)
    return draft


def _speaks_of_us(clause: Clause) -> bool:
    return any(word in ("nos", "nosotros", "us", "we", "todos", "everyone") for word in clause.sentence.words)
