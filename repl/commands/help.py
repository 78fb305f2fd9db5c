"""What one can type here; with a command: more about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moot.interpreter.sets.nearest import meant

from ..output import REFUSED, Output, said
from .command import Command

if TYPE_CHECKING:
    from ..console import Console


GROUPS = {"look": "look", "play": "play", "history": "back and forth", "argue": "ask and argue", "files": "and"}


def run(console: Console, rest: str) -> Output:
    from . import REGISTRY, about, named

    if not rest:
        lines = ["Type an answer, by its number or in words; Enter alone shows the table. Besides:"]
        for group, heading in GROUPS.items():
            lines += ["", heading]
            lines += [f"  {c.name + ' ' + c.arguments:<32} {c.help}" for c in REGISTRY if c.group == group]
        return said([*lines, "", "`help COMMAND` tells more; docs/notation.md has every form of a line."])
    command = named(rest.strip("`"))
    if command is None:
        hint = meant(rest, [c.name for c in REGISTRY])
        return said(f"there is no command `{rest}`" + (f": {hint}" if hint else ""), REFUSED)
    other = f" (also {', '.join(f'`{a}`' for a in command.aliases)})" if command.aliases else ""
    return said([f"{command.name} {command.arguments}".rstrip() + other, "", about(command)])


COMMAND = Command("help", "[COMMAND]", "what one can type", run, "files", "commands", ("h",))
