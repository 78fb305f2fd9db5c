"""All that a person touches in a terminal."""

PART_OF = "moot"  # other packages are called so, too; the door looks at this
