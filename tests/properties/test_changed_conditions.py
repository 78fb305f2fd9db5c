"""What amendments add to conditions holds exactly when the sentence says so: `only if` narrows, `or if` widens, and
`unless` excepts, however many amendments do it to one condition, and however it was built before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from moot.dsl import syntax
from moot.dsl.amend import amendments, consolidate
from moot.dsl.parser import parse
from moot.dsl.source import Source

from .sizes import looks

COLOURS = ("red", "blue", "green", "gold", "grey", "pink", "black")
Truth = Mapping[str, bool]
Holds = Callable[[Truth], bool]


def fact(colour: str) -> str:
    return f"it is {colour}"


def holds(cond: syntax.Node, truth: Truth) -> bool:
    """Whether a condition that was read holds."""
    match cond:
        case syntax.Both(parts):
            return all(holds(part, truth) for part in parts)
        case syntax.AnyFact(parts) | syntax.OneOf(parts):
            return any(holds(part, truth) for part in parts)
        case syntax.Is():
            (colour,) = [word.text for word in syntax.words_of(cond) if word.text in COLOURS]
            return truth[colour]
    raise AssertionError(f"no condition: {cond}")


@st.composite
def conditions(draw: st.DrawFn) -> tuple[str, Holds]:
    """A condition as one may write it, and when it holds."""
    colours = draw(st.lists(st.sampled_from(COLOURS), min_size=1, max_size=3, unique=True))
    word = draw(st.sampled_from(("and", "or", "either"))) if len(colours) > 1 else "and"
    if word == "either":
        first, second, *rest = colours
        text = " and ".join([f"either {fact(first)} or {fact(second)}", *map(fact, rest)])
        return text, lambda truth: (truth[first] or truth[second]) and all(truth[c] for c in rest)
    text = f" {word} ".join(map(fact, colours))
    return text, lambda truth: (all if word == "and" else any)(truth[c] for c in colours)


TAILS = st.sampled_from(("", "if", "unless", "both"))
CHANGES = st.lists(st.tuples(st.sampled_from(("only if", "or if", "unless")), conditions()), min_size=1, max_size=4)


@st.composite
def bases(draw: st.DrawFn) -> tuple[str, Holds, bool]:
    """The end of a rule with its condition, when the rule holds, and whether it can be widened."""
    sort = draw(TAILS)
    (one, when), (other, but) = draw(conditions()), draw(conditions())
    match sort:
        case "if":
            return f" if {one}", when, True
        case "unless":
            return f" unless {one}", lambda truth: not when(truth), False
        case "both":
            return f" if {one} unless {other}", lambda truth: when(truth) and not but(truth), False
    return "", lambda truth: True, False


@looks(150)
@given(bases(), CHANGES)
def test_a_changed_condition_holds_when_its_changes_say_so(
    base: tuple[str, Holds, bool], changes: list[tuple[str, tuple[str, Holds]]]
) -> None:
    tail, before, wide = base
    assume(wide or all(word != "or if" for word, _ in changes))
    rules = []
    for at, (word, (text, _)) in enumerate(changes):
        body = f"  in Fox\n    always your score is 1 more …\n      add:        {word} {text}\n"
        parsed = parse(Source(f"r{at}.rule", f'house rule r{at} "a change"\n{body}'))
        assert parsed.diagnostics == ()
        rules += amendments([parsed])
    card = Source("fox.card", f"beast Fox\n  always your score is 1 more{tail}\n")
    made = consolidate({card.path: card}, [(rule, None) for rule in rules])
    assume("cannot-change" not in {d.code for d in made.diagnostics})  # one line cannot say it, and that is told
    assert made.diagnostics == ()
    read = parse(made.sources["fox.card"])
    assert read.diagnostics == (), made.sources["fox.card"].text
    (end,) = [node for node in syntax.walk(read.declarations[0]) if isinstance(node, syntax.Tail)]
    for values in product((False, True), repeat=len(COLOURS)):
        truth = dict(zip(COLOURS, values, strict=True))
        now = holds(end.cond, truth) is (end.keyword.text == "if")
        if end.but is not None:
            now = now and not holds(end.but.cond, truth)
        wider = [when(truth) for word, (_, when) in changes if word == "or if"]
        narrower = [when(truth) for word, (_, when) in changes if word == "only if"]
        excepted = [when(truth) for word, (_, when) in changes if word == "unless"]
        meant = (before(truth) or any(wider)) and all(narrower) and not any(excepted)
        assert now is meant, made.sources["fox.card"].text
