"""The DM's page: what waits for a word, the day by party, who is silent or away, the machine and the dice.

What waits is numbered (D1, T1, C1, X1); what each number means is remembered until the next digest, so that a short
reply is enough.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from mailer.earlier import in_mails, untold
from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from mailer.ledger.orders import standing_orders
from mailer.ledger.outbox import UNCERTAIN
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for, orderers
from mailer.reviewing import kept_back
from mailer.seals import promise, revealed
from mailer.steps import Step, since_turnover
from rules.events import Event, EventKind
from rules.orders import Free
from rules.time import MINUTES_A_DAY, Day, end_of_day
from rules.world import World

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.names import Names
    from mailer.writing.views import (
        AbsentView,
        AddressView,
        AgainstView,
        DigestView,
        EarlierDay,
        HealthView,
        HeldView,
        ShuntedView,
        WaitingView,
    )

HANDLES = "digest_handles"  # what D1, T1, C1 and X1 of the last digest mean
_OFTEN = 3  # times a week that one is overruled, from which the DM is told
_MOST = 20  # letters told one by one


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
        _handle(handles, "D", f"decision:{one.id}")
    return digest_view(
        step.day if step.day is not None else post.clock.today(post.now),
        events=events,
        names=names,
        letterhead=letterhead_for(post, dm),
        now=post.moment,
        next_session=_next_session(post),
        proposals={one.id: one.options[0].key for one in open_ if one.options},
        waiting=_waiting(post, step.world, names, handles),
        held=_held(post, handles),
        shunted=_shunted(post, handles),
        kept=kept_back(post, step, names),
        addresses=_failing(post),
        against=_against(post, events, names),
        absent=_absent(post, names),
        silent=_silent(post),
        warnings=_conflicts(post, step.world, names),
        health=_health(post),
        mails_sent=_count(post.ledger, "select count(*) from outbox where created > ?", _yesterday(post)),
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


def _handle(handles: dict[str, str], letter: str, means: str) -> str:
    """The short name of something that waits; the same thing keeps it for every DM."""
    known = next((name for name, one in handles.items() if one == means), None)
    if known:
        return known
    name = f"{letter}{sum(one.startswith(letter) for one in handles) + 1}"
    handles[name] = means
    return name


def _waiting(post: Post, world: World, names: "Names", handles: dict[str, str]) -> tuple["WaitingView", ...]:
    """Activities that no table settles, and clear words outside the rules. Source: A49, A50."""
    from mailer.writing.views import WaitingView

    tasks = [
        WaitingView(
            _handle(handles, "T", f"task:{task.character}:{task.activity}:{task.until}"),
            names.person(task.character).name,
            names.activity(task.activity),
            task.detail,
        )
        for task in world.tasks
        if task.waits_for_dm
    ]
    free = [
        WaitingView(_handle(handles, "T", f"order:{order.id}"), names.person(order.character).name, "", order.act.words)
        for order in standing_orders(post.ledger)
        if isinstance(order.act, Free)
    ]
    return (*tasks, *free)


def _held(post: Post, handles: dict[str, str]) -> tuple["HeldView", ...]:
    from mailer.writing.views import HeldView

    rows = post.ledger.db.execute(
        "select id, sender, subject, reason from letters where state = 'held' order by id desc limit ?", (_MOST,)
    ).fetchall()
    return tuple(
        HeldView(_handle(handles, "C", f"letter:{row['id']}"), row["sender"], row["subject"], row["reason"])
        for row in reversed(rows)
    )


def _shunted(post: Post, handles: dict[str, str]) -> tuple["ShuntedView", ...]:
    from mailer.writing.views import ShuntedView

    rows = post.ledger.db.execute(
        "select id, sender, subject, error from letters where state = 'shunted' order by id desc limit ?", (_MOST,)
    ).fetchall()
    return tuple(
        ShuntedView(
            _handle(handles, "X", f"letter:{row['id']}"),
            row["sender"],
            row["subject"],
            row["error"].strip().rpartition("\n")[2][:200],
        )
        for row in reversed(rows)
    )


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


def _against(post: Post, events: Sequence[Event], names: "Names") -> tuple["AgainstView", ...]:
    """Whose word went before whose today, proposals among them; whoever it befalls often is told with a number."""
    from mailer.writing.views import AgainstView

    givers = orderers(post, events)
    rows: dict[tuple[str, str], AgainstView] = {}
    for event in events:
        if event.kind not in (EventKind.OVERRULED, EventKind.PROPOSED) or not event.characters:
            continue
        text, by = str(event.data.get("text", "")), event.data.get("by")
        rows[event.characters[0], text] = AgainstView(
            names.person(event.characters[0]).name,
            text,
            names.player(givers[by]) if by in givers else "",
            str(event.data.get("by_text", "")),
            _times(post, names.world, event) if event.kind is EventKind.OVERRULED else 0,
        )
    return tuple(rows.values())


def _times(post: Post, world: World, event: Event) -> int:
    """How many letters of a player's were overruled in a week; 0 where they are not many."""
    person = world.characters.get(event.characters[0])
    count = post.ledger.db.execute(
        "select count(distinct letter) from orders where state = 'overruled' and player = ? and received > ?",
        (person.player if person else "", post.moment - 7 * MINUTES_A_DAY),
    ).fetchone()[0]
    return int(count) if count >= _OFTEN else 0


