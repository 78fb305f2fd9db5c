"""Share code between several commands: choosing a card set, numbers, progress, mutants, what a card need not say."""
