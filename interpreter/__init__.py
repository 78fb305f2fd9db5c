"""From cards that were read to games that are played."""

PART_OF = "moot"  # other packages are called so, too; the door looks at this
