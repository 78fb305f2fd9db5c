"""Turns text into typed syntax, one declaration at a time.

`parse` never raises and never reads past a mistake: each declaration becomes either a node of `syntax` or one
diagnostic. Every word of a good declaration is in its node, with its place in the whole file, except words that only
mark its shape. The grammar is `cards.lark`; this is the only module that knows Lark.
"""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lark import PostLex
from lark.lexer import PatternStr
from lark.utils import TextSlice

from . import kept, syntax
from .diagnostic import Diagnostic
from .heads import head
from .messages import say
from .recent import Recent
from .shapes import KINDS, MAKE, PARTS_OF_SPEECH
from .source import Source, Span
from .split import ODD, Piece, odd_character, split
from .stop import Lexeme, Stop, Trial
from .syntax import WordKind

FILE, ASKED = "start", "asked"  # the two start rules of the grammar: a file of declarations, a phrase by itself
GRAMMAR = Path(__file__).with_name("cards.lark")
DEEPEST = 14  # levels of indentation, and of parentheses; the executors can nest twenty blocks
LONGEST = 400  # words of one line, with the lines that continue it after a comma
DIGITS = 4
LETTERS = 100  # of one word or title
WIDEST = LONGEST * LETTERS  # letters of one line
LONG = ("NUMBER", "WORD", "NAME", "STRING")
MANY = 50  # after so many broken declarations the rest of a file is skipped


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file as read: the declarations that could be read, and what was wrong with the others. `heads`: what could be
    read of those all the same, so that they can be mentioned (see `heads`)."""

    source: Source
    declarations: tuple[syntax.Declaration, ...]
    diagnostics: tuple[Diagnostic, ...]
    heads: tuple[syntax.Declaration, ...] = ()


READ: Recent[Source, Parsed] = Recent(1_000_000)
"""What was read lately, by the letters of its texts: a set whose files hardly differ from those of another is read
quickly."""
PIECES: Recent[tuple[str, int, str], syntax.Declaration | Diagnostic] = Recent(1_000_000)
"""The declarations that were read lately, by their files, where they begin, and their words: a file of which one
declaration has changed is read quickly."""


class Layout(Exception):
    """Stops the parser at a declaration whose shape, not its words, is at fault."""

    def __init__(self, code: str, message: str, help: str, at: int) -> None:
        super().__init__(message)
        self.code, self.message, self.help, self.at = code, message, help, at


class Indenter(PostLex):
    """Turns line breaks into indents and dedents. It keeps no state between two texts, and adds nothing at their end:
    the last line break of a piece is at column 0 and closes what is open."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Passes on the words of a declaration, with its indents and dedents. Raises `Layout` for what no card has."""
        columns = [0]
        depth = words = 0
        before = ""
        for token in stream:
            yield token
            kind, text = token.type, token.value
            first = text if " " not in text else text.partition(" ")[0]
            if first == before and first.isalpha() and kind != "RAW":
                raise Layout("doubled", f"`{first}` is written twice here", "take one out", token.start_pos or 0)
            before = first if first is text else text.rpartition(" ")[2]
            if kind == "LPAR":
                depth += 1
                if depth > DEEPEST:
                    raise _too_deep("parentheses", token.start_pos or 0)
            elif kind == "RPAR":
                depth -= 1
            elif kind in LONG:
                _reasonable(token)
            words += 1
            if words > LONGEST:
                said = f"this sentence has more than {LONGEST} words"
                raise Layout("too-long", said, "make several sentences of it", token.start_pos or 0)
            if kind == "_NL":
                depth = words = 0
                yield from _indents(token, columns)


def _indents(token: Token, columns: list[int]) -> Iterator[Token]:
    """Yields the indent or dedents that a line break makes. `columns` are the columns at which the open lines above it
    begin."""
    column = len(token) - token.rindex("\n") - 1
    if column > columns[-1]:
        columns.append(column)
        if len(columns) > DEEPEST:
            raise _too_deep("indentation", token.end_pos or 0)
        yield Token.new_borrow_pos("_INDENT", "", token)
        return
    if column not in columns:
        inner = next(c for c in columns if c > column)
        said = "this line is indented between two levels, so it is not clear which line above it belongs to"
        raise Layout("ragged", said, f"{inner} spaces would put it in line with the text above it", token.end_pos or 0)
    while column < columns[-1]:
        columns.pop()
        yield Token.new_borrow_pos("_DEDENT", "", token)


def _reasonable(token: Token) -> None:
    """Refuses a word, a number or a text that no card has: it could not be shown."""
    if token.type == "STRING":
        if not token[1:-1].strip():
            said = "there is nothing between these quotes"
            raise Layout("empty-text", said, "write the text between them", token.start_pos or 0)
    elif token.type == "NUMBER":
        if len(token) > DIGITS:
            said = f"this number has more than {DIGITS} digits"
            raise Layout("too-long", said, "no card needs so large a number", token.start_pos or 0)
    elif len(token) > LETTERS:
        raise Layout("too-long", f"these words have more than {LETTERS} letters", "shorten them", token.start_pos or 0)


