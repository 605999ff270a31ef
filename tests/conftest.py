"""What holds for all tests."""

from importlib.util import find_spec

if find_spec("hypothesis"):  # not where the tests of other libraries run
    from hypothesis import settings

    settings.register_profile("untimed", deadline=None)  # nothing is judged by how fast a busy machine is
    settings.load_profile("untimed")
