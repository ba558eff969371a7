"""The program, put together from woven rules, with what it can report about itself.

`lower` prepares what the checks need; `assemble` returns the program.
"""
