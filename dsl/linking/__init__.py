"""Models to one ruleset: the base game, the modules in play and the options in force, put together."""
