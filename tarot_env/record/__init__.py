"""Deals as text, one JSON object on one line each: kept while they are played, read, replayed and checked.

``python -m tarot_env.record check FILE...`` says what is wrong with the records in files; ``view FILE -o PAGE.html``
makes a page of one, to walk through in a browser.
"""

from tarot_env.record.fields import RecordError
from tarot_env.record.record import Record, Replay
from tarot_env.record.recorder import Recorder

__all__ = ["Record", "RecordError", "Recorder", "Replay"]
