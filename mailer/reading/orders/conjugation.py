"""Every form of a verb: Spanish by its tables of irregular stems, English by rule and list."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mailer.reading.orders.tokens import fold


class Form(NamedTuple):
    """A form of a verb as an analysis: `comprá` is comprar, imperative, second person."""

    lemma: str
    tense: str  # inf ger part pres imp subj pret impf fut cond isubj
    person: str  # 1s 2s 3s 1p 2p 3p or ""
    written: str  # with its accents


_PERSONS = ("1s", "2s", "3s", "1p", "2p", "3p")
_PRESENT = {"ar": "o as a amos áis an", "er": "o es e emos éis en", "ir": "o es e imos ís en"}
_VOS = {"ar": "ás", "er": "és", "ir": "ís"}
_VOS_IMPERATIVE = {"ar": "á", "er": "é", "ir": "í"}
_SUBJUNCTIVE = {"ar": "e es e emos éis en", "er": "a as a amos áis an", "ir": "a as a amos áis an"}
_PRETERITE = {
    "ar": "é aste ó amos asteis aron",
    "er": "í iste ió imos isteis ieron",
    "ir": "í iste ió imos isteis ieron",
}
_STRONG = "e iste o imos isteis ieron"
_IMPERFECT = {
    "ar": "aba abas aba ábamos abais aban",
    "er": "ía ías ía íamos íais ían",
    "ir": "ía ías ía íamos íais ían",
}
_FUTURE = "é ás á emos éis án"
_CONDITIONAL = "ía ías ía íamos íais ían"
_RA = ("ra", "ras", "ra", "ramos", "rais", "ran")
_SE = ("se", "ses", "se", "semos", "seis", "sen")
_VOWELS = "aeiouáéíóú"


def _spelled(stem: str, ending: str) -> str:
    """Stem and ending with the stem's last sound kept: buscar, busque; pagar, pague; coger, coja."""
    soft = ending[:1] in "eéií"
    if soft and stem.endswith("c"):
        return stem[:-1] + "qu" + ending
    if soft and stem.endswith("g"):
        return stem + "u" + ending
    if soft and stem.endswith("z"):
        return stem[:-1] + "c" + ending
    return stem + ending


def _changed(stem: str, change: str) -> str:
    """The stem with its last vowel changed: e_ie, o_ue, e_i."""
    old, new = change.split("_")
    at = max(stem.rfind(old), stem.rfind("u") if (old, stem[-2:]) == ("o", "ug") else -1)
    return stem if at < 0 else stem[:at] + new + stem[at + 1 :]


def _regular(lemma: str, tables: Mapping[str, Any], changes: Mapping[str, str]) -> Iterator[Form]:
    stem, group = lemma[:-2], fold(lemma[-2:])
    strong = _changed(stem, changes[lemma]) if lemma in changes else stem
    first = tables["first"].get(lemma)
    ar = group == "ar"

    def join(base: str, ending: str) -> str:
        return _spelled(base, ending) if ar else base + ending

    stressed = ("1s", "2s", "3s", "3p")
    for person, ending in zip(_PERSONS, _PRESENT[group].split(), strict=True):
        base = strong if person in stressed else stem
        if first and first.endswith("uyo") and person in stressed:
            base = first[:-1]
        form = first if person == "1s" and first else base + ending
        yield Form(lemma, "pres", person, form)
    yield Form(lemma, "pres", "2s", stem + _VOS[group])
    weak = stem if ar or changes.get(lemma) != "e_i" else strong
    for person, ending in zip(_PERSONS, _SUBJUNCTIVE[group].split(), strict=True):
        base = strong if person in stressed else weak
        form = first[:-1] + ending if first else join(base, ending)
        yield Form(lemma, "subj", person, form)
        if person == "1p":
            yield Form(lemma, "imp", "1p", form)
    yield from _past(lemma, stem, tables, changes)
    future = tables["future"].get(lemma, fold(lemma))
    for tense, endings in (("fut", _FUTURE), ("cond", _CONDITIONAL)):
        for person, ending in zip(_PERSONS, endings.split(), strict=True):
            yield Form(lemma, tense, person, future + ending)
    yield Form(lemma, "imp", "2s", tables["short"].get(lemma, strong + ("a" if ar else "e")))
    yield Form(lemma, "imp", "2s", stem + _VOS_IMPERATIVE[group])
    yield Form(lemma, "imp", "2p", stem + {"ar": "ad", "er": "ed", "ir": "id"}[group])
    gerund = strong if changes.get(lemma) == "e_i" else stem.replace("o", "u") if lemma in ("dormir", "morir") else stem
    vowel = not ar and gerund[-1:] in _VOWELS
    yield Form(lemma, "ger", "", gerund + ("ando" if ar else "yendo" if vowel else "iendo"))
    for gender in ("o", "a", "os", "as"):
        yield Form(lemma, "part", "", stem + ("ad" if ar else "id") + gender)


