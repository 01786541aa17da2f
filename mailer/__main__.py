"""`python -m mailer`: the same as `estafeta`."""

from mailer.cli import main

main()
