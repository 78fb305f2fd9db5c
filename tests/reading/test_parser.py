"""Reading: every shipped text is read, and no text whatever makes the reader fail."""

from __future__ import annotations

import dataclasses
import re
import time
import types
import typing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.dsl import kept, parser, syntax
from moot.dsl.diagnostic import Diagnostic
from moot.dsl.parser import GRAMMAR, build, parse, phrase, words
from moot.dsl.source import Source
from tests.reading.files import shape, shipped

SHIPPED = shipped()
TWO = "zone deck, holds card, seen by nobody\nzone pile, holds card, seen by everyone\n"


def test_the_grammar_has_no_conflict() -> None:
    build(GRAMMAR.read_text(encoding="utf-8"), strict=True)


@pytest.mark.parametrize("source", SHIPPED, ids=lambda s: s.path)
def test_every_shipped_text_is_read(source: Source) -> None:
    parsed = parse(source)
    assert not parsed.diagnostics
    assert parsed.declarations


@pytest.mark.parametrize("source", SHIPPED, ids=lambda s: s.path)
def test_every_word_of_the_tree_stands_where_it_says(source: Source) -> None:
    for declaration in parse(source).declarations:
        for word in syntax.words_of(declaration):
            assert source.text[word.span.start : word.span.end] == word.text


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("gold of the crowned player plus 1", syntax.Arithmetic),
        ("districts that Warlord may affect", syntax.Filtered),
        ("score of each player", syntax.Chain),
        ("half of gold of p1 rounded up", syntax.Half),
        ("gold of p1 divided by 3 rounded down", syntax.Quotient),
        ("gold of p1 is at least 3", syntax.Is),
        ("there is a player whose hand is empty", syntax.Exists),
        ("either Bishop is killed or Thief is robbed", syntax.OneOf),
        ("city of p2 is complete and p1 is richest", syntax.Both),
    ],
)
def test_a_phrase_is_read_by_itself(text: str, shape: type[syntax.Node]) -> None:
    assert isinstance(phrase(Source("", text)), shape)


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ("gold gold", 5, "`gold` is written twice here"),
        ("(", 1, "after `(` comes a thing"),
        ("", 0, "here comes a thing"),
        ("gold of p1\tplus 1", 10, "there is a tab here"),
        ("gold of p1 plus", 15, "after `gold of p1 plus` comes a thing"),
        ("character Thief", 10, ""),
    ],
)
def test_what_is_no_phrase_is_told_at_the_word(text: str, at: int, said: str) -> None:
    found = phrase(Source("", text))
    assert isinstance(found, Diagnostic) == (said != "")
    if isinstance(found, Diagnostic):
        assert found.span.start == at
        assert found.message.startswith(said)


@given(st.text(max_size=60))
def test_no_text_whatever_stops_the_reading_of_a_phrase(text: str) -> None:
    phrase(Source("", text))


