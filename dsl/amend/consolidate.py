"""Makes one consolidated text of a base and the amendments in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .. import syntax
from ..diagnostic import Diagnostic
from ..nearest import nearest
from ..source import Source, Span
from ..split import Piece, split
from .amendment import Amendment
from .edits import Amended, Bit, Edit, Lost, Stretch, apply
from .footprints import Footprint, clashes
from .phrases import Writing
from .plan import Changes, Plan
from .rows import Part, brief, header, line_start, next_line, parts, short_name

Setting = str | None
CARDS = (syntax.Card, syntax.Row)


@dataclass(frozen=True)
class Consolidated:
    """The texts with all amendments in them, by their paths, and what is wrong with the amendments. `touched` are the
    paths of the texts that differ from the base; `names` are what each amendment changes, as a person calls it, by its
    id; `prints` say what each change quotes and writes."""

    sources: Mapping[str, Source]
    diagnostics: tuple[Diagnostic, ...]
    touched: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]
    prints: tuple[Footprint, ...]


def consolidate(
    base: Mapping[str, Source], chosen: Sequence[tuple[Amendment, Setting]], own: Mapping[str, Source] | None = None
) -> Consolidated:
    """Amends the texts of a base. `chosen` are the amendments in force, each with its setting; their order does not
    matter. An amendment with a fault changes what it can, so that all its faults are told at once. `own` are texts that
    join the base: a card of theirs takes the place of a card with its title; nobody amends them."""
    law = _Law(base, own or {})
    for amendment, setting in sorted(chosen, key=lambda one: one[0].id):
        law.take(amendment, setting)
    return law.done()


class _Law:
    """The work on one base."""

    def __init__(self, base: Mapping[str, Source], own: Mapping[str, Source]) -> None:
        self.base = base
        self.plan = Plan()
        self.faults: list[Diagnostic] = []
        self.own: dict[str, Source] = dict(own)
        self.names: dict[str, dict[str, None]] = {}
        titles = {part.name for source in own.values() for part in parts(source) if isinstance(part.node, CARDS)}
        for part in self._parts():
            if isinstance(part.node, CARDS) and part.name in titles:
                self._without(part, "", None)

    def take(self, amendment: Amendment, setting: Setting) -> None:
        """Plans what one amendment changes."""
        if amendment.settings and setting is None and amendment.number("0") is not None:
            setting = amendment.settings[0]
        number = amendment.number(setting)
        own: list[syntax.Own] = []
        for line in amendment.lines(setting):
            if isinstance(line, syntax.Adds):
                own += line.lines
                continue
            for target in line.targets:
                part = self._find(target, amendment)
                if part is not None:
                    self.names.setdefault(amendment.id, {})[part.name] = None
                    made = Changes(self.plan, amendment.id, amendment.source, part, number).inside(line.entries)
                    self.faults += [fault.diagnostic for fault in made]
        for title in amendment.leaves_out:
            self._leave_out(title, amendment)
        if own:
            self._declare(amendment, own, number)

    def _parts(self) -> Iterator[Part]:
        for source in self.base.values():
            yield from parts(source)

    def _find(self, target: syntax.Target, amendment: Amendment) -> Part | None:
        """Returns the declaration that is amended; notes a fault if there is not exactly one."""
        words = [word.text for word in target.words if word.text != "the"]
        said = " ".join(words)
        found = [part for part in self._parts() if _called(part, said, target.sort)]
        exact = [part for part in found if _exactly(part, said)]
        found = exact or found
        if len(found) == 1:
            return found[0]
        span = target.span
        if found:
            several = "; ".join(f"`{brief(part.root.text)}`" for part in found[:4])
            message = f"there are several things called `{said}` here: {several}"
            self.faults.append(Diagnostic("which-one", message, span, "write its sort, too: `in verb …`, `in value …`"))
            return None
        known = [part.name for part in self._parts() if isinstance(part.node, (syntax.Card, syntax.Game, syntax.Row))]
        known += [name for part in self._parts() if (name := short_name(part))]
        near = nearest(said, known)
        help = f"did you mean `{near}`?" if near else "a card is named by its title, a verb or a value by its words"
        code = "unknown-card" if target.words[0].kind == "name" else "unknown-word"
        message = f"no card is called `{said}`" if code == "unknown-card" else f"nothing here is called `{said}`"
        self.faults.append(Diagnostic(code, message, span, help))
        return None

    def _leave_out(self, title: syntax.Word, amendment: Amendment) -> None:
        cards = [p for p in self._parts() if isinstance(p.node, CARDS) and p.name == title.text]
        if not cards:
            titles = [p.name for p in self._parts() if isinstance(p.node, CARDS)]
            near = nearest(title.text, titles)
            help = f"did you mean `{near}`?" if near else None
            self.faults.append(Diagnostic("unknown-card", f"no card is called `{title.text}`", title.span, help))
            return
        by = f"{amendment.source.path}:{amendment.source.place(title.span.start)[0]}"
        self._without(cards[0], amendment.id, Bit("", title.span, by))

    def _without(self, part: Part, rule: str, cut: Bit | None) -> None:
        """Takes a card out, or a row of a table."""
        text = part.source.text
        start, end = line_start(text, part.root.start), next_line(text, part.root.stop)
        self.plan.put(part.source, Edit(start, end, (), (0, rule, 0), cut))
        if cut is not None:
            rows = [part.root, *part.root.under()]
            writes = frozenset((part.source.path, piece.start) for row in rows for piece in row.pieces)
            declaration = (part.source.path, part.root.start)
            self.plan.prints.append(Footprint(rule, cut.span, declaration, writes=writes, wrote="(left out)"))

    def _declare(self, amendment: Amendment, own: Sequence[syntax.Own], number: str | None) -> None:
        """Makes a text of what an amendment declares itself."""
        writing = Writing(amendment.source, number)
        edits: list[Edit] = []
        for node in own:
            new: list[Bit | str] = []
            for at, end, indent in _dedented(amendment.source.text, node.span):
                new += [" " * indent, *writing.bits(at, end), "\n"]
            edits.append(Edit(0, 0, (*new, "\n"), (0, amendment.id, len(edits))))
        path = amendment.source.path
        self.own[path], _ = apply(Source(path, ""), edits)

    def done(self) -> Consolidated:
        """Returns the texts with all changes made."""
        self.faults += [fault.diagnostic for fault in self.plan.finish()]
        self.faults += clashes(self.plan.prints)
        texts = dict(self.base)
        lost: list[Lost] = []
        for source, edits in self.plan.edits.items():
            texts[source.path], some = apply(source, edits)
            lost += some
        touched = [source.path for source in self.plan.edits]
        order = {path: at for at, path in enumerate(texts)}
        texts = {path: texts[path] for path in sorted(texts, key=order.__getitem__) if _remains(texts[path])}
        texts.update(self.own)
        if not any(fault.severity == "error" for fault in self.faults):
            self.faults += [fault for one in lost if (fault := _nowhere(one)) is not None]
            self.faults += self._read_otherwise(texts)
        return Consolidated(
            texts,
            tuple(dict.fromkeys(self.faults)),
            (*touched, *self.own),
            {rule: tuple(names) for rule, names in self.names.items()},
            tuple(self.plan.prints),
        )

    def _read_otherwise(self, texts: Mapping[str, Source]) -> Iterator[Diagnostic]:
        """Yields the changes after which the words are no phrase at the same place: they changed more than that."""
        pieces = {source.path: split(source) for source in texts.values() if isinstance(source, Amended)}
        for check in self.plan.checks:
            text = texts.get(check.source.path)
            if not isinstance(text, Amended):
                continue
            begin, stop = text.moved_to(check.start), text.moved_to(check.end)
            for stretch in text.stretches:
                if stretch.by and stretch.span.within(check.change):
                    begin, stop = min(begin, stretch.start), max(stop, stretch.end)
            for piece in pieces[text.path]:
                if piece.start <= begin < piece.end and _cut(text, piece, begin, stop):
                    message = "with these words the line is read in another way than before"
                    help = "read a whole phrase, or the whole line"
                    yield Diagnostic("half-phrase", message, check.word, help)


def _nowhere(lost: Lost) -> Diagnostic | None:
    """Reports a change that is nowhere in the result, since another takes its place out."""
    own, other = (edit.mark for edit in lost)
    if own is None:
        return None
    message = "this changes words that another change takes out"
    notes = ((other.span, "they are taken out here"),) if other is not None else ()
    return Diagnostic("amendments-clash", message, own.span, "say it in one change", notes=notes)


def _cut(text: Source, piece: Piece, begin: int, stop: int) -> bool:
    """Whether a stretch of a declaration cuts a phrase of it in two. Only that declaration is read."""
    alone = Source(text.path, text.text[piece.start : piece.end])
    return any(part.cut(begin - piece.start, stop - piece.start) for part in parts(alone)[:1])


def _dedented(text: str, span: Span) -> Iterator[tuple[int, int, int]]:
    """Yields where the lines of a declaration begin and end, and how far in they stand if it begins at the left."""
    lines, at = [], span.start
    for line in text[span.start : span.end].rstrip().split("\n"):
        bare = line.lstrip(" ")
        if bare:
            lines.append((at + len(line) - len(bare), at + len(line), len(line) - len(bare)))
        at += len(line) + 1
    first, *rest = lines
    least = min((indent for _, _, indent in rest), default=0)
    yield first
    yield from ((start, end, indent - least + 2) for start, end, indent in rest)


def _remains(source: Source) -> bool:
    """Whether anything is left of a text."""
    return not isinstance(source, Amended) or any(
        line.strip() and not line.lstrip().startswith("#") for line in source.text.split("\n")
    )


def _called(part: Part, said: str, sort: syntax.Word | None) -> bool:
    """Whether a declaration is called so, as far as it is said."""
    match part.node:
        case syntax.Card() | syntax.Game() | syntax.Row():
            return sort is None and part.name == said
    short = short_name(part)
    if not short or sort is not None and header(part)[0] != sort.text:
        return False
    return short == said or short.startswith(f"{said} ")


def _exactly(part: Part, said: str) -> bool:
    return isinstance(part.node, (syntax.Card, syntax.Game, syntax.Row)) or short_name(part) == said


def relocated(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> Diagnostic:
    """Returns what is said of a consolidated text as something said of the amendment that put the words there, with the
    line as it reads now beside it. What is not an amendment's stays as it is, at its place in the base."""
    source = sources.get(diagnostic.span.path)
    if not isinstance(source, Amended):
        return diagnostic
    met = source.overlapping(diagnostic.span)
    number, column = source.place(min(diagnostic.span.start, len(source.text)))
    line = (*met, *_of_line(source, number))
    changed = next((stretch for stretch in line if stretch.by), None)
    if changed is None and diagnostic.severity == "error":  # what the base has so is no error in its own place
        changed = next((replace(s, span=s.moved.span) for s in line if s.moved is not None), None)
    if changed is None:
        own = next((stretch for stretch in met if not stretch.by), None)
        if own is None:
            return diagnostic
        start = own.span.start + max(0, diagnostic.span.start - own.start)
        before = Span(own.span.path, start, start + diagnostic.span.end - diagnostic.span.start)
        return relocated(replace(diagnostic, span=before), {**sources, before.path: source.base})
    now = f"the line reads now: `{brief(source.line(number).rstrip(), column).lstrip()}`"
    help = f"{diagnostic.help}\n{now}" if diagnostic.help else now
    notes = tuple((span, said) for span, said in diagnostic.notes if not isinstance(sources.get(span.path), Amended))
    start = changed.span.start + max(
        0, min(diagnostic.span.start - changed.start, changed.span.end - changed.span.start - 1)
    )
    end = min(changed.span.end, max(start + 1, start + diagnostic.span.end - diagnostic.span.start))
    return replace(diagnostic, span=Span(changed.span.path, start, end), help=help, notes=notes, fixes=())


def _of_line(source: Amended, number: int) -> Iterator[Stretch]:
    start = sum(len(line) + 1 for line in source.text.split("\n")[: number - 1])
    yield from source.overlapping(Span(source.path, start, start + len(source.line(number))))
