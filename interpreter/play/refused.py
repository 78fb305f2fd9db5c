"""What comes back where something cannot be done."""

from __future__ import annotations

from dataclasses import dataclass

from moot.dsl.diagnostic import Diagnostic

from .whynot import Verdict


@dataclass(frozen=True)
class Refused:
    """Something that cannot be done; the session is as it was. `near`: what may have been meant."""

    message: str
    near: tuple[str, ...] = ()
    verdict: Verdict | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    def render(self) -> list[str]:
        """The message, the reasons, and what may have been meant."""
        lines = [self.message, *[f"  {d.message}" + (f" ({d.help})" if d.help else "") for d in self.diagnostics]]
        if self.verdict is not None:
            lines += self.verdict.render()[1:]
        if self.near:
            lines.append("  did you mean " + " or ".join(f"`{n}`" for n in self.near) + "?")
        return lines
