"""Everything in a ruleset that has a name, found and numbered: cards, zones, numbers, events, prompts."""
