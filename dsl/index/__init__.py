"""The index of names: what each word of the rules files of a ruleset means, and where it is declared and used."""
