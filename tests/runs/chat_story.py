"""The example campaign with chats: players who write by Telegram or Matrix, at the story's own hours."""

import os
import re
from datetime import datetime
from pathlib import Path

from runs.story import MADRID, Story
from servers.synapse import PASSWORD, Synapse
from servers.telegram import TOKEN, Telegram

TELEGRAM = """
[[chat]]
kind = "telegram"
token = {{ env = "ESTAFETA_TEST_TELEGRAM" }}
bot = "estafeta_bot"
url = "{url}"
{more}
"""
MATRIX = """
[[chat]]
kind = "matrix"
url = "{url}"
user = "{user}"
password = {{ env = "ESTAFETA_TEST_MATRIX" }}
{more}
"""


class ChatStory(Story):
    """A campaign with a bot, and an account where a homeserver is given."""

    def __init__(self, folder: Path, telegram: Telegram, synapse: Synapse | None = None, *, more: str = "") -> None:
        super().__init__(folder)
        os.environ["ESTAFETA_TEST_TELEGRAM"], os.environ["ESTAFETA_TEST_MATRIX"] = TOKEN, PASSWORD
        self.telegram, self.synapse = telegram, synapse
        self.at = datetime(2026, 1, 15, 18, tzinfo=MADRID)
        telegram.clock = lambda: self.at.timestamp()
        chats = TELEGRAM.format(url=telegram.url, more=more)
        self.bot = synapse.register("estafeta") if synapse else None
        if synapse and self.bot:
            chats += MATRIX.format(url=synapse.url, user=self.bot.id, more="")
        self.set("[trust]", f"{chats}\n[trust]")

    def run(self, at: str, **options):
        self.at = datetime.fromisoformat(at).replace(tzinfo=MADRID)
        return super().run(at, **options)

    def says(self, who: int, at: str, words: str, **more) -> int:
        """Somebody writes to the bot at that local time."""
        self.at = datetime.fromisoformat(at).replace(tzinfo=MADRID)
        return self.telegram.says(who, words, **more)

    def code(self, player: str, channel: str = "telegram") -> str:
        """The code in the last mail that brought one."""
        (*_, text) = self.texts(player, "link_code")
        return (
            re.findall(r"vincular ([a-z2-7]{10})|link ([a-z2-7]{10})", text)[-1][0]
            or re.findall(r"link ([a-z2-7]{10})", text)[-1]
        )

    def linked(self, who: int, player: str, address: str, at: str = "2026-01-15 18:00") -> None:
        """A person of the bot's is that player from now on."""
        self.telegram.person(who, player.title())
        self.letter(address, at, "vincular telegram")
        self.run(at)
        self.says(who, at, f"/start {self.code(player)}")
        self.run(at)

    def told(self, who: int) -> str:
        """The last thing the bot said to somebody."""
        return (self.telegram.texts(who) or [""])[-1]

    def states(self) -> list[tuple]:
        return self.rows("select state, reason from letters order by id")
