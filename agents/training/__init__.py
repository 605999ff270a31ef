"""Parts of self-play training that `train.py` puts together."""
