"""What comes back where something cannot be done."""

from __future__ import annotations

from dataclasses import dataclass

from moot.dsl.diagnostic import Diagnostic

from .finding import Finding


@dataclass(frozen=True)
class NotDone:
    """Something that cannot be done; the session is as it was. `near`: what may have been meant; `offers`: the message
    names that already. `finding`: what stands against an answer; `reasons`: what stands against a position or a
    cast."""

    message: str
    near: tuple[str, ...] = ()
    finding: Finding | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    reasons: tuple[str, ...] = ()
    offers: bool = False

    @property
    def sentence(self) -> str:
        """Say in one line what cannot be done, and why."""
        return f"{self.message}: {'; '.join(self.reasons)}" if self.reasons else self.message

    def render(self) -> list[str]:
        """Say it in lines: the message, the reasons, and what may have been meant."""
        lines = [self.sentence, *[f"  {d.message}" + (f" ({d.help})" if d.help else "") for d in self.diagnostics]]
        if self.finding is not None:
            lines += self.finding.render()[1:]
        if self.near:
            lines.append("  did you mean " + " or ".join(f"`{n}`" for n in self.near) + "?")
        return lines
