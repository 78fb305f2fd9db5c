"""What the words of the shipped texts mean, and what is said of words that mean nothing.

`meanings.txt` holds wrong cards and the answer to each: a text, a line `---`, the answer; cases are parted by `===`.
MOOT_UPDATE=1 writes the answers anew. Each card is read with the rules of the shipped game around it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from moot.dsl import ir, own_verbs
from moot.dsl.diagnostic import render
from moot.dsl.elaborate import Elaborated, elaborate
from moot.dsl.parser import Parsed, parse
from moot.dsl.source import Source
from moot.interpreter.sets.extending import Base, base
from tests.reading.files import CARDS, cases, printed

GOLDEN = Path(__file__).with_name("meanings.txt")
GAMES = sorted({Path(s.path).parts[1] for s in printed()})


@lru_cache
def files(game: str) -> tuple[Parsed, ...]:
    """The texts of a game, and of the game that it extends."""
    under = base(CARDS / game)
    own = tuple(parse(s) for s in printed() if Path(s.path).parts[1] == game)
    return (*files(under.folder.name), *own) if isinstance(under, Base) else own


@lru_cache
def rules() -> tuple[Parsed, ...]:
    """The largest game without its cards: what every wrong card is read with."""
    largest = max(GAMES, key=lambda g: len(files(g)))
    return tuple(f for f in files(largest) if not f.source.path.endswith((".card", ".ruling")))


def read(text: str, around: Sequence[Parsed] = ()) -> tuple[Elaborated, str]:
    source = Source("x.txt", text + "\n")
    parsed = parse(source)
    found = elaborate([*(around or rules()), parsed])
    return found, render([*parsed.diagnostics, *found.diagnostics], {source.path: source})


CASES = cases(GOLDEN, lambda text: read(text)[1])


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_text_has_a_meaning(game: str) -> None:
    found = elaborate(files(game))
    sources = {f.source.path: f.source for f in files(game)}
    assert render(found.diagnostics, sources) == ""
    assert found.game is not None
    assert found.game.cards


@pytest.mark.parametrize("case", CASES, ids=[case[0].split("\n")[0][:50] + f" {i}" for i, case in enumerate(CASES)])
def test_wrong_cards_are_answered(case: tuple[str, str]) -> None:
    text, answer = case
    assert read(text)[1] == answer


def test_every_case_is_one_mistake_unless_it_says_so() -> None:
    for text, answer in CASES:
        assert answer, text
        if not text.startswith("# two mistakes"):
            assert answer.count("error[") == 1, text


def test_a_broken_declaration_hides_no_other() -> None:
    text = "\n".join(text for text, _ in CASES if text.startswith("district Sample"))
    numbered = iter(range(1000))
    text = re.sub(r"district Sample", lambda m: f"district Sample {next(numbered)}", text)
    _, answer = read(text)
    assert answer.count("error[") >= next(numbered)


def nodes(value: object) -> list[object]:
    """Every value of a game, however deep."""
    found: list[object] = [value]
    if is_dataclass(value) and not isinstance(value, type):
        for f in fields(value):
            found.extend(nodes(getattr(value, f.name)))
    elif isinstance(value, tuple):
        for part in value:
            found.extend(nodes(part))
    elif isinstance(value, dict):
        for part in value.values():
            found.extend(nodes(part))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_meaning_speaks_only_of_what_there_is(game: str) -> None:
    """Every name in the typed game is declared in it: nothing is left for a later pass to trip over."""
    found = elaborate(files(game)).game
    assert found is not None
    steps = {f"{v.key}/{s.name}" for v in found.verbs.values() for s in v.steps}
    steps |= {f"{p.name}/{s.name}" for p in found.phases.values() for s in p.steps}
    verbs = {*found.verbs, *steps, "use", *own_verbs.TARGETS}
    events = {*verbs, own_verbs.MOVED.key, *(f"mark:{m}" for m in found.markers)}
    for node in nodes(found):
        match node:
            case ir.ValueOf():
                assert len(found.values[node.value].params) == len(node.args)
            case ir.Has() | ir.Counted() | ir.Mark() | ir.Put() | ir.MoveAmount() | ir.MoveSingle() | ir.Holder():
                assert node.mark in found.markers
            case ir.QualityOf():
                assert node.quality in found.qualities
            case ir.ZoneOf():
                assert (node.bearer is None) == (found.zones[node.zone].owner is None)
            case ir.Do() | ir.Can():
                assert node.verb in verbs
            case ir.Happened():
                assert node.event in events
            case ir.Moment() if node.event is not None:
                assert node.event in events
            case ir.Running() | ir.RunPhase() | ir.Leave():
                assert node.phase in found.phases


@pytest.mark.parametrize("game", GAMES)
def test_every_variable_is_bound_before_it_is_read(game: str) -> None:
    found = elaborate(files(game)).game
    assert found is not None
    for card in found.cards.values():
        for clause in card.clauses:
            bound = {node.name for node in nodes(clause) if isinstance(node, ir.Let | ir.PickRandom | ir.Choose)}
            bound |= {node.var for node in nodes(clause) if hasattr(node, "var") and node.var}
            bound |= {a for node in nodes(clause) if isinstance(node, ir.Rule) for a in (*node.args, node.doer)}
            m = clause.moment
            bound |= {m.subject, m.doer, *(v for v, _ in m.roles), "this", "you"}
            read_names = {node.name for node in nodes(clause) if isinstance(node, ir.Var)}
            assert read_names <= bound, card.title


@pytest.mark.parametrize("seed", range(5))
def test_nothing_an_author_writes_raises(seed: int) -> None:
    """Words of the shipped cards are exchanged, left out and replaced by others."""
    luck = random.Random(seed)
    texts = [f.source.text for f in files(max(GAMES, key=lambda g: len(files(g)))) if f.source.path.endswith(".card")]
    words = sorted({w for t in texts for w in re.findall(r"[a-z][a-z-]*|[0-9]+", t)})
    for _ in range(40):
        text = luck.choice(texts)
        places = list(re.finditer(r"(?<![\w\"])[a-z][a-z-]*|[0-9]+", text))
        place = luck.choice(places)
        other = luck.choice([luck.choice(words), "", luck.choice(places)[0], place[0][::-1]])
        read(text[: place.start()] + other + text[place.end() :])


LISTED = """\
kind flag: red, green
  name red {}
kind banner
  has flag: flag
"""


def test_a_word_may_have_another_name_that_only_texts_use() -> None:
    game = "game Flags\n  players 2\nphase game\n  step stop\n    leave the game\n"
    texts = [f"{game}{LISTED.format(name)}banner Vane\n  flag scarlet\n" for name in ('"scarlet"', 'also "scarlet"')]
    found = [elaborate([parse(Source("x.txt", text))]) for text in texts]
    assert [one.diagnostics for one in found] == [(), ()]
    games = [one.game for one in found if one.game is not None]
    assert [dict(game.cards["Vane"].fields)["flag"] for game in games] == ["red", "red"]
    assert [[name.text for _, name in game.enums["flag"].called] for game in games] == [["scarlet"], []]
