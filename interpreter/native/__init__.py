"""The fastest executor: C made from a program, compiled once and saved for later processes."""
