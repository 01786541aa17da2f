"""The command line: thin commands that map what they call to output and exit codes."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run from the command line; a run that has nothing to do ends before anything is imported for it."""
    from mailer.cli.door import is_shut

    if is_shut(sys.argv[1:]):
        sys.exit(0)
    from mailer.cli.app import main as whole

    whole()
