"""The real VASSAL engine as a judge: ``setup.sh`` installs it, :mod:`harness` asks it, :mod:`compare` reads its answers."""
