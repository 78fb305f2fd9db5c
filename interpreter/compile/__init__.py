"""Typed meaning to programs: every word becomes a number, every window a place in the code.

Everything here is functions over values that are handed down. `unit` holds what is known of the whole game, and gives
out the numbers of what is asked for by `keys`; `scope` says what names stand for, `within` what surrounds a statement.

What builds on what, from the ground: `layout` (numbers of cards, zones and cells) and `standing` (what cards say,
sorted) → `hooks`, `secrets`, `together`, `outcome` (what can be told from the meaning alone) → `expressions` → `needs`
and `effects` (what must be possible, what could come of it) → `guards` (when a clause answers) → `values` and
`permissions` (functions) → `clauses`, `menus`, `windows`, `ways` (what happens around a deed) → `statements` →
`programs`, `abilities`, `position` → `library`. `phrase` compiles one expression against a library that exists.

A function that *asks* or *says* whether something is so returns the expression that asks it in play; one that *returns*
whether it is so knows it from the meaning alone.
"""

from __future__ import annotations

from .library import compile_game
from .phrase import Phrase, expression

__all__ = ["Phrase", "compile_game", "expression"]
