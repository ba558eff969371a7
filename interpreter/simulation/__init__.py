"""Many games without a person: of one program or of many links, in several processes, with the coverage of rules.

`simulate.simulate` plays games of one program, and `sweep.sweep` games of many links. Knows everything in the engine;
links games only by a function that it is given.
"""
