"""A reminder of an open question, once, when less than a quarter of its time is left and a run passes by."""

from mailer.absence import absences, away_at, deciders
from mailer.post import Post
from mailer.queueing import following, queue_view, to_player
from mailer.readers import letterhead_for, names_for
from rules.names import PlayerId
from rules.time import Moment
from rules.world import Decision, Party

_AT = "remind_at"  # the moment from which a run has somebody to remind; "" where there is none


def is_time(post: Post) -> bool:
    """Whether somebody is to be reminded; asked by every run, so that it looks at one value and no more."""
    at = post.ledger.get(_AT)
    return bool(at) and post.moment >= int(at)


def plan(post: Post) -> None:
    """Note when the next reminder is due, inside the transaction that opened or settled a question."""
    moments = [
        _from(one.decision)
        for one in post.world.parties.values()
        if one.decision and not one.is_held and not _told(post, one)
    ]
    due = str(min(moments)) if moments else ""
    if post.ledger.get(_AT) != due:
        post.ledger.put(_AT, due)


def remind(post: Post) -> None:
    """Queue what is due, and note what is due next."""
    with post.ledger.transaction():
        for party in post.world.parties.values():
            if party.is_held:
                continue
            if party.decision is not None and _from(party.decision) <= post.moment < party.decision.deadline:
                _remind(post, party, party.decision)
            if party.decision is not None and _from(party.decision) <= post.moment:
                post.ledger.put(f"reminded:{party.id}", party.decision.id)
        plan(post)


def _from(decision: Decision) -> Moment:
    return Moment(decision.deadline - (decision.deadline - decision.opened) // 4)


def _told(post: Post, party: Party) -> bool:
    return party.decision is not None and post.ledger.get(f"reminded:{party.id}") == party.decision.id


def _remind(post: Post, party: Party, decision: Decision) -> None:
    """To those who decide, are here and have not answered."""
    from mailer.writing.outcomes import decision_view

    away = away_at(absences(post.ledger), post.moment)
    for player in deciders(post.world, party, dead_speak=post.campaign.book.house.dead_spokesperson_stays):
        own = [name for name in party.members if post.world.characters[name].player == player] or party.members
        if player in away or not own or _has_answered(post, player, decision):
            continue
        reader = post.campaign.roster.players[player]
        view = decision_view(
            own[0],
            decision,
            events=(),
            names=names_for(post, reader),
            letterhead=letterhead_for(post, reader),
            now=post.moment,
            is_reminder=True,
        )
        to = to_player(reader)
        first = following(post, f"decision:{decision.id}", to)
        queue_view(post, view, to=to, key=f"reminder:{decision.id}", thread=first)


def _has_answered(post: Post, player: PlayerId, decision: Decision) -> bool:
    """Whether an answer of theirs waits to be counted, where several decide."""
    found = "select 1 from orders where state = 'standing' and player = ? and kind = 'answer' and received >= ?"
    return post.ledger.db.execute(found, (player, decision.opened)).fetchone() is not None
