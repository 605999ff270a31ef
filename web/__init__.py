"""The page on which a person plays against three agents, and the server that owns the game."""
