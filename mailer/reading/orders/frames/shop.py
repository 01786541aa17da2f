"""Buying and selling: the goods, how many, for how much.

`comprar 3 antorchas y una capa si no pasa de 3 po`, `SELL<tab>silver comb<tab>1<tab>3pp`, `soga (50 metros)`.
"""

from typing import Any

from mailer.reading.orders.amounts import Amount, per_at
from mailer.reading.orders.letter import Clause, Draft, Mail, Sentence
from mailer.reading.orders.numbers import is_one
from mailer.reading.orders.spans import (
    add_place,
    add_times,
    amounts_in,
    behind,
    find_place,
    is_sign,
    names_in,
    names_place,
    new_draft,
    place_at,
    take,
)
from mailer.reading.orders.tokens import fold, word_set, words_of
from mailer.reading.orders.vocabulary import LANGUAGES, Phrases, analyses, vocabulary

_SHOPS = ("en", "in", "at", "from", "donde", "con")
_ITEM_STOPS = word_set(
    "por for at en from donde si if que which who para antes before porque because when cuando "
    "mientras as so donde hasta until with pero but"
)
_FOR = ("por", "for", "at", "a")
_JOINS = frozenset({"y", "e", "and", "plus", "mas", "&", "+", "ademas", "also", "tambien", "o", "or", "luego", "then"})
_SINGULAR = word_set("el la un una mi the a an my este esta ese esa that this her his su tu")
_PLURAL = word_set("los las mis nuestros nuestras sus the our my estos estas esos esas these those")


def trade(clause: Clause, mail: Mail, *, verb: str) -> list[Draft]:
    """An order to buy or to sell what the clause lists."""
    draft = new_draft("shop", clause, mail)
    sentence = clause.sentence
    _set_shop(draft, mail)
    add_times(draft, before="deadline", spans=False)
    start = clause.hit.j
    fronted = {"lo", "la", "los", "las"} & {
        *clause.sentence.words[clause.hit.start : clause.hit.i],
        *clause.hit.clitics,
    }
    items = _before(clause, verb) if fronted and clause.hit.start > clause.i else []
    if items:
        for amount in amounts_in(clause, "money"):
            _price(items[-1], sentence, amount, verb)
    items = items or read_items(clause, start, clause.j, verb)
    if not items and clause.hit.start > clause.i:
        items = _before(clause, verb)
    if not items and fronted and clause.condition is not None:
        items = _in_condition(clause, verb)
    words = sentence.words[start : clause.j]
    if not items and verb == "sell" and words and words[0] in ("todo", "everything") and not sentence.question:
        items = [{"item": sentence.tokens[start].text, "qty": "all", "verb": verb}]
        clause.used.add(start)
    if not items:
        return [draft] if "items" in draft.slots else []
    draft.slots["items"] = items
    _price_the_whole(draft, verb)
    return [draft]


def _in_condition(clause: Clause, verb: str) -> list[dict[str, Any]]:
    """Goods that the condition names: si el alquimista tiene la poción, la compro."""
    condition, sentence = clause.condition, clause.sentence
    if condition is None:
        return []
    having = ("tener", "haber", "encontrar", "vender", "have", "find", "sell")
    at = next(
        (
            k
            for k in range(condition.i + 1, condition.j)
            if any(one.form.lemma in having for one in analyses(sentence.tokens[k]))
        ),
        None,
    )
    if at is None:
        return []
    inner = Clause(sentence, clause.hit, at + 1, condition.j)
    items = read_items(inner, at + 1, condition.j, verb)[:1]
    sums = [a for a in amounts_in(clause, "money") if not a.used]
    if items and sums:
        _price(items[-1], sentence, sums[0], verb)
    return items


def _before(clause: Clause, verb: str) -> list[dict[str, Any]]:
    """Goods that stand before their verb: el anillo lo vendo; la daga la vendo."""
    items = [
        item for item in read_items(clause, clause.i, clause.hit.start, verb) if len(str(item["item"]).split()) <= 5
    ]
    known = vocabulary().phrases["nouns.item"]
    return [item for item in items if known.find(words_of(str(item["item"])))][-1:] or items[:1]


