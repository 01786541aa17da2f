"""The DM's word, by mail and at the terminal."""

from mailer.rulings.letter import rule

__all__ = ["rule"]
