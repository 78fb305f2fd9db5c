"""What people write in a house rule is answered with the change that it means, which `moot check --fix` writes.

`natural.txt` holds sentences, each with its change behind a line `---`, without indents; cases are parted by `===`.
Behind a change that is only shown, since something else may be meant, stands a line `?`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path, PurePath

import pytest

from moot.dsl.amend import amendments, consolidate
from moot.dsl.diagnostic import Diagnostic
from moot.dsl.elaborate import elaborate
from moot.dsl.natural.amending import amending
from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.dsl.vocabulary import Vocabulary
from moot.interpreter.sets.rewording import holds
from tests.reading.files import printed

TABLE = Path(__file__).with_name("natural.txt").read_text(encoding="utf-8")
CASES = [case.strip().split("\n---\n") for case in TABLE.split("===\n")]
NAMED = ("assassin", "great-wall", "king", "laboratory", "merchant", "smithy", "thief", "warlord")
HEAD = 'house rule my-rule "as our table plays"\n  '
UNKNOWN = (
    "the Assassin may kill two characters",  # 2 is no rank of his
    "the King cannot keep the crown for more than two rounds",
    "at the start of each turn, the player gains 1 gold and 1 more",
    "players may build 3 districts if they have the crown",
    "players choose from 3 cards",
    "the Thief smiles at everybody",
    "in Warlord\n    the Warlord destroys districts for their full cost",
)


@cache
def base() -> dict[str, Source]:
    """The shipped game, with the cards that the sentences name."""
    ours = {s.path: s for s in printed() if PurePath(s.path).parts[1] == "citadels"}
    return {p: s for p, s in ours.items() if PurePath(p).suffix in (".game", ".table") or PurePath(p).stem in NAMED}


@cache
def vocabulary() -> Vocabulary:
    return elaborate([parse(source) for source in base().values()]).vocabulary


@cache
def told(sentence: str) -> Diagnostic:
    """The one answer to a sentence of a house rule."""
    rule = Source("x.rule", f"{HEAD}{sentence}\n")
    parsed = parse(rule)
    faults = list(parsed.diagnostics)
    if not faults:
        faults += consolidate(base(), [(amendments([parsed])[0], None)]).diagnostics
    (found,) = amending(rule, faults, base(), vocabulary(), lambda one: made(one.text))
    return found


@cache
def made(text: str) -> bool:
    """Whether a house rule can be made into the game; each is tried once."""
    return holds(Source("x.rule", text), base())


@pytest.mark.parametrize(("sentence", "right"), CASES, ids=[case[0] for case in CASES])
def test_a_sentence_is_answered_with_the_change_that_it_means(sentence: str, right: str) -> None:
    (fix,) = told(sentence).fixes
    assert [line.strip() for line in fix.replacement.split("\n")] == right.removesuffix("\n?").split("\n")
    assert fix.sure == (not right.endswith("\n?"))
    text = HEAD + sentence
    assert made(f"{text[: fix.span.start]}{fix.replacement}{text[fix.span.end :]}\n")


@pytest.mark.parametrize("sentence", UNKNOWN)
def test_a_sentence_that_no_line_says_is_told_how_to_say_it(sentence: str) -> None:
    found = told(sentence)
    assert found.fixes == ()
    assert "instead of:" in (found.help or "") and "add:" in (found.help or "")
    assert (HEAD + sentence)[found.span.start :] == sentence.split("\n")[-1].strip()


def test_a_number_that_the_game_does_not_have_there_is_only_shown() -> None:
    found = told("each player draws 3 cards instead of 2 at the start")
    assert [fix.sure for fix in found.fixes] == [False]
