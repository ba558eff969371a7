"""Events with everything that hooks them, woven to routines.

Knows the rules of all modules at once; does not know how a program is laid out. `weave` is the way in, `Weaving` holds
what is gathered.
"""
