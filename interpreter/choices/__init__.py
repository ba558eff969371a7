"""What can be chosen at a decision: options, selections of cards, and the values their conditions read."""
