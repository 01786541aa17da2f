"""One file a family of orders: from a clause to the slots of the guide."""
