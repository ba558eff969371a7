"""The program: the frozen shape that runs, and what can be said of its expressions. Knows no text but spans."""
