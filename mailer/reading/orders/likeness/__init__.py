"""How like each kind of order a sentence is, as learnt from annotated letters: a second reader beside the grammar."""
