"""Prints statements of the tree as lines of Python."""

from __future__ import annotations

from collections.abc import Mapping

from ..bounds import DEPTH, TICKS
from ..lower.tree import (
    Append,
    Begin,
    Bind,
    Body,
    Break,
    Continue,
    Do,
    Each,
    EachLasting,
    End,
    Expr,
    Fail,
    Forever,
    Go,
    If,
    Let,
    More,
    Num,
    Place,
    Return,
    Stmt,
    Store,
    Suspend,
)
from .expressions import bare, looped, text

FRAME = 2
"""How many entries of a frame precede its slots: its program, and the place where that goes on."""

DEEDS = {
    "tick": f"s.work += 1\nif s.work > {TICKS}:\n    endless(s)", "count": "s.work += 1",
    "deep": f"if len(s.frames) >= {DEPTH}:\n    deep(s)", "resume": "f[1] = {0}", "move": "move(z, w, {0}, {1})",
    "move_top": "move(z, w, {0}, {1}, True)", "move_all": "move_all(z, w, {0}, {1})",
    "move_all_top": "move_all(z, w, {0}, {1}, True)", "moving": "moving(s, {0}, {1})",
    "laying": "laying(s, {0}, {1}, {2})", "mixed": "mixed(s, {0})",
    "amount": "amount(m, {0}, {1}, {2}, {3})", "excess": "excess({0})", "single": "single(m, {0}, {1}, {2})",
    "random": "s.rng, {0} = drawn(s.rng, {1}, {2})", "shuffle": "s.rng, z[{0}] = shuffled(s.rng, z[{0}])",
    "show": "show(s, {0}, {1})", "turn": "turn(s, {0}, {1}, {2})", "swap": "swap(s, {0}, {1}, {2})",
    "sort": "{0}.sort()",
    "restore": "restore(s, {0}, {1}, {2}, {3})",
    "expire": "if s.lasting:\n    s.lasting = expired(s.lasting, {0}, {1}, {2})",
    "end_rules": "if s.lasting:\n    s.lasting = tuple([x for x in s.lasting if x[1] != {0}])",
}  # fmt: skip

ENDS = {
    "stop": "return None", "use": "return use(s, {0})",
    "return": "g = s.frames\ng.pop()\nif g:\n    h = g[-1]\n    return B[h[0]][h[1]]\nreturn finish(s)",
    "win": "s.over = {0}\ns.frames.clear()\nreturn None",
}  # fmt: skip

Onward = Mapping[Place, Place]
"""Places whose code only goes on to another place -> that place."""


def function(place: Place, onward: Onward) -> str:
    """Return the name of the function of a place."""
    program, pc = onward.get(place, place)
    return f"b{program}_{pc}"


def lines(body: Body, onward: Onward, indent: str, out: list[str]) -> None:
    """Add the lines of a body to `out`."""
    for statement in body:
        _statement(statement, onward, indent, out)
    if not body:
        out.append(indent + "pass")


def _statement(x: Stmt, onward: Onward, indent: str, out: list[str]) -> None:
    further = indent + "    "
    match x:
        case If():
            _if(x, onward, indent, out)
        case Each():
            out.append(f"{indent}for {x.name.name} in {looped(x.over)}:")
            lines(x.body, onward, further, out)
        case Forever():
            out.append(f"{indent}while True:")
            lines(x.body, onward, further, out)
        case EachLasting():
            _each_lasting(x, onward, indent, out)
        case Do():
            out += _indented(_deed(x.word, x.args), indent)
        case Begin() | Suspend() | End():
            out += _indented(_end(x, onward), indent)
        case _:
            out.append(indent + _line(x, onward))


def _indented(block: str, indent: str) -> list[str]:
    return [indent + line for line in block.split("\n")]


def _line(x: Let | More | Append | Bind | Store | Break | Continue | Return | Go | Fail, onward: Onward) -> str:
    """Print a statement that takes one line."""
    match x:
        case Let():
            return f"{x.name.name} = {bare(x.value)}"
        case Bind():
            return f"{f'f[{x.slot + FRAME}] = ' if x.seen else ''}a{x.slot} = {bare(x.value)}"
        case Store():
            return f"m[{bare(x.cell)}] {x.by}= {bare(x.value)}"
        case Append():
            return f"{x.name.name}.append({bare(x.value)})"
        case More():
            return f"{x.name.name} += {bare(x.value)}"
        case Return():
            return f"return {bare(x.value)}"
        case Go():
            return f"return {function(x.place, onward)}"
        case Break():
            return "break"
        case Continue():
            return "continue"
        case Fail():
            return f"raise {'Stuck' if x.stuck else 'Fault'}({x.words!r})"


def _if(x: If, onward: Onward, indent: str, out: list[str]) -> None:
    word = "if"
    while True:
        out.append(f"{indent}{word} {bare(x.test)}:")
        lines(x.then, onward, indent + "    ", out)
        match x.other:
            case ():
                return
            case (If() as x,):
                word = "elif"
            case other:
                out.append(f"{indent}else:")
                lines(other, onward, indent + "    ", out)
                return


def _each_lasting(x: EachLasting, onward: Onward, indent: str, out: list[str]) -> None:
    name = x.name.name
    if x.began is None:
        out.append(f"{indent}for {name} in s.lasting:")
    else:
        out.append(f"{indent}for {x.began.name}, {name} in enumerate(s.lasting):")
    out.append(f"{indent}    if {name}[0] == {x.rule}:")
    further = indent + "        "
    out += [f"{further}{held.name} = {name}[2][{i}]" for held, i in x.held]
    if x.body or not x.held:
        lines(x.body, onward, further, out)


def _deed(word: str, args: tuple[Expr, ...]) -> str:
    if word in DEEDS:
        return DEEDS[word].format(*map(bare, args))
    first, second, *rest = args
    if word == "keep" and isinstance(first, Num):
        return f"f[{first.value + FRAME}] = {bare(second)}"
    if word == "zero" and isinstance(first, Num) and isinstance(second, Num):
        return f"m[{first.value}:{second.value}] = (0,) * {second.value - first.value}"
    if word == "begin_rule":
        held = "".join(f"{bare(x)}, " for x in rest)
        return f"s.lasting = (*s.lasting, ({bare(first)}, {bare(second)}, ({held})))"
    raise ValueError(f"no such deed: {word}")


def _end(x: Begin | Suspend | End, onward: Onward) -> str:
    match x:
        case Begin():
            values = ", ".join([str(x.program), "0", *map(bare, x.values)])
            return f"s.frames.append([{values}])\nreturn {function((x.program, 0), onward)}"
        case Suspend():
            program, pc = x.place
            question = f"({text(x.player)}, {program}, {pc}, tuple({x.answers.name}))"
            return f"f[1] = {pc}\ns.ask = new(Question, {question})\nreturn None"
        case End("leave", (Num(program), Num(pc))):
            return f"return {function((program, pc), onward)} if leave(s, {program}) else None"
        case End():
            return ENDS[x.word].format(*map(bare, x.args))
