"""What a sentence without an order of its own adds to an order given before it."""
