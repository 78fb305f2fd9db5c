"""From cards that were read to games that are played."""
