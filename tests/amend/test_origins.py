"""Every word of a consolidated text knows where it was written, and any house rules make the same text in any order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.dsl.amend import Amendment, Consolidated, amendments, consolidate, relocated
from moot.dsl.amend.edits import Amended
from moot.dsl.amend.rows import parts
from moot.dsl.diagnostic import Diagnostic
from moot.dsl.parser import parse
from moot.dsl.source import Source, Span
from tests.amend.test_changes import amended, rule

SHIPPED = Path(__file__).parents[2] / "cards" / "citadels"
Chosen = tuple[Amendment, str | None]


@lru_cache
def base() -> dict[str, Source]:
    words = [p for end in ("*.game", "*.table", "characters/*.card", "districts/*.card") for p in SHIPPED.glob(end)]
    return {p.name: Source(p.name, p.read_text(encoding="utf-8")) for p in sorted(words)}


@lru_cache
def rules() -> tuple[Amendment, ...]:
    """The house rules that are shipped."""
    files = [Source(p.name, p.read_text(encoding="utf-8")) for p in sorted((SHIPPED / "house-rules").glob("*.rule"))]
    return amendments([parse(source) for source in files])


def ways(amendment: Amendment) -> list[Chosen]:
    return [(amendment, setting) for setting in amendment.settings or (None,)]


def checked(made: Consolidated, chosen: list[Chosen]) -> None:
    """Check each stretch of each text against the text that it was taken from."""
    written = {**base(), **{a.source.path: a.source for a, _ in chosen}}
    numbers = {setting for _, setting in chosen}
    for source in made.sources.values():
        if not isinstance(source, Amended):
            continue
        known = [" "] * len(source.text)
        for stretch in source.stretches:
            said = source.text[stretch.start : stretch.end]
            meant = written[stretch.span.path].text[stretch.span.start : stretch.span.end]
            assert said == meant or stretch.start == stretch.end or (meant == "setting" and said in numbers)
            known[stretch.start : stretch.end] = said
        strange = "".join(c for c, k in zip(source.text, known, strict=True) if c != k)
        assert re.sub(JOINS, "", "".join(strange.split())) == "", source.text


# Words that a change puts in without anybody having written them: they join what was written to the text.
JOINS = "if|unless|and|or|either|always|refused|,"


@pytest.mark.parametrize("amendment", rules(), ids=lambda a: a.id)
def test_each_word_was_written_somewhere(amendment: Amendment) -> None:
    for way in ways(amendment):
        made = consolidate(base(), [way])
        assert [d for d in made.diagnostics if d.severity == "error"] == []
        assert all(parse(made.sources[path]).diagnostics == () for path in made.touched if path in made.sources)
        checked(made, [way])
        assert {name for names in made.names.values() for name in names} <= {*amendment.targets(), *names_of(amendment)}


def names_of(amendment: Amendment) -> set[str]:
    return {target.removeprefix("the ").removeprefix("phase ") for target in amendment.targets()}


@lru_cache
def edition() -> tuple[dict[str, Source], Amendment]:
    """The base with what the edition has of its own, and what the edition amends itself."""
    folder = SHIPPED / "editions" / "2006"
    own = [p for end in ("*.table", "*.card", "characters/*.card", "districts/*.card") for p in folder.glob(end)]
    texts = {p.name: Source(p.name, p.read_text(encoding="utf-8")) for p in sorted(own)}
    (text,) = (Source(p.name, p.read_text(encoding="utf-8")) for p in folder.glob("*.edition"))
    (found,) = amendments([parse(text)])
    return {**base(), **texts}, found


WORD = re.compile(r"\w+")


def sentences(source: Source) -> Iterator[tuple[int, int]]:
    """Where each line that can be quoted begins, and where the next begins: the blanks between belong to neither."""
    for part in parts(source):
        rows = part.rows()
        for row, later in zip_longest(rows, rows[1:]):
            yield row.start, row.stop if later is None or later.start < row.stop else later.start


@pytest.mark.parametrize("amendment", [*rules(), edition()[1]], ids=lambda a: a.id)
def test_the_line_that_is_cited_for_a_sentence_has_its_words(amendment: Amendment) -> None:
    texts = edition()[0] if amendment is edition()[1] else base()
    written = {**texts, amendment.source.path: amendment.source}
    for way in ways(amendment):
        for source in consolidate(texts, [way]).sources.values():
            for start, end in sentences(source) if isinstance(source, Amended) else ():
                at = source.written(Span(source.path, start, end))
                line = written[at.path].line(at.line).replace("setting", str(way[1]))
                said = source.text[start:end]
                if at.by:
                    assert {*WORD.findall(said)} & {*WORD.findall(line)}, f"{said}\n{at}: {line}"
                else:
                    assert said.partition("\n")[0].strip() in line, f"{said}\n{at}: {line}"


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(2, 12))
def test_house_rules_make_one_text_in_any_order(chance: Random, count: int) -> None:
    chosen = [chance.choice(ways(one)) for one in chance.sample(rules(), count)]
    made = consolidate(base(), chosen)
    chance.shuffle(chosen)
    again = consolidate(base(), chosen)
    assert {p: s.text for p, s in made.sources.items()} == {p: s.text for p, s in again.sources.items()}
    assert {(d.code, d.message) for d in made.diagnostics} == {(d.code, d.message) for d in again.diagnostics}
    if not made.diagnostics:
        checked(made, chosen)
        assert all(parse(made.sources[path]).diagnostics == () for path in made.touched)
        assert made.touched
    for path, source in base().items():
        assert path in made.touched or made.sources[path] is source


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False))
def test_two_layers_cite_both(chance: Random) -> None:
    """What a second amendment leaves as the first one made it is cited by the first."""
    first, second = (chance.choice(ways(one)) for one in chance.sample(rules(), 2))
    below = consolidate(base(), [first])
    above = consolidate(below.sources, [second])
    for path, source in above.sources.items():
        if not isinstance(source, Amended) or path not in base() or source is below.sources[path]:
            continue
        for stretch in source.stretches:
            if not stretch.by and stretch.end > stretch.start:
                span = Span(path, stretch.start, stretch.end)
                assert {*below.sources[path].written(stretch.span).by} <= {*source.written(span).by}


CARD = """\
beast Fox
  cost 3
  once in your turn, if you are rich, you may
    do      gain 1 gold
  always your score is 1 more
