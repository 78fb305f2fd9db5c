"""Play one game: positions, answers, why and why not. Every front end goes through `session`."""