def _past(lemma: str, stem: str, tables: Mapping[str, Any], changes: Mapping[str, str]) -> Iterator[Form]:
    group = fold(lemma[-2:])
    own = tables["past"].get(lemma)
    endings = (_STRONG if own else _PRETERITE[group]).split()
    for person, ending in zip(_PERSONS, endings, strict=True):
        base = own or stem
        if not own and person in ("3s", "3p") and changes.get(lemma) == "e_i":
            base = _changed(stem, "e_i")
        form = _spelled(base, ending) if group == "ar" else base + ending
        if not own and group != "ar" and base[-1:] in _VOWELS and ending in ("ió", "ieron"):
            form = base + ("yó" if ending == "ió" else "yeron")
        if own and base.endswith("j") and ending == "ieron":
            form = base + "eron"
        yield Form(lemma, "pret", person, form.replace("hico", "hizo"))
        if person == "3p":
            for who, end in zip(_PERSONS, _RA, strict=True):
                yield Form(lemma, "isubj", who, form[:-3] + end)
            for who, end in zip(_PERSONS, _SE, strict=True):
                yield Form(lemma, "isubj", who, form[:-3] + end)
    for person, ending in zip(_PERSONS, _IMPERFECT[group].split(), strict=True):
        yield Form(lemma, "impf", person, stem + ending)


def _irregular(lemma: str, table: Mapping[str, Any], tables: Mapping[str, Any]) -> Iterator[Form]:
    for tense, key in (("pres", "present"), ("subj", "subjunctive"), ("pret", "preterite"), ("impf", "imperfect")):
        for person, form in zip(_PERSONS, table[key][:6], strict=False):
            yield Form(lemma, tense, person, form)
    yield (
        Form(lemma, "pres", "3s", table["present"][-1])
        if len(table["present"]) > 6
        else Form(lemma, "pres", "2s", table["vos"])
    )
    for form in table["imperative"]:
        yield Form(lemma, "imp", "1p" if form.endswith("mos") else "2s", form)
    future = tables["future"].get(lemma, lemma)
    for tense, endings in (("fut", _FUTURE), ("cond", _CONDITIONAL)):
        for person, ending in zip(_PERSONS, endings.split(), strict=True):
            yield Form(lemma, tense, person, future + ending)
    yield Form(lemma, "ger", "", table["gerund"])
    yield Form(lemma, "part", "", table["participle"])
    past = {
        "ir": "fue",
        "ser": "fue",
        "dar": "die",
        "ver": "vie",
        "estar": "estuvie",
        "haber": "hubie",
        "saber": "supie",
    }
    for person, ending in zip(_PERSONS, _RA, strict=True):
        yield Form(lemma, "isubj", person, past[lemma] + ending)


def spanish(lemma: str, tables: Mapping[str, Any], irregular: Mapping[str, Any]) -> Iterator[Form]:
    """Every form of a Spanish infinitive."""
    yield Form(lemma, "inf", "", lemma)
    if lemma in irregular:
        yield from _irregular(lemma, irregular[lemma], tables)
        return
    changes = {verb: change for change in ("e_ie", "o_ue", "e_i") for verb in tables[change]}
    yield from _regular(lemma, tables, changes)


def english(lemma: str, tables: Mapping[str, Any]) -> Iterator[Form]:
    """Every form of an English verb; `pres` without a person is the base form."""
    yield Form(lemma, "base", "", lemma)
    if lemma == "be":
        for form in ("am", "is", "are", "was", "were", "being", "been"):
            tense = {"being": "ing", "been": "en", "was": "past", "were": "past"}.get(form, "3s")
            yield Form(lemma, tense, "", form)
        return
    doubled = lemma + lemma[-1] if _doubles(lemma) else lemma
    sibilant = lemma.endswith(("s", "x", "z", "ch", "sh", "o"))
    consonant_y = lemma.endswith("y") and lemma[-2:-1] not in "aeiou"
    yield Form(lemma, "3s", "", lemma[:-1] + "ies" if consonant_y else lemma + ("es" if sibilant else "s"))
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")):
        stem = lemma[:-2] + "y" if lemma.endswith("ie") else lemma[:-1]
    else:
        stem = doubled
    yield Form(lemma, "ing", "", stem + "ing")
    yield Form(lemma, "ing", "", stem + "in'")
    past = tables["past"].get(lemma)
    regular = lemma[:-1] + "ied" if consonant_y else lemma + "d" if lemma.endswith("e") else doubled + "ed"
    yield Form(lemma, "past", "", past or regular)
    yield Form(lemma, "en", "", tables["participle"].get(lemma, past or regular))


def _doubles(lemma: str) -> bool:
    """Whether the last letter is written twice before -ing: get, grab, begin, but not sell, open, scout."""
    if len(lemma) < 3 or lemma[-1] not in "bdgmnprt" or lemma[-2] not in "aeiou" or lemma[-3] in "aeiou":
        return False
    return lemma in ("begin", "forget", "regret", "prefer", "refer", "admit", "permit") or _syllables(lemma) == 1


def _syllables(word: str) -> int:
    """How many groups of vowels a word has."""
    return sum(1 for at, char in enumerate(word) if char in "aeiouy" and (at == 0 or word[at - 1] not in "aeiouy"))
