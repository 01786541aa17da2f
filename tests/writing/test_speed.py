"""A thousand outcomes are written in seconds, not minutes; the bound is wide, for machines that are busy."""

import time
from dataclasses import replace

from mailer.writing.message import build
from mailer.writing.outcomes import outcome_view
from mailer.writing.preview import envelope
from mailer.writing.render import render
from mailer.writing.sample_days import NOW, sample_events, sample_letterhead, sample_names, sample_orders
from rules.names import CharacterId
from rules.time import Day

MAILS, SECONDS = 200, 6


def test_two_hundred_outcomes_of_two_hundred_parties() -> None:
    letterhead, names = sample_letterhead("es"), sample_names("es")
    _write(names, letterhead)  # the first one compiles the templates
    start = time.perf_counter()
    for _ in range(MAILS):
        _write(replace(names), letterhead)
    assert time.perf_counter() - start < SECONDS


def _write(names, letterhead):  # type: ignore[no-untyped-def]
    view = outcome_view(
        CharacterId("krom"), Day(1), events=sample_events("es"), orders=sample_orders(), names=names,
        letterhead=letterhead, now=NOW,
    )  # fmt: skip
    return build(render(view), envelope=envelope("krom"))
