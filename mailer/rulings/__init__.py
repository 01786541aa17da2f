"""The DM's word, by mail and at the terminal."""

from mailer.rulings.letter import ask_back, rule

__all__ = ["ask_back", "rule"]
