"""Writes what a determination says back into a copy of the save, with the marks that the kit names."""

from vassal_supply.annotate.marks import Annotation, Change, annotate, clear

__all__ = ["Annotation", "Change", "annotate", "clear"]
