"""Rulings given at the terminal: the same words as by mail, carried out at once; the next run sends what tells them."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from mailer.campaign.load import load_campaign
from mailer.ledger.ledger import open_ledger
from mailer.lock import hold
from mailer.people import keep_people
from mailer.post import Post
from mailer.reopening import go_on
from mailer.rulings.asked import Unclear
from mailer.rulings.desk import Bench, Ruler
from mailer.rulings.letter import doubt_code, ruled_line
from mailer.rulings.nearest import example, nearest
from mailer.rulings.wording import names_in
from mailer.turnover import begin_world


@dataclass(frozen=True, slots=True)
class Answered:
    """A line and what it came to."""

    text: str
    said: tuple[str, ...] = ()  # what was done, in the DM's language
    unclear: str = ""  # why it was not, as a code of the doubts
    why: str = ""  # the same in words


def rule_here(folder: Path, texts: Sequence[str], *, now: datetime) -> tuple[Answered, ...]:
    """Every line carried out or told why not. BusyError while a run has the campaign."""
    with hold(folder):
        campaign = load_campaign(folder)
        post = Post(folder, campaign.settings, open_ledger(campaign.ledger_path, create=True), now)
        with closing(post.ledger):
            post.begin()
            return rule_in(post, texts)


def rule_in(post: Post, texts: Sequence[str]) -> tuple[Answered, ...]:
    """The same in a campaign that is ours already."""
    keep_people(post)
    begin_world(post)
    dm = post.campaign.roster.dms[0]
    bench = Bench(post, Ruler(dm.id, dm.language or post.settings.language, None, post.moment))
    with post.ledger.transaction():
        answers = tuple(_answers(bench, texts))
        bench.tell()
        post.ledger.put("reading", post.now.isoformat())  # if we die here, the next run carries on
    while go_on(post, post.moment):
        pass
    with post.ledger.transaction():
        post.ledger.put("reading", "")
    return answers


def _answers(bench: Bench, texts: Sequence[str]) -> Iterator[Answered]:
    lines = [line for text in texts for line in text.splitlines() if line.strip()]
    for number, line in enumerate(lines, 1):
        found = ruled_line(bench, line, number)
        if found is None:
            yield _unclear(bench, line, _not_understood(bench, line))
        elif isinstance(found, Unclear):
            yield _unclear(bench, line, found)
        else:
            yield Answered(line, found)


def _not_understood(bench: Bench, line: str) -> Unclear:
    """A line that is no ruling, with the one it looks like, where it looks like any."""
    world = bench.post.world
    names = (*(one.name for one in world.characters.values()), *(one.name for one in world.parties.values()))
    meant = nearest(line, names=names)
    return (
        Unclear("not_understood", "")
        if meant is None
        else Unclear("not_a_ruling", "", (example(meant, bench.by.language),))
    )


def _unclear(bench: Bench, line: str, found: Unclear) -> Answered:
    from mailer.writing.receipts import doubt_view
    from mailer.writing.templates import macro, phrases

    code, own = doubt_code(found), bench.post.folder / "templates"
    language = bench.by.language
    names = names_in(bench.post, language, bench.post.world)
    view = doubt_view(code, found.name, {"name": found.name, "nearest": list(found.nearest)}, names=names)
    doubt = phrases(language, own).functions()["doubt"](view)
    why = macro(language, "text", template="rulings", name="why", own=own)({"code": code, "why": doubt})
    return Answered(line, unclear=code, why=" ".join(str(why).split()))
