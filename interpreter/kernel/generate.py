"""Turns a library into one Python module, and that module into a fast executor.

`source` prints the module. The text is deterministic, and the cards contribute nothing to it but integers. `load` runs
it with the helpers of `runtime.py`. The result agrees with the reference machine at every question: the same states,
the same answers, the same random numbers.
"""

from __future__ import annotations

from functools import cached_property
from types import CodeType
from typing import Any

from .analysis.facts import NATURAL, SETS, Facts
from .chance import drawn, shuffled
from .evaluate import Context, apply
from .executor import LONGEST, Executor, asked
from .faults import ENDLESS, Fault
from .program import Library
from .runtime import Runtime, Step
from .state import GROUP, INCREMENT, MASK, MULTIPLIER, Question, State

__all__ = ["Compiled", "load", "source"]


def source(lib: Library) -> str:
    """Return the text of the Python module of a library."""
    from .printing.module import source as printed  # it loads all of `lower`, which kept code does not need

    return printed(lib)


class Compiled(Executor):
    """The fast executor of a library. `options`: for each program and question, where the frame keeps the answer of
    each group of answers (0: nowhere), and the code that follows."""

    def __init__(self, lib: Library, code: CodeType) -> None:
        self.lib = lib
        self._runtime = runtime = Runtime(lib)
        self._names: dict[str, Any] = {
            **runtime.names, "Question": Question, "new": tuple.__new__, "shuffled": shuffled, "drawn": drawn,
            "stop": lambda s: None, "nothing": lambda s, a0: [],
        }  # fmt: skip
        exec(code, self._names)
        runtime.entry = self._names["B"]
        runtime.you = self._names["YOU"]
        self.options: list[dict[int, tuple[tuple[int, Step], ...]]] = [{} for _ in lib.programs]
        for (program, pc), options in runtime.taken.items():
            entry = runtime.entry[program]
            self.options[program][pc] = tuple((offset, entry[goto]) for offset, goto in options)

    @cached_property
    def source(self) -> str:
        """Return the generated module."""
        return source(self.lib)

    @cached_property
    def _facts(self) -> Facts:
        return Facts(self.lib)

    def run(self, s: State) -> None:
        """Go on until the state has a question or the game is over."""
        if s.ask is None and s.over is None:
            self._runtime.run(s)

    def apply(self, s: State, answer: int) -> None:
        """Give an answer to the pending question and go on to the next. Raises `NotLegal` if the answer is not
        offered."""
        question = asked(s, answer)
        offset, step = self.options[question.program][question.pc][answer // GROUP]
        if offset:
            s.frames[-1][offset] = answer % GROUP - 1
        s.ask = None
        s.work = 0
        self._runtime.go(s, step)

    def playout(self, s: State, rng: int, most: int = LONGEST) -> int:
        """Play on with random answers until the game is over, or until `most` answers were given; return their number.
        It does the same as that of any executor, with all calls inlined."""
        self.run(s)
        options, frames = self.options, s.frames
        count = 0
        try:
            while count < most:
                question = s.ask
                if question is None:
                    break
                _, program, pc, answers = question
                rng = (rng * MULTIPLIER + INCREMENT) & MASK
                answer = answers[((rng >> 33) * len(answers)) >> 31]
                offset, step = options[program][pc][answer // GROUP]
                if offset:
                    frames[-1][offset] = answer % GROUP - 1
                s.ask = None
                s.work = 0
                following = step(s)
                while following is not None:
                    following = following(s)
                count += 1
        except RecursionError:
            raise Fault(ENDLESS) from None
        return count

    def value(self, function: int, s: State, *args: Any) -> Any:
        """Return the value of a named function: a value, a truth or a permission. The reference evaluator handles
        arguments of a type that no program passes, such as nobody where a player is expected."""
        kinds = self._facts.function[function]
        for x, kind in zip(args, kinds, strict=False):
            expected = kind & SETS if type(x) is tuple else (kind & NATURAL and x >= 0)
            if not expected:
                return apply(Context(self.lib, s, self._runtime), function, args)
        return self._names[f"f{function}"](s, *args)


def load(lib: Library, code: CodeType | None = None) -> Compiled:
    """Return the executor of a library. `code`: its compiled module, if it was kept."""
    return Compiled(lib, compile(source(lib), "<generated>", "exec") if code is None else code)
