"""Changes one thing in a card's text: something that a careful reader should notice, and that a set of rulings must.

`mutants` finds every place where a rule could quietly say something else: a number, a comparison, may or must, a
condition or filter, a whole clause, or a word that another word of its sort could replace. Each mutant is an edit of
the text. The checks say whether it makes sense, and the rulings whether it matters (`interpreter.proof.mutate`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from . import ir, syntax
from .language import HEADS, OPPOSITES
from .parser import parse, words
from .source import Source
from .stop import Lexeme
from .syntax import Node

Groups = Sequence[Sequence[str]]

KEYWORDS = {word.upper(): other for word, other in OPPOSITES.items() if word not in HEADS}
"""What may replace a keyword, by its name in the grammar, and what that changes."""
STATEMENTS = (
    syntax.Action, syntax.Lasting, syntax.If, syntax.ForEach, syntax.Repeat, syntax.Ask, syntax.Whether, syntax.Either,
)  # fmt: skip
BLOCKS = (
    syntax.Do, syntax.Cost, syntax.Instead, syntax.Branch, syntax.Choosing, syntax.If, syntax.ForEach, syntax.Repeat,
    syntax.Ask, syntax.Step,
)  # fmt: skip
FILTERS = (
    syntax.ThatIs, syntax.ThatWas, syntax.ThatHas, syntax.ThatHasMany, syntax.ThatMay, syntax.ThatCounts, syntax.Whose,
    syntax.WhoseHas, syntax.WhoseHasMany,
    syntax.Except,
)  # fmt: skip
WHOLE: dict[type[Node], str] = {
    syntax.Clause: "clause", syntax.Standing: "clause", syntax.Refused: "refusal", syntax.Absent: "refusal",
}  # fmt: skip
LEADS = (
    syntax.Happening, syntax.At, syntax.AsSoonAs, syntax.During, syntax.OnceIn, syntax.Provided, syntax.WhereFrom,
    syntax.WhereIf,
)  # fmt: skip
RULES = (syntax.Permit, syntax.Modify, syntax.Counts, syntax.Lends)
LEFT_ALONE = (
    syntax.Origin, syntax.Example, syntax.Ruling, syntax.Title, syntax.Table, syntax.Zone, syntax.Mark, syntax.Kept,
    syntax.Enum, syntax.Players, syntax.Order, syntax.Decided,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a file: characters `start` to `end` become `new` instead of `old`. `sort` says what kind of change it
    is."""

    path: str
    start: int
    end: int
    old: str
    new: str
    sort: str

    def of(self, text: str) -> str:
        """Returns the changed text."""
        return text[: self.start] + self.new + text[self.end :]


def groups(game: ir.Game) -> list[tuple[str, ...]]:
    """Groups the words of a game that could replace each other: words of one enumeration, markers and zones of one
    shape, cards of one kind, values and qualities of the same things."""
    found: dict[object, list[str]] = {}
    for enum in game.enums.values():
        found[("enum", enum.name)] = list(enum.words)
    for marker in game.markers.values():
        if marker.card is None:
            found.setdefault(("marker", marker.on, marker.counted, marker.single), []).append(marker.name)
    for zone in game.zones.values():
        found.setdefault(("zone", zone.owner, zone.holds), []).append(zone.name)
    for value in game.values.values():
        if value.params:
            found.setdefault(("value", value.type, tuple(p.type for p in value.params)), []).append(value.name)
    for quality in game.qualities.values():
        found.setdefault(("quality", quality.param.type), []).append(quality.name)
    for card in game.cards.values():
        found.setdefault(("card", card.kind), []).append(card.title)
    found["phase"] = [name for name in game.phases if name != "game"]
    return [tuple(words) for words in found.values() if len(words) > 1]


def mutants(source: Source, alike: Groups) -> list[Mutant]:
    """Returns every mutant of a file, in the order of its text; none if the file cannot be read. `alike` are groups of
    words that could replace each other."""
    lines = words(source)
    if lines is None:
        return []
    declarations = [d for d in parse(source).declarations if not isinstance(d, LEFT_ALONE)]
    regions = [region for declaration in declarations for region in _regions(declaration)]
    turned = _exchanged(alike)
    found: dict[tuple[int, int, str], Mutant] = {}
    for mutant in (*_of_words(source, lines, regions, turned), *_of_phrases(source, declarations)):
        found.setdefault((mutant.start, mutant.end, mutant.new), mutant)
    return sorted(found.values(), key=lambda m: (m.start, m.end, m.new))


# ---- single words --------------------------------------------------------------------------------------------------


def _of_words(
    source: Source, lines: Sequence[Sequence[Lexeme]], regions: Sequence[tuple[int, int]], turned: Mapping[str, str]
) -> Iterator[Mutant]:
    for line in lines:
        tokens = [t for t in line if t.text.strip()]
        for i, token in enumerate(tokens):
            if not any(a <= token.start < b for a, b in regions):
                continue
            following = tokens[i + 1].kind if i + 1 < len(tokens) else ""
            for new, sort in _in_place_of(token.kind, token.text, following):
                yield Mutant(source.path, token.start, token.end, token.text, new, sort)
            yield from _renamed(source, tokens, i, turned)


