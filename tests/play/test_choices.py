"""What can be chosen is found out in time, or the card is refused before it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.kernel import machine, runtime
from moot.interpreter.kernel.generate import load as fast
from moot.interpreter.kernel.machine import Machine, blank
from moot.interpreter.sets.card_set import load
from tests.kernel.assemble import ask, library, opt, program
from tests.kernel.table import DEAL, STAND

from .small import written


def choosing(many: int, depending: bool) -> str:
    """So many choices in a row, each from what the one before left (or not), and a cost at the end."""
    names = [f"n{chr(97 + i)}" for i in range(many)]
    lines = ["  when coin is fed by you, you may\n"]
    for name, before in zip(names, ["", *names], strict=False):
        other = f" that is not {before}" if depending and before else ""
        lines.append(f"    choose  {name}: a beast in your den{other}\n")
    paid = " plus ".join(f"size of {name}" for name in names)
    return (
        "".join(lines)
        + f"    cost    move ({paid if depending else 1}) coin from you to the bank\n"
        + "".join(f"    {'do     ' if i == 0 else '       '} move {name} to the wild\n" for i, name in enumerate(names))
    )


@pytest.mark.parametrize(("many", "depending", "heavy"), [(3, True, False), (8, False, False), (6, True, True)])
def test_choices_that_depend_on_one_another_are_weighed(
    tmp_path: Path, many: int, depending: bool, heavy: bool
) -> None:
    written(tmp_path, {"Fox": choosing(many, depending)})
    found = [d for d in load(tmp_path).diagnostics if d.code == "too-heavy"]
    assert bool(found) is heavy
    if heavy:
        assert found[0].help == "choose fewer things in a row, or let less depend on all of them"


def test_all_trials_of_a_question_share_what_may_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten answers, each of which a trial needs a hundred tries to rule out: those come after the budget is spent are
    not looked at any more, in both executors alike."""
    for module in (machine, runtime):
        monkeypatch.setattr(module, "LOOKED_AHEAD", 250)
    tens = ["range", 0, 9]
    first = ask(0, opt("{}", "second", tens, 0), lookahead=1)
    lines = [
        first, "second", ask(0, opt("{}", "third", tens, 1)), "third", ask(0, opt("{}", "last", tens, 2)), "last",
        ["unless", ["or", ["==", ["slot", 0], 0], ["==", ["slot", 0], 9]], "no"], ["ret"], "no", ["hopeless"], ["ret"],
    ]  # fmt: skip
    main = program(0, "game", [*DEAL, ["call", 1], *STAND], slots=10)
    lib = library((main, program(1, "choosing", lines)))
    offered = []
    for executor in (Machine(lib), fast(lib)):
        s = blank(lib, 3, 1, range(9))
        executor.run(s)
        assert s.ask is not None
        offered.append(s.ask.answers)
    assert offered == [(1,), (1,)]
