"""Hands the two readers that lower modules need to them (see `scope.Reading`)."""

from __future__ import annotations

from . import conditions, phrases
from .scope import Reading

READING = Reading(operand=phrases.operand, told=conditions.filter_condition)
