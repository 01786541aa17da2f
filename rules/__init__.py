"""Estafeta's game: the house rules as pure functions of their arguments."""
