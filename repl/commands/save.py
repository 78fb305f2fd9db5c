"""Write the game to a file as text: the cards, the seed and every line of play, also of the games before it that `tree`
shows. Loading it needs nothing else."""

from __future__ import annotations

from ..console import Console
from ..files import OF_A_SET, SAVE, Odd, reason, replaceable, shown, to_write
from ..output import REFUSED, UNKNOWN, Output, said
from ..writing import write_whole
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Save the game. A file is replaced only if it is a saved game too."""
    from moot.interpreter.play import saving  # slow to load, and rarely the first thing anybody does

    if console.viewer is not None:
        return said("a saved game holds what nobody may know: type `as nobody` first", REFUSED)
    if not rest:
        return said("into which file?", UNKNOWN)
    if rest.lower().endswith(OF_A_SET):
        return said(f"`{shown(rest)}` is the name of a file of a card set: a saved game has another", REFUSED)
    try:
        path = to_write(rest, console.reach)
        before = replaceable(path, SAVE)
        write_whole(path, saving.save(console.session))
    except (OSError, ValueError, RuntimeError, Odd) as trouble:
        return said(f"`{shown(rest)}` cannot be written: {reason(trouble)}", REFUSED)
    count, others = console.session.tried, len(saving.kept_beside(console.session))
    more = f" and {others} other game{'' if others == 1 else 's'}" if others else ""
    instead = ", in place of the game that was in it" if before else ""
    return said(f"{count} answer{'' if count == 1 else 's'}{more} saved in {rest}{instead}; `load {rest}` continues it")


COMMAND = Command("save", "FILE", "save this game, with all its branches", run, "files", "files")
