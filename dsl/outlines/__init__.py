"""The rules of a linked game as an outline for readers, in the words of the rules."""
