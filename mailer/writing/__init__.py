"""What we answer."""
