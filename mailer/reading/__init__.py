"""What a letter says."""
