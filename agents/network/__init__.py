"""Players that are neural networks: the model, its file, and the player around it."""
