"""A chat as a scene: messages wait at a Telegram server of each try's own, and what it was told is compared, too."""

import copy
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from runs.chat_story import ChatStory
from runs.story import MADRID
from servers.telegram import Telegram
from torture.scenes import LUIS, Scene

MARTA, OWEN = 7, 8
_STATE = ("people", "chats", "messages", "sent", "_queue", "_tail", "_number")
_REPEATED = re.compile(r"\[ref [0-9a-f]{6}\] ")
NOW = datetime(2026, 1, 16, 23, 5, tzinfo=MADRID)


@dataclass(frozen=True)
class ChatScene(Scene):
    """A campaign folder, what its bot's server held then, and how it ended there."""

    url: str = ""
    held: dict = field(default_factory=dict)
    told: Counter = field(default_factory=Counter)  # in the run that was not struck
    servers: dict[Path, Telegram] = field(default_factory=dict)  # of the tries under way
    has_sockets = True

    @contextmanager
    def staged(self, folder: Path) -> Iterator[None]:
        with Telegram.start() as server:
            for name, value in copy.deepcopy(self.held).items():
                setattr(server, name, value)
            server.clock = (NOW + timedelta(minutes=1)).timestamp
            settings = folder / "campaign.toml"
            settings.write_text(settings.read_text().replace(self.url, server.url))
            self.servers[folder] = server
            try:
                yield
            finally:
                del self.servers[folder]

    def learn(self, folder: Path) -> None:
        self.told.clear()
        self.told.update(self._heard(folder))

    def faults(self, folder: Path) -> list[str]:
        """Nothing is lost; at most one message for each run that was killed came twice, and says so."""
        heard = self._heard(folder)
        repeated = Counter({told: count for told, count in heard.items() if _REPEATED.match(told[1])})
        plain = heard - repeated
        again = Counter({(chat, _REPEATED.sub("", text, count=1)): count for (chat, text), count in repeated.items()})
        lost = self.told - (plain + again)
        return [f"message lost: {one}" for one in lost] + [f"message twice: {one}" for one in plain - self.told] + (
            [f"{again.total()} twins in the chat"] if again.total() > 2 else []
        )  # fmt: skip

    def _heard(self, folder: Path) -> Counter:
        sent = self.servers[folder].sent[len(self.held["sent"]) :]
        return Counter((one["chat"]["id"], one["text"]) for one in sent)


def chat(folder: Path) -> ChatScene:
    """Two players at the bot, a stranger, an edit, a picture, a message after the turnover; and a letter by mail."""
    with Telegram.start() as server:
        story = ChatStory(folder, server)
        story.set('path = "mail/in"', 'path = "mail/in"\naccount = "mesa"')
        story.linked(MARTA, "marta", "marta@example.com")
        story.linked(OWEN, "owen", "owen@example.com", at="2026-01-15 18:30")
        story.run("2026-01-15 23:05")
        first = story.says(MARTA, "2026-01-16 10:00", "Krom compra 2 antorchas.")
        story.run("2026-01-16 10:05")
        story.says(OWEN, "2026-01-16 10:30", "Maren buys 2 torches.")
        server.edits(MARTA, first, "Krom compra 3 antorchas.")
        story.says(MARTA, "2026-01-16 11:00", "Retirada al 40 %.")
        story.says(MARTA, "2026-01-16 11:01", "Krom compra comida.")
        story.says(MARTA, "2026-01-16 11:02", "", photo=[{"file_id": "x"}])
        story.says(server.person(9, "Eva"), "2026-01-16 12:00", "¿Es aquí la partida?")
        story.letter(LUIS, "2026-01-16 12:30", "Volvemos al exterior.")
        story.says(MARTA, "2026-01-16 23:02", "Krom compra 1 cuerda.")
        held = copy.deepcopy({name: getattr(server, name) for name in _STATE})
    return ChatScene("chat", folder, NOW, url=server.url, held=held)
