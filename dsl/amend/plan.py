"""Turns the changes of an amendment into edits of the base, and notes what each of them quotes and writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from .. import syntax
from ..source import Source, Span
from .blocks import Block, Branches, NewLine, indented, new_lines
from .conditions import (
    NARROWED,
    Conditioned,
    Conditions,
    Extra,
    conditioned,
    facts_of,
    leaves_of,
    noted,
    ruled,
    trimmed,
)
from .edits import Bit, Edit, Moved
from .footprints import Footprint, Spot
from .growing import Grown
from .phrases import Writing, left_out, replaced
from .placing import BRANCHES, effect_of, family, headed, such_things
from .quotes import Fault, Place, Search
from .rows import Part, Row, line_start, next_line

DEEDS = (
    syntax.Action, syntax.Whether, syntax.Nothing, syntax.Lasting, syntax.Either, syntax.If, syntax.ForEach,
    syntax.Repeat, syntax.Ask,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Check:
    """A stretch of the base whose words must be a phrase afterwards, too; the change that replaces some of them, and
    its first word."""

    source: Source
    start: int
    end: int
    change: Span
    word: Span


@dataclass(eq=False)
class Plan:
    """What all amendments in force do to the texts: the edits of each file, as far as they stand alone, and what is
    gathered for one line or one condition from several amendments."""

    edits: dict[Source, list[Edit]] = field(default_factory=dict)
    prints: list[Footprint] = field(default_factory=list)
    conditions: dict[tuple[Source, int], tuple[Part, Conditions]] = field(default_factory=dict)
    blocks: dict[tuple[int, int], tuple[Part, Block]] = field(default_factory=dict)
    branches: dict[int, tuple[Part, Branches]] = field(default_factory=dict)
    grown: dict[int, Grown] = field(default_factory=dict)
    checks: list[Check] = field(default_factory=list)
    count: int = 0

    def put(self, source: Source, edit: Edit) -> None:
        """Notes an edit. Edits at one point by one amendment stand in the order in which they were noted."""
        self.count += 1
        rank = (edit.rank[0], edit.rank[1], self.count)
        self.edits.setdefault(source, []).append(replace(edit, rank=rank))

    def block(self, part: Part, row: Row, last: Row | None = None) -> Block:
        """Returns what is gathered for a line, or for several up to the last."""
        last = last or row.last
        return self.blocks.setdefault((id(row), id(last)), (part, Block(row, last)))[1]

    def finish(self) -> list[Fault]:
        """Makes the edits of all that was gathered. Returns what cannot be said."""
        faults = []
        several: list[tuple[Part, Conditions | Block | Branches]] = [
            *self.conditions.values(), *self.branches.values(), *self.blocks.values()
        ]  # fmt: skip
        for part, one in several:
            try:
                for edit in one.edits(part.source.text) if not isinstance(one, Conditions) else one.edits():
                    self.put(part.source, edit)
            except Fault as fault:
                faults.append(fault)
        for grown in self.grown.values():
            for edit in grown.edits(grown.part.source.text):
                self.put(grown.part.source, edit)
        return faults


@dataclass(eq=False)
class Changes:
    """The changes that one amendment makes to one declaration. `number` stands for the word `setting`."""

    plan: Plan
    rule: str
    source: Source
    part: Part
    number: str | None

    def inside(self, entries: Sequence[syntax.Entry]) -> Iterator[Fault]:
        """Plans all changes below one `in`. Yields those that cannot be made."""
        self.search = Search(self.part, self.part.name)
        for entry in entries:
            try:
                match entry:
                    case syntax.Quoted():
                        yield from self._quoted(entry, self.search.place(entry).places, frozenset())
                    case _:
                        self._change(entry, None, frozenset())
            except Fault as fault:
                yield fault

    def _quoted(self, quoted: syntax.Quoted, places: dict[int, Place], around: frozenset[Spot]) -> Iterator[Fault]:
        place = places.get(id(quoted))
        if place is None:  # a line `…`
            return
        reads = around | {(self.part.source.path, piece.start) for piece in place.shown}
        for entry in quoted.entries:
            if isinstance(entry, syntax.Quoted):
                yield from self._quoted(entry, places, reads)
                continue
            try:
                self._change(entry, place, reads)
            except Fault as fault:
                yield fault

    def _change(self, change: syntax.Change, place: Place | None, reads: frozenset[Spot]) -> None:
        match change:
            case syntax.Replaced() | syntax.LeftOut():
                self._words(change, place, reads)
            case syntax.Added():
                for line in change.lines:
                    self._added(line, change, place, reads)
            case syntax.OnlyIf() | syntax.ButUnless() | syntax.OrIf():
                self._condition(change, self._line(change, place), reads)
            case syntax.OnlySuch():
                self._such(change, self._line(change, place), reads)
            case syntax.PutFirst() | syntax.PutThen():
                self._deeds(change, self._line(change, place), reads)
            case syntax.Moved():
                self._moved(change, self._line(change, place), reads)

    def _line(self, change: syntax.Change, place: Place | None) -> Place:
        if place is None:
            message = f"it is not said which line of {self.part.name} this changes"
            raise Fault("cannot-change", message, change.word.span, "quote that line above it, one step further out")
        return place

    # -- what is noted of a change --

    def _print(self, span: Span, reads: frozenset[Spot]) -> Footprint:
        """Notes what a change quotes."""
        made = Footprint(self.rule, span, (self.part.source.path, self.part.root.start), reads)
        self.plan.prints.append(made)
        return made

    def _bit(self, span: Span) -> Bit:
        return Bit(self.source.text[span.start : span.end], span, self._by(span))

    def _by(self, span: Span) -> str:
        return f"{self.source.path}:{self.source.place(span.start)[0]}"

    def _new(self, span: Span) -> tuple[Bit, ...]:
        """Returns new words, with the number of the setting in the place of the word `setting`."""
        end = span.end
        while end > span.start and self.source.text[end - 1] in " \n":
            end -= 1
        return Writing(self.source, self.number).bits(span.start, end)

    # -- words --

    def _words(self, change: syntax.Replaced | syntax.LeftOut, place: Place | None, reads: frozenset[Spot]) -> None:
        writing = Writing(self.source, self.number)
        if isinstance(change, syntax.Replaced):
            made = replaced(self.search, change, place, writing)
        else:
            made = left_out(self.search, change, place, writing)
        for edit in made.edits:
            self.plan.put(self.part.source, replace(edit, rank=(2, self.rule, 0)))
        path = self.part.source.path
        if made.branches is not None:
            either, gone = made.branches
            _, branches = self.plan.branches.setdefault(id(either), (self.part, Branches(either)))
            branches.gone.append((gone, self._bit(change.word.span)))
        if made.kept is not None and self.part.table is None:
            self.plan.checks.append(Check(self.part.source, *made.kept, change.span, change.word.span))
        writes = frozenset((path, piece.start) for piece in made.writes)
        quotes = frozenset((path, piece.start) for piece in made.reads) | reads
        mark = self._print(change.word.span, quotes - writes)
        mark.writes, mark.wrote = writes, made.wrote
        mark.point = ("insert", (path, made.point)) if made.point is not None else None

    # -- conditions --

    def _extra(self, change: syntax.OnlyIf | syntax.ButUnless | syntax.OrIf) -> Extra:
        whole, mark = self._new(change.cond.span), change.word.span
        if isinstance(change.cond, syntax.Both):
            return Extra(whole, tuple(self._new(fact.span) for fact in change.cond.parts), True, self.rule, mark)
        leaves = tuple(self._new(leaf.span) for fact in facts_of(change.cond) for leaf, _ in leaves_of(fact))
        return Extra(whole, leaves, False, self.rule, mark)

    def _condition(
        self, change: syntax.OnlyIf | syntax.ButUnless | syntax.OrIf, place: Place, reads: frozenset[Spot]
    ) -> None:
        extra = self._extra(change)
        row = place.row
        self._print(change.word.span, reads)
        if isinstance(change, syntax.OrIf):
            self._conditions(self._widest(change, place)).wider.append(extra)
            return
        unless = isinstance(change, syntax.ButUnless)
        branch = place.slot if place.slot is not None and place.slot.lead in BRANCHES else row
        match row.shape:
            case _ if branch.lead in BRANCHES:
                word = "refused if " if unless else "refused unless "
                self.plan.block(self.part, branch.inline or branch).refusals.append((self.rule, (word, *extra.whole)))
            case syntax.Clause(_, who, _, _):
                word = "unless " if unless else "if "
                self.plan.put(
                    self.part.source,
                    Edit(who.span.start, who.span.start, (word, *extra.whole, ", "), (1, self.rule, 0)),
                )
            case (
                syntax.Standing() | syntax.Permit() | syntax.Modify() | syntax.Counts() | syntax.Lends()
                | syntax.Refused() | syntax.Absent()
            ):  # fmt: skip
                found = self._conditions(ruled(self.part, row))
                (found.exceptions if unless else found.narrower).append(extra)
            case syntax.Step():
                deeds = [*([row.inline] if row.inline else []), *row.below]
                self.plan.block(self.part, deeds[0], deeds[-1]).wraps.append((self.rule, unless, extra.whole))
            case shape if isinstance(shape, DEEDS):
                self.plan.block(self.part, row).wraps.append((self.rule, unless, extra.whole))
            case _:
                said = "a choice" if isinstance(row.shape, (syntax.Choose, syntax.Let)) else "this line"
                help = "narrow the first line of the sentence, or a deed"
                raise Fault("cannot-change", f"{said} cannot be narrowed", change.word.span, help)

    def _such(self, change: syntax.OnlySuch, place: Place, reads: frozenset[Spot]) -> None:
        phrase = such_things(place.row.shape)
        if phrase is None:
            help = "quote a line `choose …` or `when …`, or replace a phrase with `instead of:` and `read:`"
            raise Fault("cannot-change", "only a choice or an event is narrowed so", change.word.span, help)
        end = trimmed(self.part.source, phrase.span.end)
        new = self._new(change.filter.span)
        self.plan.put(self.part.source, Edit(end, end, (" ", *new), (NARROWED, self.rule, 0)))
        self._print(change.word.span, reads)

    def _conditions(self, found: Conditioned) -> Conditions:
        """Returns what is gathered for a condition, or for the end of a rule that has none."""
        source, cond = self.part.source, found.cond
        key = (source, cond.span.start if cond is not None else found.start)
        if key not in self.plan.conditions:
            but = None if found.but is None else noted(source, "unless", found.but.cond, found.start)
            made = noted(source, found.keyword, cond, found.start, but)
            self.plan.conditions[key] = (self.part, made)
        return self.plan.conditions[key][1]

    def _widest(self, change: syntax.OrIf, place: Place) -> Conditioned:
        """Returns the condition of a quoted line that is widened: the only one, or the only one quoted whole."""
        row = place.slot or place.row
        found = []
        for start, _, node, _ in self.part.nodes:
            if row.start <= start < row.end:
                match node:
                    case syntax.Provided() | syntax.Tail() | syntax.Refused() | syntax.Absent() | syntax.If():
                        found.append(conditioned(self.part.source, node))
                    case _:
                        pass
        if len(found) > 1:
            shown = {piece.start for piece in place.shown}
            whole = [f for f in found if f.cond and all(w.span.start in shown for w in syntax.words_of(f.cond))]
            found = whole if len(whole) == 1 else found
        if len(found) != 1:
            said = f"there are {len(found)} conditions in this line" if found else "there is no condition in this line"
            help = "write the one that is meant whole, and `…` for the others" if found else None
            raise Fault("cannot-change", said, change.word.span, help)
        return found[0]

    # -- deeds, sentences, branches, steps --

    def _deeds(self, change: syntax.PutFirst | syntax.PutThen, place: Place, reads: frozenset[Spot]) -> None:
        first = isinstance(change, syntax.PutFirst)
        if isinstance(change.body[0], syntax.Cost):
            self._cost(change.body[0], change.word.span, place, reads)
            return
        steps = isinstance(change.body[0], syntax.Step)
        row = place.slot or place.row if steps else place.row
        fits = syntax.Step if steps else (*DEEDS, syntax.Refused, syntax.Let, syntax.Choose)
        if not isinstance(row.shape, fits) or row.lead == "OTHERWISE":
            said = f"this is no {'step' if steps else 'deed'}"
            help = f"quote the {'step' if steps else 'deed'} {'before' if first else 'after'} which it is done"
            raise Fault("cannot-change", said, change.word.span, help)
        lines = [new_lines(self.source, node.span, self._new) for node in change.body]
        block = self.plan.block(self.part, row)
        (block.first if first else block.then).extend((self.rule, line) for line in lines)
        point = ("first" if first else "then", (self.part.source.path, row.start))
        wrote = " ".join(self.source.text[change.span.start : change.span.end].split())
        mark = self._print(change.word.span, reads)
        mark.point, mark.order, mark.wrote = point, True, wrote

    def _cost(self, cost: syntax.Cost, word: Span, place: Place | None, reads: frozenset[Spot]) -> None:
        """Plans a cost for a sentence that has none, before what the sentence does."""
        effect = effect_of(place, word)
        lines = new_lines(self.source, cost.span, self._new)
        at = line_start(self.part.source.text, effect.start)
        new = (*indented(lines, effect.column), "\n")
        edit = Edit(at, at, new, (1, self.rule, 0), None, -effect.depth, effect.start, line=True)
        self.plan.put(self.part.source, edit)
        mark = self._print(word, reads)
        mark.point = ("cost", (self.part.source.path, effect.start))
        mark.wrote = " ".join(self.source.text[cost.span.start : cost.span.end].split())

    def _added(self, line: syntax.NewLine, change: syntax.Added, place: Place | None, reads: frozenset[Spot]) -> None:
        if isinstance(line, syntax.Cost):
            self._cost(line, change.word.span, place, reads)
            return
        new = new_lines(self.source, line.span, self._new)
        self._print(change.word.span, reads)
        root = self.part.root
        if isinstance(self.part.node, syntax.Row):
            self._grow(line, change, new)
            return
        match line:
            case syntax.OrLine():
                either = family(place, self.part)
                if either is None:
                    said = "it is not said which `either` has one more branch"
                    raise Fault("cannot-change", said, line.word.span, "quote the line that begins with `either`")
                _, branches = self.plan.branches.setdefault(id(either), (self.part, Branches(either)))
                branches.more.append((self.rule, new))
            case syntax.Refused() if place is not None:
                block = self.plan.block(self.part, headed(place, change))
                block.refusals.append((self.rule, new[0][1]))
            case syntax.Prop():
                self._field(line, new)
            case _ if place is not None and not isinstance(place.row.shape, syntax.ValueDef) and place.row is not root:
                said = "a new sentence belongs to the card, not to one of its lines"
                help = "write it directly below `in`; a deed is added with `first:` or `then:`"
                raise Fault("cannot-change", said, change.word.span, help)
            case _:
                early = isinstance(line, (syntax.Refused, syntax.Absent))
                self.plan.block(self.part, root).members.append((self.rule, early, new))

    def _grow(self, line: syntax.NewLine, change: syntax.Added, new: list[NewLine]) -> None:
        """Plans something new for a card of a table, which becomes a card of its own."""
        grown = self.plan.grown.setdefault(id(self.part.root), Grown(self.part, self._bit(change.word.span)))
        table = self.part.table
        if isinstance(line, syntax.Prop) and table is not None and isinstance(table.node, syntax.Table):
            grown.add(self.rule, line, new[0][1], table.node.columns)
        else:
            grown.lines.append((self.rule, new))

    def _field(self, line: syntax.Prop, new: Sequence[tuple[int, tuple[Bit | str, ...]]]) -> None:
        props = next((row for row in self.part.root.below if isinstance(row.shape, syntax.Props)), None)
        if props is None:
            self.plan.block(self.part, self.part.root).members.append((self.rule, True, list(new)))
            return
        edit = Edit(props.end, props.end, (", ", *new[0][1]), (5, self.rule, 0))
        self.plan.put(self.part.source, edit)

    def _moved(self, change: syntax.Moved, place: Place, reads: frozenset[Spot]) -> None:
        row, source = place.slot or place.row, self.part.source
        fake = syntax.Quoted(change.before, (), span=change.before.span)
        other = self.search.place(fake).places[id(fake)]
        goal = other.slot or other.row
        if not isinstance(row.shape, syntax.Step) or goal.parent is not row.parent or goal is row:
            said = "only the steps of one verb or phase have an order"
            raise Fault(
                "cannot-change", said, change.word.span, "quote a step above it, and write another step behind it"
            )
        siblings = row.parent.below if row.parent else []
        if siblings.index(row) + 1 == siblings.index(goal):
            raise Fault("changes-nothing", "it stands there already", change.word.span)
        begin, end = line_start(source.text, row.start), next_line(source.text, row.stop)
        why = self._bit(change.word.span)
        self.plan.put(source, Edit(begin, end, (), (0, self.rule, 0)))
        at = line_start(source.text, goal.start)
        words, rank = (Moved(begin, end, why),), (8, self.rule, 0)
        moved = Edit(at, at, words, rank, level=-goal.depth, home=goal.start, line=True)
        self.plan.put(source, moved)
        reads |= {(source.path, piece.start) for piece in other.shown}
        mark = self._print(change.word.span, reads)
        mark.writes, mark.wrote = frozenset({(source.path, -row.start - 1)}), change.before.text
