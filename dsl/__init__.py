"""The language: reads cards, checks and explains them; runs nothing."""

PART_OF = "moot"  # other packages are called so, too; the door looks at this
