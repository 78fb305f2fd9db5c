"""`docs/eight-edits.md`: every change does what the page says, and turns red the rulings that it names."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from moot.interpreter.proof.spec import Spec, run
from moot.interpreter.sets.card_set import CardSet, load
from moot.interpreter.sets.law import Chosen, InForce

from .fences import ROOT, Fence, change, fences

PAGE = "docs/eight-edits.md"
SHIPPED = ROOT / "cards" / "citadels"
EDITS = sorted({f.heading for f in fences(PAGE)})


def parts(heading: str, *kinds: str) -> list[Fence]:
    return [f for f in fences(PAGE, *kinds) if f.heading == heading]


def copy(folder: Path, *headings: str) -> Path:
    """A copy of the shipped set with the rulings of some sections."""
    shutil.copytree(SHIPPED, folder)
    for heading in headings:
        (ruling,) = parts(heading, "ruling")
        (folder / "rulings" / f"edit-{EDITS.index(heading)}.ruling").write_text(ruling.text, encoding="utf-8")
    return folder


def edited(folder: Path, heading: str) -> None:
    """Make the changes of a section in a copy."""
    for fence in parts(heading, "diff", "card"):
        change(folder, fence, PAGE)


def failing(set_: CardSet, *only: str) -> set[str]:
    """The ids (among these) that do not pass."""
    return {r.id for r in run(set_, Spec(set_.examples, ()), only=only).results if r.status != "passed"}


def played(folder: Path, heading: str) -> CardSet:
    """What is played after a section: the edited cards, or the printed ones under the house rule that it adds."""
    rules = [Path(f.about).stem for f in parts(heading, "card") if f.about.endswith(".rule")]
    return load(folder, Chosen(tuple(InForce(name) for name in rules)))


def test_there_are_eight_and_a_ninth() -> None:
    assert len(EDITS) == 9


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> CardSet:
    """The shipped set with the rulings of all sections, before any change."""
    return load(copy(tmp_path_factory.mktemp("before") / "cards", *EDITS))


def wrong(set_: CardSet, heading: str) -> bool:
    """Whether the ruling of a section cannot be read."""
    name = f"edit-{EDITS.index(heading)}.ruling"
    return any(Path(d.span.path).name == name for d in (*set_.errors, *set_.law.diagnostics))


@pytest.mark.parametrize("heading", EDITS)
def test_an_edit_makes_its_ruling_hold(heading: str, before: CardSet, tmp_path: Path) -> None:
    (ruling,) = parts(heading, "ruling")
    ids = re.findall(r"^ruling (\w+)", ruling.text, re.MULTILINE)
    assert wrong(before, heading) or failing(before, *ids), "the example holds before the change"

    folder = copy(tmp_path / "after", heading)
    edited(folder, heading)
    after = played(folder, heading)
    assert not after.diagnostics, [d.message for d in after.diagnostics]
    own = {Path(f.about).stem for f in parts(heading, "diff", "card")}
    ids += [r.id for r in after.examples if Path(r.span.path).stem in own and r.span.path.endswith(".card")]
    report = run(after, Spec(after.examples, ()), only=ids)
    assert [(r.id, r.message) for r in report.results if r.status != "passed"] == []

    section = (ROOT / PAGE).read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    said = " ".join(re.findall(r"^Turns red: (.+?)\.$", section, re.MULTILINE))
    red = set(re.findall(r"`([^`]+)`", said))
    assert red or not parts(heading, "diff"), "say which shipped rulings notice"
    assert not red or failing(after, *red) == red
