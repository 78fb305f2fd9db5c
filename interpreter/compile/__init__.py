"""Compiles typed meaning to programs: every word becomes a number, every window a place in the code.

Everything here is functions over values that are handed down. `unit` holds what is known of the whole game, and gives
out numbers for the `keys` by which code asks for programs, functions and tables. `scope` says what names stand for, and
`within` what surrounds a statement.

The modules build on one another in this order: `layout` (numbers of cards, zones and cells) and `standing` (what cards
say, sorted) → `hooks`, `secrets`, `together`, `outcome` (what follows from the meaning alone) → `expressions` → `needs`
and `effects` (what must be possible, what could change anything) → `guards` (when a clause answers) → `values` and
`permissions` (functions) → `clauses`, `menus`, `windows`, `ways` (what happens around a deed) → `statements` →
`programs`, `abilities`, `position` → `library`. `phrase` compiles one expression against an existing library.

A function that *asks* or *says* whether something holds returns the expression that tests it in play. A function that
*returns* whether something holds knows it from the meaning alone.
"""

from __future__ import annotations

from .library import compile_game
from .phrase import Phrase, expression

__all__ = ["Phrase", "compile_game", "expression"]
