"""Who wrote a letter, and may they."""