def _set_shop(draft: Draft, mail: Mail) -> None:
    clause = draft.clause
    found = find_place(clause, mail) or find_place(clause, mail, start=clause.i)
    if found is not None and found[0] < clause.hit.i and place_at(mail, clause.sentence, found[0])[0]:
        length = place_at(mail, clause.sentence, found[0])[0]
        draft.slots["place"] = take(clause, found[0], found[0] + length)
        return
    if found is not None and clause.sentence.words[found[0]] == "lo":
        draft.slots["place"] = take(clause, *found)
        clause.used.add(found[0] - 1)
        return
    goes = {"ir", "voy", "vamos", "pasar", "paso", "va", "go", "pasa"} & set(
        clause.sentence.words[clause.i : clause.hit.i]
    )
    found = behind(clause, _SHOPS, start=clause.i if goes else clause.hit.j)
    while found is not None:
        i, j = found
        if {"oro", "dinero", "plata", "gold", "money"} & set(clause.sentence.words[i:j]):
            return
        if names_place(clause, mail, i, j) or clause.sentence.words[i - 1] in ("donde", "from", "con"):
            if not names_in(clause, i, j):
                i += clause.sentence.words[i] in ("el", "la") and clause.sentence.words[i - 1] == "con"
                if j + 1 < clause.j and clause.sentence.words[j] in ("in", "de", "en"):
                    j += (
                        1 + place_at(mail, clause.sentence, j + 1)[0]
                        if place_at(mail, clause.sentence, j + 1)[0]
                        else 0
                    )
                draft.slots["place"] = take(clause, i, j)
                clause.used.add(i - 1)
            return
        found = behind(clause, _SHOPS, start=j)


def read_items(clause: Clause, start: int, end: int, verb: str) -> list[dict[str, Any]]:
    """The goods of a stretch, piece by piece."""
    sentence = clause.sentence
    items: list[dict[str, Any]] = []
    for i, j in _pieces(sentence, start, end, clause):
        mended = vocabulary().phrases["mood.correction"].at(sentence.words, i)
        count = len(items)
        clause.used.update(range(i, i + mended))
        _read_piece(sentence, i + mended, j, verb, items, clause)
        if mended and len(items) > count > 0:
            items.pop(count - 1)
    return items


def _pieces(sentence: Sentence, start: int, end: int, clause: Clause) -> list[tuple[int, int]]:
    """The stretch cut at commas, conjunctions and brackets."""
    found: list[tuple[int, int]] = []
    begin, depth = start, 0
    for at in range(start, end):
        if at < begin:
            continue
        text = sentence.tokens[at].text
        if sentence.words[at : at + 2] in (["no", "mas"], ["no", "more"]) and at + 2 >= end - 2:
            found += [(begin, at)] if at > begin else []
            begin = at + 2
            continue
        depth += (text == "(") - (text == ")")
        conditional = any(c is not None and c.i <= at < c.j for c in (clause.condition, clause.unless))
        if depth <= 0 and at > begin + 1 and _begins_goods(sentence, begin, at):
            found.append((begin, at))
            begin = at
        cut = depth <= 0 and (
            text in (",", ";", ":", "—", "–", "-", "→", "=", "|")
            or (sentence.words[at] in _JOINS and sentence.covered[at] < 0)
        )
        if cut or conditional:
            if at > begin:
                found.append((begin, at))
            begin = at + 1
    if end > begin:
        found.append((begin, end))
    return found


def _begins_goods(sentence: Sentence, begin: int, at: int) -> bool:
    """Whether the next goods begin with no comma before them: 3 antorchas una cuerda y pinchos."""
    words, known = sentence.words, vocabulary().phrases["nouns.item"]
    number = sentence.amount(at)
    counts = number is not None and number.kind == "number" and number.i == at
    after = number.j if counts and number is not None else at + 1
    if not (counts or is_one(words[at]) or words[at] in ("a", "an")) or after >= len(words):
        return False
    if words[at - 1] in ("cada", "por", "de", "of", "for", "each", "per", "x", "a", "at") or not known.at(words, after):
        return False
    before = known.find(words, begin, at)
    return before is not None and before[1] == at


def _read_piece(sentence: Sentence, i: int, j: int, verb: str, items: list[dict[str, Any]], clause: Clause) -> None:
    amounts = [a for a in sentence.amounts if i <= a.i < j]
    core = _core(sentence, i, j, clause)
    priced = [a for a in amounts if a.kind == "money"]
    if core is None:
        measure = next((a for a in amounts if a.kind in ("length", "weight")), None)
        if items and measure is not None and not priced:
            _measure(items[-1], sentence, measure)
        elif items and priced:
            _price(items[-1], sentence, priced[0], verb)
        elif items:
            _count_behind(items[-1], sentence, i, j)
        return
    begin, stop, quantity, unit = core
    item = {"item": _named(sentence, begin, stop), "qty": quantity, "verb": verb}
    if not item["item"]:
        return
    if unit:
        item["unit"] = unit
    clause.used.update(range(i, stop))
    _mend(item, sentence, stop, j)
    _bracket(item, sentence, stop, j)
    if priced:
        _price(item, sentence, priced[0], verb)
    items.append(item)


