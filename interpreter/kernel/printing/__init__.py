"""A lowered library printed as Python: `expressions` a table of operators · `statements` lines · `module` all of it."""
