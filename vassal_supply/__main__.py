"""``python -m vassal_supply``."""

import sys

from vassal_supply.cli import main

sys.exit(main())
