"""Matrix against a real homeserver: rooms, edits, deletions, forgeries, encryption, sessions that end."""

import json
import stat

import pytest
from runs.chat_story import ChatStory
from servers.boxes import matrix_settings

from mailer.errors import LoginError
from mailer.inbox.room import Homeserver

MARTA = "marta@example.com"


@pytest.fixture
def story(tmp_path, telegram, synapse):
    return ChatStory(tmp_path / "campaign", telegram, synapse)


class Marta:
    """A player with a Matrix client, linked."""

    def __init__(self, story):
        self.story, self.server = story, story.synapse
        self.me = self.server.register("marta")
        self.room = self.server.room(self.me, story.bot.id)
        story.letter(MARTA, "2026-01-15 18:00", "vincular matrix")
        story.run("2026-01-15 18:00")
        self.says(f"vincular {story.code('marta')}")
        story.run("2026-01-15 18:05")
        story.run("2026-01-15 18:10")

    def says(self, words, **more):
        return self.server.says(self.me, self.room, words, **more)

    @property
    def heard(self):
        return self.server.texts(self.me, self.room, by=self.story.bot.id)

    @property
    def orders(self):
        return self.story.rows("select state, rtrim(text, '.') from orders order by id")


@pytest.fixture
def marta(story):
    return Marta(story)


def test_an_invitation_is_accepted_and_a_code_makes_a_player(marta):
    assert "vinculado" in marta.heard[-1]
    marta.says("Krom compra 2 antorchas.")
    assert marta.story.run("2026-01-16 10:05").accepted == 1
    assert "✓" in marta.heard[-1]


def test_edits_replace_and_a_forged_one_is_not_heard(marta):
    eva = marta.server.register("eva")
    event = marta.says("Krom compra 2 antorchas.")
    marta.story.run("2026-01-16 10:05")
    marta.server.edits(marta.me, marta.room, event, "Krom compra 3 antorchas.")
    marta.story.run("2026-01-16 10:10")
    assert marta.orders[-1] == ("standing", "Krom compra 3 antorchas")
    marta.server.client("POST", f"/rooms/{marta.room}/invite", {"user_id": eva.id}, marta.me)
    marta.server.join(eva, marta.room)
    marta.server.edits(eva, marta.room, event, "Krom regala su oro.")
    marta.story.run("2026-01-16 10:15")
    assert [one for one in marta.orders if one[0] == "standing"] == [("standing", "Krom compra 3 antorchas")]


def test_a_room_where_somebody_else_sits_is_told_nothing_and_obeyed_in_nothing(marta):
    eva = marta.server.register("eva")
    marta.says("Krom compra 2 antorchas.")
    marta.story.run("2026-01-16 10:05")
    marta.server.client("POST", f"/rooms/{marta.room}/invite", {"user_id": eva.id}, marta.me)
    marta.server.join(eva, marta.room)
    before = len(marta.heard)
    marta.story.run("2026-01-16 23:05")
    assert len(marta.heard) == before
    assert "16 de Escarcha" in "".join(marta.story.texts("marta"))
    marta.says("Krom compra 3 antorchas.")
    marta.story.run("2026-01-17 10:05")
    assert len(marta.orders) == 1
    assert "en privado" in marta.heard[-1]


def test_a_deletion_takes_back_until_the_day_closes(marta):
    first = marta.says("Krom compra 2 antorchas.")
    marta.story.run("2026-01-16 10:05")
    marta.server.redacts(marta.me, marta.room, first)
    marta.story.run("2026-01-16 10:10")
    assert marta.orders == [("cancelled", "Krom compra 2 antorchas")]
    assert "borrado" in marta.heard[-1]
    second = marta.says("Krom compra 3 antorchas.")
    marta.story.run("2026-01-16 10:15")
    marta.story.run("2026-01-16 23:05")
    marta.server.redacts(marta.me, marta.room, second)
    marta.story.run("2026-01-17 10:05")
    assert marta.orders[-1] == ("standing", "Krom compra 3 antorchas")
    assert "ya está resuelto" in marta.heard[-1]


def test_what_was_deleted_before_we_came_was_never_said(marta):
    event = marta.says("Krom compra 2 antorchas.")
    marta.server.redacts(marta.me, marta.room, event)
    marta.story.run("2026-01-16 10:05")
    assert marta.orders == []


