"""What a person types and what the console answers, without a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.interpreter.play.session import begin
from moot.interpreter.sets.cast import NoGame, Wish
from moot.repl import commands
from moot.repl.commands.help import GROUPS
from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.output import FAILED, OK, QUIT, REFUSED, UNKNOWN
from moot.repl.toolbar import toolbar

from .sessions import ORCHARD, card_set, orchard
from .sessions import console as sessions_console

POSED = "given 3 players; p1 garden Ladder Tree, basket Plum, Quince, coin 1; p2 garden Hedge, Cherry"


def status(console: Console, *lines: str) -> list[str]:
    return [execute(console, line).status for line in lines]


# ---- answers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["1", "earn 1 coin", "earn", "EARN COIN", "do earn", "p1 earns", "p1: earn 1 coin", "when p1 earns"]
)
def test_ways_to_say_an_answer(typed: str) -> None:
    console = orchard()
    assert execute(console, typed).status == OK
    assert [m.line for m in console.session.path()][1:] == ["p1: earn 1 coin"]


def test_an_answer_shows_what_came_of_it_and_what_is_asked_now() -> None:
    text = execute(orchard(), "earn").text
    assert text.startswith("p1: earn 1 coin\n    1 coin from the bank to p1 ")
    assert "orchard.game:" in text and "p1 decides\n  1  earn 1 coin" in text


def test_several_answers_in_one_line() -> None:
    console = orchard()
    execute(console, POSED.replace("Hedge, ", ""))
    assert execute(console, "Ladder Tree, Cherry").status == OK
    assert execute(console, "expect p2 garden nothing; p1 basket Plum, Quince, Cherry").text == "yes"


def test_an_illegal_answer_is_refused_with_the_words_that_forbid_it() -> None:
    console = orchard()
    execute(console, POSED)
    before = console.session.state.key()
    out = execute(console, "plant Quince")
    assert out.status == REFUSED and console.session.state.key() == before
    assert out.text.split("\n")[:2] == [
        "plant Quince: this is not possible",
        "  not enough coins (orchard.game:31)",
    ]
    assert "coin of p1: 1, needed: at least 2 (toll of Quince for p1)" in out.text


def test_the_glossary_knows_the_words_of_the_language_too() -> None:
    console = orchard()
    assert "declared in" in execute(console, "glossary toll").text
    assert execute(console, "glossary shuffle").text.startswith("shuffle (own deed): mixes a place")
    assert execute(console, "glossary highest").text.startswith("total, highest, lowest (phrase): ")


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("stat", "the command `state`"),
        ("undp", "the command `undo`"),
        ("ern", "`earn 1 coin`"),
        ("xyzzy", "`help` the commands"),
        ("show Foo", "Tab after `show` lists them"),
        ("wynot plant Hedge", "did you mean `whynot plant Hedge`?"),
        ("number of trees in garden of p1", "did you mean `ask number of trees in garden of p1`?"),
        ("1.5", "the answers are numbered 1 to"),
        ("goto", "`goto start`"),
        ("99", "the answers are numbered 1 to 4"),
        ("plant", "could be"),
        ("goto nowhere", "`tree` shows them"),
        ("goto 77", "moments go from 0 to"),
        ("show Hegde", "did you mean `Hedge`?"),
        ("glossary tol", "did you mean `toll`?"),
        ("help wy", "did you mean `why`?"),
        ("as p9", "p1 to p2"),
        ("p9 earns", "p1 to p2"),
        ("whynot p9 earns", "there is no p9: the players are p1 to p2"),
        ("why harvest of p9", "there is no p9: the players are p1 to p2"),
        ("-1", "no answer `-1`"),
        ("whynot -1", "`-1` is not an answer here"),
        ("whynot sing", "no answer in this game has the word `sing`"),
        ("p2 earns", "p1 is asked, not p2"),
        ("set p1 coinn 3", "did you mean `coin`?"),
        ("why tol of Plum", "did you mean `toll`?"),
        ("whynot dance", "`dance` is not an answer"),
        ("whynot dance", "p1 is asked: `earn 1 coin`"),
        ("load nothing-there", "no such file"),
        ("undo", "this is the beginning"),
        ("redo", "nothing to go forward to"),
        ("undo x", "`x` is no number"),
        ("refused because tired", "was not refused"),
        ("pass until the gam ends", "did you mean `game`?"),
    ],
)
def test_what_is_mistyped_is_met_halfway(typed: str, hint: str) -> None:
    console = orchard()
    before = console.session.state.key(), len(console.session.history.moments)
    out = execute(console, typed)
    assert out.status in (UNKNOWN, REFUSED, FAILED) and hint in out.text, out.text
    assert (console.session.state.key(), len(console.session.history.moments)) == before


@pytest.mark.parametrize("typed", ["rest away", "basket away", "plants away", "p1 rests away", "Plum away"])
def test_a_line_of_the_games_words_is_no_command_with_a_slip(typed: str) -> None:
    """However like a command the first word is: only what offers an answer, `whynot` or `ask` may be meant."""
    told = execute(orchard(), typed).text
    console = orchard()
    for hint in re.findall(r"did you mean (.*)\?", told):
        for line in re.findall("`([^`]*)`", hint):
            assert line in console.teller.others() or line.startswith(("ask ", "whynot ")), told


def test_a_word_that_is_an_answer_is_one_although_it_is_a_command() -> None:
    """Kuhn poker offers `bet`; a game might offer `pass`: what stands on the list is meant, `:` forces the command."""
    console = orchard()
    assert execute(console, ":legal").text == execute(console, "?").text


# ---- looking -------------------------------------------------------------------------------------------------------


def test_the_table_shows_everything_from_above_and_no_more_than_is_known_through_a_players_eyes() -> None:
    console = orchard()
    execute(console, POSED)
    assert "basket 2: Plum, Quince" in console.table()
    seen = execute(console, "as p2").text
    assert "Quince" not in seen.split("\n")[3] and "basket 2\n" in seen and "garden: Hedge, Cherry" in seen
    assert "nursery: " not in seen and "p1 decides" in seen and "earn" not in seen
    out = execute(console, "earn")
    assert out.status == REFUSED and "`as p1 earn`" in out.text
    assert execute(console, "position").status == REFUSED
    execute(console, "as nobody")
    assert console.viewer is None


def test_one_command_through_a_players_eyes() -> None:
    console = orchard()
    execute(console, POSED)
    assert execute(console, "as p2 expect p1 basket unknown; p1 basket 2 cards").text == "yes"
    assert execute(console, "expect p1 basket Plum, Quince").text == "yes"
    assert execute(console, "as p2 expect p1 basket Plum, Quince").status == FAILED
    assert console.viewer is None


def test_nobody_answers_for_another_player_in_whatever_letters_he_is_named() -> None:
    console = orchard()
    execute(console, POSED)
    for line in ("p1 earn", "P1 earn", "when P1 earn", "P1: 1", "when P1: bury"):
        out = execute(console, f"as p2 {line}")
        assert out.status == REFUSED and out.text.startswith("p1 is asked, and you look as p2"), line
        assert "plant" not in out.text
    assert execute(console, "as p1 P1 earn").status == OK


def test_whoever_looks_as_a_player_changes_no_position() -> None:
    """A card that he puts somewhere would be missed where it lay."""
    console = orchard()
    execute(console, POSED)
    before = console.session.state.key()
    out = execute(console, "as p2 given p2 basket Quince")
    assert out.status == REFUSED and "as nobody" in out.text and console.session.state.key() == before
    assert execute(console, "as p2 given 2 players; p2 basket Quince").status == OK
    assert execute(console, "given p1 basket Plum").status == OK


def test_whoever_looks_as_a_player_does_not_say_who_acts_first() -> None:
    """Those who are passed over on the way are called out: their characters would be known."""
    posed = "given 4 players; p1 is Warlord; p2 is Magician; p3 is Bishop; p4 is Merchant"
    for line in ("p4 builds Keep", "p1 gathers gold"):
        console = sessions_console("--players 4")
        execute(console, posed)
        before = execute(console, "state p1").text
        assert execute(console, f"as p1 {line}").status == REFUSED
        assert execute(console, "state p1").text == before and "Bishop" not in before
        assert execute(console, line.replace("builds Keep", "gathers gold")).status == OK


def test_why_of_a_card_that_is_not_in_the_game_says_so() -> None:
    console = sessions_console("--players 4")
    assert execute(console, "as p1 why player of Queen").text == "Queen is not in this game"
    assert execute(console, "why player of King").text.startswith("player of King is ")


def test_what_was_typed_is_not_offered_in_its_own_place() -> None:
    console = sessions_console("--players 4")
    execute(console, "given 4 players; p1 is Wizard, hand nothing; p2 is King, hand Keep, Tavern; p1 acts")
    execute(console, "p1 Wizard, p2")
    text = execute(console, "as p1 whynot Harbor").text
    assert text.startswith("`Harbor` is not an answer here") and "`Harbor`?" not in text


def test_two_games_that_a_player_cannot_tell_apart_look_the_same_to_him() -> None:
    pages = []
    for held in ("Plum, Quince", "Cherry, Shade"):
        console = orchard()
        execute(console, f"given 2 players; p1 basket {held}; p2 basket Plum; nursery Cherry, Cherry, Hedge, Quince")
        lines = ("as p2", "p1: earn", "p1: rest", "state", "log", "why", "tree", "?", "whynot plant Quince")
        lines += (
            "offered plant Quince",
            "p1: plant Quince",
            "why toll of Quince for p2",
            "Quince",
            "why Quince",
            "step",
            "when P1: plant Quince",
            "P1 plant Quince",
            "given p2 basket Quince",
            "given nursery Shade",
        )
        pages.append("\n".join(execute(console, line).text for line in lines[1:] if execute(console, "as p2")))
    assert pages[0] == pages[1]


def test_the_log_counts_and_names_the_card() -> None:
    console = orchard()
    execute(console, POSED.replace("Hedge, ", ""))
    execute(console, "Ladder Cherry")
    log = execute(console, "log 1").text
    assert log.startswith("  2  p1: Cherry of p2\n") and "(Ladder Tree, trees/ladder-tree.card:" in log
    assert len(execute(console, "log").text.split("\n")) > len(log.split("\n"))


# ---- back and forth ------------------------------------------------------------------------------------------------


def test_nothing_that_was_tried_is_lost() -> None:
    console = orchard()
    status(console, "earn", "earn", "branch rich", "undo 2", "rest")
    tree = execute(console, "tree").text
    assert "  2  p1: earn 1 coin  `rich`" in tree and "*  3  p1: rest a while" in tree
    assert execute(console, "goto rich").text.startswith("2  p1: earn 1 coin")
    assert "branch rich" in toolbar(console)
    assert status(console, "undo", "redo", "go to 3") == [OK, OK, OK]
    assert console.session.here == 3


def test_step_goes_through_what_an_answer_led_to() -> None:
    console = orchard()
    first = execute(console, "step rest").text
    assert "p1: rest a while:\n  1/" in first and "p1: rested" in first
    assert "rested" in console.table().split("\n")[1] and "`step` goes on" in console.table()
    seen = [execute(console, "step").text for _ in range(8)]
    assert any("turn of p2: start" in text for text in seen) and any("that was all" in text for text in seen)


def test_saved_and_taken_up_again(tmp_path: Path) -> None:
    console = orchard()
    status(console, "earn", "undo", "rest", "earn")
    key = console.session.state.key()
    file = tmp_path / "game.moot"
    assert execute(console, f"save {file}").status == OK
    again = orchard(players=3)
    assert execute(again, f"load {file}").status == OK
    assert again.session.state.key() == key and len(again.session.history.moments) == 4
    file.write_text(file.read_text(encoding="utf-8").replace("rest a while", "rest for good"), encoding="utf-8")
    out = execute(again, f"load {file}")
    assert out.status == REFUSED and "line" in out.text and "rest for good" in out.text
    assert again.session.state.key() == key


# ---- arguing -------------------------------------------------------------------------------------------------------


def test_why_a_value_is_what_it_is() -> None:
    console = orchard()
    execute(console, "given 2 players; p1 garden Shade, basket Quince")
    for typed in ("why toll of Quince for p1", "why does Quince toll 1", "why is the toll of Quince 1?"):
        text = execute(console, typed).text
        assert text.startswith("toll of Quince for p1 is 1\n") and "shade.card:3" in text, typed


def test_why_something_happened() -> None:
    console = orchard()
    execute(console, POSED.replace("Hedge, ", ""))
    status(console, "Ladder Cherry", "earn")
    assert execute(console, "why").text.startswith("1 coin from the bank to p1\n")
    text = execute(console, "why Cherry").text
    first, clause, end = text.split("\n")
    assert first == "Cherry from garden of p2 to basket of p1"
    assert clause.startswith("  Ladder Tree: once in your turn, you may … move target to your basket (")
    assert end.startswith("  p1 chose Cherry of p2, in the turn of ")


def test_whynot_names_the_card_that_forbids_it() -> None:
    console = orchard()
    execute(console, POSED)
    text = execute(console, "whynot Ladder Tree Cherry").text
    assert "Hedge: always trees cannot reach trees in your garden (trees/hedge.card:3)" in text
    assert execute(console, "whynot earn").text .startswith("earn 1 coin: legal\n")


def test_the_lines_of_a_ruling() -> None:
    console = orchard()
    out = execute(
        console,
        """\
