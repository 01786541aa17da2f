"""What a party does in a dungeon, one file a stance."""
