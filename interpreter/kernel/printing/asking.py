"""Questions into Python: the list of answers, and what happens when there is only one, or none."""

from __future__ import annotations

from abc import abstractmethod

from ..analysis.facts import INTEGER, NATURAL, NEGATIVE
from ..program import Ask
from ..state import GROUP
from .code import Code, bare
from .doing import Doing


class Loop:
    """The Python loop around the code being printed: `continue` comes to `head`, `break` to `out`."""

    __slots__ = ("head", "out")

    def __init__(self, head: int, out: int | None) -> None:
        self.head = head
        self.out = out


class Asking(Doing):
    """Prints the instruction `ask`."""

    @abstractmethod
    def go(self, t: int, follow: int | None, loop: Loop | None) -> None:
        """Go on at a place."""

    def ask(self, n: int, ask: Ask, follow: int | None, loop: Loop | None) -> None:
        answers = f"q{n}"
        self._answers(answers, ask)
        if ask.lookahead is not None:
            self.line(f"if {answers} and not trial.busy:")
            self.line(f"    f[1] = {n}")
            self.line(f"    {answers} = trial.ahead(s, {ask.lookahead}, {n}, {answers}, {bool(ask.chain)})")
        certain = ask.lookahead is None and any(o.guard is None and o.of is None for o in ask.options)
        if ask.auto and certain and sum(o.guard is None and o.of is None for o in ask.options) > 1:
            self._suspend(n, ask, answers)
            return
        if not ask.auto and certain:
            self._suspend(n, ask, answers)
            return
        self.line(f"if len({answers}) > 1:" if ask.auto else f"if {answers}:")
        self.depth += 1
        self._suspend(n, ask, answers)
        self.depth -= 1
        if not ask.auto:
            self._nothing(ask, follow, loop)
            return
        yes: list[str] = []
        self.depth += 0 if certain else 1
        with self.apart(yes):
            self._take(ask, answers, n, follow, loop)
        self.depth -= 0 if certain else 1
        if certain:
            self.out += yes
            return
        no: list[str] = []
        self.depth += 1
        with self.apart(no):
            self._nothing(ask, follow, loop)
        self.depth -= 1
        if yes or no:
            self.line(f"if {answers}:")
            self.out += yes or ["    " * (self.depth + 1) + "pass"]
            if no:
                self.line("else:")
                self.out += no

    def _nothing(self, ask: Ask, follow: int | None, loop: Loop | None) -> None:
        if ask.none is None:
            self.line("raise Stuck('there is nothing left to choose')")
        else:
            self.go(ask.none, follow, loop)

    def _answers(self, answers: str, ask: Ask) -> None:
        """The list of the answers, group by group."""
        fixed: list[str] = []
        started = False
        for group, opt in enumerate(ask.options):
            base = group * GROUP + 1
            if not started and opt.guard is None and opt.of is None:
                fixed.append(str(base - 1))
                continue
            if not started:
                self.line(f"{answers} = [{', '.join(fixed)}]")
                started = True
            depth = self.depth
            if opt.guard is not None:
                test = self.cond(opt.guard)
                if test.text == "False":
                    continue
                if test.text != "True":
                    self.line(f"if {bare(test.text)}:")
                    self.depth += 1
            if opt.of is None:
                self.line(f"{answers}.append({base - 1})")
            elif opt.anywhere:
                cards = self.members(opt.of).text
                self.line(f"for x in named(s, {cards}, {self.value(ask.player).text}):")
                self.line(f"    {answers}.append(x + {base})")
            elif opt.dedupe:
                cards = self.named(self.members(opt.of)).text
                self.line(f"for x in distinct(s, {cards}) if len({cards}) > 1 else {cards}:")
                self.line(f"    {answers}.append(x + {base})")
            else:
                with self.each(opt.of) as x:
                    self.line(f"{answers}.append({x.text} + {base})")
            self.depth = depth
        if not started:
            self.line(f"{answers} = [{', '.join(fixed)}]")

    def _suspend(self, n: int, ask: Ask, answers: str) -> None:
        player = self.value(ask.player)
        if player.kind & NEGATIVE:
            player = self.named(player)
            self.line(f"if {player.text} == -1:")
            self.line("    raise Fault('nobody is there to decide this')")
        self.line(f"f[1] = {n}")
        self.line(f"s.ask = new(Question, ({player.text}, {self.p.id}, {n}, tuple({answers})))")
        self.line("return None")

    def _take(self, ask: Ask, answers: str, n: int, follow: int | None, loop: Loop | None) -> None:
        """Take the only answer."""
        if any(o.slot is not None for o in ask.options) or len(ask.options) > 1:
            self.line(f"q{n} = {answers}[0]")
        word = "if"
        for group, opt in enumerate(ask.options):
            last = group == len(ask.options) - 1
            depth = self.depth
            if len(ask.options) > 1:
                self.line("else:" if last else f"{word} q{n} < {(group + 1) * GROUP}:")
                self.depth += 1
            before = len(self.out)
            if opt.slot is not None:
                known = Code(f"q{n} - {group * GROUP + 1}", NATURAL if opt.of is not None else INTEGER)
                self.bind(opt.slot, known, opt.goto)
            self.go(opt.goto, follow, loop)
            if len(self.out) == before and len(ask.options) > 1:
                self.line("pass")
            self.depth = depth
            word = "elif"
