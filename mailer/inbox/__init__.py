"""Letters in."""
