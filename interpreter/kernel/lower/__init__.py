"""A library lowered: from flat programs and expressions to a small tree of code that any target can be printed from.

`tree` the nodes, and what each operator means · `pieces` small pieces of it · `scope` where code is being made ·
`lowerings` which function lowers which operator · `looking`, `truths`, `membership`, `loops`, `sets` expressions ·
`functions`, `menus` named functions and abilities · `stretch`, `doing`, `asking`, `nesting` programs · `library` all of
it.

After this pass nothing is left to decide but how things are written down: every name has a type, look-ups of nobody are
guarded, small functions are copied and the others called, tests stand in the order of their cost, questions about sets
are loops with an early end, numbers are folded, jumps are nested, and every place where a program is resumed is a
stretch of code of its own. The tree names nothing of Python.

A second target is a second package beside `printing`: a table of what its operators, deeds and ends look like (the
words of `tree`, about 80 rows), a function that writes the twenty statements, one that writes the module around them,
and the helpers that the words stand for, as `runtime.py` has them. In C, `Op("if", …)` is `?:`, a `Local` is declared
with the type that it has, a set that is only run over (`Each` over `cards`, `players`, `numbers`) is a loop over a list
of cards or a range, `Each` over a set under construction one over an array; a `Stretch` is a function that returns the
next one, so that neither `Go` nor `Suspend` needs more than a `return`. Nothing in this package or in `analysis`
changes for it.
"""
