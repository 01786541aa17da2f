"""Letters out."""
