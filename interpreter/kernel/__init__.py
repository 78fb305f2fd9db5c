"""Runs compiled games: the library, the state, the executors, and what a player may see, know and be told."""
