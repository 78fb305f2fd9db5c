"""Posing a position at the prompt: typed line by line, and refused where it cannot be so."""

from __future__ import annotations

from io import StringIO

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.open_given import LEFT_OUT, STILL_OPEN, Typing
from moot.repl.plain import lines
from moot.repl.shell import talk

from .sessions import console, orchard


def typed(console: Console, *rows: str) -> None:
    """Type rows at the prompt, key by key."""
    with create_pipe_input() as pipe:
        pipe.send_text("".join(f"{row}\r" for row in rows) + "\x04")
        talk(console, pipe, DummyOutput())


def holds(console: Console, fact: str) -> bool:
    return execute(console, f"expect {fact}").text == "yes"


# ---- line by line ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows",
    [
        ["given 2 players", "p1 coin 9", "p2 garden Hedge", ""],
        ["given 2 players", "  p1 coin 9", "  p2 garden Hedge."],
        ["given 2 players", "p1 coin 9", "p2 garden Hedge", "state"],
        ["given 2 players;", "p1 coin 9;", "p2 garden Hedge"],
        ["given 2 players,", "p1 coin 9,", "p2 garden Hedge"],
        ["given 2 players; p1 coin 9", "p2 garden Hedge"],
        ["given 2 players", "p1 coin", "p1 coin 9", "p1 coyn 3", "p2 garden Hedge", "p9 coin 3", "", ""],
        ["given 2 players", "p1 coin 3\x03", "given 2 players", "p1 coin 9", "p2 garden Hedge", ""],
    ],
)
def test_a_position_is_typed_line_by_line(rows: list[str]) -> None:
    playing = orchard()
    typed(playing, *rows)
    assert holds(playing, "p1 coin 9; p2 garden Hedge")
    assert len(playing.session.path()) == 1


@pytest.mark.parametrize("row", ["p1 coin", "p1 is ripe", "p1 coin -", "p1 garden Hegde", "plant Plum", "p1 earns"])
def test_what_is_refused_on_the_way_is_never_an_answer(row: str) -> None:
    typing = Typing(orchard(), waits=True)
    assert typing.take("given 2 players") is None
    assert typing.take("p1 coin 9") is None
    out = typing.take(row)
    assert out is not None and not out.good and STILL_OPEN in out.text
    assert typing.console.session.here == 0 and not holds(typing.console, "p1 coin 9")
    told = typing.take("")
    assert told is not None and not told.good and f"`{row}` {LEFT_OUT}" in told.text and typing.open
    closed = typing.take("")
    assert closed is not None and closed.good and holds(typing.console, "p1 coin 9")


@pytest.mark.parametrize("said", ["p1 with 9 coin", "p1 garden Hedge with 9 coin", "p1 garden Hedge with coin 9"])
def test_with_is_as_good_as_a_comma(said: str) -> None:
    playing = orchard()
    assert execute(playing, f"given 2 players; {said}").good and holds(playing, "p1 coin 9")


def test_a_comma_that_is_missing_is_asked_for() -> None:
    out = execute(orchard(), "given 2 players; p1 coin 9 garden Hedge")
    assert "write a comma before `garden`" in out.text


def test_a_command_ends_an_open_position_and_is_not_carried_out_if_that_is_refused() -> None:
    typing = Typing(orchard(), waits=True)
    typing.take("given 2 players")
    typing.take("p1 garden Hedge")
    typing.take("p2 garden Hedge")
    out = typing.take("random 3")
    assert out is not None and not out.good and typing.console.session.here == 0 and not typing.open


def test_lines_of_a_pipe_go_on_too_and_wait_for_nothing() -> None:
    playing, target = orchard(), StringIO()
    rows = ["given 2 players", "p1 coin 9", "p2 gardn Hedge", "p2 garden Hedge", "expect p1 coin 9; p2 garden Hedge"]
    lines(playing, [f"{row}\n" for row in rows], target)
    assert target.getvalue().endswith("yes\n") and len(playing.session.path()) == 1


@pytest.mark.parametrize("line", ["p2 garden Hegde", "p1 plants Melon", "when p2 eats stones", "p2 plants Plum, Melon"])
def test_a_refused_line_after_a_position_changes_nothing(line: str) -> None:
    playing = orchard()
    execute(playing, "given 2 players")
    before = playing.session.position(), playing.session.asked, len(playing.session.history.moments)
    assert not execute(playing, line).good
    assert (playing.session.position(), playing.session.asked, len(playing.session.history.moments)) == before


# ---- what was chosen at the start -----------------------------------------------------------------------------------


def test_what_was_chosen_at_the_start_holds_for_every_position() -> None:
    playing = console("--scenario devious-dignitaries --seed 9 --house two-strokes")
    chosen = str(playing.session.card_set.chosen)
    for said in ("given 5 players", "given 4 players; p1 gold 3"):
        assert execute(playing, said).good
        cast = playing.session.cast
        assert (cast.scenario, cast.seed, str(playing.session.card_set.chosen)) == ("devious-dignitaries", 9, chosen)
        assert "devious-dignitaries, seed 9" in playing.session.now.line
    assert execute(playing, "given 5 players, first-game, seed 3").good
    assert (playing.session.cast.scenario, playing.session.cast.seed) == ("first-game", 3)
    assert execute(playing, "given 5 players").good and playing.session.cast.scenario == "devious-dignitaries"


