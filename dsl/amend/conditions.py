"""Narrows and widens what stands in a text: conditions, exceptions, and what is joined to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .. import syntax
from ..source import Source, Span
from .edits import Bit, Edit
from .quotes import Fault
from .rows import Part, Row

# In which order words stand that several changes put at one point: a branch is opened before anything else, and what
# widens a condition stands before what narrows it.
OPENED, WIDENED, NARROWED, EXCEPTED = 1, 3, 4, 5
Words = tuple[Bit | str, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One of the facts of which at least one holds: where it begins and ends, and whether an `either` stands before it.
    A fact without `either` is a leaf by itself."""

    start: int
    end: int
    opened: bool


def leaves_of(fact: syntax.Fact) -> Iterator[tuple[syntax.Fact, bool]]:
    """Yields the facts of which a fact says that one holds, each with whether an `either` stands before it."""
    match fact:
        case syntax.OneOf((first, *others)):
            yield first, True
            for other in others:
                yield from leaves_of(other)
        case _:
            yield fact, False


@dataclass(frozen=True, slots=True)
class Extra:
    """A condition that an amendment adds: its words, and those of its facts. `all_of`: all of them hold together, and
    none of them can stand behind an `or`; otherwise one of them holds."""

    whole: Words
    facts: tuple[Words, ...]
    all_of: bool
    rule: str
    span: Span


@dataclass(eq=False, slots=True)
class Conditions:
    """What amendments do to one condition, or to a rule that has none. `keyword`: `if`, `unless`, or "" if there is no
    condition yet. `facts`: the leaves of each of its facts; `both`: the facts are joined by `and`. `start`: where
    the rule ends, before a condition; `end`: where the words of the condition, or of the rule, end. `but`: an `unless`
    behind an `if`."""

    keyword: str
    facts: tuple[tuple[Leaf, ...], ...]
    both: bool
    start: int
    end: int
    but: Conditions | None = None
    wider: list[Extra] = field(default_factory=list)
    narrower: list[Extra] = field(default_factory=list)
    exceptions: list[Extra] = field(default_factory=list)

    def edits(self) -> list[Edit]:
        """Returns the edits that say it. Raises `Fault` if one line cannot say it."""
        if self.keyword == "unless":
            return [*self._provided(), *self._widened([*self.wider, *self.exceptions])]
        if self.keyword == "if":
            return [*self._widened(self.wider), *self._narrowed(), *self._excepted()]
        return [*self._provided(), *self._excepted()]

    def _provided(self) -> list[Edit]:
        """Returns the edit that puts an `if` behind a rule that has none."""
        if not self.narrower:
            return []
        words = self.narrower[0].whole if len(self.narrower) == 1 else _all_of(self.narrower)
        return [_put(self.start, (" if ", *words), self.narrower, NARROWED)]

    def _excepted(self) -> list[Edit]:
        """Returns the edit that puts an exception behind a rule, or behind its `if`."""
        if not self.exceptions:
            return []
        if self.but is not None:
            return self.but._widened(self.exceptions)
        words = self.exceptions[0].whole if len(self.exceptions) == 1 else _any_of(self.exceptions)
        return [_put(self.end, (" unless ", *words), self.exceptions, EXCEPTED)]

    def _widened(self, extras: Sequence[Extra]) -> list[Edit]:
        """Returns edits that put `or …` behind the condition: behind each of its facts, if they are joined by `and`."""
        if not extras:
            return []
        if not self.both and not self.narrower:
            return [_put(self.end, (" or ", *_any_of(extras)), extras, WIDENED)]
        words = _one_of(extras)
        if not self.both:
            return [_put(self.end, (" or ", *words), extras, WIDENED)]
        made = []
        for *_, last in self.facts:
            made.append(_put(last.start, ("either ",), extras, OPENED))
            made.append(_put(last.end, (" or ", *words), extras, WIDENED))
        return made

    def _narrowed(self) -> list[Edit]:
        if not self.narrower:
            return []
        leaves = [] if self.both else [leaf for fact in self.facts for leaf in fact]
        opened = [leaf for leaf in (leaves if self.wider else leaves[:-1]) if not leaf.opened]
        made = [_put(leaf.start, ("either ",), self.narrower, OPENED) for leaf in opened]
        return [*made, _put(self.end, (" and ", *_all_of(self.narrower)), self.narrower, NARROWED)]


