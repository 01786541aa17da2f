"""Reading what players write: orders out of their own words."""

from collections.abc import Iterator
from datetime import date
from itertools import cycle, islice

from bench.letters import CORPUS, corpus
from bench.race import Row, Side, pace
from bench.scale import Scale
from mailer.reading.orders.gazetteer import load
from mailer.reading.orders.read import read

_A_SECOND = 1_000  # letters that one core should read


def rows(scale: Scale) -> Iterator[Row]:
    """Mails of the corpus make-up, against a clock: a thousand a second and core were hoped for."""
    count = scale.mails
    names = load(CORPUS / "campaign" / "gazetteer.toml")
    letters = list(islice(cycle(corpus()), count))

    def read_all(_: object) -> int:
        return sum(
            bool(read(one["body"], subject=one["subject"], character=one["from_character"],
                      sent=date.fromisoformat(one["sent"]), gazetteer=names).lines)
            for one in letters
        )  # fmt: skip

    read_all(None)  # vocabularies are built once a run
    taken = pace(Side("read", read_all), count, rounds=scale.rounds)
    yield Row(f"read {count:,} mails", taken, 1000 / _A_SECOND, "ms", "1 ms of a core", reach=1.0, rounds=scale.rounds)
