"""Moot: the rules of a card game as text that runs.

An installation adds only the name `moot` to Python. The rooms are `moot.dsl`, `moot.interpreter` and `moot.repl`; their
data, `cards` and `schemas`, is next to them. In a checkout the rooms are at the top, next to this folder, and Python
finds them under the same names on every system. (The links in this folder are for type checkers and editors, which do
not run this file.)
"""

from __future__ import annotations

import os

_HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - nothing is loaded for a start that must be fast
_DSL = os.path.join(_HERE, "dsl")  # noqa: PTH118
if os.path.islink(_DSL) or not os.path.isdir(_DSL):  # noqa: PTH112, PTH114
    __path__ = [os.path.dirname(_HERE), _HERE]  # noqa: PTH120
