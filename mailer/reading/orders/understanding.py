"""What has been understood of a letter so far."""

from mailer.reading.orders.amounts import Scanner
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.said import Doubt, DoubtCode
from mailer.reading.orders.tokens import tokenise
from mailer.reading.orders.vocabulary import vocabulary


class Understanding:
    """What has been understood so far."""

    def __init__(self, mail: Mail, scanner: Scanner) -> None:
        self.mail = mail
        self.scanner = scanner
        self.drafts: list[Draft] = []
        self.doubts: list[Doubt] = []
        self.lines: set[int] = set()  # lines that add to an order that stands in another line
        self.open: tuple[str, int, list[str]] | None = None  # a list begun: its frame, paragraph, subject
        self.subject: Sentence | None = None
        self.answered = False
        self.begun = False
        self.pending: Sentence | None = None
        self.last: Sentence | None = None  # the sentence before
        self.told: list[Sentence] = []  # all sentences so far
        self._open_by_subject()

    def _open_by_subject(self) -> None:
        """A subject that only says "shopping list" opens the list."""
        tokens = tokenise(self.mail.subject)
        frame = vocabulary().heads.get(tuple(token.fold for token in tokens if token.kind == "w"))
        if frame in ("shop.buy", "shop.sell"):
            self.open = (frame, -9, [])

    def doubt(self, code: DoubtCode, sentence: Sentence, i: int, j: int, **args: object) -> None:
        """Ask about some words."""
        text = sentence.span(i, j)
        if text:
            self.doubts.append(Doubt(code, text, sentence.line, args))
