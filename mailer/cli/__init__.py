"""The command line: thin commands that map what they call to output and exit codes."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run from the command line; a run that has nothing to do ends before anything is imported for it."""
    from mailer.cli.door import is_shut, plain_call

    if is_shut(sys.argv[1:]):
        sys.exit(0)
    asked = plain_call(sys.argv[1:])
    if asked is not None:
        from mailer.cli.straight import go

        go(asked)
    from mailer.cli.app import main as whole

    whole()
