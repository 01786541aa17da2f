"""How sure we are of an order that was read: named reasons for distrust, each with its points."""
