"""From what a player said to orders of the rules: names found, money in copper, dates as moments, doubts asked."""
