"""List what you can type here. With a command: explain it.

`help` names every command and, in brackets, its short names. `help all` says of each in one line what it does; `help`
with a heading (`help argue`) says so of the commands below that heading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from moot.interpreter.sets.nearest import meant

from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command

GROUPS = {"look": "look", "play": "play", "history": "back and forth", "argue": "ask and argue", "files": "files"}
BEGINS = "Type an answer, by its number or in words; Enter alone shows the table. The commands are:"
ENDS = "`help COMMAND` explains one, `help all` has a line about each; docs/notation.md has every form of a line."
COLUMN = 36  # where the sentence about a command begins
NAMES = 18  # where the names of a group begin
NARROW = 78


def command(registry: Callable[[], Sequence[Command]]) -> Command:
    """Make the command that explains a registry of commands; the registry may contain it."""

    def run(console: Console, rest: str) -> Output:
        if not rest:
            return said(overview(registry()))
        if rest == "all":
            return said(each(registry(), GROUPS))
        groups = [group for group, heading in GROUPS.items() if rest in (group, heading)]
        if groups and not any(rest in (c.name, *c.aliases) for c in registry()):
            return said(each(registry(), groups))
        return one(registry(), rest)

    return Command("help", "[COMMAND | all]", "list the commands, or explain one", run, "files", "commands", ("h",))


def overview(commands: Sequence[Command]) -> list[str]:
    """Name every command, and its short names, under the headings."""
    lines = [BEGINS, ""]
    for group, heading in GROUPS.items():
        row = f"  {heading:<{NAMES - 2}}"
        for name in (named(c) for c in commands if c.group == group):
            if len(row) + len(name) + 2 > NARROW:
                lines.append(row.rstrip())
                row = " " * NAMES
            row += f"{name}  "
        lines.append(row.rstrip())
    return [*lines, "", ENDS]


def named(command: Command) -> str:
    """Return `undo (u, back)`."""
    return f"{command.name} ({', '.join(command.aliases)})" if command.aliases else command.name


def each(commands: Sequence[Command], groups: Iterable[str]) -> list[str]:
    """Say in a line what each command of these groups does."""
    lines = []
    for group in groups:
        lines += ["", GROUPS[group]]
        for c in (c for c in commands if c.group == group):
            also = f" (also {', '.join(c.aliases)})" if c.aliases else ""
            lines.append(f"  {c.name + ' ' + c.arguments:<{COLUMN - 3}} {c.help}{also}")
    return lines[1:]


def one(commands: Sequence[Command], name: str) -> Output:
    """Explain the command with this name."""
    found = next((c for c in commands if name.strip("`") in (c.name, *c.aliases)), None)
    if found is None:
        hint = meant(name, [n for c in commands for n in (c.name, *c.aliases) if len(n) > 2])
        return said(f"there is no command `{name}`" + (f": {hint}" if hint else ""), REFUSED)
    other = f" (also {', '.join(f'`{a}`' for a in found.aliases)})" if found.aliases else ""
    return said([f"{found.name} {found.arguments}".rstrip() + other, "", found.about])
