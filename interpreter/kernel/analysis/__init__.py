"""Facts about a library that do not depend on the language its programs are printed in.

`flow` finds the shape of programs: where they are resumed, how their code nests, which slots are read. `inlining` says
which functions are small enough to be copied. `facts` says what each slot can hold. Nothing here knows a target
language.
"""
