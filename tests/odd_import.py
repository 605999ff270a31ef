"""A module of a player that needs what is not there."""

import not_installed_anywhere  # type: ignore[import-not-found]  # noqa: F401
