"""What several commands share: choosing a card set, numbers, progress, the glossary."""
