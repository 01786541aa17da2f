"""What is written down."""
