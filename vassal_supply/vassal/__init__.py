"""What VASSAL's files say: modules, extensions, saves and logs. No word of supply."""
