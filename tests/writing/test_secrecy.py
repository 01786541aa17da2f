"""No mail tells a player what their character does not know: tokens never leak, and secrets change no byte."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.writing.mail import Mail
from mailer.writing.names import Names
from mailer.writing.outcomes import death_view, decision_view, outcome_view
from mailer.writing.render import render
from mailer.writing.sample_days import NOW, sample_events, sample_letterhead, sample_names, sample_orders
from mailer.writing.told import OWN_AFFAIR, SECRET
from rules.character import Good, Spell
from rules.events import Audience, Event, EventKind
from rules.names import CharacterId, ItemId, OrderId, PartyId, PlaceId, PlayerId, RouteId, ZoneId
from rules.orders import Free, Order, Scope
from rules.time import Day, Moment
from rules.world import Band, InSite, OnRoute, Party, Task, World

KROM, JORAM, DURIC, PARTY = CharacterId("krom"), CharacterId("joram"), CharacterId("duric"), PartyId("los-cuatro")
OTHERS = PartyId("otros")
# Kinds whose phrase repeats free words, and the key that holds them.
SPEAKING = {
    EventKind.PROPOSED: "text",
    EventKind.FOR_THE_DM: "words",
    EventKind.TASK_WAITS: "detail",
    EventKind.OVERRULED: "text",
    EventKind.SPELL_LOST: "spell",
    EventKind.RULED: "words",
}
patient = settings(deadline=None)  # the first mail of a language compiles its templates
people = st.sets(st.sampled_from([KROM, JORAM, DURIC]), max_size=3)


def _outcome(names: Names, events: Sequence[Event], orders: Sequence[Order] = ()) -> Mail:
    letterhead = sample_letterhead(names.language)
    view = outcome_view(KROM, Day(1), events=events, orders=orders, names=names, letterhead=letterhead, now=NOW)
    return render(view)


@st.composite
def _rumours(draw: st.DrawFn) -> tuple[Event, str]:
    """An event with a word in it that stands nowhere else."""
    kind = draw(st.sampled_from(sorted(SPEAKING)))
    token = f"token{draw(st.integers(10**9, 10**10 - 1))}"
    data: dict[str, Any] = {"activity": "theft", "order": 1, "by": 1, "by_text": "", "level": 1, SPEAKING[kind]: token}
    party, audience = draw(st.sampled_from([PARTY, OTHERS])), draw(st.sampled_from(Audience))
    return Event(kind, Moment(2300), party, tuple(sorted(draw(people))), data, audience=audience), token


@patient
@given(st.lists(_rumours(), max_size=8, unique_by=lambda one: one[1]), st.sampled_from(["es", "en"]))
def test_only_what_the_reader_may_know_is_told(rumours: list[tuple[Event, str]], language: str) -> None:
    mail = _outcome(sample_names(language), [event for event, _ in rumours])
    for event, token in rumours:
        is_told = token in mail.text
        assert is_told == (token in mail.html)
        if event.audience is Audience.DM or event.kind in SECRET:
            assert not is_told
        if (event.audience is Audience.CHARACTERS or event.kind in OWN_AFFAIR) and event.characters:
            assert not is_told or KROM in event.characters
        if event.audience is Audience.PARTY and event.party == OTHERS and KROM not in event.characters:
            assert not is_told


def test_kinds_of_the_dm_stay_secret_whatever_their_audience_says() -> None:
    for kind in SECRET:
        data = {"route": "camino-viejo", "monsters": [["gusano", 3]], "at": 1}
        mail = _outcome(sample_names("es"), [Event(kind, Moment(2300), PARTY, (KROM,), data)])
        assert "gusano" not in mail.text
        assert "Camino Viejo" not in mail.text


def _with_secrets(world: World, seed: int) -> World:
    """The same world to Krom's eyes, with everything changed that Krom cannot see."""
    joram = replace(
        world.characters[JORAM],
        purse_cp=seed,
        rations=seed % 40,
        xp=seed,
        notes=f"secret {seed}",
        goods=(Good(ItemId("idol"), f"idol {seed}", 1, 10, seed),),
        spells=(Spell(f"spell {seed}", 1),),
        abilities={"cha": seed % 18},
        free_at=Moment(seed),
    )
    party = world.parties[PARTY]
    assert isinstance(party.where, InSite)
    where = replace(party.where, known=frozenset({ZoneId(f"zone-{seed}")}), explored_minutes=seed)
    other = Party(OTHERS, f"Others {seed}", (), Moment(0), where)
    return replace(
        world,
        characters={**world.characters, JORAM: joram},
        parties={PARTY: replace(party, where=where, quiet_checks=seed), OTHERS: other},
        bands=(Band((("goblin", seed % 9 + 1),), due=Moment(seed)),),
        tasks=(Task(JORAM, "theft", f"detail {seed}", Moment(seed), seed, OrderId(1)),),
    )


def _order_of_joram(seed: int) -> Order:
    free = Free(f"private {seed}")
    return Order(OrderId(9), PlayerId("luis"), JORAM, Scope.PERSONAL, Moment(seed), free, text=f"private {seed}")


@patient
@given(st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from(["es", "en"]))
def test_secrets_change_no_byte_of_an_outcome(first: int, second: int, language: str) -> None:
    names, events = sample_names(language), sample_events(language)
    mails = [
        _outcome(
            replace(names, world=_with_secrets(names.world, seed)), events, (*sample_orders(), _order_of_joram(seed))
        )
        for seed in (first, second)
    ]
    assert mails[0] == mails[1]


@patient
@given(st.integers(0, 500), st.booleans())
def test_nobody_reads_in_the_mail_that_they_are_lost(miles: int, is_lost: bool) -> None:
    names = sample_names("es")
    way = OnRoute(RouteId("camino-viejo"), PlaceId("posada"), (), PlaceId("posada"), 100)
    astray = replace(way, is_lost=is_lost, lost_miles_tenths=miles)
    mails = []
    for where in (way, astray):
        party = replace(names.world.parties[PARTY], where=where, foray=None, decision=None)
        mails.append(_outcome(replace(names, world=replace(names.world, parties={PARTY: party})), ()))
    assert mails[0] == mails[1]
    assert "De camino a la posada del Cuervo" in mails[0].text


@patient
@given(st.lists(_rumours(), max_size=6, unique_by=lambda one: one[1]))
def test_decisions_and_deaths_keep_secrets_too(rumours: list[tuple[Event, str]]) -> None:
    names, letterhead = sample_names("es"), sample_letterhead("es")
    events = [replace(event, at=Moment(2400)) for event, _ in rumours]
    decision = names.world.parties[PARTY].decision
    assert decision is not None
    asked = render(decision_view(KROM, decision, events=events, names=names, letterhead=letterhead, now=NOW))
    dead = render(death_view(CharacterId("ulmo"), Day(1), events=events, names=names, letterhead=letterhead))
    for (event, token), mail in ((one, mail) for one in rumours for mail in (asked, dead)):
        if event.audience is Audience.DM or (event.party == OTHERS and event.audience is Audience.PARTY):
            assert token not in mail.text or (mail is asked and KROM in event.characters)


def test_own_affairs_of_others_stay_theirs() -> None:
    bought = {"item": "cuerda", "quantity": 1, "cost_cp": 100, "purse_cp": 20}
    mine, theirs = (Event(EventKind.BOUGHT, Moment(2300), PARTY, (who,), bought) for who in (KROM, JORAM))
    assert "compra una cuerda" in _outcome(sample_names("es"), [mine]).text
    assert "cuerda" not in _outcome(sample_names("es"), [theirs]).text
