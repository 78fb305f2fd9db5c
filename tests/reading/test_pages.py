"""Every kind of mistake has a page, and the cards on the pages are answered as they say, by all passes together.

A block on a page is a whole game if it declares one; else it is read with the rules of the shipped game around it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path, PurePath

import pytest

from moot.dsl import checks
from moot.dsl.amend import amendments, consolidate, in_vain
from moot.dsl.diagnostic import Diagnostic, in_order
from moot.dsl.elaborate import elaborate
from moot.dsl.explain import blocks, codes, explain
from moot.dsl.parser import Parsed, parse
from moot.dsl.source import Source
from moot.dsl.wordings import table
from moot.interpreter.sets.rulings import read as read_rulings
from tests.reading.files import printed

DSL = Path(__file__).parents[2] / "dsl"
GIVING = "Diagnostic|Layout|report|mistake|wrong|fail|_fault|_stop|fault|Fault"
GIVES = re.compile(rf'\b(?:{GIVING})\(\s*"([a-z]+(?:-[a-z]+)*)"')
LATER = re.compile(r'\bcode(?:: str)? ?= ?"([a-z-]+)"|fault\([^()]*"([a-z]+-[a-z]+)"\)')
LARGE = {"too-long", "too-many"}  # a wrong card would fill the page
FILES = {"title-not-file-name": "somebody.card"}  # what is wrong is how the file is called


def given() -> set[str]:
    """Every code that the program gives to a mistake, read off its text."""
    found = {place.code for place in table().places} | {"missing-comma", "missing-colon", "missing-window"}
    for path in DSL.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(GIVES.findall(text)) | {a or b for a, b in LATER.findall(text)}
    return found


def given_by_checks() -> set[str]:
    names = {module.__module__.rpartition(".")[2].replace("_", "-") for module in checks.CHECKS}
    shared = {"--init--", "nodes", "weight", "changing"}
    files = {p.stem.replace("_", "-") for p in (DSL / "checks").glob("*.py")} - shared
    assert names == files, "a check that is not in the registry, or is called otherwise than its file"
    return names


@lru_cache
def around() -> tuple[Parsed, ...]:
    return tuple(map(parse, base()))


def base() -> tuple[Source, ...]:
    """The shipped game, to which the cards on a page belong, and which its amendments amend."""
    words = (".game", ".table", ".card")
    return tuple(s for s in printed() if PurePath(s.path).parts[1] == "citadels" and s.path.endswith(words))


def _first_line(file: Parsed) -> str:
    """The line that names a card: a block may have a card of that name itself."""
    return file.source.text.partition("\n")[0]


def said(block: str, path: str = "x.txt") -> list[Diagnostic]:
    """Everything that is said of a block."""
    parsed = parse(Source(path, block))
    alone = re.search(r"^game ", block, re.MULTILINE) is not None
    files = [parsed] if alone else [*(f for f in around() if _first_line(f) not in block), parsed]
    found = list(parsed.diagnostics)
    rules = amendments([parsed])
    if rules:
        made = consolidate({s.path: s for s in base()}, [(rule, None) for rule in rules])
        found += [*made.diagnostics, *(d for rule in rules for d in in_vain(rule))]
        files = [parse(source) for source in made.sources.values()]
    whole = elaborate(files)
    found += whole.diagnostics
    if whole.game is not None:
        if not any(d.severity == "error" for d in found):
            found += checks.run(whole.game, {f.source.path: f.source for f in files})
        found += read_rulings(whole.examples, whole.game, (), {}, lambda: whole.vocabulary)[1]
    return [d for d in in_order(found) if d.span.path == path]  # the rules by themselves wait for their cards


@pytest.mark.parametrize("code", sorted(given() | given_by_checks()))
def test_every_mistake_has_a_page_with_a_wrong_and_a_right_card(code: str) -> None:
    page = explain(code)
    assert page is not None
    assert page.startswith(f"# {code}\n")
    assert blocks(code, "card-good")
    assert blocks(code, "card-bad") or code in LARGE


@pytest.mark.parametrize("code", codes())
def test_wrong_cards_are_wrong_in_this_way_only(code: str) -> None:
    for block in blocks(code, "card-bad"):
        assert {d.code for d in said(block, FILES.get(code, "x.txt"))} == {code}


@pytest.mark.parametrize("code", codes())
def test_right_cards_are_right(code: str) -> None:
    for block in blocks(code, "card-good"):
        assert said(block, FILES.get(code, "x.txt")) == []
