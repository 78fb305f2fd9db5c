"""A command cannot be carried out, for a reason that the person at the prompt can do something about."""


class Trouble(Exception):
    """The message says what is in the way; it goes to standard error, and the exit code is 2."""
