"""The commands that test rules."""
