"""Write a dispute as one page of HTML that needs nothing else: no network, no file beside it.

Whatever comes from cards or players is put into the page as text, never as markup; and the page says itself that no
script but its own may run, and that nothing may be loaded.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .dispute import Dispute

HERE = Path(__file__).parent


def html(dispute: Dispute) -> str:
    """Return the page as text. It is the same for the same dispute."""
    there = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    style, script = (_part(name) for name in ("dispute.css", "dispute.js"))
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'"
    page = there.get_template("dispute.html.jinja")
    return page.render(d=dispute, style=style, script=script, policy=policy)


def _part(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
