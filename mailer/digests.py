"""The DM's page: what waits for a word, the day by party, who is silent or away, the machine and the dice.

What waits is numbered (D1, T1, C1, X1); what each number means is remembered until the next digest, so that a short
reply is enough.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mailer.earlier import in_mails, untold
from mailer.health import count, failing, health, yesterday
from mailer.overruled import against
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for, orderers
from mailer.reviewing import kept_back
from mailer.seals import promise, revealed
from mailer.steps import Step, since_turnover
from mailer.waiting import HANDLES, handle, held, shunted, waiting
from rules.events import Event
from rules.time import Day
from rules.world import World

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.names import Names
    from mailer.writing.views import (
        AbsentView,
        DigestView,
        EarlierDay,
    )


def tell_digest(
    post: Post, step: Step, events: Sequence[Event], *, revision: int = 1, changed: Sequence[str] = ()
) -> None:
    """Queue the digest for every DM; of a day that was resolved again with whom it touches."""
    from mailer.writing.views import DigestView

    handles: dict[str, str] = {}
    earlier = untold(post, step, "digest")
    for dm in post.campaign.roster.dms:
        names = names_for(post, dm, step.world)
        reader = f"digest:{to_player(dm).address}"
        before = earlier.of(reader)
        *first, last = in_mails([_earlier(post, one, dm) for one in before], len) or ((),)
        view = _view(post, step, events, names=names, handles=handles)
        earlier.take_back(post, reader, before)  # what their D1 and C1 meant is over
        for number, days in enumerate(first):
            alone = DigestView(view.head, earlier=days)
            queue_view(post, alone, to=to_player(dm), key=f"step:{step.number}:digest-{number}")
        view = replace(view, earlier=last, revision=revision, changed=tuple(changed))
        queue_view(post, view, to=to_player(dm), key=f"step:{step.number}:digest")
    post.ledger.put(HANDLES, json.dumps(handles))


def _earlier(post: Post, step: Step, dm: "Player") -> "EarlierDay":
    """A day that no digest has told, without what has waited for a word since: that stands in today's part."""
    from mailer.writing.digests import earlier_day

    events = since_turnover(post, step, ("hour", "answer"))
    names = names_for(post, dm, step.world, orderers=orderers(post, events))
    day = step.day if step.day is not None else post.clock.today(post.now)
    return earlier_day(day, events=events, names=names, revealed=revealed(post, step, names))


def _view(post: Post, step: Step, events: Sequence[Event], *, names: "Names", handles: dict[str, str]) -> "DigestView":
    """The page: the game's part from the rules' values, the post's part from the ledger."""
    from mailer.writing.digests import digest_view

    dm = post.campaign.roster.players[names.reader] if names.reader else post.campaign.roster.dms[0]
    open_ = [party.decision for party in step.world.parties.values() if party.decision]
    for one in open_:
        handle(handles, "D", f"decision:{one.id}")
    return digest_view(
        step.day if step.day is not None else post.clock.today(post.now),
        events=events,
        names=names,
        letterhead=letterhead_for(post, dm),
        now=post.moment,
        next_session=_next_session(post),
        proposals={one.id: one.options[0].key for one in open_ if one.options},
        waiting=waiting(post, step.world, names, handles),
        held=held(post, handles),
        shunted=shunted(post, handles),
        kept=kept_back(post, step, names),
        addresses=failing(post),
        against=against(post, events, names),
        absent=_absent(post, names),
        silent=_silent(post),
        warnings=_conflicts(post, step.world, names),
        health=health(post),
        mails_sent=count(post.ledger, "select count(*) from outbox where created > ?", yesterday(post)),
        mails_a_day=post.settings.limits.mails_a_day,
        promise=promise(post, step, names),
        revealed=revealed(post, step, names),
    )


def _next_session(post: Post) -> Day | None:
    """The day on which the table meets next, where it has a fixed one."""
    if not post.settings.sessions:
        return None
    from mailer.sessions import next_session

    today = post.clock.date_of(post.clock.today(post.now))
    found = next_session(post.settings.sessions, today, anchor=post.settings.anchor)
    return None if found is None else post.clock.day(found)


def _conflicts(post: Post, world: World, names: "Names") -> tuple[str, ...]:
    """Places where one party stands now and another has already lived later. Source: A41."""
    from mailer.writing.templates import macro
    from rules.owed import conflicts

    found = conflicts(world)
    say = macro(names.language, "text", template="rulings", name="conflict", own=post.folder / "templates")
    return tuple(
        " ".join(
            str(
                say(
                    {
                        "place": names.place(one.place),
                        "ahead": names.party(one.ahead),
                        "behind": names.party(one.behind),
                        "until": names.moment_day(one.until),
                    }
                )
            ).split()
        )
        for one in found
    )


def _absent(post: Post, names: "Names") -> tuple["AbsentView", ...]:
    """Who is away now, or will be soon."""
    from mailer.absence import absences
    from mailer.writing.views import AbsentView

    return tuple(
        AbsentView(names.player(one.player), names.both_days(one.since), names.both_days(one.until - 1))
        for one in absences(post.ledger)
    )


def _silent(post: Post) -> tuple[str, ...]:
    """Players who have not written since the turnover before."""
    wrote = {
        row[0]
        for row in post.ledger.db.execute(
            "select distinct player from letters where state = 'accepted' and received > ?", (yesterday(post),)
        )
    }
    players = post.campaign.roster.players.values()
    return tuple(one.name.split()[0] for one in players if not one.is_dm and one.id not in wrote)
