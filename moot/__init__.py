"""Moot: the rules of a card game as text that runs.

`moot` is the one name that an installation adds to Python: the rooms are `moot.dsl`, `moot.interpreter` and
`moot.repl`, and their data, `cards` and `schemas`, lie beside them. In a checkout the rooms stand at the top, beside
this folder, and are found there under the same names, on every system. (The links in this folder are for type checkers
and editors, which do not run this.)
"""

from __future__ import annotations

import os

_HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - nothing is loaded for a start that must be fast
_DSL = os.path.join(_HERE, "dsl")  # noqa: PTH118
if os.path.islink(_DSL) or not os.path.isdir(_DSL):  # noqa: PTH112, PTH114
    __path__ = [os.path.dirname(_HERE), _HERE]  # noqa: PTH120
