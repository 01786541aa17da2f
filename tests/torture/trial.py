"""One try: a fresh copy of a scene, a run that is struck, what lies there then, the runs that mend it, the end."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from torture.runner import Blow, Runner
from torture.scenes import Scene, later
from torture.snapshot import Snapshot, differences, faults_of_wreck, other_facts, snapshot


@dataclass(frozen=True)
class Reference:
    """How it ends when nothing happens, and every call that may be struck on the way."""

    scene: Scene
    end: Snapshot
    calls: tuple[str, ...]


@dataclass
class Verdict:
    """What came of one try."""

    blow: Blow
    call: str
    was_struck: bool = False
    wrongs: list[str] = field(default_factory=list)
    is_silent: bool = False  # a call failed, something was left undone, and the run ended with 0

    def __str__(self) -> str:
        where = f"{self.blow.mode}{' sticky' if self.blow.sticky else ''} at {self.blow.at} [{self.call}]"
        return f"{where}: " + ("; ".join(self.wrongs) or "well")


def points(calls: tuple[str, ...], *, every: bool = False) -> list[int]:
    """Where to strike: of a burst of equal calls (the pages of one write) the first two, the middle, the last two."""
    if every:
        return list(range(1, len(calls) + 1))
    chosen: list[int] = []
    start = 0
    for at in range(1, len(calls) + 1):
        if at == len(calls) or calls[at] != calls[start]:
            burst = range(start + 1, at + 1)
            chosen += sorted({*burst[:2], burst[len(burst) // 2], *burst[-2:]})
            start = at
    return chosen


@contextmanager
def fresh(scene: Scene, root: Path) -> Iterator[Path]:
    """A copy of the scene's folder, gone afterwards."""
    with tempfile.TemporaryDirectory(dir=root) as scratch:
        folder = Path(scratch, "campaign")
        shutil.copytree(scene.folder, folder)
        with scene.staged(folder):
            yield folder


def reference(runner: Runner, scene: Scene, *, seeded: str = "", sockets: bool = False) -> Reference:
    """The run that is not struck."""
    with fresh(scene, runner.root) as folder:
        ran = runner.run(folder, scene.now, Blow(sockets=sockets or scene.has_sockets), seeded=seeded, log=True)
        if ran.code:
            raise AssertionError(f"the run that nothing happens to ends with {ran.code}: {ran.said}")
        scene.learn(folder)
        return Reference(scene, snapshot(folder), ran.calls)


def tried(
    runner: Runner,
    known: Reference,
    blow: Blow,
    *,
    again: Blow | None = None,
    seeded: str = "",
    mender: Runner | None = None,
) -> Verdict:
    """One try. `again` strikes the run that mends, too; `seeded` names a fault of ours that every run has."""
    blow = replace(blow, sockets=known.scene.has_sockets)
    verdict = Verdict(blow, known.calls[blow.at - 1])
    with fresh(known.scene, runner.root) as folder:
        ran = runner.run(folder, known.scene.now, blow, seeded=seeded)
        verdict.was_struck = ran.code == -9 if blow.is_kill else True
        verdict.wrongs += _manners(ran.code, ran.said, blow)
        verdict.wrongs += faults_of_wreck(folder, known.scene.letters)
        if again:
            runner.run(folder, known.scene.now, replace(again, sockets=known.scene.has_sockets), seeded=seeded)
        before = snapshot(folder) if ran.code == 0 else None
        mend(mender or runner, known, folder, seeded, verdict)
        verdict.wrongs += known.scene.faults(folder)
        if not blow.is_kill and before is not None:
            verdict.is_silent = bool(differences(known.end, before))
    return verdict


def mend(runner: Runner, known: Reference, folder: Path, seeded: str, verdict: Verdict) -> None:
    """Runs as cron would start them: one mends (after an error one more, for what waits to be tried again), and the
    last finds nothing to do."""
    now = known.scene.now
    ends = []
    for moment in (now, later(now)) if verdict.blow.is_kill else (now, later(now), later(now)):
        ran = runner.run(folder, moment, seeded=seeded)
        if ran.code != 0:
            verdict.wrongs.append(f"a run that mends ends with {ran.code}: {ran.said[-300:]}")
        ends.append(snapshot(folder))
    compared = differences if verdict.blow.is_kill else other_facts
    verdict.wrongs += compared(known.end, ends[-2])
    verdict.wrongs += faults_of_wreck(folder, known.scene.letters)
    if ends[-2] != ends[-1]:
        verdict.wrongs.append("one run more changes something")


def _manners(code: int | None, said: str, blow: Blow) -> list[str]:
    """How a run may end when the world fails: with a code and one line, never with a traceback, never hanging."""
    if code is None:
        return ["the run never ended"]
    told = [f"traceback: {said.strip().splitlines()[-1]}"] if "Traceback" in said else []
    if not blow.is_kill and code < 0:
        told.append(f"an error killed it: {code}")
    if not blow.is_kill and code > 0 and not said.strip():
        told.append(f"code {code} and not a word")
    return told
