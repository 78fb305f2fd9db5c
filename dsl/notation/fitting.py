"""Checks that a word suits its subject: a quality of characters is not asked of a district."""

from __future__ import annotations

from .. import ir
from ..words import with_article
from .parts import Arg, Named, Place, Seat
from .reader import Reader

NUMBERS = frozenset(("number", "amount"))


def fits(r: Reader, type_: ir.Type, arg: Arg) -> bool:
    """Whether a player, card or place is of a type."""
    match type_.sort:
        case "bearer":
            return any(fits(r, ir.Type(_sort(name), name), arg) for name in (type_.name or "").split())
        case "card":
            return isinstance(arg, Named) and type_.name in (None, "card", r.v.card_kind[arg.title])
        case "player":
            return isinstance(arg, Seat)
        case "zone":
            return isinstance(arg, Place) and type_.name in (None, arg.zone)
    return True


def _sort(name: str) -> str:
    return name if name in ("player", "bank") else "card"


def need(r: Reader, said: str, type_: ir.Type, arg: Arg, start: int) -> None:
    """Raises `Fault` if `arg` is not of the type; `said` is the word that was said of it, `start` the first word at
    fault."""
    if not fits(r, type_, arg):
        message = f"{said} needs {_types(type_)}, not {_arg(r, arg)}"
        raise r.fault(message, span=r.span(start), code="wrong-type")


def need_bearer(r: Reader, marker: ir.Marker, subject: Seat | Named, start: int) -> None:
    """Raises `Fault` if the marker cannot lie on the subject."""
    on = "player" if isinstance(subject, Seat) else r.v.card_kind[subject.title]
    if on not in marker.on and not (isinstance(subject, Named) and "card" in marker.on):
        where = " or ".join(with_article(name) for name in marker.on)
        message = f"`{marker.name}` lies on {where}, not on {_arg(r, subject)}"
        raise r.fault(message, span=r.span(start), code="wrong-type")


def read_phase(r: Reader) -> tuple[str, str | None] | None:
    """Reads `turn of King`: returns a phase, and the card that it is about if one is named. Returns None, and takes no
    word, if there is no phase here."""
    start = r.at
    phase = r.phrase(r.v.phases)
    if phase is None:
        return None
    if not r.take("of"):
        return phase.name, None
    if phase.param is None:
        raise r.fault(f"the {phase.name} has no `of`: it is about nothing", span=r.span(start), code="wrong-type")
    title = r.card()
    need(r, f"`{phase.name}`", phase.param.type, Named(title), start)
    return phase.name, title


def need_result(r: Reader, value: ir.Value, result: object, start: int) -> None:
    """Raises `Fault` if the value can never be this result."""
    sort, right = value.type.sort, True
    if isinstance(result, int):
        right = sort in NUMBERS
    elif isinstance(result, Seat):
        right = sort == "player"
    elif isinstance(result, Named):
        right = sort == "name" or (sort == "card" and value.type.name in (None, r.v.card_kind[result.title]))
    elif isinstance(result, str):
        right = sort == "enum" and result in r.v.enums.get(value.type.name or "", ())
    elif result is None:
        right = sort in ("player", "card", "enum")
    if not right:
        raise r.fault(f"`{value.name}` is {_types(value.type)}", span=r.span(start), code="wrong-type")


def _arg(r: Reader, arg: Arg) -> str:
    match arg:
        case Seat():
            return "a player"
        case Named():
            return with_article(r.v.card_kind[arg.title])
        case Place():
            return with_article(arg.zone)


def _types(type_: ir.Type) -> str:
    if type_.sort == "bearer":
        return " or ".join(with_article(name) for name in (type_.name or "").split())
    if type_.sort == "amount":
        return f"an amount of {type_.name}"
    return with_article(type_.name if type_.sort in ("card", "zone", "enum") and type_.name else type_.sort)
