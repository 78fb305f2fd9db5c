"""Represents an author's mistake as a value: what is wrong, where, and what would be right.

Every pass that reads cards collects diagnostics and goes on. `render` shows them to a person and `as_json` to a
machine, both in one stable order: by file, then by position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .hidden import in_a_line
from .source import Source, Span


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that would mend a mistake: replace the text at `span` by `replacement`. If it is not `sure`, the text
    can be read then, but may say something else than what was meant."""

    message: str
    span: Span
    replacement: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake.

    `code` is its stable name (`unknown-word`); `dsl.explain` has a page for it. `message` is lower case, without a full
    stop, and has the author's words in backticks. `span` covers exactly the words at fault. `help` is one short hint,
    shown beside the carets. `severity` is `error` or `warning`. `notes` point at other places that matter. `fixes` are
    changes that a front end may offer.
    """

    code: str
    message: str
    span: Span
    help: str | None = None
    severity: str = "error"
    notes: tuple[tuple[Span, str], ...] = ()
    fixes: tuple[Fix, ...] = ()


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorts diagnostics by file, then by position, and drops those that are equal to another."""
    unique = dict.fromkeys(diagnostics)
    return sorted(unique, key=lambda d: (d.span.path, d.span.start, d.span.end, d.severity, d.code, d.message))


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """Writes diagnostics as text: one block for each, with a blank line between blocks. Without diagnostics the text is
    empty. `sources` holds the files by their paths."""
    return "\n\n".join(_block(d, sources) for d in in_order(diagnostics))


MOST = 40  # diagnostics that are shown in full


def told(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source], known: set[str]) -> str:
    """Writes diagnostics as `render` does, for somebody who reads all of it: the first of each kind ends with how to
    learn more, and of many only the first are shown, and the others counted. `known`: the kinds that were told before;
    those told here are added."""
    found = in_order(diagnostics)
    blocks = []
    for d in found[:MOST]:
        more = "" if d.code in known else f"\n   = `moot explain {d.code}` tells more"
        known.add(d.code)
        blocks.append(_block(d, sources) + more)
    rest = Counter(d.code for d in found[MOST:])
    if rest:
        kinds = ", ".join(f"{count:,} {code}" for code, count in rest.most_common())
        files = len({d.span.path for d in found[MOST:]})
        where = "1 file" if files == 1 else f"{files:,} files"
        blocks.append(f"and {rest.total():,} more in {where}: {kinds}\n   = `moot check --format json` lists them all")
    return "\n\n".join(blocks)


def as_json(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> list[dict[str, Any]]:
    """Writes each diagnostic as an object for JSON, in order. Lines and columns count from 1; the end is not included.
    `sources` holds the files by their paths."""
    return [
        {
            "code": d.code,
            "message": d.message,
            "help": d.help,
            "severity": d.severity,
            **_where(d.span, sources),
            "notes": [{"message": text, **_where(span, sources)} for span, text in d.notes],
            "fixes": [
                {"message": f.message, "replacement": f.replacement, "sure": f.sure, **_where(f.span, sources)}
                for f in d.fixes
            ],
        }
        for d in in_order(diagnostics)
    ]


def _where(span: Span, sources: Mapping[str, Source]) -> dict[str, Any]:
    source = sources.get(span.path)
    line, column = source.place(span.start) if source else (1, 1)
    end_line, end_column = source.place(span.end) if source else (1, 1)
    return {"path": span.path, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


def _block(d: Diagnostic, sources: Mapping[str, Source]) -> str:
    head = f"{d.severity}[{d.code}]: {d.message}"
    source = sources.get(d.span.path)
    if source is None:
        where = f"\n  --> {in_a_line(d.span.path)}" if d.span.path else ""
        return head + where + _trailer(d)
    shown = [_excerpt(source, d.span, "^", d.help, "-->")]
    for span, text in d.notes:
        other = sources.get(span.path)
        shown.append(_excerpt(other, span, "-", text, "==>") if other else f"   = {text}")
    return "\n".join([head, *shown])


def _trailer(d: Diagnostic) -> str:
    return f"\n   = {d.help}" if d.help else ""


WIDEST = 160  # a line longer than this is shown in part, around the words at fault


def _excerpt(source: Source, span: Span, mark: str, hint: str | None, arrow: str) -> str:
    """Shows the line on which a span begins and underlines the span. A short hint comes beside the underline, a long
    one below."""
    line, column = source.place(min(span.start, len(source.text)))
    text = source.line(line)
    length = max(1, min(span.end - span.start, len(text) - column + 1))
    first = 0
    if len(text) > WIDEST:
        first = max(0, column - 1 - WIDEST // 2)
        text = text[first : first + WIDEST]
        length = max(1, min(length, first + WIDEST - column + 1))
    gutter = max(2, len(str(line)) + 1)
    under = "".join("\t" if c == "\t" else " " for c in text[: column - 1 - first]) + mark * length
    lines = [
        f"{' ' * gutter}{arrow} {in_a_line(source.path)}:{line}:{column}",
        f"{' ' * (gutter + 1)}|",
        f"{line:>{gutter}} | {_visible(text)}",
        f"{' ' * (gutter + 1)}| {under}" + (f" {hint}" if hint and "\n" not in hint and len(hint) <= 60 else ""),
    ]
    if hint and ("\n" in hint or len(hint) > 60):
        lines.extend(f"{' ' * (gutter + 1)}= {part}" for part in hint.split("\n"))
    return "\n".join(lines)


def _visible(text: str) -> str:
    """Replaces every control character by a stand-in of the same width, because it would disturb a terminal."""
    return "".join(c if c == "\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
