"""Many games played by themselves: one set, all sets, several processes, and the counts of what happened."""
