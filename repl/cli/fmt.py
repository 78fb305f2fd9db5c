"""Give card files their one standard layout.

Without a path: the files of the folder `cards`, or of the set around the current folder. Formatting loses no word and
no comment, keeps the meaning, and changes nothing when repeated. A file for which this cannot be shown is not changed.
`-` reads from standard input and writes to standard output.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

from moot.dsl.diagnostic import Diagnostic, render
from moot.dsl.source import Source
from moot.interpreter.sets.files import WORDS, read_text, walk
from moot.interpreter.sets.finding import places
from moot.interpreter.sets.paths import is_file, is_folder, reason, shown

from .. import printed, typed
from ..trouble import Trouble
from ..writing import write_whole


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("paths", metavar="PATH", nargs="*")
    parser.add_argument("--check", action="store_true", help="change nothing; say which files would change")
    parser.add_argument("--diff", action="store_true", help="change nothing; show what would change")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    if args.paths == ["-"]:
        return _piped()
    changed = failed = 0
    for path in _files(args.paths):
        source = path if isinstance(path, Diagnostic) else read_text(path)
        if isinstance(source, Diagnostic):
            print(render([source], {}), file=sys.stderr)
            failed += 1
            continue
        text = _formatted(source)
        if text is None:
            failed += 1
        elif text != source.text:
            changed += 1
            if args.diff:
                sys.stdout.writelines(_diff(source, text))
            elif args.check:
                print(f"{source.path} would change")
            else:
                _write(Path(source.path), text)
                print(f"{source.path} changed")
    if failed:
        return 1
    return 1 if changed and (args.check or args.diff) else 0


def _formatted(source: Source) -> str | None:
    """Return the text in its layout. If it has none, say why and return None."""
    from moot.dsl.formatter import formatted

    text, faults = formatted(source)
    if faults:
        print(render(faults, {source.path: source}), file=sys.stderr)
        return None
    return text


def _files(paths: list[str]) -> Iterator[Path | Diagnostic]:
    """Return the files to lay out, and diagnostics for files that cannot be. Links inside a folder are skipped: their
    target is laid out at its own place."""
    for root in places(paths):
        if not is_folder(root):
            if not is_file(root):
                raise Trouble(f"there is no file or folder `{root}`")
            yield root
            continue
        for found in walk(root, root.resolve()):
            if isinstance(found, Diagnostic):
                if found.severity == "error":
                    yield found
            elif found.suffix in WORDS and not found.is_symlink():
                yield found


def _piped() -> int:
    text = _formatted(Source("standard input", typed.whole()))
    if text is None:
        return 1
    printed.data(text)
    return 0


def _diff(source: Source, text: str) -> Iterator[str]:
    return difflib.unified_diff(
        source.text.splitlines(keepends=True), text.splitlines(keepends=True), source.path, source.path
    )


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as trouble:
        raise Trouble(f"{shown(path)} cannot be written: {reason(trouble)}") from None
