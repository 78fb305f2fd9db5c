"""Which Moot this is: the distribution's version, and part of the key of everything cached."""

VERSION = "0.1.0"
