"""What a character does between sessions, one file an activity."""