def _all_of(extras: Sequence[Extra]) -> Words:
    """Returns the words that say that all of several conditions hold, so that they can stand behind `and`."""
    facts: list[Words] = []
    for extra in extras:
        facts += list(extra.facts) if extra.all_of else [_either(extra.facts)]
    return _joined(facts, " and ")


def _any_of(extras: Sequence[Extra]) -> Words:
    """Returns the words that say that one of several conditions holds."""
    return _joined(_single(extras), " or ")


def _one_of(extras: Sequence[Extra]) -> Words:
    """Returns the same as a single fact."""
    return _either(_single(extras))


def _single(extras: Sequence[Extra]) -> list[Words]:
    for extra in extras:
        if extra.all_of:
            raise _cannot(extra, "an `and` cannot stand behind this `or`: the language has no parentheses here")
    return [fact for extra in extras for fact in extra.facts]


def _either(facts: Sequence[Words]) -> Words:
    words = facts[-1]
    for fact in reversed(facts[:-1]):
        words = ("either ", *fact, " or ", *words)
    return words


def _joined(facts: Sequence[Words], word: str) -> Words:
    words: list[Bit | str] = []
    for fact in facts:
        words += [word, *fact] if words else fact
    return tuple(words)


def _put(at: int, new: Words, extras: Sequence[Extra], rank: int) -> Edit:
    return Edit(at, at, new, (rank, extras[0].rule, 0))


def _cannot(extra: Extra, said: str) -> Fault:
    return Fault("cannot-change", said, extra.span, "write the whole line anew, with `instead of:` and `read:`")


# ---- where conditions stand in a text --------------------------------------------------------------------------------

Stated = syntax.Provided | syntax.Tail | syntax.Refused | syntax.Absent | syntax.If
"""What has a condition that is stated by `if` or `unless`."""


@dataclass(frozen=True, slots=True)
class Conditioned:
    """A condition in the text, with its `if` or `unless`; or the end of a rule that has none. `start` is where the
    words before it end."""

    keyword: str
    cond: syntax.Condition | None
    start: int
    but: syntax.But | None = None


def conditioned(source: Source, node: Stated) -> Conditioned:
    """Returns the condition that a phrase states, and where the words before it end."""
    but = node.but if isinstance(node, (syntax.Tail, syntax.Refused, syntax.Absent)) else None
    start = node.keyword.span.start
    while source.text[start - 1] in " \n":
        start -= 1
    return Conditioned(node.keyword.text, node.cond, start, but)


def ruled(part: Part, row: Row) -> Conditioned:
    """Returns the condition at the end of a rule, or where it would stand."""
    shape = row.shape
    if isinstance(shape, (syntax.Refused, syntax.Absent)):
        return conditioned(part.source, shape)
    rule = shape.rule if isinstance(shape, syntax.Standing) else shape
    assert isinstance(rule, (syntax.Permit, syntax.Modify, syntax.Counts, syntax.Lends))
    if rule.tail is None:
        return Conditioned("", None, row.end)
    return conditioned(part.source, rule.tail)


def noted(
    source: Source, keyword: str, cond: syntax.Condition | None, start: int, but: Conditions | None = None
) -> Conditions:
    """Returns a condition to which changes can be noted, or the end of a rule that has none."""
    if cond is None:
        return Conditions(keyword, (), False, start, start)
    facts = tuple(
        tuple(Leaf(leaf.span.start, trimmed(source, leaf.span.end), opened) for leaf, opened in leaves_of(fact))
        for fact in facts_of(cond)
    )
    return Conditions(keyword, facts, isinstance(cond, syntax.Both), start, trimmed(source, cond.span.end), but)


def facts_of(cond: syntax.Condition) -> tuple[syntax.Fact, ...]:
    """Returns the facts that a condition joins with `and` or `or`."""
    return cond.parts if isinstance(cond, (syntax.Both, syntax.AnyFact)) else (cond,)


def trimmed(source: Source, end: int) -> int:
    """Returns where the words before an offset end, without the blanks behind them."""
    while end and source.text[end - 1] in " \n":
        end -= 1
    return end
