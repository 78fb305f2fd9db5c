"""What a command is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from ..console import Console
from ..output import Output


@dataclass(frozen=True, slots=True)
class Command:
    """A word one may type. `arguments` and `help` are what `help` shows; the docstring of the module in which `run`
    stands says the rest (`about`). `follows`: what may follow — answers, others (also what is not legal), cards,
    players, moments, values, facts, phases, commands, words, files, or nothing. `group` is the heading under which it
    is listed."""

    name: str
    arguments: str
    help: str
    run: Callable[[Console, str], Output]
    group: str
    follows: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """What the command's file says of it."""
        return (sys.modules[self.run.__module__].__doc__ or self.help).strip()
