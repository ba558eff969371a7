"""The fast executor: Python source made from a program, run without a trace."""