ruling R1 "a hedge"
  source "nowhere"
  given 3 players       # how many
        p1 garden Ladder Tree, basket Quince, Plum, coin 0
        p2 garden Hedge, Cherry
  when p1 earns
  expect p1 coin 1
  when p1 Ladder Tree, Cherry
""",
    )
    assert out.status == REFUSED
    assert execute(console, 'refused because "cannot reach trees in your garden"').text == "yes"
    assert execute(console, "refused because Hedge").text == "yes"
    execute(console, "p1 plants Quince")
    assert execute(console, 'refused because "not enough coins"').text == "yes"
    assert execute(console, 'refused only because "cannot reach trees in your garden"').status == FAILED
    assert execute(console, "offered only earn, plant Plum, Ladder Tree, rest").text == "yes"
    assert execute(console, "offered only earn, rest").status == FAILED
    assert execute(console, "not offered plant Quince").text == "yes"
    assert execute(console, "offered plant Quince").status == FAILED


def test_a_position_can_be_pasted_back() -> None:
    console = orchard()
    execute(console, POSED)
    lines = execute(console, "position").text.split("\n")
    other = orchard()
    assert execute(other, "\n".join(lines)).status == OK
    assert execute(other, "position").text.split("\n") == lines


def test_passing_and_chance() -> None:
    console = orchard()
    assert execute(console, "pass").status == OK and console.session.asked == 1
    assert execute(console, "run until p1").status == OK and console.session.asked == 0
    assert execute(console, "random end").status == OK
    assert "harvest: " in console.question() and execute(console, "expect the game is over").text == "yes"
    assert execute(console, "random").status == REFUSED and execute(console, "1").status == UNKNOWN
    assert "the game is over" in toolbar(console)
    one, other = orchard(), orchard()
    assert execute(one, "random 9").text == execute(other, "random 9").text


# ---- everything ----------------------------------------------------------------------------------------------------


def test_every_command_says_what_it_is() -> None:
    console = orchard()
    overview, every = execute(console, "help").text, execute(console, "help all").text
    assert len(overview.splitlines()) < 22 and max(map(len, overview.splitlines())) <= 110
    for command in commands.REGISTRY:
        for name in (command.name, *command.aliases):
            assert re.search(rf"(?:  |, |\(){re.escape(name)}(?:\)|,|  |$| \()", overview, re.MULTILINE), name
        assert f"  {command.name} " in every
        assert f"  {command.name} " in execute(console, f"help {GROUPS[command.group]}").text
        assert len(execute(console, f"help {command.name}").text) > 40
    names = commands.names()
    assert len(names) == len(set(names))


def test_quit_and_exit_leave() -> None:
    assert status(orchard(), "quit", "exit") == [QUIT, QUIT]


def test_another_game_without_a_word_in_common() -> None:
    session = begin(card_set("cards/kuhn-poker"), None, Wish(seed=3))
    assert not isinstance(session, NoGame)
    console = Console(session)
    assert status(console, "", "log", "why", "position", "tree", "random 9", "as p1", "help why") == [OK] * 8


WORDS = st.sampled_from(
    [*commands.names(), "p1", "p2", "Plum", "Hedge", "coin", "toll", "of", "for", "1", "-3", "99999999999", "the", ":",
     "earn", "rest", "ends", "garden", '"', "…", "(", "#", "given", "3 players", "nothing", "unknown", "until", "\n  "]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=6))
def test_nothing_that_is_typed_breaks_it(lines: list[str]) -> None:
    console = orchard()
    for line in lines:
        if "save" not in line and "load" not in line:
            assert execute(console, line).status in (OK, REFUSED, UNKNOWN, FAILED, QUIT)
        assert console.table() and toolbar(console)


def test_the_orchard_is_sound() -> None:
    assert card_set(str(ORCHARD)).diagnostics == ()


def test_a_position_is_typed_over_several_lines() -> None:
    """As it is pasted: an indented line goes on with the `given` before it, and is no answer."""
    typed, pasted = orchard(), orchard()
    lines = ["given 2 players", "  p1 coin 3, basket Quince", "  p2 coin 1"]
    for line in lines:
        assert execute(typed, line).good, line
    assert execute(pasted, "\n".join(lines)).good
    assert typed.table() == pasted.table()
    assert not execute(typed, "  p1 coin 3, basket Quinse").good
    assert execute(typed, "  p2 basket Plum").good
    assert execute(typed, "expect p1 coin 3; p2 coin 1; p2 basket Plum").good


def test_a_change_goes_on_with_a_change() -> None:
    console = orchard()
    assert execute(console, "set p1 coin 3").good
    assert execute(console, "  p2 coin 4").good
    assert execute(console, "expect p1 coin 3; p2 coin 4").good
    assert execute(console, "undo 2").good
