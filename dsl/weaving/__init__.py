"""Events to routines: hooks, replacements, prohibitions, triggers and endings of all modules woven together."""
