"""Reports in tables: link reports, odds, sweeps and surveys. Knows no terminal."""
