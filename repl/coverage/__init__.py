"""Coverage of rules by scenarios: as a table for people, as pages for a browser, as files for programs."""
