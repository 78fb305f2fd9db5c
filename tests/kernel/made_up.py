"""Libraries made up at random over the test table: programs that no card would be compiled to.

Slots 0–1 hold numbers, 2–3 players, 4–5 cards, 6 a set of cards, 7 a set of players, 8–9 belong to loops; each may also
still hold nobody. Higher slots are bound within expressions.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from moot.interpreter.kernel.program import Library

from .assemble import (
    COIN,
    CROWN,
    DEBT,
    DECK,
    DISCARD,
    FACE,
    FLAG,
    GOLD,
    HAND,
    HIST,
    PHASE,
    ROW,
    SECRET,
    START,
    TAG,
    ability,
    ask,
    library,
    modifier,
    opt,
    permission,
    program,
    refused,
    truth,
    value,
)
from .table import DEAL, STAND


class Maker:
    """Makes up expressions and lines. `functions` may be called (the numbers below it exist already)."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.bound = 10
        self.functions = 0
        self.players: list[Any] = []
        self.cards: list[Any] = []
        self.numbers: list[Any] = []
        self.menus = False
        self.under_way: int | None = None

    def pick(self, *choices: Any) -> Any:
        chosen = self.random.choice(choices)
        return chosen() if callable(chosen) else chosen

    def number(self, d: int) -> Any:
        if d <= 0:
            known = ["cell", COIN], ["cell", HIST], ["size", ["players"]]
            return self.pick(self.random.randrange(-2, 5), *self.numbers, *known)
        n, p, c = lambda: self.number(d - 1), lambda: self.player(d - 1), lambda: self.card(d - 1)
        return self.pick(
            lambda: [self.pick("+", "-", "max", "min"), n(), n()], lambda: ["*", 2, n()],
            lambda: [self.pick("half_up", "half_down"), n()],
            lambda: [self.pick("quotient_up", "quotient_down", "%"), n(), n()], lambda: ["size", self.set(d - 1)],
            lambda: ["table", 0, c()], lambda: ["mark", self.pick(COIN, DEBT), p()], lambda: ["mark", GOLD, c()],
            lambda: ["seat", p()], lambda: ["mark_total", COIN, self.people(d - 1)],
            lambda: ["fold", self.pick("total", "highest", "lowest"), *self.within(self.things, d, self.number)],
            lambda: self.called("value", p, n), lambda: ["seats_from", p(), p()], lambda: self.number(0),
        )  # fmt: skip

    def player(self, d: int) -> Any:
        if d <= 0:
            return self.pick(self.random.randrange(-1, 3), *self.players)
        p = lambda: self.player(d - 1)  # noqa: E731
        return self.pick(
            lambda: [self.pick("left", "right"), p()], lambda: ["owner", self.card(d - 1)],
            lambda: ["first", self.people(d - 1)], lambda: ["holder", CROWN, 3], lambda: ["mark_owner", FLAG, p()],
            lambda: self.player(0), lambda: self.player(0),
        )  # fmt: skip

    def card(self, d: int) -> Any:
        if d <= 0:
            return self.pick(self.random.randrange(-1, 10), *self.cards)
        return self.pick(lambda: ["first", self.pile(d - 1)], lambda: self.card(0))

    def zone(self, d: int) -> Any:
        return self.pick(
            ["zone", DECK, None], ["zone", DISCARD, None], lambda: ["zone", self.pick(HAND, ROW), self.player(d - 1)]
        )

    def people(self, d: int) -> Any:
        """A set of players."""
        if d <= 0:
            return self.pick(["players"], ["slot", 7], ["set", 0, 2])
        return self.pick(
            lambda: ["neighbours", self.player(d - 1)], lambda: ["set", self.player(d - 1), self.player(d - 1)],
            lambda: ["where", *self.within(self.people, d, self.truth)], lambda: self.people(0),
            lambda: ["without", self.people(d - 1), self.random.choice((self.player, self.people))(d - 1)],
            lambda: ["image", *self.within(self.pile, d, self.player)],
            lambda: ["sort", *self.within(self.people, d, self.number)],
            lambda: ["set", self.player(d - 1)],
        )  # fmt: skip

    def pile(self, d: int) -> Any:
        """A set of cards."""
        if d <= 0:
            return self.pick(["inplay", 0], ["slot", 6], ["cards", ["zone", DECK, None]])
        return self.pick(
            lambda: ["cards", self.zone(d)], lambda: ["top", self.number(0), self.zone(d)],
            lambda: ["cards_of", self.pick(HAND, ROW), self.people(d - 1)], lambda: self.pile(0),
            lambda: ["where", *self.within(self.pile, d, self.truth)],
            lambda: ["without", self.pile(d - 1), self.random.choice((self.card, self.pile))(d - 1)],
            lambda: ["set", self.card(d - 1), self.card(d - 1)],
            lambda: ["sort", *self.within(self.pile, d, self.number)],
        )  # fmt: skip

    def somebody(self, d: int) -> Any:
        return self.random.choice((self.player, self.people))(d)

    def some_cards(self, d: int) -> Any:
        return self.random.choice((self.card, self.pile))(d)

    def things(self, d: int) -> Any:
        return self.random.choice((self.people, self.pile))(d)

    def set(self, d: int) -> Any:
        return self.pick(
            lambda: self.people(d), lambda: self.pile(d), lambda: ["range", self.number(d - 1), self.number(0)]
        )

    def within(self, of: Any, d: int, body: Any) -> list[Any]:
        """A bound slot, the set it runs over, and what is asked of each."""
        over = of(d - 1)
        sorts = self.cards if of == self.pile else self.players if of == self.people else []
        slot = self.bound = self.bound + 1
        sorts.append(["slot", slot])
        inner = body(d - 1)
        sorts.pop()
        return [slot, over, inner]

    def truth(self, d: int) -> Any:
        if d <= 0:
            return self.pick(
                self.random.randrange(2), ["has", FLAG, self.player(0)], ["==", self.card(0), self.card(0)],
                ["<", self.number(0), 2],
            )  # fmt: skip
        t, n = lambda: self.truth(d - 1), lambda: self.number(d - 1)
        word = self.pick("and", "or")
        return self.pick(
            lambda: [word, t(), t(), t()], lambda: [word, t(), t()], lambda: ["not", t()],
            lambda: [self.pick("==", "!=", "<", "<=", ">", ">="), n(), n()], lambda: ["some", self.set(d - 1)],
            lambda: ["in", self.player(d - 1), self.people(d - 1)], lambda: ["in", self.card(d - 1), self.pile(d - 1)],
            lambda: ["in", n(), ["range", n(), n()]], lambda: ["has", GOLD, self.card(d - 1)],
            lambda: ["==", ["size", self.set(d - 1)], 0], lambda: ["==", self.player(d - 1), self.player(d - 1)],
            lambda: self.picked(d), lambda: self.called("truth", lambda: self.player(d - 1), t),
        )  # fmt: skip

    def picked(self, d: int) -> Any:
        slot, over, body = self.within(self.random.choice((self.people, self.pile)), d, self.truth)
        return ["pick", slot, ["first", over], body]

    def called(self, form: str, argument: Any, otherwise: Any) -> Any:
        of_form = [i for i in range(self.functions) if (i % 3 == 0) == (form == "value")]
        return ["call", self.random.choice(of_form), argument()] if of_form else otherwise()

    def function(self, number: int) -> Any:
        """Function `number`: 0, 3 … are values, 1, 4 … truths, 2, 5 … permissions."""
        self.players = [["slot", 0], ["slot", 0]]
        rules = [
            modifier(
                self.truth(2), self.pick("is", "more"), self.number(1), self.random.randrange(3),
                **self.pick({}, {"lasting": 0, "captured": (6, 7)}),
            )
            for _ in range(self.random.randrange(4))
        ]  # fmt: skip
        refusals = [refused("", self.truth(2), *[self.truth(1)] * self.random.randrange(2), ban=self.pick(True, False))]
        made = [
            lambda: value(number, "", self.number(2), *rules),
            lambda: truth(number, "", self.truth(2), *rules),
            lambda: permission(number, "", *refusals, needs=self.pick(None, self.truth(2))),
        ][number % 3]()
        self.functions = number + 1
        return made

    # ---- lines

    def lines(self, count: int, calls: list[int], prefix: str = "") -> list[Any]:
        labels = [f"{prefix}{i}" for i in range(4)]
        rows: list[Any] = []
        for _ in range(count):
            rows += self.line(labels, calls)
        for label in labels:
            often = [["add", 39, 1], ["unless", ["<", ["cell", 39], 60], "enough"]]
            at = self.random.randrange(len(rows) + 1)
            rows[at:at] = [label, *(often if self.random.random() < 0.98 else [])]
        for i in range(self.random.randrange(3)):
            self.loop(rows, f"{prefix}L{i}")
        return rows

    def loop(self, rows: list[Any], label: str) -> None:
        """Put some of the lines into a loop over a set."""
        a = self.random.randrange(len(rows))
        b = min(len(rows), a + self.random.randrange(1, 8))
        slots, var = (9, 2) if self.random.random() < 0.5 else (8, 4)
        head = [["let", 19, self.people(1) if var == 2 else self.pile(1)], ["let", slots, 0], label]
        rows[b:b] = [["jump", label], label + "out"]
        rows[a:a] = [*head, ["next", 19, slots, var, label + "out"]]

    def line(self, labels: list[str], calls: list[int]) -> list[Any]:
        there = self.random.choice(labels)
        lines = [
            lambda: [["let", self.pick(0, 1), ["max", -9, ["min", 40, self.number(3)]]]],
            lambda: [["let", self.pick(2, 3), self.player(2)]],
            lambda: [["let", self.pick(4, 5), self.card(2)]],
            lambda: [["let", 6, self.pile(3)]],
            lambda: [["let", 7, self.people(3)]],
            lambda: [["unless", self.truth(3), there]],
            lambda: [["unless", self.truth(2), there]],
            lambda: [["jump", there]] if self.random.random() < 0.3 else [],
            lambda: [["move", self.some_cards(2), ["zone", ROW, ["max", 0, self.player(0)]], "top"]],
            lambda: [["move", self.some_cards(1), ["zone", DECK, None], "end"]],
            lambda: [["lay", self.some_cards(1), ["zone", DECK, None], "top", self.player(1)]],
            lambda: [["amount", 0, self.number(1), None, (COIN, self.player(1))]],
            lambda: [["amount", 0, self.number(1), (COIN, self.player(1)), (COIN, self.somebody(1))]],
            lambda: [["amount", 0, self.number(0), (COIN, self.player(0)), None]],
            lambda: [["single", CROWN, 3, self.player(1)]],
            lambda: [["put", COIN, self.player(1), self.number(0)]],
            lambda: [["keep", DEBT, self.player(1), ["max", -9, ["min", 40, self.number(2)]]]],
            lambda: [["mark", self.pick(FLAG, SECRET), self.somebody(1), self.player(0)]],
            lambda: [["unmark", FLAG, self.people(1)], ["turn", FACE, ["set", 1, 4, 7], 1], ["turn", FACE, 4, 0]],
            lambda: [["poke", HIST, ["min", 40, self.number(2)]]],
            lambda: [["add", ["+", HIST, ["size", self.people(1)]], self.truth(1)]],
            lambda: [["clear", ((TAG, TAG + 3), (TAG + 3, HIST)), self.pick(0, 1)]],
            lambda: [["shuffle", ["zone", DECK, None]]],
            lambda: [["random", 6, self.pile(1), self.number(0), 0]],
            lambda: [["random", 4, self.pile(1), 1, 1]],
            lambda: [["show", self.pile(1), None, 0], ["note", "verb", "x", self.number(0)]],
            lambda: [["swap", "cards", self.card(1), self.card(1)]],
            lambda: [["swap", "seats", self.player(0), self.player(0)]],
            lambda: [["swap", "zones", ["zone", HAND, self.player(0)], ["zone", ROW, self.player(0)]]],
            lambda: [["lasting", 0, self.pick(0, 1), (2, 0)]],
            lambda: self.question(labels),
            lambda: self.question(labels),
            lambda: [["goal"]] if self.random.random() < 0.5 else [["hopeless"]],
        ]
        if calls:
            lines += [
                lambda: [["call", self.random.choice(calls), self.player(1), self.card(1)]],
                lambda: [["unless", ["trial", self.random.choice(calls), self.player(0), self.card(0)], there]],
            ]
        if self.menus:
            lines += [self.menu]
        return self.random.choice(lines)()

    def menu(self) -> list[Any]:
        label = f"m{self.random.random()}"
        test = ["unless", [">=", ["slot", 0], 0], label]
        done = ["used", 0, self.pick(0, 1)]
        return [["let", 0, ["first", ["abilities", self.player(1), self.pick(0, 1)]]], test, done, ["use", 0], label]

    def question(self, labels: list[str]) -> list[Any]:
        goto = lambda: self.random.choice(labels)  # noqa: E731
        options = []
        for i in range(self.random.randrange(1, 4)):
            guard = self.pick(None, lambda: self.truth(2))
            over = self.pick(
                {"of": None}, {"of": self.pile(2), "slot": 4, "dedupe": i == 0}, {"of": self.people(2), "slot": 2}
            )
            options.append(opt("", goto(), guard=guard, **over))
        auto, none = self.pick(True, False), self.pick(goto, goto, None)
        chain = self.random.random() < 0.3
        ahead = self.under_way if self.random.random() < 0.3 else None
        return [ask(["max", 0, self.player(1)], *options, auto=auto, none=none, chain=chain, lookahead=ahead)]