def _named(sentence: Sentence, begin: int, stop: int) -> str:
    return sentence.span(begin, stop)


def _core(sentence: Sentence, i: int, j: int, clause: Clause) -> tuple[int, int, Any, str | None] | None:  # noqa: PLR0912, PLR0915 - word by word from the left, one branch a sort of word
    """Where the goods of a piece are named, how many and in what unit; none if it names none."""
    words = sentence.words
    at = i
    quantity: Any = None
    counted = False
    vague = _vague()
    everything = _everything()
    if "no" in words[i:j] and not any(sentence.amount(k) is not None for k in range(i, j)):
        return None
    if words[i] == "no" or words[i : i + 2] == ["que", "no"]:
        return None
    while at < j:
        amount = sentence.amount(at)
        if at in clause.used and amount is None:
            at += 1
            continue
        if words[at] in ("a", "para", "for") and at + 1 in sentence.names:
            at = sentence.names[at + 1][0]
            continue
        if amount is not None and amount.kind == "number" and words[amount.j : amount.j + 1] in (["º"], ["ª"], ["°"]):
            amount.used = True
            at = amount.j + 1
        elif amount is not None and amount.kind == "number":
            quantity, counted = amount.value["n"], True
            amount.used = True
            at = amount.j
            if at < j and words[at] in ("de", "of", "x", "more"):
                at += 1
        elif (amount is not None and amount.kind == "length" and _names_on(sentence, amount.j, j)) or (
            amount is not None and amount.kind == "weight" and _names_on(sentence, amount.j, j)
        ):
            amount.used = True
            return _measured(sentence, amount, j)
        elif amount is not None and amount.kind in ("money", "date", "duration"):
            if amount.kind == "money" or at == i:
                each = per_at(words, amount.j)
                at = amount.j + (each[1] if each is not None else 0)
                continue
            return None
        elif _about(sentence, at, j) and not counted:
            at = _about(sentence, at, j)
        elif vague.at(words, at) and not counted:
            at, counted, quantity = at + vague.at(words, at), True, None
            if at < j and words[at] in _PAIRS:
                quantity = 1
        elif (
            words[at] in ("everything", "todo")
            and at + 1 < j
            and words[at + 1] in ("in", "en", "lo", "except", "menos", "i", "que", "but")
        ):
            return at, j, "all", None
        elif everything.at(words, at) and not counted:
            at, counted, quantity = at + everything.at(words, at), True, "all"
        elif sentence.tokens[at].kind == "p" and sentence.tokens[at].text not in ('"', "'"):
            at += 1
        elif (
            words[at]
            in (
                "x",
                "de",
                "of",
                "a",
                "por",
                "for",
                "solo",
                "just",
                "lo",
                "me",
                "please",
                "porfa",
                "del",
                "at",
                "ahi",
                "alli",
                "there",
                "mismo",
                "tambien",
                "also",
                "nuevo",
                "les",
                "le",
                "them",
                "him",
                "up",
                "antes",
                "ah",
                "otra",
                "otro",
                "mas",
                "pues",
                "además",
                "eso",
                "to",
                "off",
                "teh",
                "para",
                "es",
                "son",
                "que",
                "it",
                "con",
                "with",
            )
            and not counted
        ):
            if words[at] == "a" and sentence.english:
                break
            if words[at] in ("por", "for", "at", "con", "with", "to", "a") and at > i:
                return None
            at += 1
        else:
            break
    if at >= j:
        return None
    length = vocabulary().phrases["mood.polite"].at(words, at)
    while length and at + length < j and words[at] != "master":
        at += length
        length = vocabulary().phrases["mood.polite"].at(words, at) if at < j else 0
    if at >= j or (length and at + length >= j):
        return None
    unit = None
    units = _units()
    if counted and words[at] in units and at + 1 < j and words[at + 1] in ("de", "of"):
        unit, at = units[words[at]], at + 2
    elif not counted and is_one(words[at]) and at + 2 < j and words[at + 1] in units and words[at + 2] in ("de", "of"):
        quantity, counted, unit, at = 1, True, units[words[at + 1]], at + 3
    alone = at + is_one(words[at])
    if alone == j - 1 and words[alone] in units and (alone > at or counted) and i > clause.hit.j:
        return None
    while words[at] in ("de", "of") and at + 1 < j:
        at += 1
    begin = at
    stop = _stop(sentence, begin, j)
    if stop <= begin:
        return None
    if not counted:
        quantity = _implied(sentence, begin, stop, clause)
        if is_one(words[begin]) or words[begin] in _SINGULAR | _PLURAL:
            begin += 1
        if begin >= stop:
            return None
    if not any(sentence.tokens[k].kind == "w" and len(words[k]) > 1 for k in range(begin, stop)):
        return None
    if _not_goods(sentence, begin, stop, counted=counted):
        return None
    return begin, stop, quantity, unit


