"""What the prompt explains: documents of questions and answers, and what must hold of every explanation."""
