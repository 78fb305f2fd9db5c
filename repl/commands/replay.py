"""Play the present line again under other house rules: `replay under short-game, first-crown=3`, `replay under none`.

It says the first event that differs, and what is legal at the end only now, or no longer. Those named are in force in
this line, besides those of the scenario, and no others; the next `given` is posed under the rules of before (`house`
changes those). The line as it was keeps a name, so that `goto before` comes back to it and `diff before now` compares
the two. Where an answer is not possible any more, it says why, and the line ends there. Without rules, the line is
played as it is.
"""

from __future__ import annotations

import re

from moot.interpreter.play.again import under
from moot.interpreter.play.replaying import replay
from moot.interpreter.play.session import NotDone

from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, said
from ..rule_files import beside, names
from ..trouble import Trouble
from .command import Command
from .reload import hidden_line

NONE = ("none", "nothing")


def run(console: Console, rest: str) -> Output:
    """Play the present line again."""
    session, named = console.session, re.fullmatch(r"(?:(?:under|with)\b\s*(.*))?", rest, re.DOTALL)
    if named is None or named[1] == "":
        return said("under what? `replay under RULE` or `replay under NAME=SETTING`; `house` lists the rules", UNKNOWN)
    if console.viewer is not None:
        return said(hidden_line(console, "replay"), REFUSED)
    rules = [] if named[1] is None or named[1].lower() in NONE else [named[1]]
    try:
        outside = beside(rules, *([console.reach.to_read] if console.reach else []))
        set_ = session.card_set if named[1] is None else under(session, names(rules), outside)
    except Trouble as trouble:
        return said(str(trouble), REFUSED)
    found = set_ if isinstance(set_, NotDone) else replay(session, set_)
    if isinstance(found, NotDone):
        return said(found.render(), REFUSED)
    if named[1] is None or found.session.card_set.hash == session.card_set.hash:
        remark = [] if named[1] is None else ["these rules are in force already"]
        return said([*remark, *found.render()])
    return console.replayed(found, tried=True)


COMMAND = Command("replay", "[under RULES]", "play this line again under other rules", run, "argue", "under")