def _about(sentence: Sentence, at: int, j: int) -> int:
    """Where the number stands that the words before it soften: como veinte, around twenty; 0 if none does."""
    after = at + _phrases("approx").at(sentence.words, at)
    number = sentence.amount(after) if at < after < j else None
    return after if number is not None and number.kind == "number" and number.i == after else 0


def _not_goods(sentence: Sentence, begin: int, stop: int, *, counted: bool) -> bool:
    """Whether the words are no goods: a name, a verb, a filler."""
    words = sentence.words
    if vocabulary().phrases["mood.farewell"].at(words, begin):
        return True
    if begin in sentence.names or words[begin] in ("segun", "como", "si", "if", "per"):
        return True
    if vocabulary().phrases["slots.budget"].at(words, begin) >= stop - begin:
        return True
    if stop - begin == 1 and (
        words[begin] in _EMPTY or (vocabulary().phrases["mood.polite"].at(words, begin) and not counted)
    ):
        return True
    first = sentence.tokens[begin]
    verbal = [
        one
        for one in analyses(first)
        if one.form.tense in ("pres", "imp", "subj", "pret") and one.form.person in ("1s", "1p", "2s")
    ]
    known = vocabulary().phrases["nouns.item"].find(words, begin, stop)
    return (
        bool(verbal)
        and not counted
        and known is None
        and not any(one.form.tense in ("base", "3s") for one in analyses(first))
    )


_PAIRS = frozenset(
    {
        "botas",
        "guantes",
        "aretes",
        "pendientes",
        "boots",
        "gloves",
        "earrings",
        "pantalones",
        "alforjas",
        "grebas",
        "sandalias",
    }
)
_EMPTY = word_set(
    "minimo maximo min max orden order yo cada whatever viejo "
    "total nada todo eso esto algo ya mas menos gracias saludos jaja jajaja lol something "
    "anything nothing everything it them this that "
    "cuidado prisa solo compras shopping stuff things cosas aprox luego despues antes later now "
    "qty cantidad floor precio price"
)


def _names_on(sentence: Sentence, at: int, j: int) -> bool:
    """Whether goods follow a measure: 10 metros de soga, 50 ft of rope, 50 ft rope."""
    if at < j and sentence.words[at] in ("de", "of"):
        return True
    return (
        at < j
        and sentence.tokens[at].kind == "w"
        and sentence.words[at] not in _ITEM_STOPS
        and sentence.words[at] not in ("each", "cada", "max")
    )


def _measured(sentence: Sentence, amount: Amount, j: int) -> tuple[int, int, Any, str | None] | None:
    begin = amount.j + (1 if sentence.words[amount.j] in ("de", "of") else 0)
    stop = _stop(sentence, begin, j)
    return (begin, stop, amount.value["amount"], amount.value["unit"]) if stop > begin else None


