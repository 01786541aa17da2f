"""Goods as a letter lists them: what, how many, for how much."""