def test_fifty_seven_messages_after_a_long_night(marta):
    for number in range(57):
        marta.says(f"Krom compra {number + 1} antorchas.")
    marta.story.run("2026-01-16 10:05")
    assert [text for _, text in marta.orders] == [f"Krom compra {number + 1} antorchas" for number in range(57)]


def test_an_encrypted_room_is_said_so_once_and_another_is_offered(marta):
    path = f"/rooms/{marta.room}/state/m.room.encryption/"
    marta.server.client("PUT", path, {"algorithm": "m.megolm.v1.aes-sha2"}, marta.me)
    for minute in (5, 10):
        marta.server.encrypted(marta.me, marta.room)
        marta.story.run(f"2026-01-16 10:{minute:02}")
    assert sum("cifrado y no puedo leer" in text for text in marta.heard) == 1
    (new,) = marta.server.invited(marta.me)
    marta.server.join(marta.me, new)
    marta.server.says(marta.me, new, "Krom compra 2 antorchas.")
    marta.story.run("2026-01-16 10:15")
    assert marta.orders == [("standing", "Krom compra 2 antorchas")]
    assert "✓" in marta.server.texts(marta.me, new, by=marta.story.bot.id)[-1]


def test_a_decision_by_reply_and_the_quotation_in_it(marta):
    event = marta.says("Krom compra 2 antorchas.")
    relation = {"m.relates_to": {"m.in_reply_to": {"event_id": event}}}
    marta.says("> <@x:y> Krom compra 9 antorchas.\n\nKrom compra 3 antorchas.", **relation)
    marta.story.run("2026-01-16 10:05")
    assert [text for _, text in marta.orders] == ["Krom compra 2 antorchas", "Krom compra 3 antorchas"]


def test_the_session_is_kept_apart_and_made_again_when_it_is_refused(story, tmp_path):
    session = story.folder / ".matrix-session"
    story.run("2026-01-15 18:00")
    kept = json.loads(session.read_text())
    assert stat.S_IMODE(session.stat().st_mode) == 0o600
    assert kept["access_token"].encode() not in (story.folder / "ledger.db").read_bytes()
    session.write_text(json.dumps({**kept, "access_token": "syt_gone", "refresh_token": "syr_gone"}))
    assert story.run("2026-01-15 18:05").exit_code == 0
    assert json.loads(session.read_text())["access_token"] != "syt_gone"
    again = json.loads(session.read_text())
    story.run("2026-01-15 18:10")
    assert json.loads(session.read_text()) == again


def test_a_wrong_password_is_a_login_error_and_names_nothing(synapse, tmp_path, monkeypatch):
    bot = synapse.register("estafeta")
    settings = matrix_settings(synapse, bot.id, tmp_path / ".matrix-session")
    monkeypatch.setenv("ESTAFETA_TEST_MATRIX", "not-the-word")
    with pytest.raises(LoginError) as caught:
        Homeserver(settings).ask("GET", "open", "account", "whoami")
    assert "not-the-word" not in str(caught.value)


def test_a_message_sent_twice_is_one(marta):
    """The server knows our number again, also after it was killed."""
    from mailer.outbox.matrix import MatrixTransport
    from mailer.outbox.transport import Outgoing, SentState

    settings = matrix_settings(marta.server, marta.story.bot.id, marta.story.folder / ".matrix-session")
    before = len(marta.heard)
    for _ in range(2):
        way = MatrixTransport(settings, now=marta.story.at)
        assert way.send(Outgoing("<x@y>/0", "", marta.room, b"hola")).state is SentState.SENT
    assert len(marta.heard) == before + 1


def test_a_group_hears_what_everybody_may_know(story):
    host = story.synapse.register("jana")
    room = story.synapse.room(host, story.bot.id, is_direct=False, preset="private_chat")
    story.run("2026-01-15 18:00")
    story.set('user = "', f'groups = {{ los-cuatro = "{room}" }}\nuser = "')
    story.run("2026-01-15 23:05")
    (said,) = story.synapse.texts(host, room, by=story.bot.id)
    assert "El día ha cerrado" in said
    for secret in ("Ossur", "PG", "Sello", "controles"):
        assert secret not in said
