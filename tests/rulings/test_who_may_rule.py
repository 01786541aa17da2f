"""Every kind of ruling by every kind of sender: nobody but a proved DM is obeyed, and a refusal tells nothing."""

import pytest
from runs.story import Story

from mailer.campaign.load import load_campaign
from mailer.ledger.ledger import open_ledger
from mailer.ledger.world import load_world
from mailer.rulings.shapes import shapes

ALBA = "alba@example.com"
# One line of every shape's kind, in one language or the other.
LINES = {
    "undo": "deshaz el último fallo",
    "session": "sesión del 15 de enero: Ulmo, Joram; 9 días; terminan en Valdecuervo",
    "resume": "reanuda la orden 1",
    "hold": "detén a Greywick",
    "release": "resume Greywick",
    "secret": "en secreto a Krom: El mapa es falso.",
    "note": "nota a Greywick: Suena un cuerno.",
    "speaker": "Tess is the spokesperson of Greywick",
    "kill": "Krom muere",
    "raise": "Krom vuelve a la vida con 1 pg",
    "level": "Krom: nivel 9",
    "figure_to": "Krom: 1 pg",
    "figure_up": "Joram +50 px",
    "figure_down": "Ulmo pierde 4 pg",
    "coin_to": "Duric: 900 po",
    "coin_up": "Krom gana 90 po",
    "coin_down": "Ulmo pierde 10 po",
    "spell_recover_all": "Joram recupera sus conjuros",
    "spell_learn": "Joram aprende el conjuro Deseo, nivel 9",
    "spell_lose": "Joram pierde el conjuro Dormir",
    "spell_recover": "Joram recupera Dormir",
    "join": "Krom se une a Greywick",
    "move": "Krom está en Valdecuervo",
    "gain": "Maren gana «mapa viejo»",
    "lose": "Krom pierde la daga buena",
    "retire": "Hesper leaves the campaign",
    "reopen": "reabre el último día",
    "open": "abre el grupo Los Lobos: Hesper",
    "close": "close the party Greywick",
    "address": "Marta: correo eva@example.org",
    "no_address": "Marta: remove the email marta@example.com",
    "hand": "Krom: juega Tess",
    "command": "Greywick: we travel to Saltmire",
}
HANDLES = ["D1 A", "T1 Nadie lo vio. +90 po", "C1 sí", "X1 otra vez"]
SENDERS = {
    "spokesperson": ("luis@example.com", "pass"),
    "member": ("marta@example.com", "pass"),
    "of another party": ("tess@example.net", "pass"),
    "forged DM": (ALBA, "fail"),
    "unproved DM": (ALBA, ""),
    "stranger": ("eva@example.org", "pass"),
    "unproved player": ("luis@example.com", ""),
    "DM by token alone": (ALBA, ""),
}


def test_there_is_a_line_for_every_kind_of_ruling():
    assert set(LINES) == {kind for kind, _ in shapes().kinds}


def world(story):
    ledger = open_ledger(story.folder / "ledger.db")
    found = load_world(ledger, load_campaign(story.folder).start)
    ledger.close()
    return found


def lived(folder, sender="", proof="", headers=None):
    """The story after a letter with every ruling in it and the evening after."""
    story = Story(folder)
    story.run("2026-01-15 23:05")
    if sender:
        more = headers(story) if headers else {}
        story.letter(sender, "2026-01-16 10:00", "\n".join((*LINES.values(), *HANDLES)), proof=proof, **more)
    story.run("2026-01-16 10:05")
    return story


def reply(story):
    """As an answer to the digest, whose Message-ID holds the DM's token, from a server that proves nothing."""
    return {"In_Reply_To": story.mails("alba", "digest")[-1]["Message-ID"]}


@pytest.mark.parametrize("sender", SENDERS)
def test_nobody_but_a_proved_dm_rules(tmp_path, sender):
    address, proof = SENDERS[sender]
    calm = lived(tmp_path / "calm")
    story = lived(tmp_path / "campaign", address, proof, reply if sender == "DM by token alone" else None)
    assert story.rows("select count(*) from rulings") == [(0,)]
    assert story.rows("select count(*) from events where kind = 'ruled'") == [(0,)]
    assert story.rows("select count(*) from orders where json_extract(json, '$.by_dm')") == [(0,)]
    assert world(story).characters == world(calm).characters
    assert world(story).parties == world(calm).parties


@pytest.mark.parametrize("sender", SENDERS)
def test_a_refusal_tells_nothing_the_sender_did_not_know(tmp_path, sender):
    address, proof = SENDERS[sender]
    story = lived(tmp_path / "campaign", address, proof, reply if sender == "DM by token alone" else None)
    answers = story.rows("select text from outbox where key like 'letter:%'")
    said = " ".join(row[0] for row in answers)
    for secret in ("(tenía ", "le quedan", "libre el", "no longer holds", "queda sin efecto", "ermita", "Hermitage"):
        assert secret not in said
    others = story.rows("select count(*) from outbox where key like 'letter:%' and recipient <> ?", address)
    assert others == [(0,)]


def test_a_proved_dm_is_obeyed_in_every_line(tmp_path):
    story = lived(tmp_path / "campaign", ALBA, "pass")
    kinds = {row[0] for row in story.rows("select kind from rulings")}
    assert kinds >= {
        "session", "hold", "note", "speaker", "kill", "raise", "adjust", "spells", "join", "move", "gain", "lose",
    }  # fmt: skip
