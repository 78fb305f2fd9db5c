"""Runs the second pass over cards: it reads their properties, clauses and rules, and the tables of cards without
text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from typing import assert_never

from .. import ir, syntax
from ..nearest import nearest
from ..source import Span
from ..syntax import Word
from ..vocabulary import Vocabulary
from ..words import listed
from . import clauses, conditions, declarations, rules, shared
from .headers import Item
from .mistakes import Mistake, fail, mistake, unknown
from .scope import Desk, Scope
from .terms import PLAYER

MOST_COPIES = 100  # of one card

Fields = tuple[tuple[str, int | str | None], ...]


def announce(items: Sequence[Item], vocabulary: Vocabulary) -> None:
    """Enters the titles, so that any card can name any other."""
    for desk, node in items:
        if isinstance(node, syntax.Card):
            props = [prop for line in node.members if isinstance(line, syntax.Props) for prop in line.props]
            copies = next((copies_in(prop.content) for prop in props if is_copies(prop.name)), 1)
            enter(desk, vocabulary, node.kind, node.title, copies or 1)
            for line in node.members:
                if isinstance(line, syntax.Title) and line.of is None:
                    vocabulary.called[line.title.quoted] = node.title.text
        elif isinstance(node, syntax.Table):
            columns = [c.text for c in node.columns]
            for row in node.rows:
                title = next((c for c in row.cells if c.kind == "name"), None)
                at = columns.index("copies") if "copies" in columns else len(row.cells)
                copies = copies_in(row.cells[at]) if at < len(row.cells) else 1
                if title is not None:
                    enter(desk, vocabulary, node.kind, title, copies or 1)


def is_copies(name: Word) -> bool:
    """Returns whether a printed thing is the number of copies in the box, which cards of every kind have."""
    return name.text == "copies"


def copies_in(word: Word) -> int | None:
    """Returns a number of copies; None if there cannot be so many."""
    return int(word.text) if word.kind == "number" and 1 <= int(word.text) <= MOST_COPIES else None


def check_copies(word: Word) -> None:
    """Reports a number of copies that cannot be."""
    if copies_in(word) is None:
        fail("bad-field", f"`copies` must be a number from 1 to {MOST_COPIES}", word.span)


def enter(desk: Desk, vocabulary: Vocabulary, kind: Word, title: Word, copies: int) -> None:
    """Enters one card, of which only the title is known yet."""
    span = title.span
    if title.text in vocabulary.cards:
        found = mistake("duplicate-name", f"there is another card `{title}`", span)
        first = vocabulary.cards[title.text].span
        desk.diagnostics.append(replace(found, notes=((first, "the other one"),)))
        return
    vocabulary.cards[title.text] = ir.Card(
        kind=kind.text,
        title=title.text,
        fields=(),
        copies=copies,
        clauses=(),
        rules=(),
        refused=(),
        source=None,
        path=desk.source.path,
        span=span,
    )


def read(items: Sequence[Item], vocabulary: Vocabulary, names: object) -> None:
    """Reads all that cards say, and the tables of cards without text. `names` stands for the names of the set
    (`shared`)."""
    local_markers(items, vocabulary)
    for desk, node in items:
        if isinstance(node, syntax.Card):
            anew = partial(card, declarations.fresh(desk), node, vocabulary)
            found = shared.read(shared.CARDS, desk, node, names, anew)
            if found is not None:
                vocabulary.cards[found.title] = found
        elif isinstance(node, syntax.Table):
            table(desk, node, vocabulary)


def local_markers(items: Sequence[Item], vocabulary: Vocabulary) -> None:
    """Notes which card declares which marker and which place."""
    for _, node in items:
        if not isinstance(node, syntax.Card):
            continue
        for member in node.members:
            match member:
                case syntax.Mark(names):
                    marker = vocabulary.markers.get(syntax.joined(names.words))
                    if marker is not None and marker.span == names.span:
                        vocabulary.markers[marker.name] = replace(marker, card=node.title.text)
                case syntax.Zone(names):
                    place = vocabulary.zones.get(syntax.joined(names.words))
                    if place is not None and place.span == names.span:
                        vocabulary.zones[place.name] = replace(place, card=node.title.text)
                case _:
                    pass


def known_kind(desk: Desk, word: Word, vocabulary: Vocabulary) -> ir.Kind | None:
    """Returns the kind that a word names. Reports an unknown kind and returns None."""
    found = vocabulary.kinds.get(word.text)
    if found is None:
        near = nearest(word.text, vocabulary.kinds)
        help = f"did you mean `{near}`?" if near else "there are " + listed(vocabulary.kinds)
        desk.report("unknown-word", f"no kind `{word}`", word.span, help, near)
    return found


@dataclass(slots=True)
class Said:
    """Collects what the members of a card say."""

    printed: dict[str, int | str | None] = field(default_factory=dict)
    printing: list[ir.Printing] = field(default_factory=list)
    clauses: list[ir.Clause] = field(default_factory=list)
    rules: list[ir.Rule] = field(default_factory=list)
    refused: list[ir.Refusal] = field(default_factory=list)
    left_out: list[ir.Refusal] = field(default_factory=list)
    names: list[ir.Name] = field(default_factory=list)


def card(desk: Desk, node: syntax.Card, vocabulary: Vocabulary) -> ir.Card | None:
    """Reads a card. Returns None for another card of the same name, and for one of an unknown kind."""
    title, span = node.title.text, node.title.span
    known = vocabulary.cards[title]
    if known.span != span:
        return None
    file_name(desk, node.title)
    kind = known_kind(desk, node.kind, vocabulary)
    if kind is None:
        return None
    this = ir.Var(type=ir.Type("card", kind.name), span=span, name="this")
    you = ir.Var(type=PLAYER, span=span, name="you") if kind.you is not None else None
    said = Said()
    for line in node.members:
        scope = Scope(declarations.fresh(desk), this=this, you=you, doer=you)
        try:
            member(desk, scope, line, kind, said)
        except Mistake as error:
            desk.note(error)
        scope.check_used()
    all_printed(desk, kind, said.printed, span)
    return replace(
        known,
        fields=tuple((f.name, said.printed.get(f.name)) for f in kind.fields),
        clauses=tuple(said.clauses),
        rules=tuple(said.rules),
        refused=tuple(said.refused),
        left_out=tuple(said.left_out),
        source=declarations.source_of(node.members, desk),
        names=tuple(said.names),
        printing=tuple(said.printing),
    )


def member(desk: Desk, scope: Scope, node: syntax.Member, kind: ir.Kind, said: Said) -> None:
    """Reads one member of a card, and add it to what the card says."""
    match node:
        case syntax.Props(props):
            properties(desk, props, kind, scope.vocabulary, said.printed)
            said.printing += [ir.Printing(prop.name.text, prop.span, node.span) for prop in props]
        case syntax.Title(language, title):
            place = language.span.to(title.span) if language is not None else title.span
            of = language.text if language is not None else ""
            said.names.append(ir.Name(language=of, text=title.quoted, span=place))
        case syntax.Clause():
            said.clauses.append(clauses.clause(scope, node))
        case syntax.Standing():
            said.rules.append(rules.standing(scope, node))
        case syntax.Refused():
            found = declarations.refusal(scope, node)
            if found is not None:
                said.refused.append(found)
        case syntax.Absent():
            said.left_out.append(ir.Refusal(text="", cond=conditions.provided(scope, node), span=node.span))
        case syntax.Origin() | syntax.Mark() | syntax.Kept() | syntax.Zone() | syntax.ValueDef() | syntax.Example():
            pass  # read elsewhere
        case _:
            assert_never(node)


def properties(
    desk: Desk,
    props: Sequence[syntax.Prop],
    kind: ir.Kind,
    vocabulary: Vocabulary,
    printed: dict[str, int | str | None],
) -> None:
    """Reads the properties on one line of a card into `printed`."""
    for prop in props:
        name = prop.name
        try:
            if name.text in printed:
                fail("duplicate-name", f"`{name}` is written twice here", name.span)
            if is_copies(name):
                printed[name.text] = None
                check_copies(prop.content)
                continue
            found = next((f for f in kind.fields if f.name == name.text), None)
            if found is None:
                names = [*(f.name for f in kind.fields), "copies"]
                near = nearest(name.text, names)
                help = f"did you mean `{near}`?" if near else f"a {kind.name} has " + listed(names)
                fail("bad-field", f"a {kind.name} has no `{name}`", name.span, help, near)
            printed[found.name] = None
            printed[found.name] = content_of(found, prop.content, vocabulary)
        except Mistake as error:
            desk.note(error)


def content_of(found: ir.Field, content: Word, vocabulary: Vocabulary) -> int | str:
    """Returns the number or word that is printed as a property."""
    if found.type.sort == "enum":
        words = vocabulary.enums[found.type.name or ""].words
        word = vocabulary.word(content.text)
        if word not in words:
            unknown(f"no {found.type.name} `{content}`", content.span, content.text, words)
        return word
    if content.kind != "number":
        fail("bad-field", f"`{found.name}` must be a number", content.span)
    return int(content.text)


def all_printed(desk: Desk, kind: ir.Kind, printed: dict[str, int | str | None], span: Span) -> None:
    """Reports the properties that a card lacks."""
    for f in kind.fields:
        if f.name not in printed and not f.optional:
            desk.report(
                "missing-field",
                f"a {kind.name} needs a `{f.name}`",
                span,
                f"write `{f.name}` on the line below the title",
            )


def slug(title: str) -> str:
    """Returns a title as the name of a file: lower case, hyphens, ASCII."""
    text = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def file_name(desk: Desk, title: Word) -> None:
    """Reports a card whose file does not have its name."""
    path = PurePath(desk.source.path)
    if path.suffix == ".card" and path.stem != slug(title.text):
        help = f"name the file `{slug(title.text)}.card`"
        desk.report("title-not-file-name", f"the card `{title}` is in the file `{path.name}`", title.span, help)


# ---- tables --------------------------------------------------------------------------------------------------------


def table(desk: Desk, node: syntax.Table, vocabulary: Vocabulary) -> None:
    """Reads a table of cards without text."""
    kind = known_kind(desk, node.kind, vocabulary)
    if kind is None:
        return
    fields = {f.name: f for f in kind.fields}
    good = [columns_fit(desk, c, fields, kind) for c in node.columns]
    names = [c.text for c in node.columns]
    if "name" not in names:
        desk.report("missing-field", "a table of cards needs a column `name`", node.kind.span)
        return
    if not all(good):
        return
    for f in kind.fields:
        if not f.optional and f.name not in names:
            help = f"add a column `{f.name}`"
            desk.report("missing-field", f"a {kind.name} needs a `{f.name}`", node.kind.span, help)
    for row in node.rows:
        try:
            one_row(row, node.columns, kind, vocabulary)
        except Mistake as error:
            desk.note(error)


def columns_fit(desk: Desk, column: Word, fields: dict[str, ir.Field], kind: ir.Kind) -> bool:
    """Returns whether cards of this kind have such a column. Reports a column that they do not have."""
    if column.text in ("name", "copies") or column.text in fields:
        return True
    near = nearest(column.text, [*fields, "name", "copies"])
    help = f"did you mean `{near}`?" if near else "there are " + listed(["name", *fields, "copies"])
    desk.report("bad-field", f"a {kind.name} has no `{column}`", column.span, help, near)
    return False


def one_row(row: syntax.Row, columns: Sequence[Word], kind: ir.Kind, vocabulary: Vocabulary) -> None:
    """Reads one card of a table."""
    span = row.span
    if len(row.cells) != len(columns):
        fail("bad-field", f"this line has {len(row.cells)} cells, but the table has {len(columns)} columns", span)
    title = ""
    printed: dict[str, int | str | None] = {}
    printing: list[ir.Printing] = []
    for column, cell in zip(columns, row.cells, strict=True):
        if column.text == "name":
            if cell.kind != "name":
                fail("bad-field", "a title begins with a capital letter", cell.span)
            title, span = cell.text, cell.span
        elif column.text == "copies":
            check_copies(cell)
        else:
            found = next(f for f in kind.fields if f.name == column.text)
            printed[found.name] = content_of(found, cell, vocabulary)
            printing.append(ir.Printing(found.name, cell.span, row.span))
    known = vocabulary.cards.get(title)
    if known is None or known.span != span:
        return
    fields: Fields = tuple((f.name, printed.get(f.name)) for f in kind.fields)
    vocabulary.cards[title] = replace(known, fields=fields, printing=tuple(printing))
