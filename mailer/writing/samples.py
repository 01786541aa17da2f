"""One view of every mail, filled with made-up days: for previews and tests."""

from dataclasses import replace

from mailer.writing.deeds import deed, standing
from mailer.writing.digests import digest_view, earlier_day
from mailer.writing.outcomes import death_view, decision_view, outcome_view
from mailer.writing.sample_days import (
    DURIC,
    INN,
    KROM,
    NOW,
    PARTY,
    ULMO,
    at,
    sample_events,
    sample_letterhead,
    sample_names,
    sample_orders,
    sample_words,
)  # fmt: skip
from mailer.writing.views import (
    AddressView,
    AlertView,
    AnnouncementView,
    AnswerView,
    ApologyView,
    CatchUpView,
    ChatNoteView,
    Choice,
    Day,
    DigestView,
    DoubtView,
    Forecast,
    HealthView,
    HeldConfirmationView,
    HeldView,
    KeptView,
    LinkCodeView,
    OverrideView,
    ProposalView,
    ReceiptLine,
    ReceiptView,
    RegisterView,
    ReminderPerson,
    ReminderView,
    ReviewItem,
    ReviewView,
    RevisionView,
    RulingView,
    Seal,
    SessionCharacter,
    SessionView,
    ShuntedView,
    StrangerView,
    Told,
    Verdict,
    View,
    WaitingView,
    WelcomeView,
)
from rules.events import EventKind
from rules.names import ItemId
from rules.orders import Purchase, RetreatAt, Shop, Travel
from rules.standing import Stands
from rules.time import Day as RulesDay

_PROMISE = "9f2c64a1d5b80e3371ac5be0f4d92b7716e8c3a05d4f9b12c7e6a8d03b5f4e21"
_SECRET = "41d07bb2e9c5f6a8830e17d4c2b9a5f6"  # noqa: S105  (made up)


def samples(language: str) -> dict[str, View]:
    """One view of every kind of mail."""
    names, letterhead = sample_names(language), sample_letterhead(language)
    own, events, head = sample_words(language), sample_events(language), letterhead.head(RulesDay(1), names)
    seals = {"promise": Seal(_day(language, 2), promise=_PROMISE), "revealed": Seal(_day(language, 0), secret=_SECRET)}
    outcome = outcome_view(
        KROM, RulesDay(1), events=events, orders=sample_orders(), names=names, letterhead=letterhead, now=NOW, **seals
    )
    quiet = replace(
        outcome, head=letterhead.head(RulesDay(0), names), told=outcome.told[:1], overruled=(), questions=()
    )
    deal = names.world.parties[PARTY].decision
    assert deal is not None
    asked = decision_view(KROM, deal, events=events, names=names, letterhead=letterhead, now=at(1, 16))
    deadline, krom = names.deadline(at(2, 23), at(2, 9)), names.person(KROM)
    return {
        "receipt": _receipt(language),
        "outcome": outcome,
        "catch_up": CatchUpView(head, (quiet, outcome)),
        "decision": asked,
        "decision_reminder": replace(asked, told=(), is_reminder=True, you_decide=True),
        "override": OverrideView(head, krom, own["own"][2], "Jana", own["own"][1], deadline),
        "proposal": ProposalView(
            head, own["proposer"], names.person(DURIC), own["party"], own["received"], (own["own"][2],),
            ((12, deed(Travel(INN), names)),), deadline, 3,
        ),
        "death": death_view(
            ULMO, RulesDay(1), events=events, names=sample_names(language, "ivan"),
            letterhead=sample_letterhead(language, "Iván", gender="m"),
        ),
        "digest": _digest(language),
        "welcome": WelcomeView(
            head, krom, own["party"], own["place"], "23:00", "estafeta@example.org", outcome.suggestions[:4],
            spokesperson="Jana", dm="Olga",
        ),
        "held_confirmation": HeldConfirmationView(head, own["received"], own["subject"], own["own"][0], "K7QX-M2"),
        "stranger_answer": StrangerView(head),
        "session_recorded": SessionView(
            head, own["days"][0],
            (SessionCharacter(krom, 9, own["days"][4], (own["gained"][0],)),
             SessionCharacter(names.person(DURIC), 0, "", (own["gained"][1],))),
            own["session_words"],
        ),
        "reminder": ReminderView(head, deadline, (
            ReminderPerson(krom, standing(map(Stands, sample_orders()[:2]), names)),
            ReminderPerson(names.person(DURIC), (), "secure"),
        )),
        "apology": ApologyView(head, "attachment", own["subject"]),
        "alert": AlertView(head, "login", tuple(own["details"]), tuple(own["mend"])),
        "ruling": RulingView(head, krom, _rulings(language), outcome.people, outcome.sheet),
        "revision": RevisionView(
            head, krom, outcome.told[2:4], outcome.told[4:6], outcome.people, outcome.sheet, deadline
        ),
        "review": ReviewView(
            head, deadline,
            (ReviewItem(
                "R1", replace(krom, is_yours=False), "Marta", outcome.told[:4],
                replace(outcome.people[1], person=replace(krom, is_yours=False)),
             ),
             ReviewItem("R2", names.person(DURIC), "Jana", outcome.told[:2], outcome.people[0], own["session_words"])),
        ),
        "register": RegisterView(head, "confirm", "marta@example.net", "5b2f0c77d1a94e6c8f10"),
        "link_code": LinkCodeView(
            head, "Telegram", "k7mq2xp4rd", own["received"], "@estafeta_bot", "t.me/estafeta_bot?start=k7mq2xp4rd"
        ),
        "chat_note": ChatNoteView(head, "too_late", "Telegram", day=own["days"][0]),
        "announcement": AnnouncementView(
            head, own["party"], deadline, away=("Luis",), silent=("Jana",), decides=("Marta",), decide_by=deadline
        ),
    }  # fmt: skip


