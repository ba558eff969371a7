"""What can be known of a program before it runs: its blocks, costs and coverage. Knows no game."""
