"""The front door of `estafeta run` as cron calls it: where nothing came and nothing is due, it is shut again at once.

It knows the plain call only (`run [-C DIR] [--now INSTANT] [--log FILE]`); any other goes on to the whole command line.
Imported before everything else, it imports next to nothing.
"""

from mailer.quiet import is_quiet, words_of


def is_shut(words: list[str]) -> bool:
    """Whether those words of the command line ask for a run and there is nothing for it to do; noted in its log."""
    asked = plain_call(words)
    if asked is None:
        return False
    try:
        now = _instant(asked["--now"]) if "--now" in asked else None
        folder = asked.get("-C", ".")
        if not is_quiet(folder, now=now):
            return False
        if "--log" in asked:
            _note(asked["--log"], now, words_of(folder))
    except (OSError, ValueError, KeyError):
        return False
    return True


def plain_call(words: list[str]) -> dict[str, str] | None:
    """Options and values of a plain call; None for any other."""
    if words[:1] != ["run"] or not len(words) % 2:
        return None
    asked = dict(zip(words[1::2], words[2::2], strict=True))
    return asked if asked.keys() <= {"-C", "--now", "--log"} and len(asked) == len(words) // 2 else None


def _instant(text: str) -> float:
    """Seconds; ValueError for what is no instant, or one by a clock that is only known from the campaign's files."""
    from datetime import datetime

    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(text)
    return instant.timestamp()


def _note(path: str, now: float | None, words: str) -> None:
    from datetime import UTC, datetime

    instant = datetime.now(UTC) if now is None else datetime.fromtimestamp(now, UTC)
    with open(path, "a", encoding="utf-8") as log:
        log.write(f"{instant.isoformat(timespec='seconds')} {words}\n")
