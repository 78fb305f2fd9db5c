"""The fast executor of a card set. Its generated code is kept from one run to the next."""

from __future__ import annotations

import marshal
from types import CodeType

from moot.dsl.source import Source

from ..kernel.generate import Compiled, load, source
from ..kernel.program import Library
from . import cache

_KNOWN: dict[str, Compiled] = {}


def engine(lib: Library) -> Compiled:
    """Return the executor of a library. A process makes one for each set of rules."""
    found = _KNOWN.get(lib.hash)
    if found is None or found.lib is not lib:
        found = _KNOWN[lib.hash] = load(lib, _code(lib))
    return found


def _code(lib: Library) -> CodeType | None:
    """Return the compiled module of a library, the part that takes longest to make."""
    name = f"code-{cache.key({'generated': Source('generated', lib.hash)})}"
    kept = cache.fetch(name, bytes)
    if kept is not None:
        code = marshal.loads(kept)
        return code if isinstance(code, CodeType) else None
    fresh = compile(source(lib), "<generated>", "exec")
    cache.store(name, marshal.dumps(fresh))
    return fresh
