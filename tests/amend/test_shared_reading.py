"""What a set shares with others that were read before says the same as if it were read alone, and all of it anew."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from moot.dsl import parser
from moot.dsl.checks.nodes import Once
from moot.dsl.elaborate import shared
from moot.dsl.recent import Recent
from moot.interpreter.sets import amending
from moot.interpreter.sets.card_set import Whole, read_words, whole
from moot.interpreter.sets.law import Chosen, InForce
from tests.amend.orchards import written

RULES = {
    "high-hedge": "in Hedge\n    instead of: height 2\n    read:       height 3",
    "sweet-shade": "add:        marker sweet on tree, until the end of the game, seen by everyone\n"
    "  in Shade\n    always toll of another tree for you is 1 less\n      add:        only if this is not sweet",
    "lush": "add:        quality lush: a tree whose height is at least 2\n"
    "  in Hedge\n    always trees cannot reach trees in your garden\n      add:        unless they are lush",
    "said-twice": "in Shade\n    always toll of another tree for you is 1 less\n"
    "      add:        only if number of players is at least 2",
    "senseless": "in Shade\n    always toll of another tree for you is 1 less\n      add:        only if you are sour",
    "missing-word": "in Shade\n    always toll of another tree for you is 1 less\n"
    "      add:        only if there is a hazel",
    "taken-word": "add:        marker target on tree, until the end of the game, seen by everyone",
    "few-players": "in Orchard\n    players 2 to 4\n      instead of: 4\n      read:       2",
    "two-players": "in Shade\n    always toll of another tree for you is 1 less\n"
    "      add:        only if seat of you is at most 2",
    "cherry": "add:\n    tree Cherry Plum\n      height 1, fruit sour\n      always toll of any tree for you is 1 more",
    "many-hats": "in game\n    for each eldest: player whose seat is 1\n"
    "      instead of: player whose seat is 1\n      read:       player whose seat is at most 2",
}
"""Rules that change cards, fields, the game and the names of things. Some are wrong; some change what others say."""


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("shared")
    written(folder)
    for name, body in RULES.items():
        text = f'house rule {name} "{name.replace("-", " ")}"\n  {body}\n'
        (folder / "orchard" / "house-rules" / f"{name}.rule").write_text(text, encoding="utf-8")
    return whole(folder / "orchard")


def read(orchard: Whole, chosen: Chosen) -> object:
    """Everything that is read and found, without what the set consists of as text."""
    counted = amending.counting(orchard.parts, orchard.law, chosen)
    made = amending.amended(counted, orchard.parts, orchard.law, chosen)
    words, faults = read_words(orchard.folder, list(made.words.values()))
    assert words is not None
    return words.game, words.vocabulary, made.diagnostics, faults


def forget() -> None:
    """Leave nothing that was read before."""
    for kept in (parser.READ, parser.PIECES, shared.CARDS, shared.VALUES, shared.VERBS, shared.PHASES, shared.TYPES):
        assert isinstance(kept, Recent)
        kept.clear()
    shared.NAMES.clear()
    for one in ONCE:
        one.found.clear()


ONCE = [one for one in gc.get_objects() if isinstance(one, Once)]
NAMES = ("short-shade", "long-shade", "open-hedge", *RULES)


def under(*names: str, edition: str | None = None) -> Chosen:
    return Chosen(tuple(map(InForce, names)), edition)


CHOICES = st.builds(
    lambda names, edition: under(*names, edition=edition),
    st.sets(st.sampled_from(NAMES), max_size=3), st.sampled_from((None, "old")),
)  # fmt: skip


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([under("two-players"), under("two-players", "few-players")])
@example([under(), under("taken-word")])
@given(st.lists(CHOICES, min_size=2, max_size=3))
def test_what_is_shared_says_the_same(orchard: Whole, choices: list[Chosen]) -> None:
    together = [read(orchard, chosen) for chosen in choices]
    for chosen, found in zip(choices, together, strict=True):
        forget()
        assert read(orchard, chosen) == found, chosen


def test_only_what_a_rule_changes_is_read_and_checked_anew(orchard: Whole) -> None:
    forget()
    read(orchard, under())
    before = len(shared.CARDS), len(shared.VERBS), len(shared.VALUES)
    read(orchard, under("high-hedge"))
    assert (len(shared.CARDS), len(shared.VERBS), len(shared.VALUES)) == (before[0] + 1, *before[1:])


def test_what_is_wrong_is_told_each_time(orchard: Whole) -> None:
    wrong = under("missing-word")
    forget()
    first = read(orchard, wrong)
    assert read(orchard, wrong) == first
    assert "hazel" in str(first)
