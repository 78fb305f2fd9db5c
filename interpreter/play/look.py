"""A state together with the player who looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from moot.dsl import ir

from ..kernel.knowing import Eyes
from ..kernel.machine import Machine
from ..kernel.memory import Memory
from ..kernel.program import Library
from ..kernel.state import State


@dataclass(frozen=True)
class Look:
    """A state, and who looks at it (None: somebody who sees everything). `memory`: what he remembers of the way there;
    None if he looks only at the state."""

    machine: Machine
    game: ir.Game
    state: State
    viewer: int | None = None
    memory: Memory | None = None

    @property
    def lib(self) -> Library:
        """The library that is played."""
        return self.machine.lib

    @cached_property
    def eyes(self) -> Eyes:
        """The viewer's knowledge."""
        return Eyes(self.lib, self.state, self.viewer, self.memory)