"""


def cited(text: str, *bodies: str) -> tuple[str, int, tuple[str, ...]]:
    """The file, the line and the amendments that are cited for some words of the consolidated card."""
    made = amended(CARD, *(rule(body, name) for name, body in zip(("one", "two"), bodies, strict=False)))
    source = made.sources["fox.card"]
    at = source.text.index(text)
    where = source.written(Span(source.path, at, at + len(text)))
    return where.path, where.line, where.by


def test_words_of_the_card_are_cited_by_the_card() -> None:
    narrowed = "once in your turn, if you are rich, you may\n  add: only if it is night"
    assert cited("gain 1 gold", narrowed) == ("fox.card", 4, ())
    assert cited("once in your turn", narrowed) == ("fox.card", 3, ())


def test_a_line_with_new_words_is_cited_by_both() -> None:
    narrowed = "once in your turn, if you are rich, you may\n  add: only if it is night"
    assert cited("once in your turn, if you are rich, if it is night, you may", narrowed) == (
        "fox.card",
        3,
        ("one.rule:4",),
    )
    assert cited("it is night", narrowed) == ("one.rule", 4, ())


def test_a_line_that_has_lost_words_is_cited_by_both() -> None:
    less = "once in your turn, if you are rich, you may\n  leave out: if you are rich"
    assert cited("once in your turn, you may", less) == ("fox.card", 3, ("one.rule:4",))


def test_a_line_that_two_have_changed_is_cited_by_all() -> None:
    first = "once in your turn, … you may\n  add: only if it is night"
    second = "once in your turn, … you may\n  instead of: your turn\n  read: a turn"
    line = "once in a turn, if you are rich, if it is night, you may"
    assert cited(line, first, second) == ("fox.card", 3, ("two.rule:5", "one.rule:4"))


def test_a_sentence_of_an_amendment_is_cited_by_it() -> None:
    assert cited("always your score is 2 more", "add:\n  always your score is 2 more") == ("one.rule", 4, ())


STEPS = """\
phase hunt
  step wait
    gain 1 gold
  step run
    draw 1 card
