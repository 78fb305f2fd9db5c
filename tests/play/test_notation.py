"""The notation of play, over a game with words of its own: every word is understood, or pointed at."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from moot.dsl import ir
from moot.dsl.notation import Vocabulary, read_facts, read_moves, read_ruling, vocabulary
from moot.dsl.notation.parts import (
    Acts,
    Answer,
    Asked,
    Cards,
    Counter,
    Done,
    Ends,
    Fact,
    Given,
    Holds,
    Lies,
    Marked,
    Named,
    Offered,
    Over,
    Passes,
    Place,
    RefusedLine,
    Runs,
    Seat,
    Setup,
    Unknown,
    Until,
    ValueIs,
    Wins,
)
from moot.dsl.parser import parse
from moot.dsl.source import NOWHERE, Source

PLANT = ir.Type(sort="card", name="plant")
GNOME = ir.Type(sort="card", name="gnome")
PLAYER = ir.Type(sort="player")
BED = ir.Type(sort="zone", name="bed")
LIGHT = ir.Type(sort="enum", name="light")
NUMBER = ir.Type(sort="number")
TRUE = ir.Nobody(type=PLANT, span=NOWHERE)


def _zone(name: str, owner: str | None, holds: str) -> ir.Zone:
    return ir.Zone(name=name, owner=owner, holds=holds, seen="everyone", counted=True, span=NOWHERE)


def _marker(name: str, on: str, counted: bool = False, single: bool = False) -> ir.Marker:
    return ir.Marker(name=name, on=(on,), until=None, seen="everyone", counted=counted, single=single, span=NOWHERE)


def _card(kind: str, title: str) -> ir.Card:
    return ir.Card(
        kind=kind,
        title=title,
        fields=(),
        copies=1,
        clauses=(),
        rules=(),
        refused=(),
        source=None,
        path="",
        span=NOWHERE,
    )


def _value(name: str, *params: ir.Type, is_: ir.Type = NUMBER) -> ir.Value:
    ps = tuple(ir.Param(name=f"x{i}", type=p) for i, p in enumerate(params))
    return ir.Value(
        name=name, params=ps, type=is_, base=None, rules=(), only_more_or_less=False, field=None, span=NOWHERE
    )


def _named(*things: Any) -> dict[str, Any]:
    return {getattr(t, "name", None) or t.title: t for t in things}


def _words() -> Vocabulary:
    water = ir.Verb(
        key="water", words=("water",), participle="watered", params=(ir.Param(name="x", type=PLANT),),
        doer=PLANT, refusals=(), steps=(), source=None, span=NOWHERE,
    )  # fmt: skip
    game = ir.Game(
        name="Garden", least_players=2, most_players=4, order=(), refused=(),
        enums={"light": ir.Enum(name="light", words=("sun", "shade"), span=NOWHERE)},
        kinds={k: ir.Kind(name=k, fields=(), you=None, works=None, span=NOWHERE) for k in ("plant", "gnome")},
        zones=_named(_zone("bed", "player", "plant"), _zone("seed bag", None, "plant"),
                     _zone("gnome bag", None, "gnome"), _zone("roots", "plant", "plant")),
        markers=_named(_marker("dew", "player", counted=True), _marker("rake", "player", single=True),
                       _marker("wilted", "plant")),
        values=_named(_value("yield", PLAYER), _value("cost", PLANT, PLAYER), _value("season", is_=PLANT),
                      _value("light", BED, is_=LIGHT), _value("grower", PLANT, is_=PLAYER)),
        qualities={"lush": ir.Quality(name="lush", param=ir.Param(name="x", type=BED), cond=None, span=NOWHERE)},
        verbs={"water": water},
        phases={"day": ir.Phase(name="day", param=ir.Param(name="x", type=GNOME), source=None, span=NOWHERE, steps=(
            ir.Step(name="dawn", participle=None, body=(), span=NOWHERE),))},
        cards=_named(*(_card("plant", t) for t in ("Rose", "Lily of the Valley", "Lily", "Fool's Parsley")),
                     _card("gnome", "Gerd")),
    )  # fmt: skip
    return vocabulary(game, ["spring-time"], {"Lis": "Lily"})


WORDS = _words()
P1, P2 = Seat(1), Seat(2)


def bare(fact: Fact) -> Fact:
    """A fact without the place it was written at."""
    from dataclasses import replace

    inner = {"of": bare(fact.of)} if isinstance(fact, Unknown) else {}
    return replace(fact, span=NOWHERE, **inner)


def facts(text: str, given: bool = False) -> list[Fact]:
    found, faults = read_facts([(text, 0)], WORDS, "x", given)
    assert not faults, [f.message for f in faults]
    return [bare(f) for f in found]


def bed(*titles: str, how: str = "exactly", seat: Seat = P1, others: bool = False) -> Cards:
    return Cards(place=Place("bed", seat), how=how, titles=titles, others=others)


EITHER = [
    ("p1 is Gerd", [Holds(seat=P1, titles=("Gerd",))]),
    ("p1 is Gerd and Rose", [Holds(seat=P1, titles=("Gerd", "Rose"))]),
    ("p1 dew 3", [Counter(subject=P1, mark="dew", op="==", number=3)]),
    ("p1 has 3 dew", [Counter(subject=P1, mark="dew", op="==", number=3)]),
    ("p1 has no dew", [Counter(subject=P1, mark="dew", op="==", number=0)]),
    ("dew of p1 is 3", [Counter(subject=P1, mark="dew", op="==", number=3)]),
    ("p1 bed nothing", [bed()]),
    ("p1's bed Rose, Lily", [bed("Rose", "Lily")]),
    ("bed of p2 is Rose", [bed("Rose", seat=P2)]),
    ("p1 bed Lily of the Valley, Lily", [bed("Lily of the Valley", "Lily")]),
    ("p1 bed \"Fool's Parsley\", lis", [bed("Fool's Parsley", "Lily")]),
    ("p1 bed 2 Rose, …", [bed("Rose", "Rose", others=True)]),
    ("p1 bed 3 plants", [Cards(place=Place("bed", P1), how="count", number=3)]),
    ("bag Rose, ...", [Cards(place=Place("seed bag"), how="exactly", titles=("Rose",), others=True)]),
    ("gnome bag nothing", [Cards(place=Place("gnome bag"), how="exactly")]),
    ("Rose has roots Lily", [Cards(place=Place("roots", Named("Rose")), how="exactly", titles=("Lily",))]),
    ("Rose is wilted by p2", [Marked(subject=Named("Rose"), mark="wilted", by=P2)]),
    ("Rose of p1 is wilted", [Marked(subject=Named("Rose", 1), mark="wilted")]),
    ("the wilted Rose of p1 is wilted", [Marked(subject=Named("Rose", 1, "wilted"), mark="wilted")]),
    ("rake p2", [Marked(subject=P2, mark="rake")]),
    ("p2 has the rake", [Marked(subject=P2, mark="rake")]),
    ("p1 has watered", [Done(seat=P1, verbs=("water",))]),
    ("p1 has watered Rose", [Done(seat=P1, verbs=("water",), title="Rose")]),
    (
        "p1 is Gerd, dew 4, bed Rose, Lily, and has watered",
        [Holds(seat=P1, titles=("Gerd",)), Counter(subject=P1, mark="dew", op="==", number=4), bed("Rose", "Lily"),
         Done(seat=P1, verbs=("water",))],
    ),
    ("p1 bed Rose, Lily is wilted", [bed("Rose"), Marked(subject=Named("Lily"), mark="wilted")]),
    ("p1 dew 1, p2 dew 2; rake p1", [Counter(subject=P1, mark="dew", op="==", number=1),
                                     Counter(subject=P2, mark="dew", op="==", number=2),
                                     Marked(subject=P1, mark="rake")]),
]  # fmt: skip

EXPECTED = [
    ("p1 dew at least 3", [Counter(subject=P1, mark="dew", op=">=", number=3)]),
    ("p1 dew not 3", [Counter(subject=P1, mark="dew", op="!=", number=3)]),
    ("p1 bed includes Rose", [bed("Rose", how="includes")]),
    ("p1 bed without Rose", [bed("Rose", how="without")]),
    ("seed bag bottom Rose", [Cards(place=Place("seed bag"), how="bottom", titles=("Rose",))]),
    ("p1 bed more than 2 cards", [Cards(place=Place("bed", P1), how="count", op=">", number=2)]),
    ("p1 bed unknown", [Unknown(of=bed())]),
    ("Rose wilted unknown", [Unknown(of=Marked(subject=Named("Rose"), mark="wilted"))]),
    ("Rose is not wilted", [Marked(subject=Named("Rose"), mark="wilted", negated=True)]),
    ("p1 has no rake", [Marked(subject=P1, mark="rake", negated=True)]),
    ("rake not p1", [Marked(subject=P1, mark="rake", negated=True)]),
    ("Rose is in bed of p2", [Lies(card=Named("Rose"), place=Place("bed", P2))]),
    ("yield of p1 is 28", [ValueIs(form="value", name="yield", args=(P1,), op="==", result=28)]),
    ("p1's yield is 2 dew", [ValueIs(form="value", name="yield", args=(P1,), op="==", result=2)]),
    ("cost of Rose for p1 is at most 5",
     [ValueIs(form="value", name="cost", args=(Named("Rose"), P1), op="<=", result=5)]),
    ("light of bed of p1 is shade",
     [ValueIs(form="value", name="light", args=(Place("bed", P1),), op="==", result="shade")]),
    ("grower of Lily is p2", [ValueIs(form="value", name="grower", args=(Named("Lily"),), op="==", result=P2)]),
    ("season is Lily of the Valley",
     [ValueIs(form="value", name="season", args=(), op="==", result=Named("Lily of the Valley"))]),
    ("bed of p1 is not lush", [ValueIs(form="quality", name="lush", args=(Place("bed", P1),), op="==", result=False)]),
    ("p1 cannot water Rose", [ValueIs(form="can", name="water", args=(P1, Named("Rose")), op="==", result=False)]),
    ("p1 wins", [Wins(seats=(P1,))]),
    ("p1 and p2 win", [Wins(seats=(P1, P2))]),
    ("p1 must answer; nobody must answer", [Asked(seat=P1), Asked(seat=None)]),
    ("the game is over", [Over()]),
    ("the day of Gerd is not running", [Runs(phase="day", title="Gerd", negated=True)]),
]  # fmt: skip

SETTING = [
    ("p1 acts as Gerd", [Acts(seat=P1, title="Gerd")]),
    ("3 players", [Setup(players=3)]),
    (
        "4 players, spring-time, with Rose, Lily, without Gerd, seed 7 at step dawn of the day",
        [Setup(players=4, scenario="spring-time", added=("Rose", "Lily"), removed=("Gerd",),
               seed=7, begin=("day", "dawn"))],
    ),
    ("2 players at the start of the day", [Setup(players=2, begin=("day", None))]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), EITHER, ids=[t for t, _ in EITHER])
def test_a_fact_can_be_given_and_expected(text: str, said: list[Fact]) -> None:
    assert facts(text, given=True) == said
    assert facts(text) == said


@pytest.mark.parametrize(("text", "said"), EXPECTED, ids=[t for t, _ in EXPECTED])
def test_an_expectation_is_read_as_these_facts(text: str, said: list[Fact]) -> None:
    assert facts(text) == said


@pytest.mark.parametrize(("text", "said"), SETTING, ids=[t for t, _ in SETTING])
def test_a_given_is_read_as_these_facts(text: str, said: list[Fact]) -> None:
    assert facts(text, given=True) == said


@pytest.mark.parametrize(
    ("text", "given", "word", "hint"),
    [
        ("p1 bed Rosa", False, "Rosa", "`Rose`"),
        ("p1 bedd Rose", False, "bedd", "`bed`"),
        ("p1 dew", False, "dew", None),
        ("p9 dew 3", False, "p9", "p4"),
        ("p1 dew 3 Rose", False, "Rose", None),
        ("p1 roots Rose", False, "roots", None),
        ("p1 bed Gerd", False, "Gerd", None),
        ("p1 bed Rose,", False, ",", None),
        ("yield of p1 is 28", True, "yield of p1 is 28", None),
        ("p1 dew at least 3", True, "p1 dew at least 3", None),
        ("4 players, sprung-time", True, "sprung-time", "`spring-time`"),
        ("9 players", True, "9", None),
        ("bag nothing", True, "bag", None),
    ],
)
def test_the_word_at_fault(text: str, given: bool, word: str, hint: str | None) -> None:
    _, faults = read_facts([(text, 0)], WORDS, "x", given)
    assert [text[f.span.start : f.span.end] for f in faults] == [word]
    assert hint is None or hint in (faults[0].help or "")


def test_lines_are_read_as_moves() -> None:
    lines = [
        ("p1 waters Rose", 0),
        ("p2: no", 20),
        ("the day ends", 30),
        ("the day of Gerd ends; p1 passes", 50),
        ("everyone passes until p2's day", 90),
        ("everyone passes until the dawn", 120),
    ]
    moves, faults = read_moves(lines, WORDS, "x")
    assert not faults
    assert [type(m) for m in moves] == [Answer, Answer, Ends, Ends, Passes, Until, Until]
    assert isinstance(moves[0], Answer) and moves[0].words == "waters Rose"
    assert isinstance(moves[1], Answer) and moves[1].seat == P2 and moves[1].words == "no"
    assert isinstance(moves[5], Until) and moves[5].seat == P2
    assert isinstance(moves[6], Until) and moves[6].step == "dawn"


def test_a_ruling_of_a_file() -> None:
    text = """ruling R007 "a rose is a rose"
  source "1913 Emily 1"
  confidence official
  given 2 players, with Rose          # as planted
        p1 is Gerd, bed Lily,
        Rose
  when p1 waters Rose
       p2 waters Lily
  refused because "no water", Gerd
  offered only water Rose, done
  as p2 expect p1 bed unknown
