"""A small game for tests, nothing like the ones we ship: hidden hands, a multi-pick, a look ahead.

Two or three players get two cards and five coins each. In turn, until the deck is empty: put a card of your hand in
your row, or swear, or throw away some cards and draw as many, or pay a coin to a neighbour in whose row the strongest
card of the deck then lies. The dearest row wins, then the most coins.
"""

from __future__ import annotations

from moot.interpreter.kernel.program import Library

from .assemble import (
    COIN,
    DECK,
    DISCARD,
    HAND,
    HIST,
    PHASE,
    ROW,
    SECRET,
    ability,
    ask,
    e,
    library,
    opt,
    origin,
    program,
    value,
)

TURN = [
    ["poke", PHASE, ["+", ["slot", 0], 1]],
    ["note", "start", "turn", ["slot", 0]],
    ask(
        ["slot", 0],
        opt("play {}", "play", ["cards", ["zone", HAND, ["slot", 0]]], 1, sort="card", dedupe=True),
        opt("swear", "swear", guard=["==", ["mark", SECRET, ["slot", 0]], 0]),
        opt("exchange", "exchange", guard=["trial", 2, ["slot", 0]]),
        opt("use {}", "power", ["abilities", ["slot", 0], 0], 6, sort="ability"),
        opt("pass", "end", last=True),
        about="what {0} does",
    ),
    "play",
    ["move", ["slot", 1], ["zone", ROW, ["slot", 0]], "end"],
    ["jump", "end"],
    "swear",
    ["mark", SECRET, ["slot", 0], ["slot", 0]],
    ["jump", "end"],
    "exchange",
    ["call", 2, ["slot", 0]],
    ["jump", "end"],
    "power",
    ["use", 6],
    "end",
    ["note", "end", "turn", ["slot", 0]],
    ["poke", PHASE, 0],
    ["ret"],
]

EXCHANGE = [
    ["let", 1, ["set"]],
    "more",
    ask(
        ["slot", 0],
        opt("throw {}", "one", ["without", ["cards", ["zone", HAND, ["slot", 0]]], ["slot", 1]], 2, sort="card"),
        opt("done", "done", guard=["some", ["slot", 1]], last=True),
        chain=True,
        lookahead=2,
        about="which cards to throw away",
    ),
    "one",
    ["let", 1, ["union", ["slot", 1], ["slot", 2]]],
    ["jump", "more"],
    "done",
    ["unless", ["<=", ["size", ["slot", 1]], ["size", ["cards", DECK]]], "stuck"],
    ["move", ["slot", 1], DISCARD, "end"],
    ["move", ["top", ["size", ["slot", 1]], DECK], ["zone", HAND, ["slot", 0]], "end"],
    ["ret"],
    "stuck",
    ["hopeless"],
    ["ret"],
]

PAY = [
    ask(
        ["slot", 1],
        opt("let {} take it", "give", ["neighbours", ["slot", 1]], 2, sort="player"),
        auto=True,
        about="who takes {0}",
    ),
    "give",
    ["amount", 0, 1, (COIN, ["slot", 1]), (COIN, ["slot", 2])],
    ["let", 3, ["first", ["sort", 3, ["cards", DECK], ["-", 0, ["table", 0, ["slot", 3]]]]]],
    ["move", ["slot", 3], ["zone", ROW, ["slot", 2]], "end"],
    ["show", ["set", 8], ["slot", 2], 0],
    ["ret"],
]

GAME = [
    ["move", ["inplay", 0], DECK, "end"],
    ["move", 8, ["zone", ROW, 0], "end"],
    ["shuffle", DECK],
    ["let", 0, ["players"]],
    ["let", 1, 0],
    "deal",
    ["next", 0, 1, 2, "start"],
    ["amount", 0, 5, None, (COIN, ["slot", 2])],
    ["move", ["top", 2, DECK], ["zone", HAND, ["slot", 2]], "end"],
    ["jump", "deal"],
    "start",
    ["random", 3, ["players"], 1, 1],
    "round",
    ["add", HIST, 1],
    ["unless", ["and", ["<=", ["cell", HIST], 9], ["some", ["cards", DECK]]], "over"],
    ["call", 1, ["slot", 3]],
    ["let", 3, ["left", ["slot", 3]]],
    ["jump", "round"],
    "over",
    ["win", None, 0, 1],
]


def game() -> Library:
    """The game of the module's docstring."""
    value_ = value(
        0, "value worth", ["fold", "total", 1, ["cards", ["zone", ROW, ["slot", 0]]], ["table", 0, ["slot", 1]]]
    )
    coins = value(1, "value coins", ["mark", COIN, ["slot", 0]])
    pay = ability(
        0,
        card=8,
        program=3,
        guard=[
            "and",
            ["has", COIN, ["slot", 0]],
            ["==", ["cell", PHASE], ["+", ["slot", 0], 1]],
            ["some", ["cards", DECK]],
        ],
        label="X: pay for the strongest card",
        you=e(["-", ["cell", PHASE], 1]),
    )
    return library(
        [
            program(
                0,
                "game",
                GAME,
                names=[("everybody", "player"), ("", "number"), ("one", "player"), ("starter", "player")],
            ),
            program(1, "turn", TURN, params=1, names=[("taker", "player"), ("played", "card")]),
            program(
                2, "exchange", EXCHANGE, params=1, names=[("taker", "player"), ("thrown", "card"), ("one", "card")]
            ),
            program(
                3, "pay", PAY, params=2, names=[("this", "card"), ("you", "player"), ("taker", "player"), ("", "card")]
            ),
        ],
        [value_, coins],
        [pay],
        phases={"turn": (1, PHASE)},
    )


__all__ = ["game", "origin"]
