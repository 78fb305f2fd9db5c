"""Prints a lowered library as Python: `expressions` is a table of operators, `statements` makes lines, `module` the
whole text.
"""
