"""From own words to orders and doubts."""
