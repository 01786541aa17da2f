"""What templates are given: frozen values in the reader's words, with nothing in them the reader may not know."""

from mailer.writing.views.digest import (
    AddressView,
    AwayView,
    DecisionNeed,
    DigestView,
    HealthView,
    HeldView,
    LoadView,
    PartyDay,
    ShuntedView,
    WaitingView,
)
from mailer.writing.views.head import Day, Deadline, Head, Person, Reader, Seal
from mailer.writing.views.notices import (
    AlertView,
    ApologyView,
    HeldConfirmationView,
    OverrideView,
    ReminderView,
    SessionCharacter,
    SessionView,
    StrangerView,
    WelcomeView,
)
from mailer.writing.views.orders import Deed, Forecast, Standing
from mailer.writing.views.outcome import (
    CatchUpView,
    DeathView,
    DecisionView,
    FaceView,
    Hours,
    OptionView,
    OutcomeView,
    PersonState,
    QuestionView,
    SheetView,
    Told,
    WhereView,
)
from mailer.writing.views.receipt import AnswerView, Choice, DoubtView, ReceiptLine, ReceiptView, Verdict

View = (
    ReceiptView | OutcomeView | CatchUpView | DecisionView | DeathView | DigestView | WelcomeView | OverrideView
    | HeldConfirmationView | StrangerView | SessionView | ReminderView | ApologyView | AlertView
)  # fmt: skip

__all__ = [
    "AddressView",
    "AlertView",
    "AnswerView",
    "ApologyView",
    "AwayView",
    "CatchUpView",
    "Choice",
    "Day",
    "Deadline",
    "DeathView",
    "DecisionNeed",
    "DecisionView",
    "Deed",
    "DigestView",
    "DoubtView",
    "FaceView",
    "Forecast",
    "Head",
    "HealthView",
    "HeldConfirmationView",
    "HeldView",
    "Hours",
    "LoadView",
    "OptionView",
    "OutcomeView",
    "OverrideView",
    "PartyDay",
    "Person",
    "PersonState",
    "QuestionView",
    "Reader",
    "ReceiptLine",
    "ReceiptView",
    "ReminderView",
    "Seal",
    "SessionCharacter",
    "SessionView",
    "SheetView",
    "ShuntedView",
    "Standing",
    "StrangerView",
    "Told",
    "Verdict",
    "View",
    "WaitingView",
    "WelcomeView",
    "WhereView",
]