"""
MOVED = Source(
    "night.rule",
    """\
house rule night "first run"
  in hunt
    step run
      comes before: step wait
""",
)


def hunting() -> Amended:
    read = [parse(MOVED)]
    made = consolidate({"fox.game": Source("fox.game", STEPS)}, [(a, None) for a in amendments(read)])
    (source,) = made.sources.values()
    assert isinstance(source, Amended)
    return source


def test_what_has_moved_is_cited_by_the_amendment_too() -> None:
    source = hunting()
    for words, line, by in (("step run", 4, ("night.rule:4",)), ("draw 1", 5, ("night.rule:4",)), ("gain 1", 3, ())):
        at = source.text.index(words)
        where = source.written(Span(source.path, at, at + len(words)))
        assert (where.path, where.line, where.by) == ("fox.game", line, by)
    assert [(STEPS[gone.start : gone.end], gone.by) for gone in source.gone] == [
        ("  step run\n    draw 1 card\n", "night.rule:4")
    ]


def test_an_error_in_what_has_moved_is_told_in_the_amendment_and_a_warning_where_it_stands() -> None:
    source = hunting()
    at = source.text.index("draw 1 card")
    for severity, path in (("error", "night.rule"), ("warning", "fox.game")):
        found = Diagnostic("x", "wrong", Span("fox.game", at, at + 4), None, severity)
        assert relocated(found, {"fox.game": source}).span.path == path


def told(text: str, body: str) -> Diagnostic:
    """What is said of some words of the consolidated card, to the person who wrote the amendment."""
    made = amended(CARD, rule(body, "one"))
    at = made.sources["fox.card"].text.index(text)
    return relocated(Diagnostic("x", "wrong", Span("fox.card", at, at + len(text)), "mend it"), made.sources)


def test_a_mistake_in_new_words_is_told_in_the_amendment() -> None:
    body = "once in your turn, if you are rich, you may\n  instead of: you are rich\n  read: you are poor"
    found = told("poor", body)
    assert rule(body, "one").text[found.span.start : found.span.end] == "poor"
    assert found.help == "mend it\nthe line reads now: `once in your turn, if you are poor, you may`"


def test_a_mistake_that_new_words_make_of_old_ones_is_told_in_the_amendment() -> None:
    found = told("your turn", "once in your turn, if you are rich, you may\n  leave out: if you are rich")
    assert found.span.path == "one.rule"


def test_a_mistake_elsewhere_is_told_in_the_card() -> None:
    body = "instead of: cost 3\nread: cost 4, size 2"
    found = told("score", body)
    assert found.span.path == "fox.card"
    assert CARD[found.span.start : found.span.end] == "score"


def test_words_of_two_layers_cite_both() -> None:
    """A house rule amends what an edition has made; a word of the edition behind the change keeps its line."""
    first = amended("beast Fox\n  always your score is 1 more\n", rule(EXCEPT, "old")).sources["fox.card"]
    read = amendments([parse(rule("always your score is 1 more …\n  add:        only if it is red", "new"))])
    both = consolidate({"fox.card": first}, [(one, None) for one in read]).sources["fox.card"]
    assert "1 more if it is red unless it is night" in both.text
    at = both.text.index("always")
    assert both.written(Span("fox.card", at, len(both.text))).by == ("old.rule:4", "new.rule:4")


EXCEPT = "always your score is 1 more\n  add:        unless it is night"
