"""What a word that may mean several things means in its place: one file a family of orders."""
