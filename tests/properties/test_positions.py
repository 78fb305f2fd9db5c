"""What `position` prints is everything: posed again, it is the same moment, and the game goes on alike."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.dsl.notation import read_facts
from moot.dsl.notation.parts import Lasting
from moot.interpreter.kernel.text import answer_texts, question_text
from moot.interpreter.kernel.view import view
from moot.interpreter.play import behind
from moot.interpreter.play.session import Session, start
from moot.interpreter.play.whole import posed
from moot.interpreter.sets.cast import Cast
from moot.repl.console import Console
from moot.repl.dispatch import execute
from tests.play.sets import card_set, game

from .sizes import looks
from .test_cards_from_elsewhere import SCENARIOS, setup
from .test_random_play import any_setup

AHEAD = 40  # answers for which both games are played on


def alike(session: Session, again: Session, chance: Random) -> None:
    """Play both games on with the same answers: at each step the same is asked, answered and seen."""
    lib, left, right = session.machine.lib, session.now.state.clone(), again.now.state.clone()
    for _ in range(AHEAD):
        assert left.over == right.over
        if left.ask is None or right.ask is None:
            return
        texts, others = (list(answer_texts(lib, state).values()) for state in (left, right))
        assert texts == others and question_text(lib, left) == question_text(lib, right)
        for player in range(left.m[lib.players_cell]):
            assert view(lib, left, player) == view(lib, right, player)
        number = chance.randrange(len(texts))
        for state in (left, right):
            assert state.ask is not None
            session.machine.apply(state, state.ask.answers[number])


def posed_again(session: Session, seed: int) -> None:
    """Pose what `position` prints, as a person would, and compare."""
    text = execute(Console(session), "position").text
    again = Console(start(session.card_set, session.cast))
    for part in text.split("\nwhen "):
        out = execute(again, part if part.startswith(("given", "#")) else f"when {part}")
        assert out.good, f"{out.text}\n{text}"
    found = session.whole()
    assert posed(session.machine, session.card_set, found.facts, found.then, session.now.state) is None
    alike(session, again.session, Random(seed))


@given(st.integers(0, 10**6))
@looks(12)
def test_a_position_of_the_box_is_posed_again(seed: int) -> None:
    chance = Random(seed)
    session = start(card_set("citadels"), any_setup(seed))
    for _ in range(2):
        session.random(chance.randint(1, 60))
        posed_again(session, seed)


@pytest.mark.parametrize("name", ["crazy-eights", "go-fish", "goofspiel", "hearts", "kuhn-poker", "leduc-poker"])
def test_a_position_of_another_game_is_posed_again(name: str) -> None:
    for seed in range(3):
        session = game(name, seed)
        session.random(Random(seed).randint(1, 20))
        posed_again(session, seed)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_position_with_cards_from_elsewhere_is_posed_again(name: str) -> None:
    cast = setup(name, 5)
    assert isinstance(cast, Cast)
    session = start(card_set("elsewhere"), cast)
    session.random(25)
    posed_again(session, 5)


# ---- what it must not leave out -------------------------------------------------------------------------------------


def at(*lines: str) -> Console:
    console = Console(game("citadels", players=5))
    for line in lines:
        assert execute(console, line).good, line
    return console


FIVE = "given 5 players; p1 acts; "
SAID = [
    ("p1 has gathered resources", [f"{FIVE}p1 is King", "gather gold"]),
    ("King has used rule 1", [f"{FIVE}p1 is King, city Manor", "gather gold", "King gain"]),
    ("Smithy has used rule 1", [f"{FIVE}p1 is King, gold 5, city Smithy", "gather gold", "Smithy"]),
    ("builds 1", [f"{FIVE}p1 is King, gold 5, hand Manor", "gather gold", "build Manor"]),
    ("at step play of the turn of King", [f"{FIVE}p1 is King"]),
    ("Merchant is robbed", [f"{FIVE}p1 is Thief; p2 is Merchant", "gather gold", "Thief Merchant"]),
    ("p1 has seen Keep", [f"{FIVE}p1 is Spy; p2 is King, hand Keep, gold 0", "gather gold", "Spy p2 religious"]),
    (
        'lasting "type of this is chosen" for Haunted Quarter, noble',
        [f'{FIVE}p1 is King, city Haunted Quarter; lasting "type of this is chosen" for Haunted Quarter, noble'],
    ),
    ("when p1: Magician", [f"{FIVE}p1 is Magician, hand Keep", "gather gold", "Magician discard"]),
    ("chance stands at", [FIVE]),
]


@pytest.mark.parametrize(("words", "lines"), SAID, ids=[words for words, _ in SAID])
def test_a_position_says(words: str, lines: list[str]) -> None:
    assert words in execute(at(*lines), "position").text


def test_a_rule_that_was_used_stays_used_when_the_position_is_posed_again() -> None:
    first = at("given 5 players; p1 is King, city Manor; p1 acts", "gather gold", "King gain")
    again = at(execute(first, "position").text)
    assert "King: gain" not in execute(again, "legal").text


def test_a_rule_that_lasts_is_in_force_when_it_is_posed() -> None:
    console = at(f'{FIVE}p1 city Haunted Quarter; lasting "type of this is chosen" for Haunted Quarter, noble')
    assert execute(console, "expect type of Haunted Quarter is noble").text == "yes"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("King has used rule 3", "King has 2 rules that can be used up"),
        ("Tavern has used rule 1", "no rule"),
        ('counted "build in wood" by p1 2', "does not count `build in wood`"),
        ('counted "build in gold since turn" 2', "not counted like this"),
        ('counted "build in gold since turn" by p1 -2', "below 0"),
        ("p1 remembers Keep in hand of p1", "only where a position begins"),
        ('lasting "nonsense" for p1', "no card has the lasting rule `nonsense`"),
        ('lasting "type of this is chosen" for Keep', "keeps 2 things, not 1"),
        ('lasting "type of this is chosen" for Keep, p1', "keeps other things"),
        ("p1 has seen Statue of p2's hand", "p2 has no Statue"),
        ("everybody has seen robbed of King", "never turned up"),
        ("chance stands at xyz", "a number in sixteens"),
        ("copies of Tavern 1 1", "each once"),
    ],
)
def test_what_the_game_does_not_have_is_refused(line: str, reason: str) -> None:
    console = at("given 5 players; p1 is King; p2 is Merchant; p3 is Thief; p1 hand Keep; p2 hand Tavern")
    before = console.session.now
    out = execute(console, f"set {line}")
    assert not out.good and reason in out.text, out.text
    assert console.session.now is before


@pytest.mark.parametrize("name", ["citadels", "elsewhere"])
def test_every_rule_that_lasts_has_words(name: str) -> None:
    """Whatever it keeps, single things or sets of them: read again, the words put the same rule in force."""
    session = start(card_set(name), any_setup(3)) if name == "citadels" else start(card_set(name), elsewhere())
    lib, state, game_ = session.machine.lib, session.state, session.card_set.game
    assert game_ is not None
    cards = sorted(card for card, zone in enumerate(state.w) if zone != -1)
    begins = [(p, ins) for p in lib.programs for ins in p.code if ins.op == "lasting"]
    for program, ins in begins:
        sorts = behind._kept_sorts(lib, ins.args[0])
        assert sorts is not None and len(sorts) == len(ins.args[2])
        one = {"player": 1, "card": cards[0], "number": 2, "name": cards[0]}
        for kept in (
            tuple(one.get(sort, 0) for sort in sorts),
            tuple(cards[1:4] if sort == "card" else one.get(sort, 0) for sort in sorts),
            tuple(() if sort == "card" else one.get(sort, 0) for sort in sorts),
        ):
            kept = tuple(tuple(value) if isinstance(value, list) else value for value in kept)
            state.lasting = ((ins.args[0], ins.args[1], kept),)
            said = [line for line in behind.behind_text(lib, game_, state) if line.startswith(("lasting", "until"))]
            facts, faults = read_facts([(line, 0) for line in said], session.words, "", True)
            assert len(said) == 1 and not faults, (program.name, said, faults)
            there = state.clone()
            there.lasting = ()
            for fact in facts:
                assert isinstance(fact, Lasting)
                behind.place_behind(lib, game_, there, fact)
            assert there.lasting == state.lasting, said


def elsewhere() -> Cast:
    cast = setup(SCENARIOS[0], 5)
    assert isinstance(cast, Cast)
    return cast


def test_only_who_sees_everything_is_told_a_position() -> None:
    console = at("given 5 players", "as p2")
    assert not execute(console, "position").good


# ---- another player's turn ------------------------------------------------------------------------------------------


def test_it_is_made_another_players_turn() -> None:
    console = at(
        "given 5 players; p1 is Magician, gold 5, hand Tavern; p3 is Warlord; p1 acts", "gather gold", "build Tavern"
    )
    before = console.session.now
    assert execute(console, "turn p3").good
    assert console.session.asked == 2
    assert execute(console, "expect p1 gold 6, city Tavern, builds 0; the turn of Warlord is running").text == "yes"
    execute(console, "undo")
    assert console.session.now is before
    assert execute(console, "given p3 acts").good and console.session.asked == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("turn p9", "no player"),
        ("turn p8", "there is no p8"),
        ("turn p3 as King", "p3 is Warlord, not King"),
        ("turn", "whose"),
    ],
)
def test_a_turn_that_cannot_be_is_refused(line: str, reason: str) -> None:
    console = at("given 5 players; p1 is Magician; p3 is Warlord; p1 acts")
    before = console.session.now
    out = execute(console, line)
    assert not out.good and reason in out.text, out.text
    assert console.session.now is before
