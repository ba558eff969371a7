"""The model: the frozen shape of what an author wrote, with a span on every node. Names are text here."""
