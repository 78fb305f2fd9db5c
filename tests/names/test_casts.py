"""Casts: what is refused and why, whichever way it is asked for; every scenario plays at every count it allows."""

from __future__ import annotations

import pytest

from moot.interpreter.play.session import NotDone, begin
from moot.interpreter.proof.simulate import simulate
from moot.interpreter.sets.cast import Cast, NoGame, Wish, resolve
from moot.interpreter.sets.engine import engine
from tests.names.test_names import CITADELS, moot

EIGHT = "Witch, Spy, Seer, King, Bishop, Merchant, Scholar, Diplomat"
ILLEGAL = [
    (4, f"{EIGHT}, Queen", "Queen"),
    (3, f"{EIGHT}, Queen", "Queen"),
    (2, EIGHT.replace("King", "Emperor"), "Emperor"),
    (2, f"{EIGHT}, Artist", "rank 9 is not used"),
    (3, EIGHT, "rank 9 is needed"),
    (8, EIGHT, "rank 9 is needed"),
    (5, EIGHT.replace("Spy", "Assassin"), "one character for each rank"),
    (5, f"{EIGHT}, Thief", "one character for each rank"),
    (5, EIGHT.replace("Diplomat", "Artist"), "ranks 1 to 8 are needed"),
    (5, EIGHT.replace("Witch, ", ""), "ranks 1 to 8"),
    (5, EIGHT.replace("Witch, ", "") + ", Artist", "ranks 1 to 8 are needed"),
]
LEGAL = [(3, f"{EIGHT.replace('King', 'Emperor')}, Artist"), (5, f"{EIGHT}, Queen"), (4, EIGHT), (2, EIGHT)]


def titles(cast: str) -> list[str]:
    return [t.strip() for t in cast.split(",")]


@pytest.mark.parametrize("players, cast, reason", ILLEGAL)
def test_an_illegal_cast_is_refused(players: int, cast: str, reason: str) -> None:
    scenario = CITADELS.scenario("illustrious-emissaries")
    assert scenario is not None
    found = resolve(CITADELS, scenario, Wish(players=players, cast=titles(cast)))
    assert isinstance(found, NoGame)
    assert reason in str(found)
    session = begin(CITADELS)
    assert not isinstance(session, NoGame)
    before = session.now
    posed = session.given(f"{players} players, cast {cast}")
    assert isinstance(posed, NotDone)
    assert reason in posed.sentence
    assert session.now is before


@pytest.mark.parametrize("players, cast", LEGAL)
def test_a_legal_cast_is_not(players: int, cast: str) -> None:
    scenario = CITADELS.scenario("illustrious-emissaries")
    assert scenario is not None
    assert isinstance(resolve(CITADELS, scenario, Wish(players=players, cast=titles(cast))), Cast)
    session = begin(CITADELS)
    assert not isinstance(session, NoGame)
    assert not isinstance(session.given(f"{players} players, cast {cast}"), NotDone)


@pytest.mark.parametrize("command", ["simulate", "repl"])
def test_the_commands_refuse_it_with_the_reason(command: str) -> None:
    code, text = moot(command, "--players", "2", "--cast", EIGHT.replace("King", "Emperor"))
    assert code == 2
    assert "Emperor" in text


def test_a_scenario_file_cannot_get_around_it() -> None:
    """What a scenario lists is held against the same rules: with the Queen asked for, four are refused."""
    scenario = CITADELS.scenario("devious-dignitaries")
    assert scenario is not None
    from dataclasses import replace

    found = resolve(CITADELS, replace(scenario, substitutes=()), Wish(players=4, optional=True))
    assert isinstance(found, NoGame)
    assert "Queen" in str(found)


@pytest.mark.parametrize("players", [3, 8])
def test_the_first_game_is_not_for_three_or_eight(players: int) -> None:
    scenario = CITADELS.scenario("first-game")
    assert scenario is not None
    found = resolve(CITADELS, scenario, Wish(players=players))
    assert isinstance(found, NoGame)
    assert f"not {players}" in str(found)


@pytest.mark.parametrize(
    "id, players, replaced, by",
    [
        (id, 2, "Emperor", "King")
        for id in ("illustrious-emissaries", "illustrious-emissaries-2016", "cunning-agents")
    ]
    + [
        (id, n, "Queen", "Artist")
        for id in ("devious-dignitaries", "devious-dignitaries-2016", "ambitious-aristocrats")
        for n in (3, 4)
    ],
)  # fmt: skip
def test_the_first_named_substitute_is_taken(id: str, players: int, replaced: str, by: str) -> None:
    scenario = CITADELS.scenario(id)
    assert scenario is not None
    found = resolve(CITADELS, scenario, Wish(players=players, optional=players == 4))
    assert isinstance(found, Cast)
    assert by in found.titles and replaced not in found.titles
    other = {"King": "Patrician", "Artist": "Tax Collector"}[by]
    asked = resolve(CITADELS, scenario, Wish(players=players, optional=players == 4, with_=[other]))
    assert isinstance(asked, Cast)
    assert other in asked.titles and by not in asked.titles


@pytest.mark.parametrize("id", [s.id for s in CITADELS.scenarios])
def test_every_scenario_ends_at_every_count(id: str) -> None:
    scenario = CITADELS.scenario(id)
    assert scenario is not None and CITADELS.library is not None
    machine = engine(CITADELS.library)
    for players in range(2, 9):
        found = resolve(CITADELS, scenario, Wish(players=players, seed=players))
        assert isinstance(found, Cast) == (players in scenario.players), (players, found)
        if isinstance(found, Cast):
            result = simulate(machine, CITADELS.library, players, 3, players, found.cards, scenario=id)
            assert result.finished == 3, result.faults
