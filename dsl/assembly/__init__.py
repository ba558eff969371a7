"""The program put together from the woven rules, with what it can say of itself."""
