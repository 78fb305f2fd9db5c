"""The description of one command."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from ..console import Console
from ..output import Output

FILES = ("files", "pages", "rulings")
"""What follows where a file is named."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a person may type. `help` lists it by its `arguments` and its `help`, under the heading `group`;
    the docstring of the module that defines `run` says the rest (`about`). `follows` is what may come after it:
    answers, others (answers that are not legal too), cards, players, moments, values, facts, phrases (of the
    language of the cards), rules (house rules), under (rules behind that word), commands, words, files, pages, rulings,
    or nothing; a command with words of its own has a name in `continued.PLACES`.
    `asks`: it is a question about the game, which `export` shows with its answer."""

    name: str
    arguments: str
    help: str
    run: Callable[[Console, str], Output]
    group: str
    follows: str = ""
    aliases: tuple[str, ...] = ()
    asks: bool = False

    @property
    def about(self) -> str:
        """The description in the command's own file."""
        return (sys.modules[self.run.__module__].__doc__ or self.help).strip()
