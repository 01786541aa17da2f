"""The three weeks with most of their players on chat: three write by Telegram, two by Matrix, the others by mail."""

import json
from pathlib import Path

from runs.chat_story import ChatStory
from servers.synapse import Synapse
from servers.telegram import Telegram

BY_TELEGRAM = {"luis": 7, "owen": 8, "marta": 9}
BY_MATRIX = ("jana", "tess")
_ASKED, _SAID, _JOINED = "2026-01-15 21:20", "2026-01-15 21:25", "2026-01-15 21:30"


class ChattingStory(ChatStory):
    """The campaign on a bot and an account, and who of its people can be met there."""

    def __init__(self, folder: Path, telegram: Telegram, synapse: Synapse, addresses: dict[str, str]) -> None:
        super().__init__(folder, telegram, synapse)
        self.people = {name: synapse.register(name) for name in BY_MATRIX}
        self.rooms: dict[str, str] = {}
        self._meet(addresses)

    def chats(self, player: str) -> bool:
        """Whether that player writes by chat."""
        return player in BY_TELEGRAM or player in self.rooms

    def reply(self, player: str, message_id: str, words: str, at: str) -> None:
        """The same words as by mail; in answer to ours, where that came into the chat."""
        posted = json.loads(self.rows("select posted from outbox where message_id = ?", message_id)[0][0])
        if player in BY_TELEGRAM:
            self.says(BY_TELEGRAM[player], at, words, reply_to=int(posted[-1]) if posted else 0)
            return
        relation = {"m.relates_to": {"m.in_reply_to": {"event_id": posted[-1]}}} if posted else {}
        self.synapse.says(self.people[player], self.rooms[player], words, **relation)

    def heard(self, player: str) -> list[str]:
        """What came into that player's chat."""
        if player in BY_TELEGRAM:
            return self.telegram.texts(BY_TELEGRAM[player])
        return self.synapse.texts(self.people[player], self.rooms[player], by=self.bot.id)

    def _meet(self, addresses: dict[str, str]) -> None:
        """Everybody asks for a code by mail and says it in the chat."""
        for player in (*BY_TELEGRAM, *BY_MATRIX):
            channel = "telegram" if player in BY_TELEGRAM else "matrix"
            verb = "link" if player in ("owen", "tess") else "vincular"
            self.letter(addresses[player], _ASKED, f"{verb} {channel}")
        self.run(_ASKED)
        for player, number in BY_TELEGRAM.items():
            self.telegram.person(number, player.title())
            self.says(number, _SAID, f"/start {self.code(player)}")
        for player, person in self.people.items():
            self.rooms[player] = self.synapse.room(person, self.bot.id)
            self.synapse.says(person, self.rooms[player], f"vincular {self.code(player)}")
        self.run(_SAID)  # accepts the invitations
        self.run(_JOINED)
        assert self.rows("select count(*) from links where ended_at is null") == [(5,)]
