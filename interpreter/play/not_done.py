"""The result of everything that cannot be done."""

from __future__ import annotations

from dataclasses import dataclass

from moot.dsl.diagnostic import Diagnostic

from .finding import Finding


@dataclass(frozen=True)
class NotDone:
    """Something cannot be done; the session is unchanged. `near`: what the person may have meant. `offers`: the
    message already names that. `finding`: the reasons against an answer. `reasons`: the reasons against a position
    or a cast."""

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
        """Return lines of text: the message, the reasons, and what the person may have meant."""
        lines = [self.sentence, *[f"  {d.message}" + (f" ({d.help})" if d.help else "") for d in self.diagnostics]]
        if self.finding is not None:
            lines += self.finding.render()[1:]
        if self.near:
            lines.append("  did you mean " + " or ".join(f"`{n}`" for n in self.near) + "?")
        return lines