def _in_place_of(kind: str, text: str, following: str) -> Iterator[tuple[str, str]]:
    if kind == "NUMBER":
        yield str(int(text) + 1), "number"
        if int(text) > 0:
            yield str(int(text) - 1), "number"
    elif kind in KEYWORDS:
        yield KEYWORDS[kind]
    elif kind == "NOT":
        yield "", "condition"
    elif kind in ("IS", "ARE") and following not in ("NOT", "NO"):
        yield f"{text} not", "condition"
    elif kind == "WORD" and text in HEADS and text in OPPOSITES:
        yield OPPOSITES[text]


def _renamed(source: Source, tokens: Sequence[Lexeme], i: int, turned: Mapping[str, str]) -> Iterator[Mutant]:
    """Replaces the longest name that begins at this word by the next of its sort."""
    for count in (3, 2, 1):
        part = tokens[i : i + count]
        if len(part) < count or any(t.kind not in ("WORD", "NAME") for t in part):
            continue
        start, end = part[0].start, part[-1].end
        text = source.text[start:end]
        if text in turned:
            yield Mutant(source.path, start, end, text, turned[text], "word")
            return


def _exchanged(alike: Groups) -> dict[str, str]:
    """Maps each word to the next one of its group, and the last to the first."""
    result: dict[str, str] = {}
    for group in alike:
        for i, word in enumerate(group):
            result.setdefault(word, group[(i + 1) % len(group)])
    return result


# ---- whole phrases ---------------------------------------------------------------------------------------------------


def _of_phrases(source: Source, declarations: Iterable[Node]) -> Iterator[Mutant]:
    text = source.text
    for parent, node in (pair for declaration in declarations for pair in _inner(declaration)):
        start, trimmed = node.span.start, _end(source, node)
        match node:
            case syntax.Clause() | syntax.Standing() | syntax.Refused() | syntax.Absent():
                yield _cut(source, start, _line_end(text, trimmed), WHOLE[type(node)])
            case syntax.Tail():
                yield _cut(source, start - _blanks_before(text, start), trimmed, "condition")
            case syntax.Both() | syntax.AnyFact():
                yield from _fewer(source, node.parts)
            case _ if isinstance(node, FILTERS):
                yield _cut(source, start - _blanks_before(text, start), trimmed, "filter")
            case _ if isinstance(node, LEADS) and isinstance(parent, (syntax.Clause, syntax.Standing)):
                comma = re.compile(r",\s*").match(text, trimmed)
                if comma and len(parent.leads) > 1:
                    yield _cut(source, start, comma.end(), "condition")
            case _ if isinstance(node, STATEMENTS) and isinstance(parent, BLOCKS):
                yield Mutant(source.path, start, trimmed, text[start:trimmed], "nothing", "deed")


def _fewer(source: Source, parts: Sequence[Node]) -> Iterator[Mutant]:
    """Leaves out one of several conditions."""
    for i, part in enumerate(parts):
        if i == 0:
            start, end = part.span.start, parts[1].span.start
        else:
            start, end = _end(source, parts[i - 1]), _end(source, part)
        yield _cut(source, start, end, "condition")


def _inner(node: Node, parent: Node | None = None) -> Iterator[tuple[Node | None, Node]]:
    """Yields every node that means something for play, with its parent."""
    yield parent, node
    for child in syntax.children(node):
        if isinstance(child, Node) and not isinstance(child, LEFT_ALONE):
            yield from _inner(child, node)


def _regions(declaration: Node) -> Iterator[tuple[int, int]]:
    """Yields the stretches of text that use words and do not declare them."""
    for parent, node in _inner(declaration):
        names = (syntax.Names, syntax.Param, syntax.Sort)
        defines = isinstance(parent, (syntax.ValueDef, syntax.Quality)) and not isinstance(node, names)
        if defines or isinstance(node, (*BLOCKS, *RULES, *WHOLE, syntax.Prop, syntax.YouAre, syntax.Works)):
            yield node.span.start, node.span.end


def _cut(source: Source, start: int, end: int, sort: str) -> Mutant:
    return Mutant(source.path, start, end, source.text[start:end], "", sort)


def _blanks_before(text: str, at: int) -> int:
    return len(text[:at]) - len(text[:at].rstrip(" \n,"))


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _end(source: Source, node: Node) -> int:
    return node.span.start + len(source.text[node.span.start : node.span.end].rstrip())


def all_mutants(sources: Iterable[Source], game: ir.Game) -> list[Mutant]:
    """Returns the mutants of several files."""
    alike = groups(game)
    return [m for source in sources for m in mutants(source, alike)]
