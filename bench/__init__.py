"""How fast Estafeta is, as ratios to what the machine itself allows, and whether its dice keep the odds."""
