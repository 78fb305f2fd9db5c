"""The front door of play: notation, answers, positions, sessions, saves."""
