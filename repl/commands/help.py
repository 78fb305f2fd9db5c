"""List what you can type here. With a command: explain it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moot.interpreter.sets.nearest import meant

from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command

GROUPS = {"look": "look", "play": "play", "history": "back and forth", "argue": "ask and argue", "files": "files"}


def command(registry: Callable[[], Sequence[Command]]) -> Command:
    """Make the command that explains a registry of commands; the registry may contain it."""

    def run(console: Console, rest: str) -> Output:
        return said(overview(registry())) if not rest else one(registry(), rest)

    return Command("help", "[COMMAND]", "list the commands, or explain one", run, "files", "commands", ("h",))


def overview(commands: Sequence[Command]) -> list[str]:
    """List the commands under their headings."""
    lines = ["Type an answer, by its number or in words; Enter alone shows the table. The commands are:"]
    for group, heading in GROUPS.items():
        lines += ["", heading]
        lines += [f"  {c.name + ' ' + c.arguments:<32} {c.help}" for c in commands if c.group == group]
    return [*lines, "", "`help COMMAND` explains a command; docs/notation.md has every form of a line."]


def one(commands: Sequence[Command], name: str) -> Output:
    """Explain the command with this name."""
    found = next((c for c in commands if name.strip("`") in (c.name, *c.aliases)), None)
    if found is None:
        hint = meant(name, [c.name for c in commands])
        return said(f"there is no command `{name}`" + (f": {hint}" if hint else ""), REFUSED)
    other = f" (also {', '.join(f'`{a}`' for a in found.aliases)})" if found.aliases else ""
    return said([f"{found.name} {found.arguments}".rstrip() + other, "", found.about])
