"""The library that kills or fails a process at a chosen call: built when it is first wanted, kept by its content."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_name("crash.c")


def compiler() -> str | None:
    """The C compiler of this machine."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def library() -> Path:
    """The library for this source, built unless it lies there."""
    digest = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"estafeta-torture-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    built = folder / f"crash-{digest}.so"
    if not built.exists():
        draft = folder / f"{built.name}.{os.getpid()}"
        subprocess.run(
            [compiler() or "cc", "-O1", "-w", "-shared", "-fPIC", "-o", str(draft), str(SOURCE), "-ldl"], check=True
        )
        draft.rename(built)
    return built
