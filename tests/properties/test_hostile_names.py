"""Names, texts and words in card files, however hostile, are refused or harmless, and never reach generated source."""

from __future__ import annotations

import ast
import keyword
from functools import lru_cache
from pathlib import PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.dsl.elaborate import elaborate
from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.interpreter.compile import compile_game
from moot.interpreter.kernel import generate
from moot.interpreter.kernel.faults import Fault
from moot.interpreter.kernel.machine import Machine, new_game
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.telling import happenings
from moot.interpreter.kernel.text import answer_texts, question_text
from moot.interpreter.kernel.view import view
from moot.interpreter.sets.card_set import whole
from tests.play.renaming import renamed
from tests.play.sets import ROOT

from .sizes import looks
from .test_mutations import everything, well_said

GAME = """\
game Small
  players 2

kind beast
  has size: number
  you are the owner of this
  works while this is in a den

marker coin on player, counted, seen by everyone
zone den of player, holds beast, seen by everyone

verb feed (fed) sum: coin
  refused "TEXT" if sum is less than 0
  do move sum from the bank to you

beast TITLE
  size 1
  at the start of any WORD, you must
    do feed 1 coin

phase WORD
  step only
    for each gambler: player
      choose-for gambler

verb choose-for (chosen) gambler: player
  do nothing

phase game
  step deal
    for each gambler: player
      move all beasts to den of gambler
    run the WORD
    for each gambler: player
      the gambler must
        either feed 1 coin
        or     feed 2 coin
"""
TITLES = [
    '"; import os; os.system("x")', "A\\nB", "{0.__class__}", "{s}", "%s%s%n", "__import__('os')", "X" * 5000, "A'B",
    "A\"B", "A\nB", "Ⅻ", "Ａ", "Аgent", "A\u202eB", "A\u0000B", "A\u200bB", "\\N{DIGIT ONE}", "#A", "A#B", "${x}",
    "`id`", "Fox;Hen", "A\rB", "None", "True", "Class", "A__class__", "B" * 80 + " Of " + "C" * 80, "A'''B", "A\\",
    "𝒜", "İ", "ß", "A-B'C", "{", "}", "A{B}C", "[[]]", "<b>X</b>", "\x1b[31mRed",
]  # fmt: skip
WORDS = [
    "class", "def", "import", "exec", "lambda", "self", "s", "z", "m", "w", "a0", "f1", "return", "none", "print",
    "x" * 3000, "__import__", "eval", "e\u0301t\u00e9", "while", "lib", "len", "tuple", "frames", "case", "match", "p1",
]  # fmt: skip
TEXTS = ["{0}", "{0.__class__}", "%s", "\\", "\\n", "'''", "{", "}}", "\x00", "é", "x" * 4000, "#", "{}{}", "\u202e"]


def tried(title: str = "Fox", word: str = "season", text: str = "too much") -> Library | None:
    """The game with these names: refused with something well said, or a library that plays."""
    source = Source("small.game", GAME.replace("TITLE", title).replace("WORD", word).replace("TEXT", text))
    whole, found = everything([parse(source)])
    well_said(found, {source.path: source})
    if whole.game is None or any(d.severity == "error" for d in found):
        assert found
        return None
    lib = compile_game(whole.game, {source.path: source})
    machine = Machine(lib)
    try:
        s = new_game(lib, 2, 1, range(len(lib.cards)))
        for _ in range(4):
            assert view(lib, s, 0)
            if s.ask is None:
                break
            assert question_text(lib, s)
            assert answer_texts(lib, s)
            events: list[object] = []
            machine.apply(s, s.ask.answers[-1], events)  # type: ignore[arg-type]
            assert all(isinstance(text, str) for text in happenings(lib, s, events))  # type: ignore[arg-type]
    except Fault:
        pass
    return lib


def names_in(text: str) -> set[str]:
    """Every name and string constant of a program."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        found |= {v for f in ("id", "attr", "arg", "name") if isinstance(v := getattr(node, f, None), str)}
    return found


@lru_cache
def plain() -> str:
    """What is generated of the game as it stands."""
    lib = tried()
    assert lib is not None
    return generate.source(lib)


@pytest.mark.parametrize("title", TITLES, ids=range(len(TITLES)))
def test_a_hostile_title_never_becomes_code(title: str) -> None:
    lib = tried(title=title)
    assert lib is None or generate.source(lib) == plain()


@pytest.mark.parametrize("word", WORDS, ids=range(len(WORDS)))
def test_a_hostile_word_never_becomes_code(word: str) -> None:
    lib = tried(word=word)
    assert lib is None or generate.source(lib) == plain()


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_hostile_text_never_becomes_code(text: str) -> None:
    lib = tried(text=text)
    assert lib is None or generate.source(lib) == plain()


def test_some_of_them_are_names_all_the_same() -> None:
    """Otherwise nothing would have been tried."""
    assert sum(tried(title=t) is not None for t in TITLES) >= 5
    assert sum(tried(word=w) is not None for w in WORDS) >= 5
    assert sum(tried(text=t) is not None for t in TEXTS) >= 5


@looks(25)
@given(st.text(min_size=1, max_size=40), st.text(max_size=40))
def test_any_title_and_text(title: str, text: str) -> None:
    lib = tried(title=title.capitalize(), text=text)
    assert lib is None or generate.source(lib) == plain()


@pytest.mark.parametrize("name", ["citadels", "kuhn-poker"])
def test_no_word_of_a_set_is_in_its_generated_source(name: str) -> None:
    """What is generated of the renamed set is the same, letter by letter: so no word of it is in there."""
    printed = whole(ROOT / "cards" / name).parts.base
    sources = [s for path, s in printed.items() if PurePath(path).suffix in (".game", ".table", ".card")]
    texts = []
    for these in (sources, renamed(sources)[0]):
        game = elaborate([parse(s) for s in these]).game
        assert game is not None
        texts.append(generate.source(compile_game(game, {s.path: s for s in these})))
    assert texts[0] == texts[1]
    titles = {t for s in sources for t in s.text.split() if t[:1].isupper() and len(t) > 3}
    assert not {n for n in names_in(texts[0]) if n in titles and not keyword.iskeyword(n)}


@pytest.mark.parametrize("high", ["4000", "4001", "9999", "coin of gambler", "(coin of gambler plus 9000)"])
def test_large_numbers_are_answers_or_refused(high: str) -> None:
    text = GAME.replace("feed 1 coin\n        or     feed 2 coin", "feed 9999 coin\n        or     nothing")
    text += f"    for each gambler: player\n      the gambler must\n        choose sum: a number up to {high}\n"
    text += "        put (sum) coin on gambler\n"
    source = Source("small.game", text.replace("TITLE", "Fox").replace("WORD", "season").replace("TEXT", "no"))
    whole, found = everything([parse(source)])
    well_said(found, {source.path: source})
    if any(d.severity == "error" for d in found):
        assert high in ("4001", "9999")
        return
    assert whole.game is not None
    lib = compile_game(whole.game, {source.path: source})
    for executor in (Machine(lib), generate.load(lib)):
        s = new_game(lib, 2, 1, range(len(lib.cards)))
        while s.ask is not None:
            executor.apply(s, s.ask.answers[0 if len(s.ask.answers) < 9 else -1])
