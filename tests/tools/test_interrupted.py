"""Ctrl-C ends every command at once and without a message, whatever the command is doing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONG = (
    "test --mutate --jobs 1 cards/citadels",
    "simulate --games 10000000",
    "repl --set tests/prompt/orchard --players 2",
    "run - --set tests/prompt/orchard --players 2",
    "fmt -",
)
ENDED = (130, -signal.SIGINT)  # Python ends by the signal itself where it was about to define something; shells say 130


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("command", LONG)
@pytest.mark.parametrize("wait", [0.3, 1.2])
def test_ctrl_c_ends_a_command_quietly(command: str, wait: float) -> None:
    """The terminal sends it to every process of the command."""
    pipe = subprocess.PIPE
    whole = [sys.executable, "-m", "moot", *command.split()]
    with subprocess.Popen(whole, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        try:
            time.sleep(wait)
            os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=20)
        finally:
            if process.poll() is None:
                process.kill()
    said = err.decode()
    assert process.returncode in ENDED and "Traceback" not in said and "Error" not in said, said
