"""Installed in every way people install it, the program finds its data and runs from anywhere."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DEPENDENCIES = next(path for path in sys.path if path.endswith("site-packages"))


def run(*words: str | Path, cwd: Path | str = "/", **env: str) -> str:
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The files that git has or would have, as a checkout elsewhere."""
    target = tmp_path_factory.mktemp("source")
    listed = run("git", "ls-files", "-co", "--exclude-standard", cwd=ROOT).splitlines()
    for name in listed:
        path = ROOT / name
        if path.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(path.read_bytes())
    return target


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    target = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", target, source)
    return next(target.glob("*.whl"))


@pytest.fixture
def environment(tmp_path):
    """A new environment that sees the dependencies, and nothing of the checkout."""
    folder = tmp_path / "env"
    venv.create(folder, with_pip=True)
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "dependencies.pth").write_text(f"{DEPENDENCIES}\n")
    return folder


def files_of(folder: str) -> set[str]:
    listed = run("git", "ls-files", "-co", "--exclude-standard", folder, cwd=ROOT).splitlines()
    return {name for name in listed if (ROOT / name).is_file()}


def test_the_wheel_holds_every_template_and_table(wheel):
    held = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "data"):
        missing = {f"mailer/_shipped/{name}" for name in files_of(folder)} - held
        assert not missing
    assert "mailer/py.typed" in held
    assert not [name for name in held if name.startswith(("tests", "docs", "bench"))]


def test_the_wheel_of_the_sdist_is_the_same(wheel, tmp_path):
    (sdist,) = wheel.parent.glob("*.tar.gz")
    run("tar", "xf", sdist, "-C", tmp_path)
    (folder,) = tmp_path.glob("estafeta-*")
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path / "again", folder)
    (again,) = (tmp_path / "again").glob("*.whl")
    first, second = (zipfile.ZipFile(path) for path in (wheel, again))
    assert {name: first.read(name) for name in first.namelist()} == {n: second.read(n) for n in second.namelist()}


def works(estafeta: Path | str, folder: Path, *before: str) -> None:
    """The example campaign is made and run, from the root folder, with nothing of the checkout in reach."""
    run(*before, estafeta, "init", folder, "--example")
    run(*before, estafeta, "run", "-C", folder, "--now", "2026-01-15T23:05+01:00")
    assert len(list((folder / "mail" / "out" / "new").iterdir())) > 5
    assert "Los Cuatro" in run(*before, estafeta, "status", "-C", folder, "--json")


def test_installed_from_the_wheel(wheel, environment, tmp_path):
    run(environment / "bin" / "pip", "install", "-q", "--no-deps", "--no-index", wheel)
    works(environment / "bin" / "estafeta", tmp_path / "campaign")


def test_installed_editable(source, environment, tmp_path):
    pip = (environment / "bin" / "pip", "install", "-q", "--no-deps", "--no-index", "--no-build-isolation")
    run(*pip, "-e", source)
    works(environment / "bin" / "estafeta", tmp_path / "campaign")


def test_from_a_bare_checkout(source, tmp_path):
    code = "from mailer.cli import main; main()"
    run(sys.executable, "-I", "-c", f"import sys; sys.path[:0] = [{str(source)!r}]; import mailer", cwd=source)
    folder = tmp_path / "campaign"
    run(sys.executable, "-c", code, "init", folder, "--example", cwd=source)
    run(sys.executable, "-c", code, "run", "-C", folder, "--now", "2026-01-15T23:05+01:00", cwd=source)
    assert (folder / "ledger.db").exists()
