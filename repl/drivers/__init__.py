"""The terminal: the only code that reads keys or draws."""
