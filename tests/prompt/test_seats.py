"""Everything at the prompt from one player's seat: what he may know, what he remembers, and what stays hidden."""

from __future__ import annotations

import pytest

from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.output import OK
from moot.repl.suggest import suggestions

from .sessions import console

SWAP = """given 5 players; p1 is Magician, gold 4, hand Tavern, Docks, Keep; p2 is Merchant, hand Market; p1 acts
gather cards
Barracks"""
WIZARD = """given 5 players; p1 is Wizard, gold 4; p2 is Merchant, gold 3, hand Keep, Tavern; p3 is King; p1 acts
gather gold
Wizard p2"""
SPY = """given 5 players; p1 is Spy, gold 4; p2 is Merchant, gold 3, hand Keep, Tavern; p1 acts
gather gold
Spy p2
trade"""
DRAFT = "given 4 players at the start of the selection; crown p1"


def played(lines: str) -> Console:
    """A position, and what was played in it. Later `expect` lines are asked through the eyes that they name."""
    prompt = console("")
    for line in lines.splitlines():
        out = execute(prompt, line)
        assert out.status == OK, f"{line}\n{out.text}"
    return prompt


def asked(prompt: Console, line: str) -> str:
    return execute(prompt, line).text


@pytest.mark.parametrize(
    ("played_", "line", "answer"),
    [
        # what he was shown stays known where it lies
        (WIZARD + "\nKeep\nno", "as p1 expect p2 hand Tavern", "yes"),
        (WIZARD + "\nKeep\nno", "as p3 expect p2 hand Tavern", "no: p3 cannot know what lies in hand of p2"),
        (WIZARD + "\nKeep\nno", "as p2 expect p1 hand includes Keep", "yes"),  # it left his own hand
        (SPY, "as p1 ask cards in hand of p2", "Tavern of p2 and Keep of p2"),
        # until it moves, or may have moved, unseen
        (SPY + "\nend the turn", "as p1 expect p2 hand Keep, Tavern", "yes"),
        # what he gave away, put away and was dealt again
        (SWAP + "\nMagician swaps\np2", "as p1 expect p2 hand Tavern, Docks, Keep, Barracks", "yes"),
        (SWAP + "\nMagician swaps\np2", "as p2 expect p1 hand Market", "yes"),
        (SWAP + "\nMagician swaps\np2", "as p3 expect p1 hand Market", "no: p3 cannot know what lies in hand of p1"),
        (SWAP + "\nMagician discards\nDocks\ndone", "as p1 expect district deck includes Docks", "yes"),
        (SWAP + "\nMagician discards\nDocks\ndone", "as p3 expect district deck includes Docks",
         "no: p3 cannot know what lies in district deck"),
    ],
)  # fmt: skip
def test_what_a_player_remembers(played_: str, line: str, answer: str) -> None:
    assert asked(played(played_), line) == answer


def test_what_lies_deep_in_a_pile_is_remembered_while_others_draw_from_its_top() -> None:
    prompt = played(SWAP + "\nMagician discards\nDocks\ndone\nend the turn\ngather cards\n1")
    assert asked(prompt, "as p1 expect district deck includes Docks") == "yes"
    assert "Docks" in asked(prompt, "as p1 state") and "Docks" not in asked(prompt, "as p2 state")


def test_memory_follows_the_line_of_play() -> None:
    prompt = played(SWAP + "\nMagician swaps\np2")
    knows = "as p1 expect p2 hand includes Keep"
    assert asked(prompt, knows) == "yes"
    execute(prompt, "undo 2")
    assert asked(prompt, knows) == "no: hand of p2 is something that p1 does not see"
    execute(prompt, "redo 2")
    assert asked(prompt, knows) == "yes"
    execute(prompt, "goto start")
    assert asked(prompt, knows).startswith("no")


@pytest.mark.parametrize(
    "line",
    [
        "expect player of Warlord is p4",
        "expect score of p3 is 3",
        "ask score of p3",
        "ask cards in hand of p3",
        "expect p3 hand includes Secret Vault",
    ],
)
def test_what_he_cannot_know_is_neither_true_nor_false(line: str) -> None:
    prompt = played(
        "given 5 players; p1 is Merchant; p2 is Thief; p3 is Warlord, hand Secret Vault; p4 is Architect; p1 acts"
    )
    told = asked(prompt, f"as p2 {line}")
    assert "p2 cannot know" in told


def test_what_was_called_in_vain_was_heard_by_all() -> None:
    """Also before a position that was posed: a card whose call nobody answered lies with nobody."""
    told = "given 5 players; p1 is Thief; p2 is Bishop; p3 is Warlord; p4 is King; p5 is Architect; p4 acts"
    prompt = played(f"{told}; faceup discards Assassin; facedown discards Magician, Merchant")
    assert asked(prompt, "as p2 expect Magician is absent") == "yes"
    assert "p2 cannot know" in asked(prompt, "as p2 expect Merchant is absent")
    for _ in range(8):
        execute(prompt, "as p2 redeal")
        assert asked(prompt, "expect Magician is absent") == "yes"


def test_a_partial_value_says_that_it_is_one() -> None:
    prompt = played("given 5 players; p1 is Merchant; p3 is King, city Manor, hand Secret Vault; p1 acts")
    told = asked(prompt, "as p2 why score of p3")
    assert told.startswith("score of p3: p2 cannot know it (where Secret Vault lies)") and "?  Secret Vault" in told


