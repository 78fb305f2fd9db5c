"""Amends a text by other texts: a base and the house rules or the edition in force become one consolidated text.

    read        rule and edition files   → amendments             `amendment`; `vain` finds idle words
    rows        each base declaration    → a tree of its lines    `rows`
    quote       each quoted line         → one place of the base  `quotes`
    plan        each change              → edits of the base      `plan`, with `conditions`, `phrases`, `blocks`
    clash       what each reads, writes  → rules that disagree    `footprints`
    consolidate edits                    → texts                  `consolidate`, written by `edits`

Every quotation is looked up in the base text, never in what another amendment made of it. So the result depends on
which amendments are in force, and not on their order; two that change the same words in different ways are refused.
A consolidated text is read by the later passes like any other. It knows of each word where it was written.
"""

from .amendment import Amendment, amendments
from .consolidate import Consolidated, consolidate, relocated
from .footprints import Footprint, clashes
from .vain import in_vain

__all__ = ["Amendment", "Consolidated", "Footprint", "amendments", "clashes", "consolidate", "in_vain", "relocated"]
