"""Name this line of play, so that `goto NAME` comes back to it. Without a name: list the names.

If you go back and answer differently, a new branch begins by itself; a name only makes it easy to find.
"""

from __future__ import annotations

from ..console import Console
from ..output import Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Name this line of play, or list the names."""
    if not rest:
        names = [f"{name}  {at}" for name, at in console.branches.items()]
        return said(names or "no branch has a name yet: `branch NAME` gives one")
    console.branches[rest] = console.session.here
    return said(f"this is `{rest}` (moment {console.session.here})")


COMMAND = Command("branch", "[NAME]", "name this line of play", run, "history", "moments")
