"""What a determination says, as text for people, JSON and CSV for scripts (``interface.md``'s keys)."""
