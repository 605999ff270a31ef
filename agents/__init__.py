"""Players: each sees observations only, in batches."""
