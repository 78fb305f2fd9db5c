"""The second pass over cards: their properties, clauses and rules; and tables of cards that say nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from lark import Token, Tree

from .. import ir
from ..nearest import nearest
from ..source import Span
from ..vocabulary import Vocabulary
from ..words import listed
from . import clauses, declarations, rules
from .headers import Item, everywhere
from .scope import PLAYER, Desk, Mistake, Node, Scope, fail, mistake, unknown

MOST_COPIES = 100  # of one card

Fields = tuple[tuple[str, int | str | None], ...]


def announce(items: Sequence[Item], vocabulary: Vocabulary) -> None:
    """The titles, so that any card can speak of any other."""
    for desk, node in items:
        if node.data == "card":
            kind, title = node.children[0], node.children[1]
            assert isinstance(kind, Token) and isinstance(title, Token)
            enter(desk, vocabulary, kind, title, 1)
        elif node.data == "table":
            columns = [str(c) for c in node.children[1:] if isinstance(c, Token)]
            kind = node.children[0]
            assert isinstance(kind, Token)
            for row in node.children:
                if isinstance(row, Tree):
                    cells = row.children
                    named = [c for c in cells if isinstance(c, Token) and c.type == "NAME"]
                    at = columns.index("copies") if "copies" in columns else len(cells)
                    copies = int(str(cells[at])) if at < len(cells) and str(cells[at]).isdigit() else 1
                    if named:
                        enter(desk, vocabulary, kind, named[0], copies)


def enter(desk: Desk, vocabulary: Vocabulary, kind: Token, title: Token, copies: int) -> None:
    span = desk.span(title)
    if str(title) in vocabulary.cards:
        found = mistake("duplicate-name", f"there is another card `{title}`", span)
        first = vocabulary.cards[str(title)].span
        desk.diagnostics.append(replace(found, notes=((first, "the other one"),)))
        return
    vocabulary.cards[str(title)] = ir.Card(
        kind=str(kind),
        title=str(title),
        fields=(),
        copies=copies,
        clauses=(),
        rules=(),
        refused=(),
        source=None,
        path=desk.source.path,
        span=span,
    )


def read(items: Sequence[Item], vocabulary: Vocabulary) -> None:
    local_markers(items, vocabulary)
    for desk, node in items:
        if node.data == "card":
            card(declarations.fresh(desk), node, vocabulary)
        elif node.data == "table":
            table(desk, node, vocabulary)


def local_markers(items: Sequence[Item], vocabulary: Vocabulary) -> None:
    """Which card declares which marker, which place."""
    for desk, node in items:
        if node.data != "card":
            continue
        for _, child in everywhere([(desk, node)], "mark"):
            words = [c for c in child.children if isinstance(c, Token)]
            marker = vocabulary.markers.get(" ".join(words))
            if marker is not None and marker.span.path == desk.source.path and marker.span.start == words[0].start_pos:
                vocabulary.markers[marker.name] = replace(marker, card=str(node.children[1]))
        for _, child in everywhere([(desk, node)], "zone"):
            words = [c for c in child.children if isinstance(c, Token)]
            place = vocabulary.zones.get(" ".join(words))
            if place is not None and place.span.path == desk.source.path and place.span.start == words[0].start_pos:
                vocabulary.zones[place.name] = replace(place, card=str(node.children[1]))


def known_kind(desk: Desk, token: Token, vocabulary: Vocabulary) -> ir.Kind | None:
    found = vocabulary.kinds.get(str(token))
    if found is None:
        near = nearest(str(token), vocabulary.kinds)
        help = f"did you mean `{near}`?" if near else "there are " + listed(vocabulary.kinds)
        desk.report("unknown-word", f"no kind `{token}`", desk.span(token), help, near)
    return found


def card(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    kind_token, title = node.children[0], node.children[1]
    assert isinstance(kind_token, Token) and isinstance(title, Token)
    known = vocabulary.cards[str(title)]
    if known.span != desk.span(title):
        return
    file_name(desk, title)
    kind = known_kind(desk, kind_token, vocabulary)
    if kind is None:
        return
    vocabulary.put, vocabulary.asked = set(), set()
    this = ir.Var(type=ir.Type("card", kind.name), span=desk.span(title), name="this")
    you = ir.Var(type=PLAYER, span=desk.span(title), name="you") if kind.you is not None else None
    printed: dict[str, int | str | None] = {}
    clauses_: list[ir.Clause] = []
    rules_: list[ir.Rule] = []
    refused: list[ir.Refusal] = []
    names: list[ir.Name] = []
    for member in node.children[2:]:
        if not isinstance(member, Tree):
            continue
        here = declarations.fresh(desk)
        scope = Scope(here, this=this, you=you, doer=you)
        try:
            match str(member.data):
                case "props":
                    properties(desk, member, kind, vocabulary, printed)
                case "title":
                    language, text = member.children
                    assert isinstance(language, Token) and isinstance(text, Token)
                    place = Span(desk.source.path, language.start_pos or 0, text.end_pos or 0)
                    names.append(ir.Name(language=str(language), text=str(text)[1:-1], span=place))
                case "clause":
                    clauses_.append(clauses.clause(scope, member))
                case "standing":
                    rules_.append(rules.standing(scope, member))
                case "refused":
                    found = declarations.refusal(scope, member)
                    if found is not None:
                        refused.append(found)
        except Mistake as error:
            desk.note(error)
        scope.check_used()
    all_printed(desk, kind, printed, desk.span(title))
    if len(desk.diagnostics) == desk.began:
        markers_used(desk, str(title), vocabulary)
    vocabulary.cards[str(title)] = replace(
        known,
        fields=tuple((f.name, printed.get(f.name)) for f in kind.fields),
        clauses=tuple(clauses_),
        rules=tuple(rules_),
        refused=tuple(refused),
        source=declarations.source_of(node, desk),
        names=tuple(names),
    )


def properties(
    desk: Desk, node: Node, kind: ir.Kind, vocabulary: Vocabulary, printed: dict[str, int | str | None]
) -> None:
    for prop in node.children:
        assert isinstance(prop, Tree)
        name, content = prop.children
        assert isinstance(name, Token) and isinstance(content, Token)
        try:
            found = next((f for f in kind.fields if f.name == str(name)), None)
            if found is None:
                names = [f.name for f in kind.fields]
                near = nearest(str(name), names)
                help = f"did you mean `{near}`?" if near else f"a {kind.name} has " + listed(names)
                fail("bad-field", f"a {kind.name} has no `{name}`", desk.span(name), help, near)
            if str(name) in printed:
                fail("duplicate-name", f"`{name}` stands here twice", desk.span(name))
            printed[found.name] = None
            printed[found.name] = content_of(desk, found, content, vocabulary)
        except Mistake as error:
            desk.note(error)


def content_of(desk: Desk, found: ir.Field, content: Token, vocabulary: Vocabulary) -> int | str:
    span = desk.span(content)
    if found.type.sort == "enum":
        words = vocabulary.enums[found.type.name or ""].words
        if str(content) not in words:
            unknown(f"no {found.type.name} `{content}`", span, str(content), words)
        return str(content)
    if content.type != "NUMBER":
        fail("bad-field", f"`{found.name}` is a number", span)
    return int(str(content))


def all_printed(desk: Desk, kind: ir.Kind, printed: dict[str, int | str | None], span: Span) -> None:
    for f in kind.fields:
        if f.name not in printed and not f.optional:
            desk.report(
                "missing-field",
                f"a {kind.name} has a `{f.name}`",
                span,
                f"write `{f.name}` on the line below the title",
            )


def markers_used(desk: Desk, title: str, vocabulary: Vocabulary) -> None:
    """A marker of a card must be put and asked for on it: one slip in a word leaves one of the two undone."""
    for marker in vocabulary.markers.values():
        if marker.card != title:
            continue
        if marker.name not in vocabulary.put:
            help = f"write `put 1 {marker.name} on`" if marker.counted else f"write `mark … as {marker.name}`"
            desk.report("marker-never-put", f"nothing is ever marked as `{marker.name}`", marker.span, help)
        elif marker.name not in vocabulary.asked:
            desk.report(
                "marker-never-asked",
                f"nothing on this card asks for `{marker.name}`",
                marker.span,
                "use it, or leave the marker out",
            )


def slug(title: str) -> str:
    """A title as the name of a file: lower case, hyphens, ASCII."""
    text = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def file_name(desk: Desk, title: Token) -> None:
    path = PurePath(desk.source.path)
    if path.suffix == ".card" and path.stem != slug(str(title)):
        help = f"the file of this card is `{slug(str(title))}.card`"
        desk.report("title-not-file-name", f"`{title}` stands in the file `{path.name}`", desk.span(title), help)


# ---- tables --------------------------------------------------------------------------------------------------------


def table(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    kind_token = node.children[0]
    assert isinstance(kind_token, Token)
    kind = known_kind(desk, kind_token, vocabulary)
    if kind is None:
        return
    columns = [c for c in node.children[1:] if isinstance(c, Token)]
    fields = {f.name: f for f in kind.fields}
    good = [columns_fit(desk, c, fields, kind) for c in columns]
    if "name" not in [str(c) for c in columns]:
        desk.report("missing-field", "a table of cards has a column `name`", desk.span(kind_token))
        return
    if not all(good):
        return
    for f in kind.fields:
        if not f.optional and f.name not in [str(c) for c in columns]:
            desk.report(
                "missing-field", f"a {kind.name} has a `{f.name}`", desk.span(kind_token), f"add a column `{f.name}`"
            )
    for row in node.children:
        if isinstance(row, Tree):
            try:
                one_row(desk, row, columns, kind, vocabulary)
            except Mistake as error:
                desk.note(error)


def columns_fit(desk: Desk, column: Token, fields: dict[str, ir.Field], kind: ir.Kind) -> bool:
    if str(column) in ("name", "copies") or str(column) in fields:
        return True
    near = nearest(str(column), [*fields, "name", "copies"])
    help = f"did you mean `{near}`?" if near else "there are " + listed(["name", *fields, "copies"])
    desk.report("bad-field", f"a {kind.name} has no `{column}`", desk.span(column), help, near)
    return False


def one_row(desk: Desk, row: Node, columns: list[Token], kind: ir.Kind, vocabulary: Vocabulary) -> None:
    span = desk.span(row)
    if len(row.children) != len(columns):
        fail("bad-field", f"this line has {len(row.children)} cells, and there are {len(columns)} columns", span)
    title = ""
    copies = 1
    printed: dict[str, int | str | None] = {}
    for column, cell in zip(columns, row.children, strict=True):
        assert isinstance(cell, Token)
        if str(column) == "name":
            if cell.type != "NAME":
                fail("bad-field", "a title begins with a capital letter", desk.span(cell))
            title, span = str(cell), desk.span(cell)
        elif str(column) == "copies":
            if cell.type != "NUMBER" or not 1 <= int(str(cell)) <= MOST_COPIES:
                fail("bad-field", f"`copies` is a number from 1 to {MOST_COPIES}", desk.span(cell))
            copies = int(str(cell))
        else:
            found = next(f for f in kind.fields if f.name == str(column))
            printed[found.name] = content_of(desk, found, cell, vocabulary)
    known = vocabulary.cards.get(title)
    if known is None or known.span != span:
        return
    fields: Fields = tuple((f.name, printed.get(f.name)) for f in kind.fields)
    vocabulary.cards[title] = replace(known, fields=fields, copies=copies)
