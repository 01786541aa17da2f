"""The campaign's files: whole, filled in, and with templates that write every mail."""

from collections.abc import Iterator

from mailer.desk.finding import Finding, mend, note, well
from mailer.desk.peek import Peek

_SAMPLE_DOMAINS = ("example.org", "example.com", "example.net", "example.invalid")


def files(peek: Peek) -> Iterator[Finding]:
    """Every mistake, or how much there is."""
    if peek.mistakes is not None:
        yield from (mend("files_mistake", told=str(one)) for one in peek.mistakes.mistakes)
        return
    assert peek.campaign is not None
    roster, atlas = peek.campaign.roster, peek.campaign.book.atlas
    yield well(
        "files_whole",
        players=len(roster.players),
        characters=len(roster.characters),
        parties=len(peek.campaign.start.parties),
        places=len(atlas.places),
    )
    if not any(party.members for party in peek.campaign.start.parties.values()):
        yield mend("no_characters")


def addresses(peek: Peek) -> Iterator[Finding]:
    """Addresses left from the sample, once mail goes by real servers."""
    if peek.settings is None or _is_by_folders(peek):
        return
    if _is_sample(peek.settings.address):
        yield mend("address_sample", address=peek.settings.address)
    people = peek.campaign.roster.players.values() if peek.campaign else ()
    unreachable = [one.name for one in people if _is_sample(one.addresses[0])]
    if unreachable:
        yield mend("people_sample", names=", ".join(unreachable))


def templates(peek: Peek) -> Iterator[Finding]:
    """The campaign's own templates, each tried with made-up days."""
    own = peek.folder / "templates"
    if not own.is_dir():
        return
    from mailer.writing.preview import template_mistakes

    wrong = template_mistakes(own)
    yield from (mend("template_mistake", told=line) for line in wrong)
    if not wrong:
        count = sum(1 for path in own.rglob("*") if path.is_file())
        yield well("templates_own", count=count) if count else note("templates_own", count=0)


def _is_sample(address: str) -> bool:
    domain = address.rpartition("@")[2].lower()
    return any(domain == one or domain.endswith(f".{one}") for one in _SAMPLE_DOMAINS)


def _is_by_folders(peek: Peek) -> bool:
    """Whether mail only goes through folders of this machine, as in the example."""
    from mailer.inbox.settings import MaildirOutSettings

    return peek.settings is None or isinstance(peek.settings.out, MaildirOutSettings)
