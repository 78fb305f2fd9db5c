"""House rules that a person names by a path: `./my.rule`, or with a setting `./my.rule 3`.

Whoever may name a house rule may name such a file: on the command line, in a list that is compared, at the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source
from moot.interpreter.sets import files

from .files import Odd, reason
from .trouble import Trouble

FILE = re.compile(r"(.*\.rule)(?:[ =](.+))?")


def names(said: Iterable[str]) -> list[str]:
    """Return house rules by name, also those that were named by a path."""
    return [text if file is None else f"{Path(file[1]).stem} {file[2] or ''}".strip() for text, file in _each(said)]


def beside(said: Iterable[str], path: Callable[[str], Path] = lambda name: Path(name).expanduser()) -> list[Source]:
    """Read the house rules that were named by a path. As in a set's folder, a link out of the folder of the file is not
    followed. `path`: finds the file of a name. Raises `Trouble`."""
    found = []
    for name in dict.fromkeys(file[1] for _, file in _each(said) if file is not None):
        try:
            at = path(name)
            read = files.read_text(at, at.parent.resolve())
        except (OSError, RuntimeError, ValueError, Odd) as trouble:
            raise Trouble(f"`{name}`: {reason(trouble)}") from None
        if isinstance(read, Diagnostic):
            raise Trouble(f"`{name}`: {read.message}")
        found.append(read)
    return found


def _each(said: Iterable[str]) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Go through the house rules as they were typed, one by one."""
    for text in said:
        for part in map(str.strip, text.split(",")):
            if part:
                yield part, FILE.fullmatch(part)
