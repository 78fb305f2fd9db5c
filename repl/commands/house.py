"""List the house rules, or begin this position again under some of them: `house short-game, first-crown 3`.

Those named are then in force, besides those of the scenario, and no others; `house none` begins it again with none. A
path such as `./my.rule` names a file that amends this one game. A game that was not posed begins anew with the same
seed and, as far as the rules allow, the same cards. `show` marks what they change on a card.
"""

from __future__ import annotations

from moot.interpreter.play.again import ruled
from moot.interpreter.play.session import NotDone

from ..cli.house import listed
from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, said
from ..rule_files import beside, names
from ..trouble import Trouble
from .command import Command

NONE = ("none", "nothing")


def run(console: Console, rest: str) -> Output:
    """List the house rules, or begin again under those named."""
    session = console.session
    if not rest:
        chosen = session.card_set.chosen
        rules = session.card_set.law.rules
        return said([*listed(session.card_set), "", f"in force: {chosen or 'none'}"]) if rules else said(NO_RULES)
    if console.viewer is not None:
        return said("changing the rules would show where cards were: type `as nobody` first", REFUSED)
    named = [] if rest.lower() in NONE else [rest]
    try:
        done = ruled(session, names(named), beside(named, *([console.reach.to_read] if console.reach else [])))
    except Trouble as trouble:
        return said(str(trouble), REFUSED)
    if isinstance(done, NotDone):
        return said(done.render(), UNKNOWN if not session.card_set.law.rules else REFUSED)
    console.attempt = None
    return said(console.table())


NO_RULES = "this game has no house rules"
COMMAND = Command("house", "[RULES]", "list house rules, or begin again under some", run, "argue", "rules")