def made_up(seed: int) -> Library:
    """The library of a seed."""
    maker = Maker(seed)
    functions = [maker.function(i) for i in range(6)]
    maker.bound = 20
    maker.menus = seed % 2 == 0
    start = ([["slot", 2], ["slot", 3]], [["slot", 4], ["slot", 5]], [["slot", 0], ["slot", 1]])
    programs = []
    for i in (3, 2, 1):
        maker.players, maker.cards, maker.numbers = ([["slot", 0]] + start[0], [["slot", 1]] + start[1], [])
        maker.menus = False
        maker.under_way = i
        body = maker.lines(6, list(range(i + 1, 4)), f"p{i}")
        if maker.random.random() < 0.2:
            body.append(["leave", 0, len(DEAL)])
        programs.append(program(i, "", [*body, "enough", ["ret"]], params=2, slots=600))
    maker.players, maker.cards, maker.numbers = (list(x) for x in start)
    maker.menus = seed % 2 == 0
    maker.under_way = None
    main = program(0, "", [*DEAL, *maker.lines(24, [1, 2, 3]), "enough", *STAND], slots=600)
    maker.players, maker.cards, maker.numbers = [["slot", 0]] * 2, [], []
    maker.bound = 1
    abilities = [
        ability(
            i, card=i, guard=maker.truth(2), must=i % 3 == 0, slots=600, used=maker.pick(None, PHASE + i),
            **maker.pick({}, {"arg_cell": START, "arg": i % 2}, {"you": None}),
        )
        for i in range(4)
    ]  # fmt: skip
    return library((main, *reversed(programs)), [replace(f, slots=600) for f in functions], abilities)
