"""Serves a page in a browser: plays, checks and tests rules that are edited there, by functions from JSON to JSON."""