@pytest.mark.parametrize(
    "begun", ["p3 ", "when p3 ", "as p3 ", "whynot p3 ", "do ", "offered ", "step ", "legal ", "whatif "]
)
def test_completion_shows_nothing_of_another_hand(begun: str) -> None:
    prompt = played("given 5 players; p1 is Merchant; p3 is King, gold 9, hand Keep, Dragon Gate; p3 acts\ngather gold")
    execute(prompt, "as p2")
    shown = [s.text for s in suggestions(prompt, begun)]
    assert not any(text.startswith("build") or text in ("build Keep", "Keep of p3") for text in shown), shown
    execute(prompt, "as nobody")
    if begun != "whatif ":
        assert any("Keep" in s.text for s in suggestions(prompt, begun)) or begun in ("as p3 ", "whynot p3 ")


def test_what_is_said_aloud_is_heard_by_all_and_what_is_hidden_is_not() -> None:
    prompt = played(SPY)
    log = asked(prompt, "as p4 log")
    assert "p1: trade" in log and "p1: p2" in log and "Keep" not in log and "Tavern" not in log


def test_a_players_table_is_shown_to_nobody_else() -> None:
    prompt = played(SWAP)
    assert "Keep" in asked(prompt, "state p1")
    told = execute(prompt, "as p2 state p1")
    assert not told.good and told.text == "you look as p2: `as p1` looks as another"
    assert asked(prompt, "as p1 state p1") == asked(prompt, "state p1")


def test_a_place_that_all_but_its_owner_see_has_a_place_in_the_glossary() -> None:
    told = execute(console("--set tests/properties/fireworks"), "glossary hand").text
    assert "everyone but its owner sees what lies there" in told


TABLE = """given 5 players; p1 is Merchant; p2 is Warlord, gold 2, hand Keep; p3 is Bishop, hand Secret Vault; p2 acts
set p3 city Tavern, Manor; p4 city Temple
gather gold"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        # what is public may be argued about by all
        ("as p1 why may Warlord destroy Temple", "p2 may: Warlord: destroy a district in any city"),
        ("as p1 why may Warlord destroy Tavern", "Tavern of p3: forbidden"),
        ("as p4 whynot p2 Warlord destroys Tavern of p3", "Tavern of p3: forbidden"),
        ("as p4 whynot p2 gather gold", "gather gold: forbidden"),
        ("as p4 whynot p2 end the turn", "end the turn: legal"),
        ("as p4 whynot p3 gather gold", "gather gold: not applicable"),
        # and nothing else
        ("as p1 whynot p2 build Keep", "build Keep: unknown"),
        ("as p1 why may p2 build Keep", "build Keep: unknown"),
        ("as p1 whynot p2 build Secret Vault", "build Secret Vault: unknown"),
        ("as p1 touches Secret Vault", "unknown from this seat"),
        ("as p3 touches Secret Vault", "in force"),
        ("touches Secret Vault", "in force"),
        # what cannot be answered says what can be asked instead
        ("as p1 replay", "`as nobody replay` plays it again, and then `as p1 log` tells"),
        ("as p1 reload", "`as nobody reload` plays it again"),
    ],
)
def test_public_matters_are_answered_from_every_seat(line: str, told: str) -> None:
    said = asked(played(TABLE), line)
    assert told in said.split("\n")[0] if not told.endswith(("seat", "force")) else told in said, said
    assert "not in force" not in said


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("as p2 find p2 city Keep within 2", "p2 build Keep"),
        ("as p2 find p2 gold 9 within 1", "there is no line of play to this within 1 answer, in each of 6 games"),
        ("as p1 find p1 city Keep within 1", "there is no line"),
        ("as p2 always p2 gold at least 3 within 1", "p2 build Keep"),
        ("as p1 find p2 hand includes Keep within 1", "depends on what p1 does not know"),
    ],
)
def test_a_search_from_a_seat_knows_what_the_seat_knows(line: str, told: str) -> None:
    assert told in asked(played(TABLE.replace("gold 2", "gold 3")), line)


def test_what_an_answer_would_show_is_counted() -> None:
    prompt = played("given 5 players; p1 is Merchant; p1 acts")
    told = asked(prompt, "as p1 whatif gather cards")
    assert "p1 would see 2 cards; p1 is asked: which card to keep" in told and "nothing would differ" not in told


@pytest.mark.parametrize(
    ("who", "named"),
    [
        ("Thief", ("Thief", "Merchant")),
        ("Assassin", ("Assassin", "Merchant")),
        ("Witch", ("gather gold", "Merchant")),
        ("Magistrate", ("Magistrate", "Merchant", "King", "Bishop")),
        ("Blackmailer", ("Blackmailer", "Merchant", "King")),
    ],
)
def test_whoever_names_a_character_is_not_told_who_has_it(who: str, named: tuple[str, ...]) -> None:
    prompt = played(f"given 5 players; p1 is {who}; p4 is Merchant; p5 is King; p1 acts")
    for line in ("as p1", *named):
        assert asked(prompt, "ask player of King") == "p1 cannot know it (where King lies)" or line == "as p1"
        assert execute(prompt, line).good, line
    assert asked(prompt, "ask player of King") == "p1 cannot know it (where King lies)"


@pytest.mark.parametrize("flowered", ["King", "Abbot"])
def test_a_marker_that_lies_face_down_may_lie_on_whoever_was_called_since(flowered: str) -> None:
    prompt = played("given 5 players, devious-dignitaries; p1 is Blackmailer; p2 is Abbot; p3 is King; p1 acts")
    for line in ("gather gold", f"Blackmailer: threaten Abbot and King, {flowered}", "end the turn"):
        assert execute(prompt, line).good, line
    for title in ("King", "Abbot"):
        assert "depends on what p3 does not know" in asked(prompt, f"as p3 find {title} is flowered within 1 answers")
