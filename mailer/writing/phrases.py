"""The phrase of an event, an order, a doubt or a decision: one macro a kind, found by name, each said once.

A phrase is plain text. The same value is told in the text and in the HTML of a mail, and often in several mails of a
run, so what was said of a value is kept as long as the value.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jinja2.exceptions import UndefinedError

_KEPT = 4096  # phrases remembered at most


@dataclass(slots=True)
class Phrases:
    """The macros of one language by module: orders, events, doubts, decisions."""

    modules: Mapping[str, Any]
    _said: dict[tuple[str, str, int], tuple[Any, str]] = field(default_factory=dict)

    def say(self, module: str, name: str, value: Any) -> str:
        """What the macro of that name makes of a value."""
        key = (module, name, id(value))
        known = self._said.get(key)
        if known is not None and known[0] is value:
            return known[1]
        if len(self._said) >= _KEPT:
            self._said.clear()
        said = self._new(module, name, value)
        self._said[key] = (value, said)  # holding the value keeps its id from being given to another
        return said

    def _new(self, module: str, name: str, value: Any) -> str:
        macros = self.modules[module]
        try:
            return str(getattr(macros, name, macros.unknown)(value)).strip()
        except (UndefinedError, TypeError, KeyError) as error:
            # One event of a newer day must not cost its party the mail: it is told plainly, and logged for us.
            logging.getLogger(__name__).warning("%s.%s cannot be told: %s", module, name, error)
            return str(macros.unknown(value)).strip()

    def functions(self) -> dict[str, Callable[[Any], str]]:
        """What templates call them by."""
        return {
            "tell": lambda event: self.say("events", event.kind, event),
            "fold": lambda event: self.say("events", "fold", event),
            "short": lambda deed: self.say("orders", deed.act, deed.d).replace("\u00a0", " "),
            "forecast": lambda expected: self.say("orders", "forecast", expected),
            "weight": lambda order: self.say("orders", "weight", order).replace("\u00a0", " "),
            "doubt": lambda doubt: self.say("doubts", doubt.code, doubt.args),
            "answer_of": lambda choice: self.say("doubts", "choice", choice),
            "question_of": lambda question: self.say("decisions", question.kind.partition("-")[0], question),
        }