def _stop(sentence: Sentence, begin: int, j: int) -> int:  # noqa: PLR0912 - one branch for each thing that ends a name
    """Where the name of the goods ends; a length belongs to it: cuerda de 15 m, silk rope 50'."""
    at = begin
    while at < j:
        amount = sentence.amount(at)
        text = sentence.tokens[at].text
        if amount is not None and amount.kind == "length" and sentence.words[at - 1] in ("de", "of") and amount.j <= j:
            at = amount.j
            continue
        if (
            amount is not None
            and amount.kind == "number"
            and at + 1 < j
            and sentence.tokens[at + 1].text in ("'", "″", "′")
            and at > begin
        ):
            at += 2
            continue
        if amount is not None and not (
            amount.kind in ("number", "fraction")
            and at > begin
            and sentence.words[at - 1] in ("de", "nivel", "level", "+")
        ):
            break
        if text == "(" and at > begin and _part_of_name(sentence, at, j):
            at = _closing(sentence, at, j)
            continue
        if text in ("(", ")", ".", "!", "¡", "?", ";", ":", "[", "="):
            break
        if sentence.words[at : at + 2] in (["en", "blanco"], ["en", "polvo"], ["with", "handle"]):
            at += 2
            continue
        if sentence.words[at] in _ITEM_STOPS and at > begin:
            break
        if at > begin and sentence.words[at] in (
            "como",
            "mucho",
            "maximo",
            "max",
            "minimo",
            "min",
            "max.",
            "whatever",
            "cuesten",
            "cueste",
            "what",
            "no",
            "porfa",
            "please",
            "lo",
            "nomas",
            "jaja",
            "jajaja",
            "gracias",
            "tops",
            "each",
            "c/u",
            "nuevamente",
            "today",
            "asap",
            "pls",
            "plz",
            "al",
            "too",
            "instead",
            "tambien",
            "you",
            "u",
            "i",
            "we",
        ):
            break
        if at > begin and sentence.words[at : at + 2] == ["a", "medida"]:
            break
        if at > begin and (_vague().at(sentence.words, at) or sentence.words[at] in ("unas", "unos")):
            break
        at += 1
    while at - 1 > begin and sentence.words[at - 1] in ("nuevo", "nueva", "nuevos", "nuevas"):
        at -= 1
    while at > begin and sentence.words[at - 1] in (
        "de",
        "of",
        "a",
        "el",
        "la",
        "the",
        "un",
        "una",
        "-",
        "que",
        "x",
        "las",
        "los",
        "ya",
    ):
        at -= 1
    return at


def _closing(sentence: Sentence, at: int, j: int) -> int:
    while at < j and sentence.tokens[at].text != ")":
        at += 1
    return min(at + 1, j)


def _part_of_name(sentence: Sentence, at: int, j: int) -> bool:
    """Whether a bracket belongs to the name, as in "thieves tools (set)"."""
    end = _closing(sentence, at, j)
    inner = range(at + 1, end - 1)
    return (
        len(inner) == 1 and sentence.covered[at + 1] < 0 and end < j and sentence.covered[min(end, j - 1)] >= 0
    ) or (len(inner) == 1 and sentence.words[at + 1] in ("set", "kit", "juego"))


def _implied(sentence: Sentence, begin: int, stop: int, clause: Clause) -> Any:
    """How many are meant when no number is said."""
    word = sentence.words[begin]
    phrases = vocabulary().phrases
    if is_one(word):
        return 1
    head = begin + 1 if word in _SINGULAR | _PLURAL and begin + 1 < stop else begin
    noun = sentence.words[head]
    last = sentence.words[stop - 1] if sentence.english else noun
    noun = last if last.endswith("s") else noun
    plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    if word in ("los", "las", "mis", "nuestros", "nuestras", "sus", "estos", "estas", "esos", "esas", "these", "those"):
        return 1 if noun in ("aretes", "pendientes", "botas", "guantes", "pantalones", "alforjas", "grebas") else "all"
    if (
        word in ("the", "my", "our", "her", "his")
        and plural
        and noun not in ("boots", "gloves", "earrings", "trousers", "saddlebags")
    ):
        return "all"
    if word in _SINGULAR:
        return 1
    if plural:
        return 1 if noun in ("boots", "gloves", "botas", "guantes", "aretes") else None
    return None if phrases["nouns.mass"].at(sentence.words, head) else 1


def _mend(item: dict[str, Any], sentence: Sentence, i: int, j: int) -> None:
    """A bracket that takes a word back: una armadura de cuerpo (cuerpo no, CUERO)."""
    words = sentence.words
    if i + 4 >= j or sentence.tokens[i].text != "(" or words[i + 2] != "no" or sentence.tokens[i + 3].text != ",":
        return
    if words[i + 1] in words_of(str(item["item"])):
        end = next((k for k in range(i + 4, j) if is_sign(sentence, k)), j)
        item["item"] = sentence.span(i + 4, end)


def _bracket(item: dict[str, Any], sentence: Sentence, i: int, j: int) -> None:
    """What a bracket or the words behind the goods add: (tres viales), (50 metros), a second cell with a number."""
    for amount in sentence.amounts:
        if not i <= amount.i < j:
            continue
        if amount.kind in ("length", "weight"):
            _measure(item, sentence, amount)
        elif amount.kind == "number" and not amount.used and not _only_each(sentence, amount):
            amount.used = True
            item["qty"] = amount.value["n"]
            container = _containers().get(sentence.words[amount.j]) if amount.j < j else None
            if container:
                item["unit"] = container


