"""The mail that tells all the table what a session left behind: who owes how many days, and where they are."""

from mailer.entries import free
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for
from mailer.writing.names import Names
from mailer.writing.views import SessionCharacter, SessionView
from rules.names import CharacterId
from rules.owed import owed_days
from rules.rulings import Session, party_of
from rules.time import MINUTES_A_DAY, Moment
from rules.world import World


def tell_session(post: Post, session: Session, *, key: str, number: int, before: World) -> None:
    """Queue the mail for every player of the campaign. Source: R5, R6."""
    for player in post.campaign.roster.players.values():
        if player.is_dm:
            continue
        names = names_for(post, player)
        view = SessionView(
            head=letterhead_for(post, player).head(post.clock.today(post.now), names),
            session=names.day(session.day),
            characters=tuple(_character(post, session, who, names) for who in session.who),
            words=session.words,
        )
        own = [sheet for who in session.who if (sheet := post.world.characters[who]).player == player.id]
        files = tuple(file for one in own for file in free(post, one, names, number=number, before=before))
        queue_view(post, view, to=to_player(player), key=key, attachments=files)


def _character(post: Post, session: Session, who: CharacterId, names: Names) -> SessionCharacter:
    sheet = post.world.characters[who]
    days = owed_days(sheet, at=Moment(post.clock.today(post.now) * MINUTES_A_DAY))
    home = party_of(post.world, who)
    companions = {post.world.characters[one].player for one in home.members} if home is not None else set()
    moved = session.where is not None and names.reader in companions  # where others are is not everybody's to know
    where = names.where(home) if home is not None else None
    label = f"{where.label}, {where.zone}" if where is not None and where.zone else where.label if where else ""
    return SessionCharacter(
        names.person(who),
        days,
        names.moment_day(sheet.free_at) if days and sheet.free_at is not None else "",
        (label,) if moved else (),
    )
