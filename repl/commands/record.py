"""Write the present line of play into a file as a ruling: the position in which it begins, what is done, and what must
then hold, with the sources of the clauses on which it rests. It holds at once: it has been played before it is written.

`record late-hat` writes `late-hat.ruling`; `record late-hat the hat comes too late` gives it that title. Put the file
into the folder `rulings` of a set, and `moot test` plays it from then on.
"""

from __future__ import annotations

from pathlib import Path

from moot.interpreter.play.session import NotDone

from ..console import Console
from ..files import RULING, Odd, reason, replaceable, shown, to_write
from ..output import REFUSED, UNKNOWN, Output, said
from ..writing import write_whole
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Write the ruling. A file is replaced only if it is a recorded ruling too."""
    from moot.interpreter.proof.record import record  # slow to load, and rarely the first thing anybody does

    name, _, title = rest.partition(" ")
    if not name:
        return said("under which name? `record late-hat`", UNKNOWN)
    file = name if name.endswith(RULING.ending) else f"{name}{RULING.ending}"
    if console.viewer is not None:
        return said("a ruling shows where every card lies: type `as nobody` first", REFUSED)
    if shown(name) == name and Path(name).suffix not in ("", RULING.ending):
        return said(f"a ruling is a file that ends in `{RULING.ending}`, such as `{Path(name).stem}.ruling`", REFUSED)
    try:
        path = to_write(file, console.reach)
        before = replaceable(path, RULING)
        text = record(console.session, path.stem, title.strip())
        if isinstance(text, NotDone):
            return said(text.render(), REFUSED)
        write_whole(path, text)
    except (OSError, ValueError, RuntimeError, Odd) as trouble:
        return said(f"`{shown(file)}` cannot be written: {reason(trouble)}", REFUSED)
    return said(f"recorded in {file}" + (", in place of the ruling that was in it" if before else "") + "; it holds")


COMMAND = Command("record", "NAME [TITLE]", "write this line of play as a ruling", run, "files", "rulings")
