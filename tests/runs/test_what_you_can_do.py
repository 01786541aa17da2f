"""What an outcome offers can be done: four to six orders, and each, sent back as it is, is accepted without a doubt."""

import re

import pytest
from runs.story import Story

PEOPLE = {
    "luis": "luis@example.com", "marta": "marta@example.com", "jana": "jana@example.net", "owen": "owen@example.com",
    "tess": "tess@example.net",
}  # fmt: skip
HEADS = ("HOY PUEDES", "WHAT YOU CAN DO TODAY", "TODAY YOU CAN")
ORDERS = {
    "underground": (),
    "a deal is offered": (("16 09:12", "luis", "Como portavoz: aseguramos la posición en la sala de las columnas."),),
    "out and on the road": (("15 23:30", "luis", "Retorno al exterior.\nMañana viajamos a Valdecuervo."),),
    "at the mouth": (("16 09:00", "luis", "Retorno al exterior.\nRetirada al 40 %.\nSi aparece alguien, evitar."),),
    "much stands already": (
        ("16 09:00", "luis", "Explorar más adentro. Retirada al 30 %. Carga pesada."),
        ("16 09:10", "owen", "We travel to Saltmire. If anyone turns up, avoid. Retreat at 40 %."),
    ),
    "in town, poor": (
        ("16 10:00", "owen", "Maren buys 40 torches and 20 silk ropes. We travel to Saltmire tomorrow."),
    ),
}


def offered(text: str) -> list[str]:
    """The lines to copy."""
    lines = text.splitlines()
    at = next((number for number, line in enumerate(lines) if line in HEADS), None)
    if at is None:
        return []
    block = "\n".join(lines[at:]).split("\n\n")[2]
    return block.splitlines()


@pytest.mark.parametrize("state", ORDERS)
def test_every_offered_order_is_accepted(tmp_path, state):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    for at, who, words in ORDERS[state]:
        story.letter(PEOPLE[who], f"2026-01-{at}", words)
    for day in (16, 17, 18):
        story.run(f"2026-01-{day} 23:05")
    tried = 0
    for who, address in PEOPLE.items():
        for mail in latest_of_each(story, who):
            orders = offered(mail.get_body(("plain",)).get_content())
            assert 4 <= len(orders) <= 6, mail.get_body(("plain",)).get_content()
            assert len(set(orders)) == len(orders)
            for number, order in enumerate(orders):
                tried += 1
                story.letter(address, f"2026-01-19 10:{tried % 60:02}", order, subject=f"{who} {number}")
    story.run("2026-01-19 11:05")
    for who in PEOPLE:
        for receipt in story.mails(who, "receipt"):
            text = receipt.get_body(("plain",)).get_content()
            if "19 de Escarcha" in receipt["subject"] or "19 Hoarfrost" in receipt["subject"]:
                assert re.search(r": 1 (aceptada|accepted)$", receipt["subject"]), text
    assert tried > 15


def test_what_stands_is_not_offered(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.letter(
        PEOPLE["luis"], "2026-01-16 09:00", "Retorno al exterior. Mañana viajamos a Valdecuervo. Retirada al 30 %."
    )
    story.run("2026-01-16 23:05")
    orders = offered(story.texts("luis", "outcome")[-1])
    assert not [one for one in orders if one.startswith("retirada") or one == "viajar a Valdecuervo"]


def latest_of_each(story: Story, who: str) -> list:
    """The last outcome of each of a player's characters."""
    rows = story.rows("select key, max(id) from outbox where kind = 'outcome' and player = ? group by"
                      " substr(key, instr(substr(key, 6), ':') + 6)", who)  # fmt: skip
    ids = {story.rows("select message_id from outbox where id = ?", row[1])[0][0] for row in rows}
    return [mail for mail in story.mails(who, "outcome") if mail["Message-ID"] in ids]
