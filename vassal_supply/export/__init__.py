"""Exports: a kit with its markers as an extension, and the writing of VASSAL's files from scratch that it takes."""

from vassal_supply.export.extension import ExportReport, export_extension

__all__ = ["ExportReport", "export_extension"]
