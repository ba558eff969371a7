"""What an author asks for: checks of rules and runs of scenarios. Knows no terminal."""
