"""Ties the knot of the language: the two readers that those below them are handed (see `scope.Reading`)."""

from __future__ import annotations

from . import conditions, phrases
from .scope import Reading

READING = Reading(operand=phrases.operand, told=conditions.filter_condition)
