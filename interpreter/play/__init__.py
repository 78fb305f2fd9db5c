"""What plays one game: positions, answers, why and why not. `session` is the door for every front end."""
