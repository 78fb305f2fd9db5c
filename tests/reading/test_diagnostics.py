"""Mistakes as a person and as a machine see them."""

from __future__ import annotations

import json
from dataclasses import replace

from moot.dsl.diagnostic import MOST, Diagnostic, Fix, as_json, render, told
from moot.dsl.source import Source, Span

PATH = "cards/warlord.card"
CARD = "character Warlord\n  once in your turn, you may\n    do      gain 1 gold for each militery district\n"
SOURCE = Source(PATH, CARD)
AT = SOURCE.text.index("militery")
SPAN = Span(PATH, AT, AT + 8)
WORD = Diagnostic(
    "unknown-word",
    "no district type `militery`",
    SPAN,
    "did you mean `military`?",
    fixes=(Fix("write `military`", SPAN, "military"),),
)


def test_the_words_at_fault_are_underlined() -> None:
    assert render([WORD], {PATH: SOURCE}) == (
        "error[unknown-word]: no district type `militery`\n"
        "  --> cards/warlord.card:3:34\n"
        "   |\n"
        " 3 |     do      gain 1 gold for each militery district\n"
        "   |                                  ^^^^^^^^ did you mean `military`?"
    )


def test_notes_point_at_other_places_and_long_help_stands_below() -> None:
    note = Diagnostic("twice", "`x` is declared twice", SPAN, "a" * 70, "warning", ((Span(PATH, 0, 9), "first here"),))
    assert render([note], {PATH: SOURCE}) == (
        "warning[twice]: `x` is declared twice\n"
        "  --> cards/warlord.card:3:34\n"
        "   |\n"
        " 3 |     do      gain 1 gold for each militery district\n"
        "   |                                  ^^^^^^^^\n"
        "   = " + "a" * 70 + "\n"
        "  ==> cards/warlord.card:1:1\n"
        "   |\n"
        " 1 | character Warlord\n"
        "   | --------- first here"
    )


def test_they_come_by_file_and_place_and_each_once() -> None:
    first, other = Diagnostic("a", "m", Span(PATH, 0, 1)), Diagnostic("a", "m", Span("a.card", 5, 6))
    assert [o["path"] + str(o["column"]) for o in as_json([WORD, first, WORD, other], {PATH: SOURCE})] == [
        "a.card1",
        PATH + "1",
        PATH + "34",
    ]


def test_machines_get_places_and_fixes() -> None:
    (told,) = as_json([WORD], {PATH: SOURCE})
    assert json.loads(json.dumps(told)) == told
    assert (told["line"], told["column"], told["end_line"], told["end_column"]) == (3, 34, 3, 42)
    assert told["fixes"][0]["replacement"] == "military"


def test_a_mistake_at_the_end_of_a_file_or_in_a_long_line_can_be_shown() -> None:
    end = Diagnostic("x", "m", Span(PATH, len(SOURCE.text), len(SOURCE.text) + 1))
    assert ":4:1\n" in render([end], {PATH: SOURCE})
    long = Source("l", "x" * 5000 + " here " + "y" * 5000)
    shown = render([Diagnostic("x", "m", Span("l", 5001, 5005))], {"l": long})
    assert "here" in shown and max(map(len, shown.split("\n"))) < 200


def test_a_mistake_without_a_known_file_is_still_said() -> None:
    assert render([WORD], {}).startswith("error[unknown-word]: no district type `militery`")


def test_each_kind_says_once_how_to_learn_more() -> None:
    known: set[str] = set()
    said = told([WORD, replace(WORD, span=Span(PATH, 0, 4))], {PATH: SOURCE}, known)
    assert said.count("`moot explain unknown-word` tells more") == 1
    assert "moot explain" not in told([WORD], {PATH: SOURCE}, known)


def test_of_many_the_first_are_told_and_the_others_counted() -> None:
    many = [Diagnostic("x", "m", Span(f"{n:03}", 0, 0)) for n in range(MOST + 1200)]
    *shown, rest = told(many, {}, set()).split("\n\n")
    assert len(shown) == MOST
    assert rest == "and 1,200 more in 1,200 files: 1,200 x\n   = `moot check --format json` lists them all"
