"""Supply checks for board wargames played with VASSAL."""

__version__ = "0.1.0"
