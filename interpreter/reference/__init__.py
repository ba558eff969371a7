"""The plain executor: walks the program and records a trace of every event. It is the definition."""
