"""The DM's desk: what the terminal shows of a campaign, reckons about it and asks its DM."""
