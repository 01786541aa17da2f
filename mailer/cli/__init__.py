"""The command line: thin commands that map what they call to output and exit codes."""

from mailer.cli.app import main

__all__ = ["main"]
