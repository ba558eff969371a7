"""The steps that rules are lowered to: straight code, and the places where it waits for an answer."""
