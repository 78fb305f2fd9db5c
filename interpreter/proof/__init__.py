"""Proves card sets by their rulings: whether rulings hold, which clauses they reach, which changes they notice; and
plays at random.
"""
