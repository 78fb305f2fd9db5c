"""The commands of the prompt: one file each, and here their list in the order of `help`."""

from __future__ import annotations

from . import (
    always,
    as_,
    ask,
    back,
    branch,
    break_,
    diff,
    edit,
    expect,
    export,
    find,
    finish,
    given,
    glossary,
    goto,
    history,
    house,
    legal,
    load,
    log,
    need,
    next,
    not_,
    offered,
    pass_,
    position,
    quit,
    record,
    redeal,
    redo,
    refused,
    reload,
    replay,
    save,
    show,
    state,
    step,
    touches,
    tree,
    turn,
    undo,
    until,
    watch,
    whatif,
    when,
    who,
    why,
    whynot,
)
from . import do as do_
from . import help as help_
from . import random as random_
from .command import Command as Command

MODULES = (
    state, legal, log, as_, position, show, glossary,
    do_, when, pass_, until, random_, step, next, finish, back, break_, watch,
    undo, redo, goto, tree, branch, diff,
    ask, history, touches, find, always, why, who, whynot, need, whatif, replay,
    given, turn, house, expect, offered, not_, refused,
    save, record, load, export, edit, reload, redeal, help_, quit,
)  # fmt: skip

REGISTRY: tuple[Command, ...] = tuple(
    help_.command(lambda: REGISTRY) if module is help_ else module.COMMAND for module in MODULES
)

_BY_NAME = {name: command for command in REGISTRY for name in (command.name, *command.aliases)}


def named(word: str) -> Command | None:
    """Return the command with this name; None if there is none."""
    return _BY_NAME.get(word)


def names() -> list[str]:
    """Return every name of a command, including the short ones."""
    return list(_BY_NAME)
