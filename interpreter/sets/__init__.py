"""What reads a folder of texts and makes a `CardSet` of it. Read `card_set` first: the passes stand there in order."""
