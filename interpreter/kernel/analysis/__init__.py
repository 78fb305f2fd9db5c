"""What is true of a library, whatever language its programs are printed in.

`flow` the shape of programs: where they are resumed, how their code nests, which slots are looked at · `inlining` which
functions are small enough to be copied · `facts` what each slot can hold. Nothing here knows a target.
"""
