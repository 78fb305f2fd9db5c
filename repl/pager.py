"""Show a text that is longer than the window page by page, with the pager that the user has chosen.

`MOOT_PAGER` or `PAGER` names it (`less` if neither does); an empty name, `cat` or `--no-pager` turns it off. It is
started without a shell, and `less` may start nothing itself.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

NONE = ("", "cat")
LESS = "-FRX"  # end at once if it fits, keep colours, leave the text on the screen
COLOURED = ("less", "most", "moar", "moor", "bat")  # show colours as such


def chosen() -> list[str] | None:
    """Return the command line of the pager; None if there is none."""
    said = os.environ.get("MOOT_PAGER", os.environ.get("PAGER", "less"))
    try:
        words = shlex.split(said, posix=os.name != "nt")
    except ValueError:
        return None
    if not words or words[0] in NONE:
        return None
    found = shutil.which(words[0])
    if found is None or not Path(found).is_absolute():  # what lies in the current folder may be anybody's
        return None
    return [found, *words[1:]]


def coloured(command: list[str]) -> bool:
    """Whether a pager shows colours."""
    return Path(command[0]).stem in COLOURED


def shown(command: list[str], text: str) -> bool:
    """Show a text with a pager and wait until the person has seen it. Return whether that was possible."""
    environment = {"LESS": LESS, "LESSCHARSET": "utf-8", **os.environ, "LESSSECURE": "1"}
    try:
        with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as process:
            assert process.stdin is not None
            try:
                process.stdin.write(text.encode("utf-8", "replace"))
                process.stdin.close()
            except OSError:  # the person has seen enough
                pass
            return process.wait() in (0, 1, 2)
    except OSError:
        return False