def _absent(post: Post, names: "Names") -> tuple["AbsentView", ...]:
    """Who is away now, or will be soon."""
    from mailer.absence import absences
    from mailer.writing.views import AbsentView

    return tuple(
        AbsentView(names.player(one.player), names.moment_day(one.since), names.moment_day(one.until - 1))
        for one in absences(post.ledger)
    )


def _failing(post: Post) -> tuple["AddressView", ...]:
    from mailer.writing.views import AddressView

    rows = post.ledger.db.execute(
        "select p.name, o.recipient, o.reply from outbox o join players p on p.id = o.player"
        " where o.state = 'dead' and o.created > ? group by o.recipient order by o.id",
        (utc(post.now - timedelta(days=7)),),
    )
    return tuple(
        AddressView(
            row["name"], row["recipient"], row["reply"].removeprefix(UNCERTAIN), is_stopped=False,
            is_uncertain=row["reply"].startswith(UNCERTAIN),
        )
        for row in rows
    )  # fmt: skip


def _silent(post: Post) -> tuple[str, ...]:
    """Players who have not written since the turnover before."""
    wrote = {
        row[0]
        for row in post.ledger.db.execute(
            "select distinct player from letters where state = 'accepted' and received > ?", (_yesterday(post),)
        )
    }
    players = post.campaign.roster.players.values()
    return tuple(one.name.split()[0] for one in players if not one.is_dm and one.id not in wrote)


def _health(post: Post) -> tuple["HealthView", ...]:
    """What is not as it should be with the machine; nothing when all is well."""
    from mailer.writing.views import HealthView

    rows: list[HealthView] = []
    read = post.ledger.get("mailboxes_read")
    if read != post.now.isoformat():
        rows.append(HealthView("mailbox", is_well=False, words=read or "—"))
    late = _count(
        post.ledger,
        "select count(*) from outbox where state in ('queued', 'unknown') and review is null and created < ?",
        _yesterday(post),
    )
    if late:
        rows.append(HealthView("queue", is_well=False, words=str(late)))
    junk = post.ledger.get("junk")
    if junk:
        rows.append(HealthView("junk", is_well=False, words=junk))
        post.ledger.put("junk", "")
    return (*rows, *_chat_health(post))


def _chat_health(post: Post) -> Iterator["HealthView"]:
    """Chats that forgot what nobody asked for in time, and players whose chat is closed to us."""
    from mailer.writing.views import HealthView

    for chat in post.settings.chats:
        forgotten = post.ledger.get(f"forgotten:{chat.kind}")
        if forgotten:
            since = datetime.fromisoformat(forgotten).astimezone(post.settings.zone)
            words = f"{chat.kind.title()}, {since:%d/%m %H:%M} – {post.now.astimezone(post.settings.zone):%d/%m %H:%M}"
            yield HealthView("forgotten", is_well=False, words=words)
            post.ledger.put(f"forgotten:{chat.kind}", "")
    lost = post.ledger.db.execute(
        "select p.name, l.channel from links l join players p on p.id = l.player"
        " where l.ended_at is null and l.lost <> '' order by l.id"
    ).fetchall()
    if lost:
        words = ", ".join(f"{row['name']} ({row['channel'].title()})" for row in lost)
        yield HealthView("chat_lost", is_well=False, words=words)


def _yesterday(post: Post) -> str:
    day = post.clock.today(post.now)
    return utc(post.clock.instant(end_of_day(Day(day - 2), post.settings.turnover)))


def _count(ledger: Ledger, question: str, *values: str) -> int:
    return int(ledger.db.execute(question, values).fetchone()[0])
