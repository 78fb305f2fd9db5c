"""All that a person touches in a terminal."""
