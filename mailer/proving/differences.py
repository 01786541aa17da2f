"""Where two plain values part, leaf by leaf."""

from collections.abc import Iterator


def differences(path: str, was: object, now: object) -> Iterator[tuple[str, object, object]]:
    """The leaves at which two plain values part."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted(was.keys() | now.keys()):
            yield from differences(f"{path}.{key}" if path else key, was.get(key), now.get(key))
    elif was != now:
        yield path, was, now
