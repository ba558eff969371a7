"""The command line: a module per group of commands. Each command imports what it needs when it is called."""
