"""The runs that are tortured: the example campaign on Maildir folders at five moments of its life, and with a chat.

first      the first run ever: tables, secret, people, the first day, the first mails
evening    letters of every kind wait, and a day is over
answer     a decision stands open, and the DM's word on it waits
review     outcomes wait for the DM, whose word lets one go, rewrites one and keeps another back
chat       messages of two players wait at Telegram, and a day is over (`chats.py`)
reopen     a correction and the wish to resolve the last day again, while a letter waits
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from runs.story import MADRID, Story

LUIS, MARTA, IVAN, OWEN, ALBA = (
    "luis@example.com", "marta@example.com", "ivan@example.net", "owen@example.com", "alba@example.com",
)  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """A campaign folder as it stands before the run, and the instant of the run."""

    name: str
    folder: Path
    now: datetime
    has_sockets = False  # whether it speaks to a server: then what is said to it may be struck, too

    @contextmanager
    def staged(self, folder: Path) -> Iterator[None]:
        """What a copy of the folder needs around it while it is played."""
        yield

    def learn(self, folder: Path) -> None:
        """Nothing comes back; what was heard outside the folder in the run that was not struck is how it should be."""

    def faults(self, folder: Path) -> list[str]:
        """What went wrong outside the folder."""
        return []

    @property
    def letters(self) -> dict[str, bytes]:
        """The letters that wait, by name."""
        return {path.name: path.read_bytes() for path in (self.folder / "mail" / "in" / "new").iterdir()}


def _story(folder: Path) -> Story:
    story = Story(folder)
    # Tries are copies in other folders: a name for the mailbox that does not change with its path.
    story.set('path = "mail/in"', 'path = "mail/in"\naccount = "mesa"')
    story.set("[dice]", "[limits]\nletter_bytes = 10_000 # so that a huge letter is a small one\n\n[dice]")
    return story


def first(folder: Path) -> Scene:
    """The very first run, with a letter waiting."""
    story = _story(folder)
    story.letter(LUIS, "2026-01-15 22:30", "Retirada al 30 %.")
    return Scene("first", folder, _at("2026-01-15 23:05"))


def evening(folder: Path) -> Scene:
    """Letters of every kind, and the second day is over."""
    story = _story(folder)
    story.run("2026-01-15 23:05")
    raw = story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")  # accepted
    story.letter(MARTA, "2026-01-16 10:10", "Quizá compre algo, ya veré.\nCompro una espada de luz.")  # doubtful
    story.letter(IVAN, "2026-01-16 10:20", "Exploramos hacia el fondo.", proof="")  # held
    story.put(b"Received: from elsewhere.example.net\r\n" + raw, _at("2026-01-16 10:30"))  # the first once more
    story.letter(OWEN, "2026-01-16 11:00", "Maren buys 2 torches.\n" + "and so on and so forth\n" * 600)  # huge
    story.put(b"\xff\xfe\x00 broken \r\n\r\n\x80\x81" * 20, _at("2026-01-16 11:30"))
    story.letter("eva@example.net", "2026-01-16 12:00", "¿Es aquí la partida?")  # a stranger
    story.letter("eva@example.net", "2026-01-16 12:30", "Estoy fuera.", Auto_Submitted="auto-replied")
    story.letter(ALBA, "2026-01-16 13:00", "estado")
    story.letter(OWEN, "2026-01-16 23:02", "Maren buys 1 waterskin.")  # after the turnover: for the next day
    return Scene("evening", folder, _at("2026-01-16 23:05"))


def answer(folder: Path) -> Scene:
    """A question has stopped a party, and its answer lets it catch up."""
    story = _story(folder)
    for day in range(15, 23):
        story.run(f"2026-01-{day} 23:05")
        if story.rows("select 1 from decisions where state = 'open'"):
            break
    story.letter(ALBA, f"2026-01-{day + 1} 09:00", "D1 A")
    story.letter(MARTA, f"2026-01-{day + 1} 09:01", "Retirada al 50 %.")
    return Scene("answer", folder, _at(f"2026-01-{day + 1} 09:05"))


def review(folder: Path) -> Scene:
    """A day's outcomes wait; the DM's answer decides some, and silence the others at their hour."""
    story = _story(folder)
    with (folder / "campaign.toml").open("a") as file:
        file.write("\n[review]\nhours = 10\n")
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 10:00", "Exploramos hacia el fondo.")
    story.run("2026-01-16 23:05")
    numbers = [row[0] for row in story.rows("select number from reviews order by number desc limit 4")]
    words = "\n".join((f"R{numbers[0]} vale", f"R{numbers[1]}: Un cuervo te sigue.", f"R{numbers[2]} retén"))
    story.letter(ALBA, "2026-01-17 09:00", words)
    story.letter(MARTA, "2026-01-17 09:01", "¿Cómo estoy?")
    return Scene("review", folder, _at("2026-01-17 09:06"))


def reopen(folder: Path) -> Scene:
    """Two days are closed; the last one is resolved again with a letter that the DM lets in after all."""
    story = _story(folder)
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 10:00", "Volvemos al exterior.", proof="")
    story.run("2026-01-16 23:05")
    story.letter(ALBA, "2026-01-17 09:00", "C1 sí\nJoram +200 po\nreabre el último día")
    story.letter(MARTA, "2026-01-17 09:01", "Retirada al 50 %.")
    return Scene("reopen", folder, _at("2026-01-17 09:05"))


SCENES: dict[str, Callable[[Path], Scene]] = {
    "first": first, "evening": evening, "answer": answer, "review": review, "reopen": reopen,
}  # fmt: skip


def later(now: datetime) -> datetime:
    """When a mail that could not be delivered is tried again."""
    return now + timedelta(minutes=16)


def _at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=MADRID)
