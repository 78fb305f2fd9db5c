"""Lowers a library from flat programs and expressions to a small tree of code, from which any target can be printed.

`tree` defines the nodes, and what each operator means; `pieces` makes small pieces of it; `scope` keeps track of where
code is being made; `lowerings` says which function lowers which operator. `looking`, `truths`, `membership`, `loops`
and `sets` lower expressions; `functions` and `menus` named functions and abilities; `stretch`, `doing`, `asking` and
`nesting` programs; `library` all of it.

After this pass a printer has nothing left to decide but how things are written. Every name has a type, look-ups guard
against nobody, small functions are copied and the others called, tests are in the order of their cost, questions about
sets are loops that end early, constants are folded, jumps are nested, and every place where a program is resumed is a
stretch of code of its own. The tree names nothing of Python.

A second target is a second package beside `printing`. It has a table of what the operators, deeds and ends look like
(the words of `tree`, about 80 rows), a function that writes the twenty statements, one that writes the module around
them, and the helpers for which the words stand, as in `runtime.py`. In C, `Op("if", …)` is `?:`, and a `Local` is
declared with its type. `Each` over `cards`, `players` or `numbers` is a loop over a list of cards or a range; `Each`
over a set under construction is a loop over an array. A `Stretch` is a function that returns the next one, so `Go` and
`Suspend` need no more than a `return`. Nothing in this package or in `analysis` changes for it.
"""
