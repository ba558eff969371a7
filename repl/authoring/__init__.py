"""Tools for authors: checks of rules and runs of scenarios. Knows no terminal."""
