"""A verb at the opening of a sentence that no word list holds: it may instruct, so it is asked about.

`Llévame a Brumal`, `Reparte el botín`, `Tomo la guardia primera`, `We split the loot`.
"""

import re

from mailer.reading.orders.filters import real_life
from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.places import place_at
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary

_PRONOUNS = frozenset({"me", "le", "les", "nos", "lo", "la", "los", "las", "se"})
_COMMAND = re.compile(r"[a-záéíóú]{2,}[aeiáéí]d?(?:me|nos|le|les|se)?(?:lo|la|los|las|me|nos|le|les)$")
_OBJECTS = frozenset({"el", "la", "los", "las", "un", "una", "mi", "mis", "a", "al", "otra", "otro", "todo", "nuestro"})
_THINGS = frozenset({"the", "my", "a", "an", "our", "me", "us", "some", "all", "everything", "that", "his", "her"})
_SPEAKERS = frozenset({"i", "we", "i'll", "we'll"})


def is_stray_instruction(sentence: Sentence, mail: Mail) -> bool:
    """Whether a sentence opens with what looks like an instruction or a plan in the present."""
    words = sentence.words
    phrases = vocabulary().phrases
    if real_life(sentence) or phrases["mood.smalltalk"].find(words) or phrases["mood.past"].find(words):
        return False
    at = _opening(sentence, mail)
    if at >= len(words) - 1 or sentence.covered[at] >= 0 or sentence.tokens[at].kind != "w":
        return False
    return _english(sentence, at) if sentence.english else _spanish(sentence, at)


def changes_mind(sentence: Sentence) -> bool:
    """Whether a sentence opens by taking something back in words of its own: I've changed my mind about the ring."""
    found = vocabulary().phrases["mood.change"].find(sentence.words, 0, min(6, len(sentence.words)))
    return found is not None and not real_life(sentence)


_GAME = ("monster", "town", "dungeon", "role", "item", "spell")
_MOST = 40  # words: what is longer is a tale


def speaks_of_the_game(sentence: Sentence, mail: Mail) -> bool:
    """Whether a sentence with a verb of the sender's speaks of things of the game: whatever it says, it is not chat."""
    words, phrases = sentence.words, vocabulary().phrases
    if len(words) > _MOST or real_life(sentence) or phrases["mood.past"].find(words):
        return False
    if phrases["mood.smalltalk"].find(words) or {"would", "could", "should"} & set(words):
        return False
    places = any(place_at(mail, sentence, at)[0] for at in range(len(words)))
    if not places and not any(phrases[f"nouns.{name}"].find(words) for name in _GAME):
        return False
    forms = [
        one.form
        for token in sentence.tokens
        for one in analyses(token)
        if one.form.written == token.text.lower() or one.clitics
    ]
    if any(form.tense in ("pret", "impf", "past", "cond", "isubj") for form in forms):
        return False
    named = any(name == mail.sender for _, name in sentence.names.values())
    mine = any(form.tense in ("pres", "fut") and form.person in ("1s", "1p") for form in forms)
    return named or mine or bool({"i'll", "we'll", "i'm", "we're", "i", "we"} & set(words))


def _opening(sentence: Sentence, mail: Mail) -> int:
    """Where the sentence begins behind its fillers and the sender's name."""
    words, polite = sentence.words, vocabulary().phrases["mood.polite"]
    at = 0
    while at < len(words):
        length = polite.at(words, at)
        if sentence.tokens[at].kind == "p":
            at += 1
        elif length and words[at] not in ("anda", "mira", "venga"):
            at += length
        elif at in sentence.names and sentence.names[at][1] == mail.sender:
            at = sentence.names[at][0]
        elif words[at] in ("yo", "nosotros"):
            at += 1
        else:
            break
    return at


def _spanish(sentence: Sentence, at: int) -> bool:
    words = sentence.words
    clitic = words[at] in _PRONOUNS and words[at] != "la"
    while at < len(words) - 1 and words[at] in _PRONOUNS and clitic:
        at += 1
    word, following = words[at], words[at + 1] if at + 1 < len(words) else ""
    lower = sentence.tokens[at].text.lower()
    forms = [one.form for one in analyses(sentence.tokens[at])]
    if any(form.tense in ("pret", "impf", "cond", "part") and form.written == lower for form in forms) and not any(
        form.tense in ("pres", "imp") and form.written == lower for form in forms
    ):
        return False
    if any(form.tense in ("pres", "imp") and form.person in ("1s", "1p", "2s", "2p") for form in forms):
        return len(word) > 3
    if len(word) > 4 and _COMMAND.fullmatch(lower) and any(mark in lower for mark in "áéíóú"):
        return True
    if word.endswith("mos") and len(word) > 5:
        return True
    first = word.endswith("o") and len(word) > 3 and not lower.endswith("ó")
    told = word.endswith(("a", "e", "en", "ad", "ed", "id")) and len(word) > 4 and not clitic
    return bool(following in _OBJECTS and (first or told or clitic)) and not vocabulary().phrases["nouns.item"].at(
        words, at
    )


def _english(sentence: Sentence, at: int) -> bool:
    words = sentence.words
    if words[at] in _SPEAKERS and at + 2 < len(words):
        return words[at + 2] in _THINGS and not words[at + 1].endswith(("ed", "'t")) and words[at + 1] not in _STATES
    return (
        words[at + 1] in _THINGS - {"that"} and words[at] not in _STATES and words[at].isalpha() and len(words[at]) > 2
    )


_STATES = word_set(
    "am are is was were have had has hope think guess know love like see feel mean want need hear believe wish thank "
    "what who where when why how and but for with from that this there here not was about after before all "
    "send sent got can could would will shall may might must do did does"
)
