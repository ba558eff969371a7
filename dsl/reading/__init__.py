"""Text to model: finds rules files, parses them and builds their models. Knows no meaning."""
