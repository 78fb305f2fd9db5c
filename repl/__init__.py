"""Everything that a person uses in a terminal: the command `moot` and its prompt."""
