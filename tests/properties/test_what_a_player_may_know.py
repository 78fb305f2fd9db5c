"""What is told to a player depends on nothing that this player cannot know.

At decisions of random games, for every player: the rest is dealt again in a way that this player cannot tell apart, and
whatever he may look at or ask for at the prompt is the same, word for word — the table, the log, the legal answers,
what was answered, why and why not, whether a fact is so, what may be typed next, and who is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.interpreter.kernel import knowing, names, redeal, telling, text, view
from moot.interpreter.kernel.explain import Explanation, explain_value
from moot.interpreter.kernel.faults import Fault
from moot.interpreter.kernel.memory import Memory
from moot.interpreter.kernel.names import player_name
from moot.interpreter.kernel.program import Library, MarkDecl
from moot.interpreter.kernel.state import State
from moot.interpreter.kernel.text import answer_texts
from moot.interpreter.play import answers, teller, why
from moot.interpreter.play import compare as holds
from moot.interpreter.play.answers import take
from moot.interpreter.play.session import Session, begin, start
from moot.interpreter.sets.card_set import CardSet, load
from moot.interpreter.sets.cast import Cast, NoGame, Wish
from moot.repl import commands, suggest
from moot.repl.console import Console
from moot.repl.dispatch import execute
from tests.play.sets import card_set

from .questions import Curious
from .sizes import looks
from .test_random_play import any_setup
from .twins import alone, answer_with, dealt_again, latest, renamed, spoken_of, unseen_renaming, with_names

HERE = Path(__file__).parent
MADE_UP = ["cellar", "fireworks", "../prompt/orchard"]
ASKED = 14  # questions at each look
LOOKS = 4  # looks at each game
TRIED = 3  # answers that are tried at each look
BACK = 3  # moments that the log goes back
ASIDE = {
    "house": "begins another game", "given": "begins another game", "as": "looks through other eyes",
    "load": "reads a file", "save": "writes a file", "record": "writes a file", "export": "writes a file",
    "edit": "opens a file", "quit": "leaves", "glossary": "says the same whoever plays",
    "find": "plays on for long", "always": "plays on for long",  # see test_memory
}  # fmt: skip
"""Commands that are not typed here, and why. Of those that play on, only those are typed that go back or watch."""


def playing(session: Session, seed: int, most: int = 400) -> Iterator[Session]:
    """A game played at random, up to each decision."""
    chance = Random(seed)
    for _ in range(most):
        if session.now.state.ask is None:
            return
        yield session
        session.took(take(session.machine, session.now.state, chance.choice(session.now.state.ask.answers)))


def told(session: Session, viewer: int, seed: int, past: bool) -> list[tuple[str, str]]:
    """Everything that a player is told who asks these questions."""
    console = Console(session)
    console.viewer = viewer
    curious = Curious(session, seed)
    others = session.tell(viewer).others()
    lines = ["state", "legal", "position", "offered only 1", "tree"]
    lines += ["log", "why", *[f"why {curious.title()}" for _ in range(2)], "step", "state"] if past else []
    lines += [f"history {curious.phrase()}" for _ in range(2)] if past else []
    lines += [f"touches {word}" for word in curious.words(2)]
    lines += [f"whynot {other}, {curious.title()}" for other in others[:4]]
    lines += [f"whatif {answer}" for answer in session.legal(viewer)[:TRIED]]
    lines += ["diff start now", f"whatif {curious.line(others)}"]
    lines += [f"why {curious.reason(others)}" for _ in range(4)] + ["who is asked", "who has won"]
    for _ in range(ASKED):
        lines += [f"expect {curious.fact()}", f"ask {curious.phrase()}", f"expect {curious.condition()}"]
        lines.append(f"whynot {curious.line(others)}")
        about = curious.value()
        lines += [f"why {about}"] if about is not None else []
    lines += commanded(curious, others)
    found = [("view", repr(session.view(viewer))), ("question", session.question(viewer))]
    found += [("log", repr([t.render() for t in session.log(viewer)]))] if past else []
    for line in lines:
        found.append((line, _said(console, line)))
    for _ in range(4):
        begun = curious.begun()
        found.append((f"{begun}<Tab>", repr(suggest.suggestions(console, begun))))
    return found


def commanded(curious: Curious, others: list[str]) -> list[str]:
    """A line for every command of the prompt that plays nothing and writes nothing; those that go to other moments come
    last."""
    follows = {
        "answers": lambda: curious.line(others),
        "others": lambda: curious.line(others),
        "cards": curious.title,
        "players": curious.player,
        "phrases": lambda: curious.one(curious.phrase, curious.fact, curious.condition)(),
        "values": lambda: curious.value() or "",
        "moments": lambda: str(curious.chance.randrange(4)),
        "facts": curious.fact,
        "until": curious.condition,
        "bounded": lambda: f"{curious.condition()} within 1",
        "breaks": lambda: curious.one(curious.phrase, curious.fact, curious.condition)(),
        "watches": curious.phrase,
        "back": lambda: str(curious.chance.randrange(4)),
        "diff": lambda: str(curious.chance.randrange(4)),
        "turn": curious.player,
        "why": lambda: curious.value() or "",
        "who": lambda: f"is {curious.value() or 'asked'}",
        "not": lambda: f"offered {curious.line(others)}",
        "words": curious.title,
    }
    typed = [c for c in commands.REGISTRY if c.name not in ASIDE]
    stepping = ("back", "break", "watch")
    looking = [c for c in typed if c.group not in ("play", "history")]
    going = [c for c in typed if c.group == "history" or c.name in stepping]
    return [f"{c.name} {follows.get(c.follows, str)()}".strip() for c in (*looking, *going)]


def _said(console: Console, line: str) -> str:
    out = execute(console, line)
    console.session.history.within = None if line == "state" else console.session.history.within
    return f"{out.status}: {out.text}"


def the_same(one: Session, other: Session, viewer: int, seed: int, past: bool) -> None:
    """Both tell this player the same."""
    for (line, here), (_, there) in zip(told(one, viewer, seed, past), told(other, viewer, seed, past), strict=True):
        assert here == there, f"p{viewer + 1} learns something from `{line}` (seed {seed})"


def look(session: Session, seed: int) -> None:
    """For every player, two other games that look the same."""
    for viewer in range(session.cast.players):
        other = dealt_again(session, viewer, seed)
        first, same = (redeal.canonical(session.machine.lib, s, viewer) for s in (session.state, other.state))
        assert first.m == same.m and first.z == same.z, f"p{viewer + 1} learns something from a deal (seed {seed})"
        the_same(alone(session, session.state), other, viewer, seed, past=False)
        short = latest(session, BACK)
        other, _ = renamed(short, viewer, seed)
        the_same(short, other, viewer, seed, past=True)


def whole(session: Session, seed: int, looks_: int = LOOKS, every: int = 5) -> None:
    """A whole game, looked at now and then; at every so many questions, whoever is asked next is the same too."""
    chance = Random(seed)
    close = {chance.randrange(120) for _ in range(looks_)} | {chance.randrange(12)}
    for i, here in enumerate(playing(session, seed)):
        if i in close:
            look(here, seed + i)
        for viewer in range(session.cast.players) if i % every == 0 else ():
            goes_on_alike(here, viewer, seed + i)


def goes_on_alike(session: Session, viewer: int, seed: int) -> None:
    """After an answer that is known to a player everybody is asked alike, whatever lies where he cannot see."""
    state = session.now.state
    assert state.ask is not None
    answer = Random(seed).choice(state.ask.answers)
    try:
        one = take(session.machine, state, answer)
    except Fault:
        return
    after = alone(session, state)
    after.took(one)
    kinds = hidden_kinds(session)
    half_done = spoken_of(session.machine.lib, state)
    mapping = unseen_renaming(after, viewer, Random(seed), kinds, half_done)
    there = with_names(session.machine.lib, state, mapping)
    assert there.ask is not None
    asked = there.ask
    there.ask = None
    session.machine.run(there)
    assert there.ask is not None and there.ask[:3] == asked[:3], "whether somebody is asked tells something"
    if viewer == asked.player:
        lib = session.machine.lib
        assert [*answer_texts(lib, there).values()] == [*answer_texts(lib, state).values()]
        other = take(session.machine, there, answer_with(lib, state, answer, mapping))
        assert (one.state.ask is None) == (other.state.ask is None)
        if one.state.ask is not None and other.state.ask is not None:
            assert one.state.ask[:3] == other.state.ask[:3], f"p{viewer + 1} learns something from who is asked"


def hidden_kinds(session: Session) -> frozenset[int]:
    """The kinds of which it is never called out who has which card: all but those that phases are about."""
    lib = session.machine.lib
    game = session.card_set.game
    assert game is not None
    called = {p.param.type.name for p in game.phases.values() if p.param is not None and p.param.type.sort == "card"}
    return frozenset(k for k, name in enumerate(dict.fromkeys(lib.kinds)) if name not in called)


# ---- games -----------------------------------------------------------------------------------------------------------


@looks(1)
@given(st.integers(0, 2**32))
def test_any_game_of_the_whole_box(seed: int) -> None:
    setup = any_setup(seed)
    assert isinstance(setup, Cast)
    whole(start(card_set("citadels"), setup), seed, 1, 11)


@pytest.mark.parametrize("name", MADE_UP)
@looks(3)
@given(st.integers(0, 2**32))
def test_made_up_games(name: str, seed: int) -> None:
    set_ = made_up(name)
    players = Random(seed).randint(2, 4)
    whole(begun(set_, players, seed), seed)


@looks(10)
@given(st.integers(0, 2**32))
def test_nobody_learns_too_much_in_kuhn_poker(seed: int) -> None:
    whole(begun(card_set("kuhn-poker"), 2, seed), seed)


SETS: dict[str, CardSet] = {}


def made_up(name: str) -> CardSet:
    if name not in SETS:
        SETS[name] = load((HERE / name).resolve())
        assert SETS[name].library is not None, [d.message for d in SETS[name].errors]
    return SETS[name]


def begun(set_: CardSet, players: int, seed: int) -> Session:
    session = begin(set_, None, Wish(players=players, seed=seed))
    assert not isinstance(session, NoGame), session
    return session


# ---- would it be noticed? --------------------------------------------------------------------------------------------


def _everything_is_seen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(telling.Witness, "sees", lambda self, card: True)


def _every_answer_is_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(teller, "answered", lambda lib, before, answer, events, viewer: answer_texts(lib, before)[answer])


def _markers_are_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(knowing.Eyes, "sees_cell", lambda self, cell: True)


def _places_are_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(knowing.Eyes, "sees_card", lambda self, card: True)


def _others_answers_are_offered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(teller.Teller, "decides", property(lambda self: self.history.asked is not None))


def _values_are_explained_from_above(patch: pytest.MonkeyPatch) -> None:
    def above(
        lib: Library, s: State, of: int, args: tuple[Any, ...], viewer: int | None, sort: str, memory: Memory | None
    ) -> Explanation:
        return explain_value(lib, s, of, args, None, sort)

    patch.setattr(why, "explain_value", above)


def _holders_are_told(patch: pytest.MonkeyPatch) -> None:
    def holder(look: holds.Look, decl: MarkDecl) -> str:
        found = next((i for i in range(decl.span) if look.state.m[decl.base + i]), -1)
        return f"{player_name(found)} has the {decl.name}"

    patch.setattr(holds, "_holder", holder)


def _lines_are_tried_out_to_the_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(answers._Search, "_learns", lambda self, before, one: False)


def _what_was_used_up_is_dealt_out(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(redeal, "_unspend", lambda lib, there, player: None)


def _backs_are_read(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(text, "by_place", lambda lib, s, card, viewer: False)
    patch.setattr(names, "by_place", lambda lib, s, card, viewer: False)


def _faces_are_seen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(view, "sees_card", lambda lib, s, card, viewer: True)


@pytest.mark.parametrize(("name", "broken"), [("fireworks", _backs_are_read), ("fireworks", _faces_are_seen)])
def test_so_is_one_that_reads_backs(
    name: str, broken: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch)
    with pytest.raises(AssertionError):
        for seed in range(30):
            whole(begun(made_up(name), 3, seed), seed)


@pytest.mark.parametrize(
    "broken",
    [
        _everything_is_seen, _every_answer_is_told, _markers_are_open, _places_are_open, _others_answers_are_offered,
        _values_are_explained_from_above, _holders_are_told, _lines_are_tried_out_to_the_end,
        _what_was_used_up_is_dealt_out,
    ],
)  # fmt: skip
def test_a_teller_that_tells_too_much_is_caught(
    broken: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch)
    with pytest.raises(AssertionError, match="learns something from"):
        for seed in (3, 5, *range(30)):  # the first two are caught soonest
            whole(begun(made_up("cellar"), 3, seed), seed)
