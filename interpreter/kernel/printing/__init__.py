"""A library printed as Python: the passes, from what `analysis` knows of it to the finished module.

`code`, `printer` text and lines · `plain`, `sets`, `truths` expressions · `doing`, `asking`, `blocks` instructions ·
`named`, `menus` functions and abilities · `module` all of it.
"""
