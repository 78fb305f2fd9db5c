"""What every card of the box asks and offers, in one document for a person to read: `questions.txt`.

MOOT_UPDATE=1 writes it anew; read the difference before you keep it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.interpreter.kernel.program import Ask, Library, Program
from moot.interpreter.sets.card_set import load
from tests.play.sets import card_set

GOLDEN = Path(__file__).parent / "questions.txt"
HEAD = """\
What the cards of the box ask and offer. Below a card stand its abilities, as they are listed, and its questions, each
with the answers that are not the name of a thing. <lender> is who was chosen under that name.
"""
DULL = ("{}", "done", "no", "yes")


def named(program: Program, text: str) -> str:
    return re.sub(r"\{(\d+)\}", lambda m: f"<{program.names[int(m[1])][0].partition('#')[0] or '…'}>", text)


def document(lib: Library) -> str:
    """The questions and answers by card, those of the game itself first."""
    told: dict[str, dict[str, None]] = {"": {}}
    for ability in lib.abilities:
        told.setdefault(lib.cards[ability.card], {})[f"- {ability.label.partition(': ')[2]}"] = None
    for program in lib.programs:
        card = program.origin.card if program.origin is not None else ""
        for instruction in program.code:
            if instruction.op == "ask":
                ask: Ask = instruction.args[0]
                answers = [named(program, o.label) for o in ask.options if o.label not in DULL]
                lines = told.setdefault(card, {})
                lines[f"? {named(program, ask.about)}" + "".join(f"\n    {a}" for a in answers)] = None
    parts = [HEAD]
    for card in sorted(told):
        parts.append("\n".join([card or "The game", *(f"  {line}" for line in told[card])]))
    return "\n".join(parts[:1]) + "\n" + "\n\n".join(parts[1:]) + "\n"


def test_the_questions_of_the_box() -> None:
    lib = card_set("citadels").library
    assert lib is not None
    now = document(lib)
    if os.environ.get("MOOT_UPDATE"):
        GOLDEN.write_text(now, "utf-8")
    assert now == GOLDEN.read_text("utf-8")


@pytest.mark.parametrize("word", ["giver", "seen-cards", "strokes", "short", "their", "they", "(", "heir"])
def test_no_question_has_a_word_that_means_nothing_to_its_player(word: str) -> None:
    said = re.sub(r"<[^>]*>", "", GOLDEN.read_text("utf-8").partition("\n\n")[2])
    assert not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", said)


GAME = (Path(__file__).parents[2] / "cards" / "go-fish" / "go-fish.game").read_text("utf-8")


@pytest.mark.parametrize(
    "text",
    ['once in your turn, you may\n    as "x"\n    as "y"\n    do draw 1 card', 'always as "x" you may draw 1 card'],
)
def test_a_name_stands_first_and_once(text: str) -> None:
    assert parse(Source("x.card", f"district Hut\n  cost 1, type trade\n  {text}\n")).diagnostics


@pytest.mark.parametrize("name", ["yes", "no way", "{}", " "])
def test_what_is_no_name(tmp_path: Path, name: str) -> None:
    from tests.play.small import written

    written(tmp_path, {"Hen": f'  once in your turn, you may\n    as "{name}"\n    do feed 1 coin\n'})
    assert load(tmp_path).library is None
