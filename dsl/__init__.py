"""The language: reads cards, checks and explains them; runs nothing."""
