"""A library printed as Python: the passes, from what is known of every slot to the finished module.

`facts` what each slot can hold · `inlining` which functions are copied · `flow` the shape of programs · `code`,
`printer` text and lines · `plain`, `sets`, `truths` expressions · `doing`, `asking`, `blocks` instructions · `named`,
`menus` functions and abilities · `module` all of it.
"""