def _only_each(sentence: Sentence, amount: Amount) -> bool:
    """Whether a one belongs to "cada una"."""
    return is_one(sentence.words[amount.i]) and sentence.words[amount.i - 1] in ("cada", "por", "each")


def _count_behind(item: dict[str, Any], sentence: Sentence, i: int, j: int) -> None:
    """A piece that only counts the goods before it: brea, un barril; iron spikes, a dozen."""
    units = {**_units(), **_containers()}
    if is_one(sentence.words[i]) and i + 1 < j and sentence.words[i + 1] in units:
        item["qty"], item["unit"] = 1, units[sentence.words[i + 1]]
        return
    loose = [
        k
        for k in range(i, j)
        if sentence.covered[k] < 0
        and sentence.tokens[k].kind == "w"
        and sentence.words[k] not in units
        and sentence.words[k] not in ("of", "de", "them", "ellos", "ellas")
        and not _about(sentence, k, j)
        and not vocabulary().phrases["mood.polite"].at(sentence.words, k)
    ]
    for amount in sentence.amounts:
        if i <= amount.i < j and amount.kind == "number" and not loose:
            item["qty"] = amount.value["n"]
            if amount.j < j and sentence.words[amount.j] in units:
                item["unit"] = units[sentence.words[amount.j]]


def _measure(item: dict[str, Any], sentence: Sentence, amount: Amount) -> None:
    amount.used = True
    item["qty"], item["unit"] = amount.value["amount"], amount.value["unit"]


def _price(item: dict[str, Any], sentence: Sentence, amount: Amount, verb: str) -> None:
    if amount.used:
        return
    amount.used = True
    found = per_at(sentence.words, amount.j)
    per = "unit" if found is not None and found[0] == "unit" else "total"
    value = {"amount": amount.value["amount"], "currency": amount.value["currency"], "per": per}
    item["max_price" if verb == "buy" else "min_price"] = value


def _price_the_whole(draft: Draft, verb: str) -> None:
    """A sum with the word budget, or behind the whole list, is the budget of the order."""
    clause = draft.clause
    budget = vocabulary().phrases["slots.budget"].find(clause.sentence.words, clause.i, clause.j)
    for amount in amounts_in(clause, "money"):
        if verb == "buy" and budget is not None and not amount.used:
            amount.used = True
            draft.slots["budget"] = {"amount": amount.value["amount"], "currency": amount.value["currency"]}
    items = draft.slots["items"]
    if verb == "buy" and budget is not None and "budget" not in draft.slots and items and "max_price" in items[-1]:
        sum_ = items[-1].pop("max_price")
        draft.slots["budget"] = {"amount": sum_["amount"], "currency": sum_["currency"]}
    if verb == "sell" and clause.condition is not None and items:
        within = [
            a for a in clause.sentence.amounts if a.kind == "money" and clause.condition.i <= a.i < clause.condition.j
        ]
        if within and "min_price" not in items[-1]:
            _price(items[-1], clause.sentence, within[0], verb)
            draft.slots.pop("condition", None)
    conditions = [c for c in (clause.condition,) if c is not None]
    for condition in conditions:
        sums = [
            a
            for a in clause.sentence.amounts
            if a.kind == "money" and condition.i <= a.i < condition.j and a.limit == "max"
        ]
        if sums and verb == "buy" and items:
            _price(items[-1], clause.sentence, sums[0], verb)
            draft.slots.pop("condition", None)


def _vague() -> Phrases:
    return _phrases("vague")


def _everything() -> Phrases:
    return _phrases("all")


_cache: dict[str, Any] = {}


def _phrases(section: str) -> Phrases:
    if section not in _cache:
        amounts = vocabulary().amounts
        _cache[section] = Phrases(e for language in LANGUAGES for e in amounts[language][section]["words"])
    found = _cache[section]
    assert isinstance(found, Phrases)
    return found


def _units() -> dict[str, str]:
    return _table("units")


def _containers() -> dict[str, str]:
    return _table("containers")


def _table(section: str) -> dict[str, str]:
    if section not in _cache:
        amounts = vocabulary().amounts
        _cache[section] = {fold(k): v for language in LANGUAGES for k, v in amounts[language][section].items()}
    found: dict[str, str] = _cache[section]
    return found


__all__ = ["add_place", "is_sign", "read_items", "trade"]
