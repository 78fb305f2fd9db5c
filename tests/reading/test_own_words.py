"""The one list of the language's own words (`dsl.language`) is true of the grammar and of the readers of phrases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path

import pytest

from moot.dsl import formatter, ir, language, slips
from moot.dsl.elaborate import elaborate, own_words
from moot.dsl.elaborate.cursor import OWN_NOUNS
from moot.dsl.elaborate.own_deeds import DEEDS
from moot.dsl.mutants import mutants
from moot.dsl.parser import grammar, kinds, parse
from moot.dsl.reference import OWN_DEEDS, sections
from moot.dsl.source import Source

GRAMMAR = Path(__file__).resolve().parents[2] / "dsl" / "cards.lark"
GAME = """\
game Small
  players 2
kind tile
  has size: a number
marker coin on player, counted, seen by everyone
zone heap, holds tile, seen by everyone
zone bag of player, holds tile, seen by everyone
table tile: name, size
  Ash, 1
phase game
  step play
    for each hero: player
      the hero must
        shout 2 coin
verb shout (shouted) sum: coin
  do
    LINE
    put sum on you
"""


def elaborated(line: str) -> tuple[ir.Game | None, list[tuple[str, str]]]:
    """The meaning of the game with a line in it, and what is said of which of its words."""
    source = Source("small.game", GAME.replace("LINE", line))
    parsed = parse(source)
    made = elaborate([parsed])
    said = (*parsed.diagnostics, *made.diagnostics)
    return made.game, [(d.code, source.text[d.span.start : d.span.end]) for d in said]


def grammar_words() -> set[str]:
    """The words of the grammar, read off its text."""
    text = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    rules, mark, terminals = text.partition('VERB: "verb"')
    named = re.findall(r'^[A-Z]+(?:\.\d)?: "([a-z]+)"', mark + terminals, re.MULTILINE)
    changes = re.findall(r"^[A-Z_]+\.3: /([a-z +]+) \*:/", terminals, re.MULTILINE)
    named += [word for words in changes for word in words.replace("+", "").split()]
    return set(re.findall(r'"([a-z]+)"', rules)) | set(named) | {"for", "each", "up", "to"}


def apart(left: Iterable[str], right: Iterable[str]) -> list[str]:
    """The words that only one of two lists has."""
    return sorted(set(left) ^ set(right))


def beginnings() -> set[str]:
    """The keywords with which a line can begin, by their names in the grammar: in a declaration or as one."""
    states = grammar().parser.parser._parse_table.states  # type: ignore[attr-defined]
    breaks = ("_NL", "_INDENT", "_DEDENT")
    behind = {goal for moves in states.values() for kind, (_, goal) in moves.items() if kind in breaks}
    return {kind for state in behind if isinstance(state, int) for kind in states[state] if kind.isupper()}


def declarations() -> Iterator[str]:
    """The keywords with which a declaration begins, by their names in the grammar."""
    shapes = {rule.origin.name: [] for rule in grammar().rules}  # type: ignore[var-annotated]
    for rule in grammar().rules:
        shapes[rule.origin.name].append(rule.expansion[0])
    waiting, seen = ["decl"], {"decl"}
    while waiting:
        for first in shapes[waiting.pop()]:
            if first.is_term:
                yield first.name
            elif first.name not in seen:
                seen.add(first.name)
                waiting.append(first.name)


def test_every_word_of_the_grammar_has_a_sentence() -> None:
    said = {word for section in sections().values() for one in section for word in one.accounts}
    assert grammar_words() - said == set(), "say in dsl/language.py what these mean"


def test_every_word_of_the_list_is_a_word_of_the_language() -> None:
    known = grammar_words() | language.OWN | language.THERE | {deed.word for deed in DEEDS}
    for one in language.EVERY:
        told = {*one.words.split(), *one.lines.split(), *one.joins.split(), *one.blocks.split()}
        assert told <= grammar_words(), f"`{one.phrase}` speaks of words that the grammar does not have"
        assert {word for pair in one.opposites for word in pair.split()} <= known, one.phrase


def test_a_word_the_grammar_does_not_know_is_in_the_phrase_that_explains_it() -> None:
    for one in language.EVERY:
        for word in (*one.nouns.split(), *one.heads.split(), *one.named.split(), *one.there.split()):
            assert re.search(rf"\b{word[:5]}", f"{one.phrase} {one.meaning}") or one.phrase == "table", word


def test_each_word_is_read_in_one_way() -> None:
    told = [w for one in language.EVERY for w in (*one.nouns.split(), *one.heads.split(), *one.named.split())]
    assert len(told) == len(set(told))


def test_every_head_has_a_reader() -> None:
    assert apart(language.HEADS, own_words.OWN_WORDS) == [], "`dsl.language` or `elaborate.own_words` lacks these"


@pytest.mark.parametrize("noun", language.NOUNS)
def test_every_noun_is_read(noun: str) -> None:
    one = language.NOUNS[language.NOUNS.index(noun) - OWN_NOUNS[noun]]
    line = f"let found be {noun}" if OWN_NOUNS[noun] else f"for each {noun}\n      put 1 coin on you"
    game, said = elaborated(line)
    assert game is not None and said == ([("unused-name", "found")] if OWN_NOUNS[noun] else [])
    match game.verbs["shout"].steps[0].body[0]:
        case ir.ForEach(of=of) | ir.Let(value=of):
            assert of.type == ir.Type(one, None, many=True)
        case other:
            pytest.fail(f"{other}")


@pytest.mark.parametrize("word", sorted(language.OWN))
def test_no_local_name_is_a_word_of_the_language(word: str) -> None:
    assert ("duplicate-name", word) in elaborated(f"let {word} be 1")[1]


@pytest.mark.parametrize("word", sorted(language.JOINS))
def test_no_name_holds_a_word_that_joins(word: str) -> None:
    source = Source("x.game", f"marker {word} on player, seen by everyone\n")
    parsed = parse(source)
    assert [d.code for d in (parsed.diagnostics or elaborate([parsed]).diagnostics)][:1] != []


def test_the_lines_that_stand_inside_a_declaration() -> None:
    """Each keyword that can begin a line, but for those that begin a declaration and those that begin a phrase."""
    speech = {name for name, kind in kinds().items() if kind in ("det", "poss", "pron") and name != "YOU"}
    others = {"WORD", "NUMBER", "LPAR", "RAW", "UPTO", "_DEDENT", "_NL", "_INDENT", "$END", "NAME", "QUOTED"}
    inside = {name for name in beginnings() if not name.startswith("_")} - set(declarations()) - speech - others
    written = {"for" if name == "FOREACH" else name.lower().partition("_")[0] for name in inside}
    assert apart(language.LINES, written | {"name"}) == [], "(in the grammar, `NAME` is a title)"


CLAUSE = "character Somebody\n  once in your turn, you may\n"
SLOTS = {
    "refused": "    refused if it is red\n",
    "let": "    let sum be 2\n",
    "choose": "    choose  victim: a player\n",
    "cost": "    cost    pay 2 gold\n",
    "do": "    do      gain 2 gold\n",
    "instead": "    instead gain 2 gold\n",
    "either": "    either  gain 2 gold\n    or      gain 3 gold\n",
}


def test_the_slots_are_those_of_the_list() -> None:
    assert apart(language.SLOT_WORDS, [*SLOTS, "or", "as"]) == []  # `as` stands before them all
    assert apart(formatter.SLOTS, (word.upper() for word in language.SLOT_WORDS)) == []


@pytest.mark.parametrize(("first", "second"), list(permutations(SLOTS, 2)))
def test_the_slots_stand_in_their_order(first: str, second: str) -> None:
    order = {word: one.slot for one in language.EVERY for word in one.lines.split() if one.slot}
    effect = "" if order[second] == 3 or order[first] == 3 else SLOTS["do"]
    found = parse(Source("x.card", CLAUSE + SLOTS[first] + SLOTS[second] + effect)).diagnostics
    assert (found == ()) == (order[first] <= order[second] and (first, second) != ("cost", "cost"))


@pytest.mark.parametrize("word", language.BLOCKS)
def test_below_these_words_stands_a_block(word: str) -> None:
    lead = "    either  gain 2 gold\n    or      gain 3 gold\n" if word == "otherwise" else ""
    text = {"either": "    or      gain 2 gold\n", "cost": SLOTS["do"]}.get(word, "")
    lead = SLOTS["either"].partition("\n")[0] + "\n" if word == "or" else lead
    source = Source("x.card", f"{CLAUSE}{lead}    {word}\n      gain 2 gold\n      gain 3 gold\n{text}")
    assert parse(source).diagnostics == ()


def test_a_mutant_puts_the_opposite_of_a_word() -> None:
    lead = CLAUSE.replace("  once", "  even if killed, once")
    text = f"{lead}    do      gain (highest cost of districts plus 2) gold\n"
    turned = {(m.old, m.new) for m in mutants(Source("x.card", text), ())}
    assert {("may", "must"), ("even", "only"), ("highest", "lowest"), ("plus", "minus")} <= turned
    even = "character Somebody\n  during your turn, your score is 1 more for each district whose cost is even\n"
    assert ("even", "only") not in {(m.old, m.new) for m in mutants(Source("x.card", even), ())}


def test_every_deed_of_the_language_has_its_sentences() -> None:
    rows = [row for deed in DEEDS for row in deed.rows]
    assert list(sections()[OWN_DEEDS])[: len(rows)] == rows
    for deed in DEEDS:
        assert deed.rows and all(row.phrase.split()[0] == deed.word for row in deed.rows), deed.word
    assert len({deed.word for deed in DEEDS}) == len(DEEDS)


def test_every_deed_has_a_file_of_its_own() -> None:
    folder = Path(GRAMMAR.parent, "elaborate", "own_deeds")
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "deed"}
    assert files == {deed.word for deed in DEEDS} - {"unmark", "resume"}, "two stand with their opposites"


BODY = "  do\n    put 1 coin on you\n"


def with_verb(
    header: str, line: str = "put 1 coin on you", body: str = BODY
) -> tuple[ir.Game | None, list[tuple[str, str]]]:
    """The meaning of the game with another verb or phase, and what is said of which of its words."""
    text = GAME.replace("    LINE\n", f"    {line}\n") + f"{header}\n{body}"
    parsed = parse(Source("small.game", text))
    made = elaborate([parsed])
    return made.game, [(d.code, text[d.span.start : d.span.end]) for d in (*parsed.diagnostics, *made.diagnostics)]


@pytest.mark.parametrize("header", [
    "show (shown) ware: a tile", "put ware: a tile on you-know: player", "move (gone) ware: tiles", "win (won)",
    "shuffle (shuffled) the heap", "leave (left) the game", "look (looked) at rival: player", "run (ran) the game",
    "mark (marked) ware: a tile", "swap all cards", "show (shown) cards",
])  # fmt: skip
def test_a_verb_that_could_be_a_deed_of_the_language_is_told_at_its_word(header: str) -> None:
    assert with_verb(f"verb {header}")[1] == [("own-deed", header.split()[0])]


@pytest.mark.parametrize("header", [
    "win (won) the trick", "win (won) ware: a tile", "show (shown) off", "run (ran) away", "leave (left)",
    "reveal (revealed) ware: a tile", "use (worn) ware: a tile", "look (looked) around",
])  # fmt: skip
def test_a_verb_that_cannot_be_one_is_the_games(header: str) -> None:
    assert with_verb(f"verb {header}")[1] == []


def test_a_step_that_can_be_done_by_itself_is_told_too() -> None:
    step = "  step show (shown)\n    put 1 coin on you\n"
    assert with_verb("verb try-out (tried) ware: a tile", body=step)[1] == [("own-deed", "show")]
    assert with_verb("verb try-out", body=step)[1] == []
    assert with_verb("phase bout of hero: player", body="  step shuffle\n    nothing\n")[1] == [("own-deed", "shuffle")]
    assert with_verb("phase bout", body="  step shuffle\n    nothing\n")[1] == []


@pytest.mark.parametrize(("line", "meaning"), [
    ("win the trick", ir.Do), ("win", ir.Win), ("shuffle the heap", ir.Shuffle),
    ("move all tiles to the heap", ir.MoveCards),
])  # fmt: skip
def test_words_say_which_of_the_two_is_meant(line: str, meaning: type[ir.Stmt]) -> None:
    game, said = with_verb("verb win (won) the trick", line)
    assert game is not None and said == []
    assert isinstance(game.verbs["shout"].steps[0].body[0], meaning)


@pytest.mark.parametrize("word", language.NOUNS)
def test_every_noun_can_be_a_parameter(word: str) -> None:
    header = f"verb try-out (tried) sample: {word}"
    assert with_verb(header)[1] == []


def test_other_lists_speak_of_words_of_the_language() -> None:
    assert set(own_words.FOLDS) <= set(language.HEADS)
    assert {word.lower() for word in formatter.EXAMPLE} <= set(language.LINES)
    assert {word.lower() for word in formatter.LEADS_A_BLOCK} == set(language.BLOCKS)
    spaced = {t.name for t in grammar().terminals if t.name.isalpha() and "[ ]+" in str(t.pattern.value)}
    assert {extra.replace(" ", "").upper() for extra in slips.EXTRA} == spaced