"""
    parsed = parse(Source("r.ruling", text))
    assert not parsed.diagnostics
    ruling, faults = read_ruling(parsed.declarations[0], WORDS, "r.ruling")  # type: ignore[arg-type]
    assert not faults and ruling
    assert (ruling.id, ruling.title, ruling.confidence) == ("R007", "a rose is a rose", "official")
    assert [type(p).__name__ for p in ruling.parts] == ["Given", "When", "RefusedLine", "Offered", "Expect"]
    first, _, refused, offered, _ = ruling.parts
    assert isinstance(first, Given) and bare(first.facts[-1]) == bed("Lily", "Rose")
    assert isinstance(refused, RefusedLine) and refused.reasons == ("no water", "Gerd")
    assert isinstance(offered, Offered) and offered.only and offered.answers == ("water Rose", "done")
    assert ruling.titles() == {"Rose", "Gerd", "Lily"}


def test_what_a_ruling_must_have() -> None:
    text = 'ruling R1 "x"\n  given p1 bed Rose\n  refused because "y"\n'
    parsed = parse(Source("r.ruling", text))
    _, faults = read_ruling(parsed.declarations[0], WORDS, "r.ruling")  # type: ignore[arg-type]
    assert sorted(f.code for f in faults) == ["how-many-play", "nothing-refused"]


ANY = (
    "p1 p2 p9 bed dew 3 Rose Lily of the Valley , ; … is has not no wilted rake yield lush unknown includes must answer"
    ' wins at least cards nothing by for acts players 4 watered seed bag "Rose" " : \' zzz'
)
WORD = st.sampled_from(ANY.split())


@forall(st.lists(WORD, max_size=12), st.booleans())
def test_no_words_are_too_strange(words: list[str], given: bool) -> None:
    text = " ".join(words)
    _, faults = read_facts([(text, 5)], WORDS, "x", given)
    for fault in faults:
        assert 5 <= fault.span.start < fault.span.end <= 5 + len(text)
    _, faults = read_moves([(text, 5)], WORDS, "x")
    for fault in faults:
        assert 5 <= fault.span.start < fault.span.end <= 5 + len(text)


NONSENSE = [
    ("  given 2 players", "says-nothing"),
    ("  given 2 players\n  when p1 waters Rose", "says-nothing"),
    ("  given 2 players\n  expect p1 dew 1\n  given p1 dew 2", "says-nothing"),
    ("  given 2 players\n  when p1 waters Rose\n  refused because ,", "says-nothing"),
    ('  given 2 players\n  when p1 waters Rose\n  refused because ""', "says-nothing"),
    ('  given 2 players\n  when p1 waters Rose\n  refused because "!", Rose', "says-nothing"),
    ("  given 2 players\n  offered ,", "says-nothing"),
    ("  given 2 players\n  offered water Rose,, done", "says-nothing"),
    ("  given 2 players\n  not offered ,", "says-nothing"),
    ("  given 2 players\n  offered only ;", "says-nothing"),
    ("  given 2 players\n  expect ;", "unknown-word"),
    ("  given 2 players\n  expect p1 dew 1;; p2 dew 1", "unknown-word"),
    ('  given 2 players\n  expect p2" is Gerd', "unclosed-text"),
    ('  given 2 players\n  when p1 "waters Rose\n  expect p1 dew 1', "unclosed-text"),
    ('  given 2 players\n  when p1 waters Rose\n  refused because "no" "water"', "missing-comma"),
    ("  given 2 players\n        p1 dew 3, dew 5\n  expect p1 dew 3", "said-twice"),
    ("  given 2 players\n  expect p1 dew 3; p2 dew 2; p1 dew 3", "said-twice"),
    ("  given 2 players\n  expect rake p1; rake p2", "said-twice"),
    ("  given 2 players\n        p1 bed Rose, bed Lily\n  expect p1 bed Rose", "said-twice"),
    ("  given 2 players\n        p1 is Gerd\n        p2 is Gerd\n  expect p1 dew 3", "said-twice"),
    ("  given 2 players\n  expect yield of p1 is 2; yield of p1 is 3", "said-twice"),
    ("  given 2 players\n  expect Gerd is wilted", "wrong-type"),
    ("  given 2 players\n  expect p1 is not wilted", "wrong-type"),
    ("  given 2 players\n  expect Rose dew 3", "wrong-type"),
    ("  given 2 players\n  expect cost of Gerd for p1 is 3", "wrong-type"),
    ("  given 2 players\n  expect yield of Rose is 3", "wrong-type"),
    ("  given 2 players\n  expect yield of p1 is Rose", "wrong-type"),
    ("  given 2 players\n  expect season is 3", "wrong-type"),
    ("  given 2 players\n  expect the day of Rose is not running", "wrong-type"),
    ("  given 2 players\n  when the day of Rose ends\n  expect p1 dew 1", "wrong-type"),
    ("  given 2 players\n  expect p1 cannot water Gerd", "wrong-type"),
    ("  given 2 players\n  expect Gerd is not in seed bag", "notation"),
    ("  given 2 players\n  expect p1 is is Gerd", "unknown-word"),
    ("  given 2 players\n  expect p1 is not not Gerd", "unknown-word"),
    ("  given 2 players\n  expect p4 dew 3", "how-many-play"),
    ("  given 2 players\n  when p4 waters Rose\n  expect p1 dew 3", "how-many-play"),
    ("  given 2 players\n  as p3 expect p1 dew 3", "how-many-play"),
    ("  given 1 players\n  expect p1 dew 3", "how-many-play"),
]


@pytest.mark.parametrize(("body", "code"), NONSENSE, ids=[" ".join(b.split())[:70] for b, _ in NONSENSE])
def test_what_says_nothing_or_cannot_be_is_a_mistake(body: str, code: str) -> None:
    parsed = parse(Source("r.ruling", f'ruling R1 "x"\n{body}\n'))
    assert not parsed.diagnostics
    ruling, faults = read_ruling(parsed.declarations[0], WORDS, "r.ruling")  # type: ignore[arg-type]
    assert ruling is None
    assert [f.code for f in faults] == [code]


MORE_NONSENSE = [
    ("  given 2 players\n        p1 bed Rose Lily\n  expect p1 dew 1", "left-over"),
    ("  given 2 players, with Rose Lily\n  expect p1 dew 1", "unknown-word"),
    ("  given 2 players\n  when p1 p1 waters Rose\n  expect p1 dew 1", "doubled"),
    ("  given 2 players\n  when p1 waters Rose,\n  expect p1 dew 1", "notation"),
    ("  given 2 players\n  when p1 waters , , Rose\n  expect p1 dew 1", "notation"),
    ("  given 2 players\n  when p1, waters Rose\n  expect p1 dew 1", "notation"),
    ("  given 2 players\n  when p1 waters waters Rose\n  expect p1 dew 1", "doubled"),
    ("  given 2 players\n  when p1 waters Rose\n  expect p1 dew 1\n  expect p1 dew 1", "said-twice"),
    ("  given 2 players\n  not offered done\n  not offered done", "said-twice"),
    ('  source "1913 1"\n  source "1913 1"\n  given 2 players\n  expect p1 dew 1', "said-twice"),
]


@pytest.mark.parametrize(("body", "code"), MORE_NONSENSE, ids=[" ".join(b.split())[:70] for b, _ in MORE_NONSENSE])
def test_what_a_slip_of_the_hand_leaves_is_a_mistake(body: str, code: str) -> None:
    test_what_says_nothing_or_cannot_be_is_a_mistake(body, code)


def test_a_player_may_choose_himself_and_go_on() -> None:
    moves, faults = read_moves([("p1 p1, done", 0), ("p1 p1", 20)], WORDS, "x")
    assert not faults
    assert [m.words for m in moves if isinstance(m, Answer)] == ["p1, done", "p1"]
