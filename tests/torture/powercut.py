"""A power cut: the campaign lies on a disk image, and at the kill only what was flushed to it is still there.

The image is copied while it is mounted, without a sync, and the copy is mounted instead: what only the page cache of
its file system held is gone. ext4 with commit=600,noauto_da_alloc, the harshest it may behave. Needs root and a loop
device. It knows no torn sectors and no device that reorders or lies.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from torture.runner import Blow, Runner
from torture.snapshot import faults_of_wreck
from torture.trial import Reference, Verdict, mend

MEGABYTES = 32
_OPTIONS = "loop,commit=600,noauto_da_alloc"


class Disk:
    """A mounted image; a context of its own."""

    def __init__(self, root: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=root))
        self.image, self.path = self.folder / "disk.img", self.folder / "mounted"

    def __enter__(self) -> "Disk":
        self.path.mkdir()
        with open(self.image, "wb") as file:
            file.truncate(MEGABYTES << 20)
        _sh("mkfs.ext4", "-q", "-F", str(self.image))
        self._mount()
        return self

    def __exit__(self, *_) -> None:
        _sh("umount", "-d", str(self.path))
        shutil.rmtree(self.folder, ignore_errors=True)

    def sync(self) -> None:
        _sh("sync", "-f", str(self.path))

    def cut(self) -> None:
        """The power goes, and comes back."""
        seen = self.folder / "seen.img"
        _sh("cp", "--sparse=always", str(self.image), str(seen))
        _sh("umount", "-d", str(self.path))
        seen.replace(self.image)
        self._mount()

    def _mount(self) -> None:
        _sh("mount", "-o", _OPTIONS, str(self.image), str(self.path))


def cut_short(runner: Runner, known: Reference, blow: Blow, *, seeded: str = "") -> Verdict:
    """One try like those of `trial`, with a power cut at the kill."""
    verdict = Verdict(blow, known.calls[blow.at - 1])
    with Disk(runner.root) as disk:
        folder = disk.path / "campaign"
        shutil.copytree(known.scene.folder, folder)
        disk.sync()
        ran = runner.run(folder, known.scene.now, blow, seeded=seeded)
        verdict.was_struck = ran.code == -9
        disk.cut()
        verdict.wrongs += faults_of_wreck(folder, known.scene.letters)
        mend(runner, known, folder, seeded, verdict)
    return verdict


@cache
def missing() -> str:
    """Why there can be no power cut here; empty when there can."""
    if os.getuid():
        return "root"
    lacking = [tool for tool in ("mkfs.ext4", "mount", "umount") if not shutil.which(tool)]
    if lacking:
        return lacking[0]
    return _probe(Disk)


def _probe(disk: Callable[[Path], Disk]) -> str:
    try:
        with disk(Path(tempfile.gettempdir())):
            return ""
    except (OSError, subprocess.CalledProcessError):
        return "a loop device"


def _sh(*words: str) -> None:
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
