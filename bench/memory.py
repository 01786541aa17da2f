"""The most memory that a piece of work takes, each in a process of its own, and whether it grows with the work."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.race import Row
from bench.scale import Scale

_ALLOWED = 150.0  # megabytes
_ROOT = Path(__file__).parents[1]


def rows(scale: Scale) -> Iterator[Row]:
    """Against 150 MB, and against a tenth of the work."""
    counts = (scale.letters, scale.taken_in, scale.mails, 5 * scale.parties)
    for name, count in zip(WORK, counts, strict=True):
        few, many = (peak(name, number) for number in (max(1, count // 10), count))
        yield Row(f"memory, {count:,} {name}", many, _ALLOWED, "MB", "150 MB", reach=1.0)
        yield Row(f"memory, {count:,} {name}", many, few, "MB", f"{max(1, count // 10):,} {name}")


def peak(name: str, count: int) -> float:
    """Megabytes at the worst moment of that work, in a new process."""
    code = f"from bench.memory import weigh; weigh({name!r}, {count})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=_ROOT)
    return int(done.stdout) / 1024


def weigh(name: str, count: int) -> None:
    """Does the work and prints the peak in kilobytes; that of this program alone, which `ru_maxrss` is not."""
    WORK[name](count)
    status = Path("/proc/self/status").read_text("ascii")
    print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))


def _letters(count: int) -> None:
    from bench.campaigns import senders
    from bench.growth import begun, read_all, store

    parties = max(1, count // 40)
    with tempfile.TemporaryDirectory() as where:
        made = begun(Path(where), parties)
        for _ in range(1):
            store(made, count, senders(parties))
        assert read_all(made) == count


def _kept(count: int) -> None:
    from bench.growth import keep

    with tempfile.TemporaryDirectory() as where:
        assert keep(Path(where), count) == count


def _outcomes(count: int) -> None:
    from bench.composing import rows as compose
    from bench.scale import SMALL, replaced

    assert list(compose(replaced(SMALL, mails=count)))


def _characters(count: int) -> None:
    from bench.campaigns import crowd
    from bench.days import resolve, sealed

    assert resolve(crowd(count // 5), (), sealed()) == count // 5 * 5


WORK: dict[str, Callable[[int], None]] = {
    "letters kept": _kept, "letters": _letters, "outcomes": _outcomes, "characters": _characters,
}  # fmt: skip
