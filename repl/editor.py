"""Open a file in the person's own editor, and wait until it is closed. Only somebody at a terminal does this."""

from __future__ import annotations

import os
import shlex
import subprocess


def open_in_editor(path: str) -> str | None:
    """Open a file in $VISUAL or $EDITOR; return why that cannot be done, if it cannot."""
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not named:
        return "set $EDITOR to have it opened here; then `reload`"
    try:
        command = shlex.split(named)
        done = subprocess.run([*command, path], check=False)
    except (OSError, ValueError) as trouble:
        return f"`{named}` cannot be started: {getattr(trouble, 'strerror', None) or trouble}"
    return None if done.returncode == 0 else f"`{command[0]}` has failed"