def _too_deep(what: str, at: int) -> Layout:
    return Layout("too-deep", f"more than {DEEPEST} levels of {what}", "give a part of it a name with `let`", at)


def parse(source: Source) -> Parsed:
    """Reads a file. Returns its declarations and what is wrong with it. What was read lately is not read again."""
    found = READ.get(source, lambda: _parsed(source), len(source.text) + 1)
    return found if found.source is source else replace(found, source=source)


def _parsed(source: Source) -> Parsed:
    text = _ended(source.text)
    good: list[syntax.Declaration] = []
    diagnostics: list[Diagnostic] = []
    heads: list[syntax.Declaration] = []
    for piece in split(source):
        if len(diagnostics) >= MANY:
            diagnostics.append(_too_many(source, piece))
            break
        read = _shared(source, text, piece)
        if isinstance(read, Diagnostic):
            diagnostics.append(read)
            heads += _head(source, text, piece)
        else:
            good.append(read)
    return Parsed(source, tuple(good), tuple(diagnostics), tuple(heads))


def _head(source: Source, text: str, piece: Piece) -> list[syntax.Declaration]:
    """Returns what can be read of a declaration that cannot be read as a whole, in a list; nothing if there is no such
    part."""
    end = _end(text, piece)
    if piece.fault is None:
        kept_ = head(text[piece.start : end])
    else:  # the lines above one that stands at the left edge
        above = text.rfind("\n", piece.start, piece.fault.span.start) + 1
        kept_ = text[piece.start : above] if piece.fault.code == "not-indented" and above else None
    if kept_ is None:
        return []
    whole = " " * piece.start + kept_
    try:
        tree = grammar().parse(TextSlice(whole, piece.start, len(whole)), start=FILE)
    except (UnexpectedInput, Layout):
        return []
    return _made(tree.children, source.path, kinds())


def phrase(source: Source) -> syntax.Operand | syntax.Condition | Diagnostic:
    """Reads a source that is one noun phrase, number or condition and nothing else. Returns a diagnostic if it is
    not."""
    text = source.text
    end = len(text.rstrip())
    odd = ODD.search(text)
    if odd is not None:
        return odd_character(source, odd)
    try:
        tree = grammar().parse(TextSlice(text, 0, end), start=ASKED)
    except UnexpectedInput as fault:
        stop = _stop(text, 0, end, _at(fault.pos_in_stream, end), ASKED)
        return say(source, Piece(0, end), stop, _trial(text, 0, end, ASKED), phrase=True)
    except Layout as shape:
        return _layout(source, shape)
    made: syntax.Operand | syntax.Condition = _made([tree], source.path, kinds())[0]
    return made


def words(source: Source) -> list[list[Lexeme]] | None:
    """Returns the words of each declaration in order, with line breaks and indents; None if anything is at fault."""
    text = _ended(source.text)
    result = []
    for piece in split(source):
        if piece.fault:
            return None
        try:
            stepper: Any = grammar().parse_interactive(TextSlice(text, piece.start, _end(text, piece)), start=FILE)
            result.append([_word(token) for token in stepper.iter_parse()])
            stepper.feed_eof()
        except (UnexpectedInput, Layout):
            return None
    return result


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _end(text: str, piece: Piece) -> int:
    """Returns where a piece ends, with the line break that `_ended` added."""
    return piece.end if text[piece.end - 1] == "\n" else piece.end + 1


def _shared(source: Source, text: str, piece: Piece) -> syntax.Declaration | Diagnostic:
    """Returns one declaration, or what is wrong with it. The same words at the same place are not read again, unless
    something is wrong with them."""
    words = text[piece.start : _end(text, piece)]
    key = source.path, piece.start, words
    return PIECES.get(key, lambda: _declaration(source, text, piece), len(words), _good)


def _good(read: syntax.Declaration | Diagnostic) -> bool:
    return not isinstance(read, Diagnostic)


def _declaration(source: Source, text: str, piece: Piece) -> syntax.Declaration | Diagnostic:
    if piece.fault:
        return piece.fault
    end = _end(text, piece)
    try:
        _bounded(text, piece.start, end)
        tree = grammar().parse(TextSlice(text, piece.start, end), start=FILE)
    except UnexpectedInput as fault:
        stop = _stop(text, piece.start, end, _at(fault.pos_in_stream, end))
        return say(source, piece, stop, _trial(text, piece.start, end))
    except Layout as shape:
        return _layout(source, shape)
    made: syntax.Declaration = _made(tree.children, source.path, kinds())[0]
    return made


