"""What holds for all tests."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # nothing is judged by how fast a busy machine is
settings.load_profile("untimed")
