"""The error for a command that cannot be carried out, for a reason that the person can mend."""


class Trouble(Exception):
    """The command cannot be carried out. The message says why; it goes to standard error, and the exit code is 2."""
