"""What kinds of nouns a clause holds behind its verb."""

from mailer.reading.orders.letter import Clause, Mail
from mailer.reading.orders.places import find_place, place_at
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary


def holds(clause: Clause, name: str) -> bool:
    """Whether nouns of a kind stand behind the verb."""
    return vocabulary().phrases[f"nouns.{name}"].find(clause.sentence.words, clause.hit.j, clause.j) is not None


def belongs(clause: Clause) -> bool:
    """Whether a clause names what belongs to somebody in town: la bodega del prestamista, the reeve's office."""
    words, owners = clause.sentence.words, vocabulary().phrases["nouns.owner"]
    for at in range(clause.hit.j, clause.j):
        found = owners.at(words, at)
        if (
            found
            and words[at - 1] in ("del", "donde", "de", "la", "el")
            and words[at - 2] not in ("con", "a", "y", "por")
        ):
            return True
        if words[at].endswith("'s") and owners.at([words[at][:-2]], 0):
            return True
    return False


def counts(clause: Clause) -> bool:
    """Whether something is counted behind the verb."""
    return any(a.kind in ("number", "length") and clause.hit.j <= a.i < clause.j for a in clause.sentence.amounts)


def is_underground(clause: Clause, mail: Mail) -> bool:
    """Whether a clause happens in a dungeon, by its place or by the letter's."""
    sentence = clause.sentence
    found = find_place(clause, mail, start=clause.i)
    if found is not None:
        if place_at(mail, sentence, found[0])[1] == "dungeon":
            return True
        if place_at(mail, sentence, found[0])[1] == "place":
            return False
        words = sentence.words[found[0] : found[1]]
        if vocabulary().phrases["nouns.town"].find(words):
            return False
        return vocabulary().phrases["nouns.dungeon"].find(words) is not None
    towns = [place_at(mail, sentence, at)[1] for at in range(len(sentence.words))]
    return mail.dungeon and "place" not in towns


def any_monster(clause: Clause) -> bool:
    """Whether the sentence names a monster."""
    return vocabulary().phrases["nouns.monster"].find(clause.sentence.words) is not None


def names_underground(clause: Clause, mail: Mail) -> bool:
    """Whether a clause names a dungeon or a part of one."""
    words, sentence = clause.sentence.words, clause.sentence
    return vocabulary().phrases["nouns.dungeon"].find(words, clause.i, clause.j) is not None or any(
        place_at(mail, sentence, at)[1] == "dungeon" for at in range(clause.i, clause.j)
    )


def makes_goods(clause: Clause) -> bool:
    """Whether what is made is a thing that hands can make."""
    goods = word_set(
        "balsa raft trampa trampas trap traps cataplasmas cataplasma poultice poultices pocima "
        "pocimas estacas pergamino scroll arco bow silla mesa bote boat ungüento salve amuleto "
        "charm escala bastones potion potions snares bridge puente camilla stretcher pomada "
        "brebaje antidoto"
    )
    return bool(goods & set(clause.sentence.words[clause.hit.j : clause.j]))
