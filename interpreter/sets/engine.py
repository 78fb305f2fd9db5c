"""The fast executor of a card set. Its generated code is kept from one run to the next."""

from __future__ import annotations

import marshal
from types import CodeType

from moot.dsl.recent import Recent
from moot.dsl.source import Source

from ..kernel.generate import Compiled, load, source
from ..kernel.program import Library
from . import cache

MOST = 8  # executors that a process keeps: each is some megabytes of code

_KNOWN: Recent[int, Compiled] = Recent(MOST)


def engine(lib: Library) -> Compiled:
    """Return the executor of a library. It is made once as long as a process plays few sets of rules in turn."""
    return _KNOWN.get(id(lib), lambda: load(lib, _code(lib)))


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
