"""What an outcome is made of: who reads it, what it suggests, and what it shows of the day."""

from dataclasses import replace

from mailer.writing.digests import digest_view
from mailer.writing.names import Names
from mailer.writing.outcomes import death_view, decision_view, outcome_view, party_of, readers
from mailer.writing.render import render
from mailer.writing.sample_days import NOW, at, sample_events, sample_letterhead, sample_names, sample_orders
from mailer.writing.suggest import suggestions
from mailer.writing.templates import phrases
from mailer.writing.views import CatchUpView, OutcomeView
from rules.character import Role
from rules.events import Event, EventKind
from rules.names import CharacterId, PartyId, PlaceId, PlayerId, RouteId
from rules.time import Day, Moment
from rules.world import AtPlace, InSite, OnRoute, Party, Task

KROM, DURIC, ULMO, JORAM = (CharacterId(name) for name in ("krom", "duric", "ulmo", "joram"))
PARTY = PartyId("los-cuatro")


def _view(names: Names, character: CharacterId = KROM, events: tuple[Event, ...] | None = None) -> OutcomeView:
    told = sample_events(names.language) if events is None else events
    letterhead = sample_letterhead(names.language)
    return outcome_view(
        character, Day(1), events=told, orders=sample_orders(), names=names, letterhead=letterhead, now=NOW
    )


def _moved(names: Names, where: AtPlace | InSite | OnRoute) -> Names:
    party = replace(names.world.parties[PARTY], where=where, foray=None, decision=None)
    return replace(names, world=replace(names.world, parties={PARTY: party}))


def _suggested(names: Names, character: CharacterId = KROM) -> list[str]:
    short = phrases(names.language).functions()["short"]
    sheet, party = names.world.characters[character], names.world.parties[PARTY]
    return [short(deed) for deed in suggestions(sheet, party, names, now=NOW)]


def test_everybody_with_a_party_reads_and_a_body_left_behind_does_not() -> None:
    world = sample_names("es").world
    assert [who for who, _ in readers(world)] == [DURIC, KROM, ULMO, JORAM]
    left = replace(world.parties[PARTY], members=(DURIC, KROM))
    assert [who for who, _ in readers(replace(world, parties={PARTY: left}))] == [DURIC, KROM]
    alone = party_of(ULMO, replace(sample_names("es"), world=replace(world, parties={PARTY: left})))
    assert (alone.name, alone.members) == ("Ulmo", (ULMO,))


def test_orders_shown_are_ones_own_and_the_party_s() -> None:
    view = _view(sample_names("es"))
    assert [(order.number, order.deed.act, order.scope) for order in view.standing] == [
        (1, "shop", "personal"),
        (2, "retreatat", "personal"),
        (3, "stance", "party"),
        (5, "meet", "personal"),
    ]


def test_the_strip_shows_the_hours_from_closing_to_closing() -> None:
    view = _view(sample_names("es"))
    assert view.hours is not None
    assert view.hours.start == 23
    assert [hour for hour, mark in enumerate(view.hours.marks) if mark] == [14, 15, 16]
    closing = (Event(EventKind.PROVISIONS_OUT, at(1, 23), PARTY),)
    last = _view(sample_names("es"), events=closing).hours
    assert last is not None
    assert last.marks.index(True) == 23


def test_a_quiet_day_is_told_as_one(language: str) -> None:
    names = _moved(sample_names(language), AtPlace(PlaceId("valdecuervo")))
    events = (Event(EventKind.MEALS, at(1, 20), PARTY, data={"eaten": {}, "left": 7}),)
    text = render(_view(names, events=events)).text
    assert {"es": "un día tranquilo para Los Cuatro.", "en": "a quiet day for The Greywick Company."}[language] in text
    silent = render(_view(names, events=())).text
    assert {"es": "LO QUE HA PASADO", "en": "WHAT HAPPENED"}[language] not in silent


def test_suggestions_fit_the_place_the_purse_and_the_debt() -> None:
    names = sample_names("es")
    deep = ["retorno al exterior", "explorar más adentro", "retirada al 50 %", "si aparece alguien, evitar"]
    assert _suggested(names) == ["opción A", "opción B", *deep]
    town = _moved(names, AtPlace(PlaceId("valdecuervo")))
    fun, leave = "salir de juerga, 1 día, 5 po", "viajar a la posada del Cuervo"
    assert _suggested(town) == ["comprar 1 ración (hasta 3 pp)", fun, leave, "descansar 1 día"]
    assert "descansar hasta nuevo aviso" in _suggested(town, DURIC)
    assert fun not in _suggested(town, JORAM)
    road = OnRoute(RouteId("camino-viejo"), PlaceId("posada"), (), PlaceId("posada"), 0)
    wary = ["si aparece alguien, evitar", "carga hasta pesada", "si aparece alguien, luchar"]
    assert _suggested(_moved(names, road)) == ["descansar 1 día", "retirada al 50 %", *wary]
    assert _suggested(names, ULMO) == []
    assert _suggested(_moved(names, road), JORAM) == []  # owes days
    assert _suggested(names, JORAM) == ["opción A", "opción B"]