def holds(value: object, hint: object) -> bool:
    """Whether a part of a node is what its type says."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return any(holds(value, one) for one in typing.get_args(hint))
    if typing.get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(holds(one, typing.get_args(hint)[0]) for one in value)
    if typing.get_origin(hint) is typing.Literal:
        return value in typing.get_args(hint)
    return isinstance(hint, type) and isinstance(value, hint)


@pytest.mark.parametrize("source", SHIPPED, ids=lambda s: s.path)
def test_every_node_is_what_its_type_says(source: Source) -> None:
    """Lark gives no types: that the parts of each shape are those of its class is seen here."""
    for declaration in parse(source).declarations:
        for node in syntax.walk(declaration):
            hints = typing.get_type_hints(type(node))
            for field in dataclasses.fields(node):
                part = getattr(node, field.name)
                assert holds(part, hints[field.name]), f"{type(node).__name__}.{field.name} is {part}"


def test_places_are_places_in_the_whole_file() -> None:
    text = "# first\n\n" + TWO
    spans = [declaration.span for declaration in parse(Source("a.game", text)).declarations]
    assert [text[span.start : span.end] for span in spans] == TWO.splitlines(True)


def test_a_broken_declaration_costs_one_message_and_hides_nothing() -> None:
    text = TWO + "\nnonsense\n  more nonsense\n    and more, and more\n\n" + TWO + "\nzone zone zone\n"
    parsed = parse(Source("a.game", text))
    assert len(parsed.diagnostics) == 2
    assert len(parsed.declarations) == 4


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("a tab", "character X\n\trank 5\n", "tab"),
        ("a no-break space", "character X\n\u00a0 rank 5\n", "odd-space"),
        ("a NUL", "character X\n  rank\x00 5\n", "odd-character"),
        ("a byte order mark", "\ufeffcharacter X\n  rank 5\n", "odd-character"),
        ("a lonely carriage return", "character X\r  rank 5\n", "odd-space"),
        ("ragged lines", 'character X\n    rank 5\n  source "x"\n', "ragged"),
        ("a slot at the left edge", "character X\n  once in your turn, you may\ndo gain 1 gold\n", "not-indented"),
        ("an indented first line", "  character X\n    rank 5\n", "indented"),
        ("a line too far in", "character X\n  rank 5\n    gem noble\n", "indentation"),
        ("deep parentheses", "character X\n  always " + "(" * 10_000 + "x" + ")" * 10_000 + " is y\n", "too-deep"),
        ("a long sum", "character X\n  always x is " + " plus ".join(["y"] * 5000) + "\n", "too-long"),
        ("a nothing", "character X\n  once in your turn, you may\n    do nothing if you can\n", "unexpected-word"),
        ("an open quote", 'character X\n  source "the rules\n', "unclosed-text"),
    ],
)
def test_odd_texts_get_one_friendly_message(name: str, text: str, code: str) -> None:
    assert [d.code for d in parse(Source("x.card", text)).diagnostics] == [code], name


@pytest.mark.parametrize("ending", ["", "\n", "\n\n\n", "\n  ", "\n# bye", "   # bye", "\r\n"])
def test_how_a_file_ends_does_not_matter(ending: str) -> None:
    parsed = parse(Source("x.card", "character X\n  rank 5" + ending))
    assert not parsed.diagnostics
    assert len(parsed.declarations) == 1


def test_line_ends_of_another_system_read_the_same() -> None:
    for source in SHIPPED:
        other = parse(Source(source.path, source.text.replace("\n", "\r\n")))
        assert not other.diagnostics
        assert shape(other.declarations) == shape(parse(source).declarations)


@pytest.mark.parametrize("text", ["", "\n", "   ", "# nothing but words about words\n", "\n\n# a\n  # b"])
def test_nothing_is_read_from_nothing(text: str) -> None:
    parsed = parse(Source("x.card", text))
    assert not parsed.diagnostics
    assert not parsed.declarations


@pytest.mark.parametrize(
    "garbage",
    [
        "x\n" * 300_000,
        "(" * 1_000_000,
        "\x00" * 1_000_000,
        '"' * 1_000_000,
        "a " * 400_000,
        "#\n" * 500_000,
        "-" * 900_000,
    ],
    ids=["lines", "parentheses", "zeros", "quotes", "words", "comments", "dashes"],
)
def test_a_megabyte_of_garbage_is_refused_in_seconds(garbage: str) -> None:
    began = time.perf_counter()
    parsed = parse(Source("x.card", garbage))
    assert len(parsed.diagnostics) <= parser.MANY + 1
    assert time.perf_counter() - began < 30


def test_a_file_of_many_cards_is_read_quickly() -> None:
    card = "character Name{}\n  rank 5, gem noble\n  once in your turn, you may\n    do      gain 1 gold\n\n"
    source = Source("x.card", "".join(card.format(n) for n in range(100)))
    parse(source)
    began = time.perf_counter()
    assert len(parse(source).declarations) == 100
    assert time.perf_counter() - began < 0.6  # a tenth of this on an idle machine


def test_the_grammar_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then its tables are taken from what was kept; if they are damaged, it is built again."""
    entries: dict[str, bytes] = {}
    monkeypatch.setattr(kept, "fetch", entries.get)
    monkeypatch.setattr(kept, "store", entries.__setitem__)
    fresh = parser.grammar.__wrapped__()
    assert len(entries) == 1
    with monkeypatch.context() as later:
        later.setattr(parser, "build", lambda text: pytest.fail("this was built before"))
        again = parser.grammar.__wrapped__()
    text = "".join(s.text for s in SHIPPED if s.path.endswith("thief.card"))
    assert text and again.parse(text, start="start") == fresh.parse(text, start="start")
    entries.update(dict.fromkeys(entries, b"damaged"))
    assert parser.grammar.__wrapped__().parse(text, start="start") == fresh.parse(text, start="start")


# ---- damage ----------------------------------------------------------------------------------------------------

PIECES = [re.findall(r"[ ]+|\n|[\w'-]+|.", s.text) for s in SHIPPED if len(s.text) < 6000]


def _damage(pieces: list[str], kind: str, at: int) -> str:
    parts = list(pieces)
    i = at % len(parts)
    if kind == "drop":
        del parts[i]
    elif kind == "twice":
        parts.insert(i, parts[i])
    elif kind == "swap":
        j = (i + 2) % len(parts)
        parts[i], parts[j] = parts[j], parts[i]
    elif kind == "misspell" and len(parts[i]) > 2:
        parts[i] = parts[i][1] + parts[i][0] + parts[i][2:]
    elif kind == "cut":
        del parts[i:]
    return "".join(parts)


KINDS = st.sampled_from(["drop", "twice", "swap", "misspell", "cut"])


@settings(max_examples=400, deadline=2000)
@given(st.sampled_from(PIECES), st.lists(st.tuples(KINDS, st.integers(0, 10_000)), min_size=1, max_size=3))
def test_damaged_texts_are_read_or_refused(pieces: list[str], damages: list[tuple[str, int]]) -> None:
    parts = pieces
    for kind, at in damages:
        parts = re.findall(r"[ ]+|\n|[\w'-]+|.", _damage(parts, kind, at)) or ["\n"]
    source = Source("x.card", "".join(parts))
    parsed = parse(source)
    for diagnostic in parsed.diagnostics:
        assert 0 <= diagnostic.span.start <= len(source.text)
        assert diagnostic.span.end > diagnostic.span.start
    assert (words(source) is None) == bool(parsed.diagnostics)


@settings(max_examples=200, deadline=2000)
@given(st.text(alphabet=st.sampled_from("ab AZ09\n\r\t ,:.\"#()'-\u00a0é"), max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    parse(Source("x.card", text))
    parse(Source("x.card", "character X\n  " + text))