def _rulings(language: str) -> tuple[Told, ...]:
    """Two lines of a ruling, one in the DM's own words."""
    own, krom = sample_words(language), sample_names(language).person(KROM)
    label = {"words": None, "label": own["gained"][0]}
    return (
        Told("ruled", "12:00", (krom,), label),
        Told("ruled", "12:00", (krom,), {**label, "label": "", "words": own["free_words"]}),
    )


def _day(language: str, day: int) -> Day:
    return sample_names(language).dates.view(RulesDay(day), language)


def _receipt(language: str) -> ReceiptView:
    names, letterhead, own = sample_names(language), sample_letterhead(language), sample_words(language)
    places = tuple(Choice(key, words=words) for key, words in zip("AB", own["doubt_choices"], strict=True))
    shop = deed(Shop((Purchase(ItemId("ganzua"), 2, 1500),)), names)
    retreat, travel = deed(RetreatAt(percent=40), names), deed(Travel(INN), names)
    lines = (
        ReceiptLine(1, own["own"][0], Verdict.ACCEPTED, ((shop, Forecast(cost_cp=1500, purse_cp=2635)),)),
        ReceiptLine(
            2, own["own"][1], Verdict.ACCEPTED, ((retreat, Forecast()), (travel, Forecast(arrives=own["days"][3])))
        ),
        ReceiptLine(
            3,
            own["own"][2],
            Verdict.DOUBT,
            doubts=(DoubtView("ambiguous_place", {"text": None, "name": own["doubt_word"]}, places),),
        ),
        ReceiptLine(4, own["own"][3], Verdict.TALK),
        ReceiptLine(
            5,
            own["own"][4],
            Verdict.REFUSED,
            doubts=(DoubtView("not_yours", {"text": None, "name": "Ulmo", "who": "Iván"}, is_refusal=True),),
        ),
    )
    return ReceiptView(
        head=letterhead.head(RulesDay(2), names),
        character="Krom",
        lines=lines,
        deadline=names.deadline(at(2, 23), at(2, 9)),
        standing=standing(map(Stands, sample_orders()[:2]), names),
        answers=(AnswerView("location", (f"Krom: {own['place']}",)),),
        notes=("subject",),
        seal=Seal(_day(language, 2), promise=_PROMISE),
    )


def _digest(language: str) -> DigestView:
    own = sample_words(language)
    quiet = tuple(replace(one, at=at(0, 15)) for one in sample_events(language) if one.kind is EventKind.WENT_ASTRAY)
    return digest_view(
        RulesDay(1),
        events=sample_events(language),
        names=sample_names(language, "olga"),
        letterhead=sample_letterhead(language, "Olga", is_dm=True),
        now=at(2, 23, 5),
        proposals={"los-cuatro.1": "A"},
        next_session=RulesDay(3),
        waiting=(WaitingView("T1", "Joram", own["carouse"], own["free_words"]),),
        held=(HeldView("C1", "marta@example.net", own["subject"], "no_proof"),),
        shunted=(ShuntedView("X1", "luis@example.com", own["subject"], own["error"]),),
        kept=(KeptView("R3", sample_names(language).person(KROM), "Marta", own["days"][0]),),
        addresses=(AddressView("Iván", "ivan@example.net", "550 5.1.1 no such user", is_stopped=True),),
        silent=("Luis", "Iván"),
        warnings=(own["warning"],),
        health=(
            HealthView("mailbox", is_well=True, words=own["health"][0]),
            HealthView("queue", is_well=True, words=own["health"][1]),
            HealthView("backup", is_well=False, words=own["health"][2]),
        ),
        earlier=(earlier_day(RulesDay(0), events=quiet, names=sample_names(language, "olga")),),
        promise=Seal(_day(language, 2), promise=_PROMISE),
        revealed=Seal(_day(language, 0), secret=_SECRET),
    )
