"""From raw bytes to the sender's own words."""
