"""The commands of `moot`. Each module has a docstring, which is its help; `arguments`, which declares what may follow
it; and `run`, which carries it out and gives the exit code."""
