"""Explain a kind of mistake: what it means, an example of it, and how to correct it."""

from __future__ import annotations

import argparse

from ..trouble import Trouble


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("code", metavar="CODE", nargs="?", help="such as `unknown-word` (default: list them all)")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    from moot.dsl.explain import codes, explain

    if args.code is None:
        print("\n".join(codes()))
        return 0
    text = explain(args.code.strip("[]"))
    if text is None:
        from moot.interpreter.sets.nearest import meant

        hint = meant(args.code, codes()) or "`moot explain` lists them"
        raise Trouble(f"there is no mistake called `{args.code}` ({hint})")
    print(text)
    return 0
