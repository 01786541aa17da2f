"""`estafeta browse`: the ledger in a browser."""

import signal
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import click

from mailer.cli.options import campaign_option


@click.command("browse")
@campaign_option
@click.option("--port", type=click.IntRange(1, 65535), default=8001, show_default=True, help="Where it listens.")
@click.option("--open/--no-open", "opens", default=True, help="Open the browser.")
def command(folder: Path, port: int, opens: bool) -> None:
    """Open Datasette on a copy of the ledger: tables, facets, and questions that are ready to be asked.

    The copy holds no whole letter, address, reply token or secret, is for reading only, and is thrown away at the end.
    Only this machine can reach it. Needs Datasette: pipx inject estafeta datasette, or pip install datasette.
    """
    from mailer.campaign.head import load_settings
    from mailer.desk.browse import prepare, say
    from mailer.desk.peek import read_ledger

    settings = load_settings(folder)
    language, path = settings.language, folder / "ledger.db"
    if not path.exists():
        raise click.UsageError(say("none", language))
    if find_spec("datasette") is None:
        raise click.UsageError(say("missing", language))
    with tempfile.TemporaryDirectory(prefix="estafeta-browse-") as draft:
        ledger = read_ledger(path)
        copy, about = prepare(ledger, Path(draft), campaign=settings.name, language=language)
        ledger.close()
        click.echo(say("open", language, url=f"http://127.0.0.1:{port}/"))
        words = ["-m", "datasette", "serve", "--immutable", str(copy), "--metadata", str(about), "--host", "127.0.0.1"]
        words += ["--port", str(port), "--setting", "allow_download", "off", *(["--open"] if opens else [])]
        sys.exit(_serve([sys.executable, *words]))


def _serve(words: list[str]) -> int:
    """The server's exit code; however we are ended, it ends with us, and the copy is thrown away."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    server = subprocess.Popen(words)
    try:
        return server.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        server.terminate()
        server.wait()
