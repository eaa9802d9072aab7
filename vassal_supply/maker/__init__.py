"""For those who make supply kits: a scaffold out of a module, lint, and sheets for spreadsheets."""

from vassal_supply.maker.findings import Finding, Findings
from vassal_supply.maker.lint import lint
from vassal_supply.maker.scaffold import Scaffold, scaffold
from vassal_supply.maker.sheets import export_sheets, import_sheets

__all__ = [
    "Finding",
    "Findings",
    "Scaffold",
    "export_sheets",
    "import_sheets",
    "lint",
    "scaffold",
]
