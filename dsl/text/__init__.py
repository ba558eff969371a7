"""Source text, the problems found in it, and how problems are shown. Knows nothing of rules."""
