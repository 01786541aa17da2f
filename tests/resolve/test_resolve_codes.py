"""Every stable word is used, and none is used that is not listed."""

import re
from pathlib import Path

from mailer.reading.resolve import codes
from mailer.reading.resolve.codes import Code, Note

ROOM = Path(codes.__file__).parent
SOURCES = "\n".join(
    path.read_text("utf-8")
    for path in (*ROOM.glob("*.py"), ROOM.parents[1] / "unsure.py", ROOM.parents[1] / "recording.py")
    if path.name != "codes.py"
)
FROM_RULES = {Note.NOT_SOLD, Note.SOLD_OUT, Note.NO_MARKET}  # reasons of the shop, passed on as they are
BY_NOUN = {Code.UNKNOWN_ITEM, Code.AMBIGUOUS_ITEM, Code.UNKNOWN_GOOD, Code.AMBIGUOUS_GOOD}  # put together


def test_every_code_is_asked():
    asked = set(re.findall(r"\bCode\.([A-Z_]+)", SOURCES))
    assert asked == {code.name for code in Code} - {code.name for code in BY_NOUN} | {"UNKNOWN_GOOD"}


def test_every_note_is_made():
    made = set(re.findall(r"Note\.([A-Z_]+)", SOURCES))
    assert made >= {note.name for note in Note} - {note.name for note in FROM_RULES}
