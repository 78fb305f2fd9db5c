"""List the house rules of a game: their settings, the default first, and the rulings that show each."""

from __future__ import annotations

import argparse
import json
from typing import Any

from moot.interpreter.sets.card_set import CardSet

from .support.choosing import set_argument, sets_of
from .support.law import law_arguments


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    set_argument(parser)
    law_arguments(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to write the output")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    found = [(set_, listed(set_)) for set_ in sets_of(args)]
    if args.format == "json":
        print(json.dumps([{"game": set_.name, "options": options} for set_, options in found], indent=2))
        return 0
    for set_, options in found:
        print(f"{set_.name}: {len(options) or 'no'} options" if len(options) != 1 else f"{set_.name}: 1 option")
        width = max((len(o["name"]) for o in options), default=0)
        for option in options:
            settings = [f"**{s}**" if s == option["default"] else s for s in option["settings"]]
            rulings = f"  {', '.join(option['rulings'])}" if option["rulings"] else ""
            print(f"  {option['name']:<{width}}  {' | '.join(settings)}{rulings}")
    return 0


def listed(set_: CardSet) -> list[dict[str, Any]]:
    """Return every option of a set as plain data."""
    result = []
    for option in set_.game.options.values() if set_.game else ():
        line = set_.sources[option.span.path].place(option.span.start)[0] if option.span.path in set_.sources else 1
        result.append(
            {
                "name": option.name,
                "settings": list(option.settings),
                "default": option.settings[0],
                "source": option.source,
                "file": option.span.path,
                "line": line,
                "rulings": _rulings(set_, option.name),
            }
        )
    return result


def _rulings(set_: CardSet, option: str) -> list[str]:
    """Return the rulings whose `given` says `option NAME …`."""
    found = []
    for path, source in set_.sources.items():
        if not path.endswith(".ruling"):
            continue
        current = ""
        for line in source.text.splitlines():
            words = line.split()
            if line.startswith("ruling ") and len(words) > 1:
                current = words[1]
            elif f"option {option} " in f"{' '.join(words)} " and current and current not in found:
                found.append(current)
    return sorted(found)
