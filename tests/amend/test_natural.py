"""What people write in a house rule is answered with the change that it means, which `moot check --fix` writes.

`natural.txt` holds sentences, each with its change behind a line `---`, without indents; cases are parted by `===`.
Behind a change that is only shown, since something else may be meant, stands a line `?`. MOOT_UPDATE=1 writes the
changes anew.
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
from tests.reading.files import cases, printed

NAMED = (
    "architect", "assassin", "bishop", "great-wall", "king", "laboratory", "merchant", "smithy", "thief", "warlord",
)  # fmt: skip
HEAD = 'house rule my-rule "as our table plays"\n  '
UNKNOWN = (
    "the Assassin may kill two characters",  # 2 is no rank of his
    "the King cannot keep the crown for more than two rounds",
    "at the start of each turn, the player gains 1 gold and 1 more",
    "nobody may build two districts with the same name",  # what is said of that is no limit
    "only one district may be built in a turn, even by the Architect",
    "unique districts are twice as expensive",
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


def answer(sentence: str) -> str:
    """The change that is shown for a sentence."""
    (fix,) = told(sentence).fixes
    lines = [line.strip() for line in fix.replacement.split("\n")]
    return "\n".join(lines if fix.sure else [*lines, "?"])


CASES = cases(Path(__file__).with_name("natural.txt"), answer)


@pytest.mark.parametrize(("sentence", "right"), CASES, ids=[case[0] for case in CASES])
def test_a_sentence_is_answered_with_the_change_that_it_means(sentence: str, right: str) -> None:
    assert answer(sentence) == right
    (fix,) = told(sentence).fixes
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


def test_each_sentence_of_a_house_rule_is_answered() -> None:
    text = f"{HEAD}players start with one more gold\n  the Thief smiles at everybody\n  the goal is 6\n"
    rule = Source("x.rule", text)
    found = amending(rule, parse(rule).diagnostics, base(), vocabulary(), lambda one: made(one.text))
    assert [text[d.span.start : d.span.end] for d in found] == [line.strip() for line in text.split("\n")[1:4]]
    assert [len(d.fixes) for d in found] == [1, 0, 1]
