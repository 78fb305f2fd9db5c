"""What the rulings prove: whether they hold, which clauses they reach, which changes they notice; and random play."""
