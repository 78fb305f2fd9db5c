"""What a command is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..output import Output

if TYPE_CHECKING:
    from ..console import Console


@dataclass(frozen=True, slots=True)
class Command:
    """A word one may type. `arguments` and `help` are what `help` shows; the module's docstring says the rest.
    `follows`: what may follow — answers, others (also what is not legal), cards, players, moments, values, facts,
    phases, commands, words, files, or nothing. `group` is the heading under which it is listed."""

    name: str
    arguments: str
    help: str
    run: Callable[[Console, str], Output]
    group: str
    follows: str = ""
    aliases: tuple[str, ...] = ()
