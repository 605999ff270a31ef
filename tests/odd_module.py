"""A module of a player that breaks as it is imported."""

1 / 0  # noqa: B018