# ---- what cannot be -------------------------------------------------------------------------------------------------

IMPOSSIBLE = [
    ("p1 gold -3", "never below 0"),
    ("p1 gold 1000000", "larger than any number here"),
    ("p1 hand 99 cards", "there are only"),
    ("p1 hand Keep", "Keep lies in hand of p3"),
    ("p1 city Keep", "Keep lies in hand of p3"),
    ("p1 is Warlord", "settled before the turn"),
    ("p9 gold 3", "no player `p9`"),
    ("p8 gold 3", "there is no p8: 5 play"),
]


@pytest.mark.parametrize(("said", "reason"), IMPOSSIBLE, ids=[said for said, _ in IMPOSSIBLE])
def test_what_cannot_be_is_refused_with_the_reason(said: str, reason: str) -> None:
    playing = console("--players 5")
    execute(playing, "given 5 players; p1 is Magician; p3 hand Keep; p1 acts")
    before = playing.session.now
    out = execute(playing, f"set {said}")
    assert not out.good and reason in out.text, out.text
    assert playing.session.now is before


@pytest.mark.parametrize(
    ("said", "those"),
    [
        ("; p1 is Witch; p2 is Magistrate", "Witch and Magistrate"),
        ("; p1 is Witch; p2 is Magistrate; p3 is Assassin", "Magistrate and Witch"),  # two are enough
        (", cast Assassin, Seer, King, Bishop, Merchant, Scholar, Diplomat", None),  # that rests on what is missing
    ],
)
def test_cards_that_cannot_be_together_are_named(said: str, those: str | None) -> None:
    out = execute(console("--players 5"), f"given 5 players{said}")
    assert not out.good and out.text.endswith(f": {those}" if those else "rank 9 if wanted"), out.text


def test_a_card_is_taken_from_another_player_where_that_is_said() -> None:
    playing = console("--players 5")
    execute(playing, "given 5 players; p3 hand Keep")
    assert execute(playing, "set p1 city Keep; p3 hand nothing").good
    assert holds(playing, "p1 city Keep; p3 hand nothing")


# ---- back and forth -------------------------------------------------------------------------------------------------


def test_undo_lands_before_what_chance_was_told() -> None:
    playing = console("--players 5")
    execute(playing, "given 5 players; p1 is Seer; p2 hand Tavern, Docks, Market; p1 acts")
    before = playing.session.now
    assert execute(playing, "chance picks Docks; p1 Seer").good and not holds(playing, "p2 hand includes Docks")
    after = playing.session.now
    execute(playing, "undo")
    assert playing.session.now is before
    execute(playing, "redo")
    assert playing.session.now is after
    execute(playing, "undo")
    execute(playing, "set seed 3")
    execute(playing, "gather gold")
    execute(playing, "undo")
    assert playing.session.now.line == "given seed 3"  # a line of its own is one to go back to


def test_cards_that_were_chosen_at_the_start_hold_for_what_is_posed_and_for_what_is_printed() -> None:
    cast = "Assassin,Thief,Wizard,Emperor,Abbot,Alchemist,Navigator,Marshal"
    chosen = console(f"--players 5 --cast {cast}")
    titles = set(chosen.session.cast.titles)
    assert execute(chosen, "given 5 players; p1 gold 3").good
    assert set(chosen.session.cast.titles) == titles
    again = console("")
    assert execute(again, execute(chosen, "position").text).good
    assert set(again.session.cast.titles) == titles
    others = "King, Warlord, Thief, Magician, Merchant, Bishop, Architect, Assassin"
    assert execute(chosen, f"given 5 players, cast {others}").good
    assert "Wizard" not in chosen.session.cast.titles


def test_in_the_middle_of_an_ability_a_position_says_that_it_is_an_earlier_one() -> None:
    prompt = console("")
    for line in ("given 5 players; p1 is Magician, hand Keep, Docks; p1 acts", "gather gold", "Magician discards"):
        assert execute(prompt, line).good, line
    told = execute(prompt, "position").text
    assert "\nwhen p1: Magician" in told and "the last line leads on to now, and must be typed, too" in told


def test_whoever_is_called_before_the_turn_that_begins_is_revealed() -> None:
    playing = console("--players 5")
    execute(playing, "given 5 players; p1 is Warlord, gold 5; p2 is Bishop, city Tavern, Palace")
    assert execute(playing, "turn p1").good and holds(playing, "Bishop is revealed")
    assert "cannot affect districts in your city" in execute(playing, "whynot Warlord destroys Palace of p2").text
    assert execute(playing, "turn p2").good and holds(playing, "the turn of Bishop is running")


def test_rules_under_which_a_line_was_tried_hold_for_that_line_only() -> None:
    playing = console("--players 5")
    keep = "given 5 players; p1 is Diplomat, gold 5, city Keep; p2 is Merchant, city Temple; p1 acts"
    for line in (keep, "gather gold"):
        execute(playing, line)
    swap = "whynot Diplomat swaps Keep for Temple of p2"
    told = execute(playing, "replay under keep-given-away").text
    assert "legal only now: Diplomat: swap a district" in told and "legal" in execute(playing, swap).text
    assert execute(playing, keep).good and "forbidden" in execute(playing, swap).text
    assert execute(playing, "house keep-given-away").good and execute(playing, keep).good
    assert "legal" in execute(playing, swap).text.splitlines()[0]  # the rules that were chosen hold