def test_a_decision_says_who_decides() -> None:
    for reader, decides in (("jana", True), ("marta", False)):
        names = sample_names("es", reader)
        decision = names.world.parties[PARTY].decision
        assert decision is not None
        view = decision_view(KROM, decision, events=(), names=names, letterhead=sample_letterhead("es"), now=NOW)
        assert view.you_decide is decides
        assert ("Decides tú." in render(view).text) is decides
    alone = replace(names.world.parties[PARTY], spokesperson=None)
    names = replace(names, world=replace(names.world, parties={PARTY: alone}))
    view = decision_view(KROM, decision, events=(), names=names, letterhead=sample_letterhead("es"), now=NOW)
    assert "vale lo que diga la mayoría" in render(view).text


def test_the_dead_are_told_gently_and_spoken_of_by_their_gender() -> None:
    names = sample_names("es", "ivan")
    ulma = replace(names.world.characters[ULMO], name="Ulma", gender="f")
    names = replace(names, world=replace(names.world, characters={**names.world.characters, ULMO: ulma}))
    events, letterhead = sample_events("es"), sample_letterhead("es", "Iván", gender="m")
    dead = render(death_view(ULMO, Day(1), events=events, names=names, letterhead=letterhead)).text
    assert "No se queda sola: Duric y Krom cargan con su cuerpo." in dead
    outcome = render(_view(names, ULMO)).text
    assert "Ulma (tú) muerta" in outcome
    assert "Ulma ya no lo ve, pero así ha ido el día" in outcome
    assert "HOY PUEDES" not in outcome
    assert "Bolsa" not in outcome


def test_one_who_is_alone_is_called_by_name() -> None:
    names = sample_names("es")
    lone = Party(PartyId("krom"), "Krom", (KROM,), at(1, 16), AtPlace(PlaceId("valdecuervo")))
    names = replace(names, world=replace(names.world, parties={lone.id: lone}))
    events = (Event(EventKind.ARRIVED, at(1, 12), lone.id, data={"place": "valdecuervo", "days": 1}),)
    text = render(_view(names, events=events)).text
    assert "así ha ido el día de Krom, por su cuenta." in text
    assert "Krom llega a Valdecuervo tras 1 día de viaje." in text
    assert "CÓMO ESTÁS" in text


def test_a_digest_without_news_is_short(language: str) -> None:
    names = _moved(sample_names(language), AtPlace(PlaceId("valdecuervo")))
    quiet = replace(names, world=replace(names.world, parties={}))
    letterhead = sample_letterhead(language, "Olga", is_dm=True)
    mail = render(digest_view(Day(1), events=(), names=quiet, letterhead=letterhead, now=NOW))
    headings = [line for line in mail.text.split("\n") if line.isupper()]
    assert headings == [{"es": "DÍAS DEBIDOS", "en": "OWED DAYS"}[language]]
    assert {"es": "nada pendiente", "en": "nothing waits"}[language] in mail.subject


def test_orders_of_another_overrule_by_name() -> None:
    names = replace(sample_names("es"), orderers={4: PlayerId("jana")})
    data = {"order": 3, "by": 4, "text": "nos quedamos", "by_text": "volvemos"}
    events = (Event(EventKind.OVERRULED, at(1, 12), PARTY, (KROM,), data),)
    assert (
        "«nos quedamos» no se cumple: va por delante lo que dijo Jana, «volvemos»."
        in render(_view(names, events=events)).text
    )


def test_a_hireling_without_a_name_is_called_by_the_trade(language: str) -> None:
    names = sample_names(language)
    porter = replace(names.world.characters[JORAM], name="porteador", role=Role.HIRELING, player=None)
    hired = replace(names, world=replace(names.world, characters={**names.world.characters, JORAM: porter}))
    assert hired.person(JORAM).name == {"es": "porteador", "en": "porter"}[language]


def test_who_is_free_for_a_session_neither_owes_days_nor_is_busy() -> None:
    names = sample_names("es")
    view = digest_view(Day(1), events=(), names=names, letterhead=sample_letterhead("es"), now=NOW)
    assert {one.name for one in view.free} == {"Duric", "Krom"}  # Ulmo is dead, Joram owes days
    task = Task(KROM, "research", "", until=Moment(NOW + 1), spend_cp=0, order=None)
    world = replace(names.world, tasks=(task,))
    view = digest_view(
        Day(1), events=(), names=replace(names, world=world), letterhead=sample_letterhead("es"), now=NOW
    )
    assert {one.name for one in view.free} == {"Duric"}


def test_a_catch_up_says_a_day_in_the_dms_words(names):
    """They stand for the tale, or before it; what rests on dice stays in any case."""
    view = _view(names)
    plain = replace(view, words="", replaces=False)
    before, instead = (replace(view, words="Huele a cera.\nNadie duerme.", replaces=one) for one in (False, True))
    texts = [render(CatchUpView(view.head, (plain, one))) for one in (plain, before, instead)]
    assert ["| Huele a cera.\n| Nadie duerme." in one.text.replace("\r", "") for one in texts] == [False, True, True]
    assert ["Huele a cera." in one.html for one in texts] == [False, True, True]
    assert len(texts[1].text) > len(texts[0].text)
    assert len(texts[2].text) < len(texts[1].text)
    assert len(view.figures) < len(view.told)
