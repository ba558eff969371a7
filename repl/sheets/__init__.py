"""Rules sheets: the rulebook of one set of modules, made of the rules' own words."""
