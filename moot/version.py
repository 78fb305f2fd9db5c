"""The version of Moot, which is part of every cache key."""

VERSION = "0.1.0"