def _bounded(text: str, start: int, end: int) -> None:
    """Refuses a line that is longer than all the words that it may have, before it takes time and memory to read."""
    while end - start > WIDEST:
        stop = text.find("\n", start, end)
        if (end if stop < 0 else stop) - start > WIDEST:
            raise Layout("too-long", f"this line has more than {WIDEST:,} letters", "make several lines of it", start)
        start = stop + 1


def _made(children: Sequence[Any], path: str, kinds: Mapping[str, WordKind]) -> list[Any]:
    """Returns the words and nodes that parts of a tree of Lark's stand for, and None for parts that are left out."""
    parts: list[Any] = []
    for child in children:
        if isinstance(child, Token):
            span = Span(path, child.start_pos or 0, child.end_pos or 0)
            parts.append(syntax.Word(kinds.get(child.type, "keyword"), child.value, span))
        elif child is None:
            parts.append(None)
        else:
            meta = child.meta
            made = _made(child.children, path, kinds)
            parts.append(MAKE[child.data](made, Span(path, meta.start_pos, meta.end_pos)))
    return parts


def _layout(source: Source, fault: Layout) -> Diagnostic:
    word = source.text[fault.at : fault.at + 80].split("\n", 1)[0].split(" ", 1)[0]
    span = Span(source.path, fault.at, fault.at + max(1, len(word)))
    return Diagnostic(fault.code, fault.message, span, fault.help)


def _too_many(source: Source, piece: Piece) -> Diagnostic:
    span = Span(source.path, piece.start, piece.start + 1)
    return Diagnostic("too-many", f"{MANY} declarations cannot be read; the rest of the file was not read", span)


def _stop(text: str, start: int, end: int, near: int, rule: str = FILE) -> Stop:
    """Parses again up to the word at `near`, which does not fit, and notes which words would have fitted."""
    stepper: Any = grammar().parse_interactive(TextSlice(text, start, end), start=rule)
    read: list[Lexeme] = []
    held: Any = stepper
    try:
        for token in stepper.lexer_thread.lex(stepper.parser_state):
            held = stepper.copy(deepcopy_values=False) if (token.end_pos or 0) >= near else stepper
            stepper.feed_token(token)
            read.append(_word(token))
            held = stepper
        at, kind = end, "$END"
    except UnexpectedToken as fault:
        at, kind = _at(fault.token.start_pos, end), str(fault.token.type)
        if kind in ("_INDENT", "_DEDENT"):
            at = _at(fault.token.end_pos, end)
    except UnexpectedInput as fault:
        at, kind = _at(fault.pos_in_stream, end), ""
    return Stop(at, kind, frozenset(held.accepts()), tuple(read), keywords())


def _at(position: int | None, end: int) -> int:
    return end if position is None else position


def _trial(text: str, start: int, end: int, rule: str = FILE) -> Trial:
    """Returns a function that tries out a change: it returns how many characters, counted from the end of the
    declaration, are still unread with the change."""

    def left(change_start: int, change_end: int, replacement: str) -> int:
        changed = text[start:change_start] + replacement + text[change_end:end]
        try:
            grammar().parse(changed, start=rule)
        except UnexpectedInput as fault:
            return len(changed) - min(_at(fault.pos_in_stream, len(changed)), len(changed))
        except Layout as fault:
            return len(changed) - fault.at
        return 0

    return left


def _word(token: Token) -> Lexeme:
    return Lexeme(token.type, str(token), token.start_pos or 0, token.end_pos or 0)


# ---- the parser itself ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def keywords() -> dict[str, str]:
    """Returns how each word of the grammar itself is written, by its name in the grammar."""
    return {t.name: str(t.pattern.value) for t in grammar().terminals if isinstance(t.pattern, PatternStr)}


@lru_cache(maxsize=1)
def kinds() -> dict[str, WordKind]:
    """Returns the sort of word that each kind of token is."""
    speech = {
        shape: [r.expansion[0].name for r in grammar().rules if r.origin.name == shape] for shape in PARTS_OF_SPEECH
    }
    return {**KINDS, **{name: shape for shape, names in speech.items() for name in names}}


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """Returns the parser of the card language. It is built once; its tables are kept."""
    text = GRAMMAR.read_text(encoding="utf-8")
    made_of = "\0".join((text, lark.__version__, sys.version, __name__))
    name = f"grammar-{hashlib.sha256(made_of.encode()).hexdigest()}"
    tables = kept.fetch(name)
    if tables is not None:
        with suppress(Exception):  # a different program with the same version wrote the tables
            return Lark.load(io.BytesIO(tables))
    built = build(text)
    fresh = io.BytesIO()
    built.save(fresh)
    kept.store(name, fresh.getvalue())
    return built


def build(text: str, **options: Any) -> Lark:
    """Builds a parser for the text of a grammar. `strict=True` refuses a grammar with a conflict."""
    return Lark(
        text,
        start=[FILE, ASKED],
        parser="lalr",
        lexer="contextual",
        postlex=Indenter(),
        propagate_positions=True,
        maybe_placeholders=True,
        **options,
    )
