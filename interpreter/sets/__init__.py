"""Read a folder of texts and make a `CardSet` of it. Start with `card_set`: it lists the passes in order."""
