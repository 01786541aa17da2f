"""How sure we are of an order: its reasons are named, their points add up, and the limit decides."""

import json
from datetime import date

import pytest
from reading_orders.test_corpus_scores import CORPUS, _scorer

from mailer.reading.orders.batch import answer
from mailer.reading.orders.read import read
from mailer.reading.orders.sure.reasons import REASONS
from mailer.reading.orders.sure.weigh import UNASKED, sureness

# Mails of hands that the grammar was not written on. set: (wrong actions at most, F1 of what is taken at least)
FLOORS = {"others_dev": (0.06, 0.60), "others_b_dev": (0.06, 0.60), "others_d_dev": (0.12, 0.60)}
LOST = 0.12  # orders of strangers that are neither taken nor asked about, at most


@pytest.fixture
def taken(campaign):
    def of(text: str, limit: int | None = None):
        return read(text, character="Krom", sent=date(2026, 3, 11), gazetteer=campaign, limit=limit)

    return of


PLAIN = [
    "Compro 3 antorchas, una cuerda de 15 m y dos raciones.",
    "Volvemos a Valdecuervo el viernes.",
    "Descanso tres días en la posada.",
    "Exploramos el nivel dos de la Cripta hasta el domingo, con cuidado.",
    "Me retiro al 40% de vida.",
    "Si aparecen goblins, negociamos.",
    "Hire two men-at-arms at 2 sp a day.",
    "I sell the dagger and buy 6 torches.",
    "¿Cuántos pg tengo y dónde estamos?",
    "Si alguno baja del 30 % de salud, nos damos la vuelta.",
]
DOUBTFUL = [
    ("Compro 2 antorchas (el «experto» las quiere).", "speech"),
    ("Vamos el viernes a Valdecuervo. Si llueve, mejor el sábado.", "turned_later"),
    ("Krom buys a rope, a sack and a torch, 3 gp at most.", "last_price"),
]


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_said_plainly_is_taken(taken, text):
    found = taken(text)
    assert found.said
    assert not found.doubts


@pytest.mark.parametrize(("text", "reason"), DOUBTFUL)
def test_a_reason_speaks_against_an_order(taken, text, reason):
    distrust = [name for said in taken(text, UNASKED).said for name, _ in said.distrust]
    assert reason in distrust


def test_what_is_asked_about_carries_the_order_that_was_read(taken):
    found = taken(DOUBTFUL[0][0])
    [doubt] = found.doubts
    assert not found.said
    assert (doubt.code, doubt.said.kind) == ("unsure", "shop")
    assert doubt.said == taken(DOUBTFUL[0][0], UNASKED).said[0]


def test_the_stricter_the_limit_the_less_is_taken(taken):
    text = "\n\n".join((*PLAIN, *(text for text, _ in DOUBTFUL)))
    limits = sureness().limits
    assert limits["careful"] < limits["normal"] < limits["bold"]
    counts = [len(taken(text, limit).said) for limit in (*limits.values(), UNASKED)]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_points_are_given_to_reasons_that_exist_and_to_nothing_else():
    named = {name for name in sureness().reasons if "." not in name}
    assert named <= REASONS.keys()
    assert all(isinstance(points, int) and points for points in sureness().reasons.values())


@pytest.mark.parametrize("name", sorted(FLOORS))
def test_strangers_are_seldom_obeyed_wrongly(campaign, name):
    scorer = _scorer()
    gold = scorer.read_lines((CORPUS / f"{name}.jsonl").read_bytes(), name)
    letters = (json.dumps({key: mail[key] for key in scorer.INPUT_FIELDS}) for mail in gold.values())
    answers = {found["id"]: found for found in map(json.loads, answer(letters, campaign))}
    found = scorer.summarise([scorer.score_mail(mail, answers[key]) for key, mail in gold.items()])
    wrong, f1 = FLOORS[name]
    assert found["wrong_action"]["rate"] <= wrong
    assert found["orders"]["f1"] >= f1
    assert found["silent_loss"]["rate"] <= LOST


def test_a_sentence_that_looks_like_an_order_and_gave_none_is_asked_about(taken):
    found = taken("Descanso tres días en la posada.\n\nLo de las antorchas con Ulmo, 4 po el jueves.")
    assert [doubt.code for doubt in found.doubts] == ["not_understood"]


@pytest.mark.parametrize(
    "text", ["Qué risa lo del otro día.", "Nos vemos el jueves, un abrazo.", "Mil gracias por todo, de verdad."]
)
def test_chat_is_left_alone(taken, text):
    found = taken(text)
    assert not (found.said or found.doubts)
