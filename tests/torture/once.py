"""One run in a process of its own: `python -m torture.once FOLDER NOW [FAULT]`."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2])]

if __name__ == "__main__":
    from torture.seeded import SEEDED

    from mailer.cli import main

    folder, now, seeded = (*sys.argv[1:], "")[:3]
    if seeded:
        SEEDED[seeded].plant()
    sys.argv = ["estafeta", "run", "-C", folder, "--now", now]
    main()
